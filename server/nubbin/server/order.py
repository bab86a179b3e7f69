"""One reduction as a client ordered it, and as the engine is asked for it (floor 7)."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lsprotocol.types import PositionEncodingKind

from nubbin.engine.oracles.files import read_regular
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.printable import reason_of, shown
from nubbin.server import state
from nubbin.server.chosen import choose_formatter, choose_oracle
from nubbin.server.from_lsp import ReduceArguments, byte_span
from nubbin.server.saving import Saved, as_saved
from nubbin.server.settings import Settings
from nubbin.server.works import CHECKING, REDUCING, Work


@dataclass(frozen=True, slots=True)
class Wish:
    """What a client wants of a document, fixed when the command came."""

    arguments: ReduceArguments
    path: Path
    text: str
    """The document."""
    encoding: PositionEncodingKind
    """Of the arguments' ranges."""
    only_check: bool = field(default=False, kw_only=True)
    """Try the oracle and reduce nothing."""

    @property
    def name(self) -> str:
        """What to call the document."""
        return shown(Path(self.path.name))

    @property
    def work(self) -> Work:
        """What is to be done, in words."""
        return CHECKING if self.only_check else REDUCING

    def by(self, settings: Settings) -> "Order | None":
        """Return the order that it is by these settings, None if no oracle of theirs fits.

        Raises:
            UsageError: the arguments name what there is not, or hold mistakes.
        """
        spec = choose_oracle(settings, self.path, self.arguments)
        if spec is None:
            return None
        return Order(
            arguments=self.arguments,
            path=self.path,
            text=self.text,
            encoding=self.encoding,
            spec=spec,
            settings=settings,
            formatter=choose_formatter(settings, self.arguments, spec),
            only_check=self.only_check,
        )


@dataclass(frozen=True, slots=True)
class Order(Wish):
    """What to reduce and how."""

    spec: OracleSpec
    settings: Settings
    formatter: OracleSpec | None = None

    def saved(self) -> Saved:
        """Return the document as its file; reads the disk.

        Raises:
            UsageError: the document cannot be saved, or nobody can tell how.
        """
        try:
            disk = read_regular(self.path)
        except FileNotFoundError:
            disk = None
        except OSError as error:
            raise UsageError(f"{self.name} cannot be read: {reason_of(error)}.") from error
        return as_saved(self.text, disk, self.name)

    def request(self, saved: Saved, *, format_it: bool) -> Request:
        """Return what to ask of the engine.

        Args:
            saved: the document, as its file.
            format_it: whether the formatter may run.

        Raises:
            UsageError: the arguments' ranges mean nothing in this document.
        """
        chosen = byte_span(saved, self.text, self.arguments.range, self.encoding)
        said: dict[str, Any] = {
            "strategy": self.arguments.strategy or self.settings.strategy,
            "within": chosen or saved.reducible,
            "hint": byte_span(saved, self.text, self.arguments.hint, self.encoding),
            **self.arguments.options,
        }
        if self.only_check:
            said["max_tests"] = 0
        options = self.settings.options(**said)
        formatter = self.formatter if format_it else None
        journals = None if self.only_check else state.journals()
        return Request(saved.content, self.path, self.spec, options, formatter, journals)
