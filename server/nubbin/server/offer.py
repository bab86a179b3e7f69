"""The code actions for a document (floor 8): pure; nothing is parsed, run or asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from nubbin.engine.vocabulary.printable import printable

REDUCE_KIND: Final = "refactor.rewrite.reduce"
SOURCE_KIND: Final = "source.reduce.nubbin"

REDUCE: Final = "nubbin.reduce"
CHECK: Final = "nubbin.checkOracle"
SET_UP: Final = "nubbin.setUp"
CANCEL: Final = "nubbin.cancel"
APPLY_BEST: Final = "nubbin.applyBest"
"""The commands of the server."""

_VERBS: Final[tuple[tuple[str, Literal["range", "hint"] | None], ...]] = (
    ("Reduce selection", "range"),
    ("Reduce around selection", "hint"),
    ("Reduce test case", None),
)


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


def offers(oracles: Sequence[str], only: Sequence[str] | None, *, selected: bool) -> list[Offer]:
    """Return the actions for a document, the likeliest first.

    Args:
        oracles: the names by which the oracles that fit the file are chosen.
        only: the kinds that the client wants; None: all.
        selected: whether the user has selected something.
    """
    kind = kind_wanted(only)
    if kind is None:
        return []
    if not oracles:
        return [Offer("Reduce test case… (set up an oracle)", kind, SET_UP)]
    found = []
    for verb, selection in _VERBS if selected else _VERBS[-1:]:
        for name in oracles:
            title = f"{verb} ({printable(name)})" if len(oracles) > 1 else verb
            found.append(Offer(title, kind, REDUCE, name, selection))
    return found
