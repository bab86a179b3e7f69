"""The code actions for a document (floor 7): pure; nothing is parsed, run or asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nubbin.engine.vocabulary.printable import printable
from nubbin.server.positions import Extent
from nubbin.server.work_words import Work

REDUCE_KIND: Final = "refactor.rewrite.reduce"
SOURCE_KIND: Final = "source.reduce.nubbin"

REDUCE: Final = "nubbin.reduce"
CHECK: Final = "nubbin.checkOracle"
SET_UP: Final = "nubbin.setUp"
CANCEL: Final = "nubbin.cancel"
APPLY_BEST: Final = "nubbin.applyBest"
"""The commands of the server."""

_WHOLE: Final = (("Reduce test case", None),)
_SELECTED: Final[tuple[tuple[str, Literal["range", "hint"]], ...]] = (
    ("Reduce selection", "range"),
    ("Reduce around selection", "hint"),
)
_ORDERS: Final[Mapping[Extent, Sequence[tuple[str, Literal["range", "hint"] | None]]]] = {
    Extent.CURSOR: _WHOLE,
    Extent.LINE: (*_WHOLE, *_SELECTED),
    Extent.LINES: (*_SELECTED, *_WHOLE),
}
"""What is offered, the likeliest first. Clients that know no selection, as many for Vim, send the
line of the cursor, and Emacs its word."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One code action."""

    title: str
    kind: str
    command: str
    oracle: str | None = None
    """The name by which the oracle is chosen; None: there is none to choose."""
    selection: Literal["range", "hint"] | None = None
    """What the command takes the selection for: all that may change, or what probably matters."""


def kind_wanted(only: Sequence[str] | None) -> str | None:
    """Return the kind to offer actions under; None if the client asked for other kinds only.

    `SOURCE_KIND` is used only if a client names exactly that kind: editors may run `source`
    actions whenever a file is saved, and no reduction may start that way.
    """
    if not only or any(
        wanted == "" or wanted == REDUCE_KIND or REDUCE_KIND.startswith(f"{wanted}.")
        for wanted in only
    ):
        return REDUCE_KIND
    return SOURCE_KIND if SOURCE_KIND in only else None


def offers(
    oracles: Sequence[str], only: Sequence[str] | None, extent: Extent, work: Work | None = None
) -> list[Offer]:
    """Return the actions for a document, the likeliest first.

    Args:
        oracles: the names by which the oracles that fit the file are chosen.
        only: the kinds that the client wants; None: all.
        extent: how much the user has selected.
        work: what is being done with the document and can be stopped; None: nothing.
    """
    kind = kind_wanted(only)
    if kind is None:
        return []
    # A source action may be run by its kind alone, and is to begin a reduction then.
    found = [Offer(work.stop, kind, CANCEL)] if work and kind == REDUCE_KIND else []
    if not oracles:
        return [*found, Offer("Reduce test case… (set up an oracle)", kind, SET_UP)]
    for verb, selection in _ORDERS[extent]:
        for name in oracles:
            title = f"{verb} ({printable(name)})" if len(oracles) > 1 else verb
            found.append(Offer(title, kind, REDUCE, name, selection))
    return found
