"""The known names nearest to a misspelt one, and sentences that offer them (floor 0)."""

from collections.abc import Iterable
from difflib import SequenceMatcher

from nubbin.engine.vocabulary.difference import common_head, common_tail

_LIKELY = 0.6
"""The least likeness, between 0 and 1, of a name that is offered."""
_AS_GOOD = 0.15
"""How much less alike than the likeliest name another one may be."""


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return at most three known names that look like `word`, the likeliest first."""
    # Long words are cut: comparing takes the square of their length.
    matcher = SequenceMatcher(b=word.casefold()[:100], autojunk=False)
    ranked: list[tuple[float, str]] = []
    for name in known:
        matcher.set_seq1(name.casefold())
        ranked.append((-matcher.ratio(), name))
    ranked.sort()
    worst = min(-_LIKELY, ranked[0][0] + _AS_GOOD) if ranked else 0.0
    return tuple(name for unlikeness, name in ranked[:3] if unlikeness <= worst)


def did_you_mean(word: str, known: Iterable[str], then: str = "") -> str:
    """Return a question that offers the nearest names, if any is near, followed by `then`."""
    close = nearest(word, known)
    return f"Did you mean {' or '.join(close)}? {then}".strip() if close else then


def advice(word: str, known: Iterable[str]) -> str:
    """Return a sentence that offers the nearest names, or all of them when none is near."""
    names = sorted(known)
    return did_you_mean(word, names) or f"Known: {', '.join(names)}."


def is_slip(word: str, name: str) -> bool:
    """Whether a word is a name with one letter added, left out or wrong, or two swapped."""
    head = common_head(word, name)
    tail = common_tail(word, name, head)
    typed, meant = word[head : len(word) - tail], name[head : len(name) - tail]
    return max(len(typed), len(meant)) == 1 or (len(typed) == 2 and typed == meant[::-1])
