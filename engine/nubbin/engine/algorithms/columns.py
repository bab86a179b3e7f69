"""Columns: all cells of one column of a table go at once (floor 5).

If all rows must have the same length, no cell can go by itself: it can only be emptied, which
leaves the separators.

Source: coupled deletion after DRReduce (2026), here of parts with the same position instead of
parts with the same name.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import Final, NamedTuple

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep_in_parts
from nubbin.engine.configurations.partition import partition
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits

_SEPARATORS: Final = (b",", b";", b"\t", b"|")
_LINE: Final = re.compile(rb"[^\r\n]+")
_QUOTED: Final = re.compile(rb'"[^"\r\n]*"')
_SHARE: Final = 8
"""A table makes up at least `1 / _SHARE` of a text; in less, lines may have equally many cells by
chance."""


class _Table(NamedTuple):
    """Two or more neighbouring lines that have the same number of cells, two or more."""

    rows: Sequence[tuple[Span, Sequence[bytes]]]
    """The span of each line, without its end, and the line's cells."""
    separator: bytes

    def without(self, columns: Collection[int]) -> Iterator[Edit]:
        """Yield for each row the edit that leaves only its other columns."""
        for span, cells in self.rows:
            left = (cell for column, cell in enumerate(cells) if column not in columns)
            yield Edit(*span, self.separator.join(left))


def columns(context: Context, text: bytes) -> bytes:
    """Take out columns of tables; return what is left of the text.

    A table is a group of neighbouring lines with equally many cells. The pass asks about the text
    without either half of its columns, and so on down to single ones. A text with a grammar has no
    tables: the grammar tells what its lists are.
    """
    if not context.reader.by_lines:
        return text
    for separator in _SEPARATORS:
        tables = [*_tables(text, separator, context.within(text))]
        text = _without_columns(context, text, tables)
    return text


def _without_columns(context: Context, text: bytes, tables: Sequence[_Table]) -> bytes:
    """Return the text without those columns of tables that can go."""

    def render(gone: Iterable[tuple[int, int]]) -> bytes:
        columns_of = defaultdict[int, set[int]](set)
        for number, column in gone:
            columns_of[number].add(column)
        edits = (tables[number].without(columns) for number, columns in columns_of.items())
        return apply_edits(text, chain.from_iterable(edits))

    widths = (len(table.rows[0][1]) for table in tables)
    every = [[(number, column) for column in range(width)] for number, width in enumerate(widths)]
    halves = [half for table in every for half in partition(table, 2)]
    return sweep_in_parts(context, render, halves, 2)


def _tables(text: bytes, separator: bytes, within: Span) -> Iterator[_Table]:
    """Yield the tables of a text whose cells are separated by the given sign."""
    lines = (Span(*line.span()) for line in _LINE.finditer(text, *within))
    rows = ((line, _cells(text[line.start : line.end], separator)) for line in lines)
    for length, group in groupby(rows, lambda row: len(row[1])):
        table = _Table([*group], separator)
        size = sum(span.end - span.start for span, _ in table.rows)
        if length > 1 and len(table.rows) > 1 and size * _SHARE >= len(text):
            yield table


def _cells(line: bytes, separator: bytes) -> list[bytes]:
    """Return the cells of a line; separators in quotes do not count."""
    unquoted = _QUOTED.sub(lambda quoted: bytes(len(quoted[0])), line)
    found, end = [], 0
    for cell in unquoted.split(separator):
        found.append(line[end : end + len(cell)])
        end += len(cell) + len(separator)
    return found
