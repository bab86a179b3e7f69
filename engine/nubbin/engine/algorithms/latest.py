"""The end of a text: a program's own code, behind all that it includes (floor 5).

Compiler bugs in C++ arrive as output of the preprocessor: a page of somebody's own code behind
thousands of lines of headers, most parts of which need each other. A part that the page mentions
stays as long as the page does, and so does all that it needs; large cuts would take it away bit by
bit. So the page is cut first, and all that it does not need any more goes at once.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import accumulate, islice, takewhile
from typing import Final

from nubbin.engine.algorithms import tree_passes
from nubbin.engine.algorithms.context import Context
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.relations.needs import MemberSet, Needs
from nubbin.engine.vocabulary.candidate import Candidate

_PAGE: Final = 64
"""The page at a text's end makes up at most `1 / _PAGE` of the text."""
_FEW: Final = 4
"""A cut of the page must take this many tokens away to be worth a question while the rest of the
text is still there."""
_GAIN: Final = 1 / 4
"""It is worth a question to keep only what the page needs if at least this share of a text goes."""


def latest(context: Context, text: bytes, needs_of: Callable[[bytes], Needs]) -> bytes:
    """Keep what the end of the text needs, cut that end, and repeat both while much goes.

    Asks nothing if the end needs nothing else, and one question if the end is not what matters.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        needs_of: returns what the members of a text need.

    Returns:
        A text that was asked about and holds, or the text itself.
    """
    needs = needs_of(text)
    page = _members(_page(needs))
    if needs.closed(page) == page:
        return text
    while True:
        left = _needed(context.asker, needs, text)
        if left == text:
            return text
        text = _cut(context, needs_of(left), left)
        needs = needs_of(text)


def _needed(asker: WindowAsker, needs: Needs, text: bytes) -> bytes:
    """Keep what the page needs, or else what its last member needs; return what is left.

    Only the first of the two that leaves out enough of the text is asked about.
    """
    page, most = _page(needs), (1 - _GAIN) * needs.weight(needs.every)
    ends = (needs.closed(needs.always | _members(end)) for end in (page, page[:1]))
    less = (Candidate(None, needs.render(kept)) for kept in ends if needs.weight(kept) <= most)
    found = asker.first(islice(less, 1))
    return text if found is None else found.text


def _cut(context: Context, needs: Needs, text: bytes) -> bytes:
    """Cut parts of several tokens out of the page; return what is left of the text."""
    page, before = _page(needs), b""
    if page:
        context = replace(context, head=max(context.head, needs.start(min(page))))
    light = needs.weight(needs.every) // _FEW
    while page and text != before:
        before, text = text, tree_passes.large_cuts(context, text, light=light)
    return text


def _page(needs: Needs) -> Sequence[int]:
    """Return the members that the text ends with, the last first, as many as are light together."""
    most, backwards = needs.weight(needs.every) // _PAGE, range(len(needs.members))[::-1]
    weights = accumulate(needs.weight(1 << member) for member in backwards)
    return backwards[: len([*takewhile(most.__ge__, weights)])]


def _members(numbers: Iterable[int]) -> MemberSet:
    return sum(1 << number for number in numbers)
