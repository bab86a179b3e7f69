"""Names made canonical: a, b, c, from left to right (floor 5).

Names are most of what is left of a text in the end, and most of what two results of one bug
differ in. They also tell a reader what is what, so renaming is done on request only. All
occurrences of a name change at once, whether or not they mean the same: the oracle decides.

Source: T-Rec (Xu and others 2024), canonical identifiers.
"""

from collections.abc import Iterator, Sequence
from itertools import count, product
from string import ascii_lowercase, ascii_uppercase
from typing import TypeVar

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.together import Group, Together
from nubbin.engine.relations.mentions import NAME, is_keyword
from nubbin.engine.vocabulary.text import QUOTES, WORD, Edit, Span

P = TypeVar("P")

_EARLIER = 8
"""A name is merged only with one of this many names, the first of the text."""
_FEW = 8
"""If a word has more places, none of them is tried by itself: mostly all of them mean one thing."""


def identifiers(context: Context, text: bytes) -> bytes:
    """Give names the first free letters, as far as it holds; then merge later with earlier ones.

    Each text asked about is strictly smaller than the one it comes from, and no name becomes a
    keyword of the grammar. A name that cannot be a small letter may become a capital one, if that
    is shorter: to some languages the difference matters. At last, names may change in some of
    their places only, since different things may have one name by chance.
    """
    others = context.reader.keywords | _outside(context, text)
    names = Together(context, text, _groups(context, others, text))
    _rename(names, others, ascii_lowercase, shorter=0)
    _rename(names, others, ascii_uppercase, shorter=1)
    _merge(names)
    return _split(context, others, names.text)


def _groups(context: Context, others: frozenset[bytes], text: bytes) -> list[Group]:
    """Return the places of all names that may change, in the order of the first of each.

    Args:
        context: reads the text, and says which part of it may change.
        others: words that mean something else: to the grammar, or outside of that part.
        text: what is reduced.
    """
    tree, within = context.tree(text), context.within(text)
    places: dict[bytes, list[Span]] = {}
    fixed: set[bytes] = set()
    for leaf in tree.leaves():
        name = NAME.fullmatch(text, *tree.span(leaf))
        if name is None or is_keyword(tree, leaf) or tree.is_extra(leaf):
            continue
        word, span = name["word"], Span(*name.span("word"))
        if word in others or not within.holds(span):
            fixed.add(word)
        elif not _in_quotes(text, span):
            places.setdefault(word, []).append(span)
    return [tuple(spans) for word, spans in places.items() if word not in fixed]


def _outside(context: Context, text: bytes) -> set[bytes]:
    """Return the words outside of what may change, of which names may be the same as in it."""
    start, end = context.within(text)
    return {*WORD.findall(text[:start]), *WORD.findall(text[end:])}


def _in_quotes(text: bytes, span: Span) -> bool:
    before = text[span.start - 1 : span.start]
    return before in QUOTES and before == text[span.end : span.end + 1]


def _rename(names: Together, others: frozenset[bytes], letters: str, *, shorter: int) -> None:
    """Give each name the first word of these letters that nothing else is called.

    Args:
        names: in the order of the text.
        others: see `_groups`.
        letters: of which the words are made, the shortest first.
        shorter: by how many bytes at least a name must become shorter.
    """
    left = list(range(len(names)))
    while True:
        taken = others.union(map(names.lexeme, range(len(names))))
        free = (word for word in _words(letters) if word not in taken)
        word = next(free)
        changes = []
        for number in left:
            lexeme = names.lexeme(number)
            if (len(word) + shorter, word) < (len(lexeme), lexeme):
                changes.append((number, word))
                word = next(free)
        if not changes:
            return
        changed = names.ask(changes)
        refused = {number for number, _ in changes} - changed
        left = [number for number in left if number not in refused]


def _words(letters: str) -> Iterator[bytes]:
    """Yield all words of these letters, the shortest first."""
    for length in count(1):
        for word in product(letters, repeat=length):
            yield "".join(word).encode()


def _merge(names: Together) -> None:
    """Replace names by an earlier one that is smaller, so that there are fewer names."""
    lexemes = list(map(names.lexeme, range(len(names))))
    names.ask(
        (number, earlier)
        for number, lexeme in enumerate(lexemes)
        for earlier in lexemes[: min(number, _EARLIER)]
        if (len(earlier), earlier) < (len(lexeme), lexeme)
    )


def _split(context: Context, others: frozenset[bytes], text: bytes) -> bytes:
    """Change names to the first free letter in some of their places only, if that is shorter."""
    groups = _groups(context, others, text)
    lexemes = [text[group[0].start : group[0].end] for group in groups]
    taken = others.union(lexemes)
    free = next(word for word in _words(ascii_lowercase) if word not in taken)
    patches = (
        tuple(Edit(*span, free) for span in chosen)
        for group, lexeme in zip(groups, lexemes, strict=True)
        if len(free) < len(lexeme)
        for chosen in some_of(group)
    )
    return sweep(context, text, patches)


def some_of(places: Sequence[P]) -> Iterator[Sequence[P]]:
    """Yield all places of a word but one, then one alone; nothing if they are many, or one."""
    if len(places) > _FEW:
        return
    if len(places) > 2:
        yield from ([other for other in places if other != place] for place in places)
    if len(places) > 1:
        yield from ([place] for place in places)
