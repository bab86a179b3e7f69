"""What to offer for a document (floor 8): pure, nothing is parsed, run or asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

REDUCE_KIND: Final = "refactor.rewrite.reduce"
SOURCE_KIND: Final = "source.reduce.nubbin"

REDUCE: Final = "nubbin.reduce"
SET_UP: Final = "nubbin.setUp"


@dataclass(frozen=True, slots=True)
class Offer:
    """One code action."""

    title: str
    kind: str
    command: str
    oracle: str | None = None
    """Its name; None: the first that fits."""
    selection: bool = False
    """Whether the selected range goes with the command."""


def kind_wanted(only: Sequence[str] | None) -> str | None:
    """Return the kind to offer under, None if the client asked for others only.

    `SOURCE_KIND` is given only to who names exactly it: editors run `source` actions on
    their own when a file is saved, and no reduction may start that way.
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
        oracles: names of those that fit the file; a name may be empty.
        only: the kinds the client wants, None for all.
        selected: whether the user has selected something.
    """
    kind = kind_wanted(only)
    if kind is None:
        return []
    if not oracles:
        return [Offer("Reduce test case… (set up an oracle)", kind, SET_UP)]
    found = []
    for selection in (True, False) if selected else (False,):
        verb = "Reduce selection" if selection else "Reduce test case"
        for name in oracles:
            title = f"{verb} ({name})" if len(oracles) > 1 and name else verb
            found.append(Offer(title, kind, REDUCE, name or None, selection))
    return found
