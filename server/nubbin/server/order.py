"""One reduction as a client wants it, and as it is requested of the engine (floor 7)."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lsprotocol.types import PositionEncodingKind

from nubbin.engine.oracles.files import read_regular
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.printable import reason_of
from nubbin.server import state
from nubbin.server.client_choices import choose_formatter, choose_oracle
from nubbin.server.from_lsp import ReduceArguments, byte_span
from nubbin.server.saving import Saved, as_saved
from nubbin.server.settings import Settings
from nubbin.server.work_words import CHECKING, REDUCING, Work


@dataclass(frozen=True, slots=True)
class Wish:
    """What a client wants to be done with a document, and the document as it was then."""

    arguments: ReduceArguments
    path: Path
    name: str = field(compare=False)
    """What the document is called in sentences."""
    text: str
    """The document's text."""
    encoding: PositionEncodingKind
    """The code units that the arguments' ranges count."""
    only_check: bool = field(default=False, kw_only=True)
    """Whether only to try the oracle, and reduce nothing."""

    @property
    def work(self) -> Work:
        """The words for what is to be done."""
        return CHECKING if self.only_check else REDUCING

    def may_be(self, other: "Wish") -> bool:
        """Whether another wish is equal, or differs only in that one of them names no oracle.

        Some of a client's ways to a reduction name the oracle, and some leave that to the settings.
        """
        if None not in (self.arguments.oracle, other.arguments.oracle):
            return self == other
        mine, theirs = (replace(each.arguments, oracle=None) for each in (self, other))
        return replace(self, arguments=mine) == replace(other, arguments=theirs)

    def to_order(self, settings: Settings) -> "Order | None":
        """Return the order for this wish under these settings; None if no oracle fits.

        Raises:
            WrongArguments: they have mistakes, or name an oracle that does not exist.
        """
        spec = choose_oracle(settings, self.path, self.arguments)
        if spec is None:
            return None
        return Order(self, spec, settings, choose_formatter(settings, spec, self.arguments))


@dataclass(frozen=True, slots=True)
class Order:
    """A wish with its oracle, settings and formatter: what to reduce, and how."""

    wish: Wish
    spec: OracleSpec
    settings: Settings
    formatter: OracleSpec | None = None

    def saved(self) -> Saved:
        """Return the document as the file that its editor would save; reads the file on disk.

        Raises:
            UsageError: the file cannot be read; the document cannot be saved, or it is unknown how.
        """
        wish = self.wish
        try:
            disk = read_regular(wish.path)
        except FileNotFoundError:
            disk = None
        except OSError as error:
            raise UsageError(f"{wish.name} cannot be read: {reason_of(error)}.") from error
        return as_saved(wish.text, disk, wish.name)

    def request(self, saved: Saved) -> Request:
        """Return the request to the engine, for the document as a file.

        Raises:
            UsageError: a range of the arguments is empty, or cannot be found in the file.
        """
        wish, arguments = self.wish, self.wish.arguments
        chosen = byte_span(saved, wish.text, arguments.range, wish.encoding)
        said: dict[str, Any] = {
            "strategy": arguments.strategy or self.settings.strategy,
            "within": chosen or saved.reducible,
            "hint": byte_span(saved, wish.text, arguments.hint, wish.encoding),
            **arguments.options,
        }
        if wish.only_check:
            said["max_tests"] = 0
        options = self.settings.options(**said)
        formatter = None if wish.only_check else self.formatter
        journals = None if wish.only_check else state.journals()
        return Request(saved.content, wish.path, self.spec, options, formatter, journals)
