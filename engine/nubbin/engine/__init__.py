"""nubbin's engine: knows text, trees and oracles; knows no editor.

text ─parse─▶ tree ─▶ configuration ─▶ candidates ─▶ oracle outcomes ─▶ smaller text

The public names are loaded when they are first used, so that a worker process, which needs
few of them, starts quickly. What they take and give besides has its home below this package:

- `algorithms.rules.Rule`: how traces of events can be rewritten.
- `vocabulary.events`: what `emit` is called with.
- `vocabulary.errors`: what is raised, with the exit status of each.
- `oracles.pool.Pool`: where oracles run, if not in processes of this machine.
- `strategy.Strategy`: a list of passes, if not one that has a name.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nubbin.engine.figures import Reduction as Reduction
    from nubbin.engine.oracles.oracle import Limits as Limits
    from nubbin.engine.oracles.oracle import OracleSpec as OracleSpec
    from nubbin.engine.oracles.serve import serve_oracle as serve_oracle
    from nubbin.engine.reduction import reduce as reduce
    from nubbin.engine.request import Options as Options
    from nubbin.engine.request import Request as Request
    from nubbin.engine.vocabulary.errors import NubbinError as NubbinError
    from nubbin.engine.vocabulary.text import Span as Span

_HOMES = {
    "Limits": "oracles.oracle",
    "NubbinError": "vocabulary.errors",
    "OracleSpec": "oracles.oracle",
    "Options": "request",
    "Reduction": "figures",
    "Request": "request",
    "Span": "vocabulary.text",
    "reduce": "reduction",
    "serve_oracle": "oracles.serve",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
