"""Where the lines of a text end between its brackets, and how far they are indented (floor 3).

There are no rules for single languages: the text shows how it is laid out. What stands between the
same brackets is broken alike, and a line that was indented deeper than the construct it belongs to
is indented by one step more than that.
"""

from bisect import bisect_left
from codecs import BOM_UTF8
from collections.abc import Container, Iterator, Mapping
from math import gcd

from nubbin.engine.looks.indents import column, indents, last_line
from nubbin.engine.looks.line_breaks import Break, directs, goes_on, is_label, kept, parts
from nubbin.engine.looks.spacing import Gap, ends, frozen, gaps, governed, tight, visible
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER_OF, Edit, line_end, outside_crlf

_WIDTH = 80
"""The pieces of a statement are joined on a line of at most this many bytes."""


class Page:
    """The tokens of a text, laid out on lines.

    Args:
        tree: of the text.
        labels: for each kind, the categories that it belongs to.
        in_line: the kinds of nodes whose block begins in the line of what stands before it.
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
        self._inside: list[int | None] = []  # for each token the index of the bracket around it
        self._match_brackets()
        self._at_margin = [self._stands_out(index) for index in range(len(self._gaps))]
        first = tree.start[self._tokens[0]] if self._tokens else 0
        self._old = indents(tree.text[:first], self._blanks, self._at_margin)
        self._deepest = self._deepest_lines()

    def edits(self, step: bytes) -> Iterator[Edit]:
        """Yield the edits of the white space before, between and after the tokens.

        Args:
            step: the indentation of one level.
        """
        yield from self._margins()
        new = [b""] * len(self._tokens)  # for each token the indentation of its line
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
        """Yield the edits that remove what is before all tokens, and behind, but for one line end.

        Where the parser finds no token at all, the words that it skips count as tokens.
        """
        text, begin = self._tree.text, 0
        if text.startswith(BOM_UTF8):
            begin = len(BOM_UTF8)
        first, last = len(text) - len(text[begin:].lstrip()), len(text.rstrip())
        if self._tokens:  # tokens may begin or end with white space
            first = min(first, self._tree.start[self._tokens[0]])
            last = max(last, self._tree.end[self._tokens[-1]])
        if begin < first < last:
            yield Edit(begin, first)
        last = outside_crlf(text, last)  # a comment may end with the `\r` of a line end
        tail = text[last:]
        if first < last and tail != line_end(tail):
            yield Edit(last, len(text), line_end(tail))

    # -- reading --------------------------------------------------------------------------

    def _pairs(self) -> Iterator[tuple[Gap, bytes]]:
        return zip(self._gaps, self._blanks, strict=True)

    def _stands_out(self, index: int) -> bool:
        """Whether a directive at the margin follows a gap, though brackets are around it."""
        if last_line(self._blanks[index]) or self._inside[index + 1] is None:
            return False
        return directs(self._tree, self._gaps[index])

    def _depth(self, index: int) -> int:
        """Return the column of the line after a gap: the deepest, if removed lines left blanks."""
        if self._at_margin[index]:
            return column(self._old[index + 1])
        return max(map(column, self._blanks[index].splitlines()[1:]), default=0)

    def _deepest_lines(self) -> dict[int, int]:
        """Return for each node the column of the deepest line that begins in it, but for labels."""
        tree, deepest = self._tree, dict[int, int]()
        for index, (gap, blank) in enumerate(self._pairs()):
            if line_end(blank) and not (ends(tree, gap) or is_label(tree, gap.after)):
                deepest[gap.around] = max(deepest.get(gap.around, 0), self._depth(index))
        return deepest

    def steps(self) -> Iterator[bytes]:
        """Yield the indentations to try for one level: that of the text, if it shows, then less."""
        if any(b"\t" in indent for indent in self._old):
            yield b"\t"
            return
        if gcd(*(len(indent) for indent in self._old)) % 4 == 0 and any(self._old):
            yield b"    "
        yield b"  "
        yield b" "

    def _in_line(self, index: int) -> bytes:
        """Return what stands in a gap if its tokens are on one line."""
        blank = self._blanks[index]
        if not blank or self._frozen[index]:
            return blank
        return b"" if tight(self._tree, self._gaps[index]) else b" "

    # -- breaking -------------------------------------------------------------------------

    def _match_brackets(self) -> None:
        """Break after an opening bracket if there is a break before its partner, and vice versa.

        Between brackets, what is no statement is joined on one line, and so is a single piece.
        """
        tree = self._tree
        opened: list[int] = []
        last_hard = -1  # the last gap with a hard break, of those before the token
        for index, token in enumerate(self._tokens):
            if index >= 2 and self._breaks[index - 2] is Break.HARD:
                last_hard = max(last_hard, index - 2)
            sign = b"" if tree.is_named(token) else tree.source(token)
            closes = bool(opened) and sign == CLOSER_OF[tree.source(self._tokens[opened[-1]])]
            self._inside.append(opened[-1] if opened else None)
            if sign in CLOSER_OF:
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
            first: the index of the gap after the opening bracket.
            last: the index of the gap before the closing bracket.
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
        """Whether all from a token, at a column, up to the next hard break fits on one line."""
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
        """Return the indentation of the line that begins after a gap.

        Args:
            index: of the gap.
            new: for each token before it, the indentation of its line.
            columns: for each token before it, the column at which it begins.
            step: the indentation of one level.
        """
        tree, gap, bracket = self._tree, self._gaps[index], self._inside[index + 1]
        if gap.around == 0 or tree.is_unread(gap.around):  # there are only brackets to go by
            if bracket is None:
                return b""
            closes = tree.source(gap.right) == CLOSER_OF[tree.source(self._tokens[bracket])]
            return new[bracket] if closes else new[bracket] + step
        first = bisect_left(self._tokens, gap.around)
        if self._peers(gap):
            return new[first] + b" " * (columns[first] - len(new[first]))
        if ends(tree, gap) or goes_on(tree, gap):
            return new[first]
        return new[first] + step if self._deeper(index, first) else new[first]

    def _deeper(self, index: int, first: int) -> bool:
        """Whether the line after a gap is, or is to be, indented deeper than the node around it.

        Args:
            index: of the gap.
            first: the index of the first token of the node around.
        """
        tree, gap, bracket = self._tree, self._gaps[index], self._inside[index + 1]
        between = bracket is not None and tree.parent[self._tokens[bracket]] == gap.around
        label = is_label(tree, gap.after)
        if between and bracket is not None and not line_end(self._blanks[bracket]):
            # The first line began right behind the bracket, so the other lines tell nothing.
            return not label
        bases = [self._old[first]]
        last = bisect_left(self._tokens, tree.skip[gap.around]) - 1
        end = self._tokens[last]
        own = tree.parent[end] == gap.around
        # A block ends at the depth of what it belongs to; lines under its header tell nothing.
        closes = not tree.is_named(end) and (own or tree.source(end) == b"}")
        if closes and line_end(self._blanks[last - 1]):
            # The node may have been hoisted: then only its first line has the depth of its place.
            bases = [*bases, self._old[last]] if between else [self._old[last]]
        base = min(map(column, bases))
        if not between and governed(tree, gap):
            return True  # if it was not deeper, it may have had brackets, which are gone
        if between and not label:  # lines between the same brackets are equally deep
            # Lines less deep than their brackets have come from elsewhere, or the brackets have.
            return self._deepest.get(gap.around) != base
        return self._depth(index) > base

    def _peers(self, gap: Gap) -> bool:
        """Whether a node after a gap is of the same sort as the first child of the node around."""
        tree = self._tree
        first = gap.around + 1
        if not tree.is_named(gap.before) or not tree.is_named(gap.after):
            return False
        one, other = tree.name(first), tree.name(gap.after)
        none: frozenset[str] = frozenset()
        return one == other or bool(self._labels.get(one, none) & self._labels.get(other, none))
