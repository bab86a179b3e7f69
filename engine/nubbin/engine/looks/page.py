"""Where the lines of a text end between its brackets, and how far they are indented (floor 3).

Nobody is told how a language is laid out: the text shows it. What stands between the same brackets
is broken alike, and a line that was indented deeper than the construct it belongs to is so by one
step.
"""

from bisect import bisect_left
from codecs import BOM_UTF8
from collections.abc import Container, Iterator, Mapping
from math import gcd

from nubbin.engine.looks.indents import column, indents, last_line
from nubbin.engine.looks.line_breaks import Break, directs, goes_on, is_label, kept, parts
from nubbin.engine.looks.spacing import (
    Gap,
    ends,
    frozen,
    gaps,
    governed,
    is_statement,
    line_end,
    tight,
    visible,
)
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER, Edit, aside

_WIDTH = 80
"""Bytes of a line up to which the pieces of a statement are joined."""


class Page:
    """The tokens of a text on lines.

    Args:
        tree: of the text.
        labels: for each kind, the categories it belongs to.
        in_line: kinds of nodes in whose first line the brace of their block stands.
    """

    def __init__(
        self, tree: Tree, labels: Mapping[str, frozenset[str]], in_line: Container[str]
    ) -> None:
        self._tree = tree
        self._labels = labels
        self._tokens = visible(tree)
        self._gaps = list(gaps(tree, self._tokens))
        self._blanks = [tree.text[gap.start : gap.end] for gap in self._gaps]
        self._end = next(filter(None, map(line_end, self._blanks)), b"\n")
        self._frozen = [frozen(tree, gap) for gap in self._gaps]
        self._flat = [self._in_line(index) for index in range(len(self._gaps))]
        self._breaks = [
            Break.NONE if still else kept(tree, self._tokens, gap, blank, in_line)
            for still, (gap, blank) in zip(self._frozen, self._pairs(), strict=True)
        ]
        self._inside: list[int | None] = []  # for each token, the bracket around it
        self._match_brackets()
        self._at_margin = [self._stands_out(index) for index in range(len(self._gaps))]
        first = tree.start[self._tokens[0]] if self._tokens else 0
        self._old = indents(tree.text[:first], self._blanks, self._at_margin)
        self._deepest = self._deepest_lines()

    def edits(self, step: bytes) -> Iterator[Edit]:
        """Yield what has to change before, between and after the tokens.

        Args:
            step: what one level is indented by.
        """
        yield from self._margins()
        new = [b""] * len(self._tokens)  # for each token, how far its line is indented
        columns = [0] * len(self._tokens)
        joined = self._fits(0, 0)
        for index, (gap, blank) in enumerate(self._pairs()):
            kind, right = self._breaks[index], index + 1
            if kind is Break.NONE or (kind is Break.SOFT and joined):
                tidy, new[right] = self._flat[index], new[index]
                width = self._tree.end[gap.left] - self._tree.start[gap.left]
                columns[right] = columns[index] + width + len(tidy)
            else:
                new[right] = self._indent(index, new, columns, step)
                indent = b"" if self._at_margin[index] else new[right]
                tidy = (line_end(blank) or self._end) + indent
                columns[right] = len(indent)
                if kind is Break.HARD:
                    joined = self._fits(right, columns[right])
            if tidy != blank:
                yield Edit(gap.start, gap.end, tidy)

    def _margins(self) -> Iterator[Edit]:
        """Take out what stands before the first token, and all but a line end after the last.

        Where the parser finds no token at all, the words that it skips are some.
        """
        text, begin = self._tree.text, 0
        if text.startswith(BOM_UTF8):
            begin = len(BOM_UTF8)
        first, last = len(text) - len(text[begin:].lstrip()), len(text.rstrip())
        if self._tokens:  # white space may be part of them
            first = min(first, self._tree.start[self._tokens[0]])
            last = max(last, self._tree.end[self._tokens[-1]])
        if begin < first < last:
            yield Edit(begin, first)
        last = aside(text, last)  # a comment may have the first half of a line end
        tail = text[last:]
        if first < last and tail != line_end(tail):
            yield Edit(last, len(text), line_end(tail))

    # -- reading --------------------------------------------------------------------------

    def _pairs(self) -> Iterator[tuple[Gap, bytes]]:
        return zip(self._gaps, self._blanks, strict=True)

    def _stands_out(self, index: int) -> bool:
        """Whether a directive follows a gap that is at the margin, though brackets are around."""
        if last_line(self._blanks[index]) or self._inside[index + 1] is None:
            return False
        return directs(self._tree, self._gaps[index])

    def _depth(self, index: int) -> int:
        """Return how deep the line after a gap is; what was cut out there has left its blanks."""
        if self._at_margin[index]:
            return column(self._old[index + 1])
        return max(map(column, self._blanks[index].splitlines()[1:]), default=0)

    def _deepest_lines(self) -> dict[int, int]:
        """Return for each node how deep the deepest line is that begins in it, labels left out."""
        tree, deepest = self._tree, dict[int, int]()
        for index, (gap, blank) in enumerate(self._pairs()):
            if line_end(blank) and not (ends(tree, gap) or is_label(tree, gap.after)):
                deepest[gap.around] = max(deepest.get(gap.around, 0), self._depth(index))
        return deepest

    def steps(self) -> Iterator[bytes]:
        """Yield what one level may be indented by: as in the text, if that is seen, or by less."""
        if any(b"\t" in indent for indent in self._old):
            yield b"\t"
            return
        if gcd(*(len(indent) for indent in self._old)) % 4 == 0 and any(self._old):
            yield b"    "
        yield b"  "
        yield b" "

    def _in_line(self, index: int) -> bytes:
        """Return what stands between two tokens on one line."""
        blank = self._blanks[index]
        if not blank or self._frozen[index]:
            return blank
        return b"" if tight(self._tree, self._gaps[index]) else b" "

    # -- breaking -------------------------------------------------------------------------

    def _match_brackets(self) -> None:
        """Break after an opening bracket if there is a break before its end, and vice versa.

        What is no statement comes to one line between brackets, and so does a single piece.
        """
        tree = self._tree
        opened: list[int] = []
        last_hard = -1  # among the gaps whose both tokens lie behind
        for index, token in enumerate(self._tokens):
            if index >= 2 and self._breaks[index - 2] is Break.HARD:
                last_hard = max(last_hard, index - 2)
            sign = b"" if tree.is_named(token) else tree.source(token)
            closes = bool(opened) and sign == CLOSER[tree.source(self._tokens[opened[-1]])]
            self._inside.append(opened[-1] if opened else None)
            if sign in CLOSER:
                opened.append(index)
            elif closes:
                first = opened.pop()
                if tree.parent[self._tokens[first]] == tree.parent[token]:
                    self._set_brackets(first, index - 1, split=last_hard > first)
                if self._breaks[index - 1] is Break.HARD:
                    last_hard = index - 1

    def _set_brackets(self, first: int, last: int, *, split: bool) -> None:
        """Decide about the gaps directly between two brackets.

        Args:
            first: the gap after the opening bracket.
            last: the gap before the closing bracket.
            split: whether a line has to end somewhere between them.
        """
        if first == last:
            return
        tree = self._tree
        ended = [bool(line_end(self._blanks[gap])) for gap in (first, last)]
        opener, closer = self._gaps[first].left, self._gaps[last].right
        node = tree.parent[opener]
        members = [
            child
            for child in tree.children(node)
            if opener < child < closer and tree.is_named(child)
        ]
        block = tree.source(opener) == b"{" and is_statement(tree, node)
        statements = block or any(is_statement(tree, member) for member in members)
        several = len(members) > 1 and any(ended)
        broken = (all(ended) and (statements or split)) or (statements and (several or split))
        for gap in range(first, last + 1):
            at_bracket, kind = gap in (first, last), self._breaks[gap]
            if self._frozen[gap] or not (at_bracket or self._gaps[gap].around == node):
                continue
            if broken and (
                at_bracket or kind is Break.SOFT or parts(tree, self._gaps[gap], self._blanks[gap])
            ):
                self._breaks[gap] = Break.HARD
            elif not broken and at_bracket and kind is Break.HARD:
                self._breaks[gap] = Break.SOFT

    # -- lines ----------------------------------------------------------------------------

    def _fits(self, index: int, width: int) -> bool:
        """Whether all from a token at a column to where a line must end fits on one line."""
        while width <= _WIDTH:
            token = self._tree.source(self._tokens[index]) if self._tokens else b""
            width += len(token)
            if b"\n" in token:
                return False
            if index >= len(self._gaps) or self._breaks[index] is Break.HARD:
                return width <= _WIDTH
            width += len(self._flat[index])
            index += 1
        return False

    def _indent(self, index: int, new: list[bytes], columns: list[int], step: bytes) -> bytes:
        """Return how far the line is indented that begins after a gap.

        Args:
            index: of the gap.
            new: for each token before, how far its line is.
            columns: for each token before, where in its line it begins.
            step: what one level is indented by.
        """
        tree, gap, bracket = self._tree, self._gaps[index], self._inside[index + 1]
        if gap.around == 0 or tree.is_unread(gap.around):  # brackets are all there is
            if bracket is None:
                return b""
            closes = tree.source(gap.right) == CLOSER[tree.source(self._tokens[bracket])]
            return new[bracket] if closes else new[bracket] + step
        first = bisect_left(self._tokens, gap.around)
        if self._peers(gap):
            return new[first] + b" " * (columns[first] - len(new[first]))
        if ends(tree, gap) or goes_on(tree, gap):
            return new[first]
        return new[first] + step if self._deeper(index, first) else new[first]

    def _deeper(self, index: int, first: int) -> bool:
        """Whether the line after a gap is, or is to be, deeper than the node around it.

        Args:
            index: of the gap.
            first: the first token of the node around.
        """
        tree, gap, bracket = self._tree, self._gaps[index], self._inside[index + 1]
        between = bracket is not None and tree.parent[self._tokens[bracket]] == gap.around
        label = is_label(tree, gap.after)
        if between and bracket is not None and not line_end(self._blanks[bracket]):
            # Where there was no first line so far, the others tell nothing.
            return not label
        bases = [self._old[first]]
        last = bisect_left(self._tokens, tree.skip[gap.around]) - 1
        end = self._tokens[last]
        own = tree.parent[end] == gap.around
        # A block ends as deep as what it is of: so what stands under its head tells nothing.
        closes = not tree.is_named(end) and (own or tree.source(end) == b"}")
        if closes and line_end(self._blanks[last - 1]):
            # The node may have come here from far inside, its first line alone at its new place.
            bases = [*bases, self._old[last]] if between else [self._old[last]]
        base = min(map(column, bases))
        if not between and governed(tree, gap):
            return True  # it may have been so by brackets that are gone
        if between and not label:  # lines between the same brackets are equally deep
            # What is less deep than its brackets came from elsewhere, or they did.
            return self._deepest.get(gap.around) != base
        return self._depth(index) > base

    def _peers(self, gap: Gap) -> bool:
        """Whether what follows a gap is one of a row of things that begins the node around."""
        tree = self._tree
        first = gap.around + 1
        if not tree.is_named(gap.before) or not tree.is_named(gap.after):
            return False
        one, other = tree.name(first), tree.name(gap.after)
        none: frozenset[str] = frozenset()
        return one == other or bool(self._labels.get(one, none) & self._labels.get(other, none))
