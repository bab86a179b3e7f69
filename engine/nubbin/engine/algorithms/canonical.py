"""Inside tokens: literals made canonical and short (floor 5).

Deletion leaves a token or takes it out. Most digits of `0x7fff1234ul`, or words of a message of
three lines, do not matter, and a reader cannot tell which do. Here each literal becomes the first
of its class that the oracle accepts, or else loses parts of itself.

In every text asked about, a lexeme has fewer characters than before, or lower ones. So no change
is undone later, and no set of visited texts is needed.

Source: T-Rec (Xu and others 2024), canonical tokens; C-Reduce (Regehr and others 2012), its
passes over integers and strings. T-Rec reads the lexical rules of each language; this pass goes by
the look of a node's text, which serves any language.
"""

import re
from collections.abc import Iterable, Sequence

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.together import Group, Together
from nubbin.engine.configurations import lexemes
from nubbin.engine.configurations.literals import COARSE, FINE, Round, smaller
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch, Span

_LONGEST_NUMBER = 64
"""A node of more bytes is not taken for a number."""
_BEGINS = re.compile("begin|start")
"""Words in the kinds of tokens that open a string, as `<<TEXT` does; it is none without them."""
_ENTITY = re.compile(rb"&#?\w{1,32};")
"""A character reference of markup; a grammar may make several tokens of it."""


def literals(context: Context, text: bytes, *, fine: bool) -> bytes:
    """Make literals, and the words in comments, canonical and short; no name is touched.

    First, each comment loses all its words, if it can. Then all literals with the same text change
    together, and at last each of them by itself.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        fine: whether to go on to single characters of long literals. Once it changes nothing,
            no character of a number or a string can go, and none can be `0` instead.
    """
    text = sweep(context, text, _silences(context.tree(text)))
    for together in (True, False):
        groups = _groups(context, text, together=together)
        text = _shorten(context, text, groups, FINE if fine else COARSE)
    return text


def _silences(tree: Tree) -> Iterable[Patch]:
    """Yield the patches that leave only the signs of each comment."""
    for row in tree.comments():
        for span in lexemes.comment_content(tree.text, *tree.span(row)):
            yield (Edit(*span),)


def _groups(context: Context, text: bytes, *, together: bool) -> list[Group]:
    """Return a group for each literal's text; or else one for each place of a repeated literal."""
    tree, within = context.tree(text), context.within(text)
    places: dict[bytes, dict[Span, None]] = {}
    for span in _literals(tree):
        if within.holds(span):
            places.setdefault(text[span.start : span.end], {})[span] = None
    if together:
        return [tuple(spans) for spans in places.values()]
    return [(span,) for spans in places.values() if len(spans) > 1 for span in spans]


def _literals(tree: Tree) -> Iterable[Span]:
    """Yield the literals and the words of comments, in order; parts of a plain string are none.

    Literals are also found where the parser could not read the text, which may be most of it. Other
    leaves that may stand anywhere, such as Haskell's pragmas, are treated like comments.
    """
    row = 0
    while row < len(tree):
        span = tree.span(row)
        if tree.is_comment(row) or (tree.is_extra(row) and tree.is_leaf(row)):
            yield from lexemes.comment_content(tree.text, *span)
            row = tree.skip[row]
        elif span.start == span.end or (tree.is_extra(row) and not tree.is_unread(row)):
            row = tree.skip[row]
        elif lexemes.is_quoted(tree.text, *span) and _plain(tree, row):
            yield span
            row = tree.skip[row]
        else:
            short = span.end - span.start <= _LONGEST_NUMBER
            if (short and _is_value(tree.source(row))) or _is_text(tree, row):
                yield span
            elif not (tree.is_leaf(row) or tree.is_unread(row)):
                yield from _uncovered(tree, row)
            row += 1


def _uncovered(tree: Tree, row: int) -> Iterable[Span]:
    """Yield the text between a node's parts for which the grammar has no tokens.

    An example is `total: ` in CMake's `"total: ${x}"`.
    """
    position = tree.start[row]
    for part in (*tree.children(row), None):
        start = tree.end[row] if part is None else tree.start[part]
        said = tree.text[position:start]
        if not (said.isspace() or lexemes.is_name(said) or lexemes.opens(said)):
            yield Span(position, start)
        position = start if part is None else tree.end[part]


def _is_value(lexeme: bytes) -> bool:
    return lexemes.is_number(lexeme) or lexemes.is_colour(lexeme)


def _is_text(tree: Tree, row: int) -> bool:
    """Whether a node is a token of free form: a pattern, a line of prose."""
    return (
        tree.is_leaf(row)
        and tree.is_named(row)
        and not lexemes.is_name(tree.source(row))
        and not lexemes.opens(tree.source(row))
        and not _BEGINS.search(tree.name(row))
    )


def _plain(tree: Tree, row: int) -> bool:
    """Whether a node holds nothing like `${name}`: no signs but its own, and those of `&lt;`."""
    return all(
        tree.is_named(below)
        or tree.parent[below] == row
        or not tree.is_leaf(below)
        or _ENTITY.fullmatch(tree.source(tree.parent[below]))
        for below in range(row + 1, tree.skip[row])
    )


def _shorten(
    context: Context, text: bytes, groups: Sequence[Group], rounds: Sequence[Round]
) -> bytes:
    """Return the text with all smaller lexemes in the groups that were found to hold.

    All groups go through the rounds side by side, so that windows are as full as can be. A group
    that became smaller repeats its round, unless that was the first.
    """
    together = Together(context, text, groups)
    turn = [0] * len(groups)
    while active := [number for number in range(len(groups)) if turn[number] < len(rounds)]:
        changed = together.ask(
            (number, other)
            for number in active
            for other in smaller(together.lexeme(number), rounds[turn[number]])
        )
        for number in active:
            turn[number] = max(1, turn[number]) if number in changed else turn[number] + 1
    return together.text
