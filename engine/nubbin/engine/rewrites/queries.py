"""Queries: a query reads no table any more, and a value stands for its columns (floor 3).

In `CREATE TABLE t(a); SELECT a + 1 FROM t` the column needs the table in the query, and that needs
the statement that makes it; none of them can go alone. `SELECT 0 + 1` needs neither. Nor can a view
go without the queries that read it, of which each may be the view's own.

Source: β-reduction (Church 1936), with `FROM` as what binds the names of columns.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.lexemes import content_of
from nubbin.engine.relations.sizes import LARGE
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits

_SOURCES: Final = ("from", "from_clause")
"""Kinds of nodes that tell where a query reads."""
_NAMES: Final = ("identifier",)
_LITERAL: Final = "literal"
"""A word in the kinds of strings in SQL, where names may be in quotation marks too."""
_VIEW: Final = "create_view"
"""What the kinds of nodes that define a query by name begin with."""
_NUMBER: Final = b"0"
_STRINGS: Final = 1
"""So many strings of the text are tried in place of columns, besides a number."""


def unread(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield changes that leave a query without its sources, with one value for all its columns.

    The value is 0, or else the first string of the text. Columns are all names that are not called,
    and do not stand behind `AS`. A query with another one in it is left alone, and so is one
    without columns, which needs its sources for something else. Each candidate has fewer tokens.
    """
    tree = configuration.tree
    names, sources = (tree.kinds_where(kinds.__contains__) for kinds in (_NAMES, _SOURCES))
    texts = tree.rows_of(tree.kinds_where(lambda kind: _LITERAL in kind))
    strings = (tree.source(row) for row in texts if content_of(tree.text, *tree.span(row)))
    values: list[bytes] = []
    for source in tree.rows_of(sources):
        query = tree.parent[source]
        small = tree.weight(query) <= LARGE and configuration.may_change(query)
        if not small or tree.source(query)[:6].lower() != b"select":
            continue
        rows = [row for row in tree.rows_of(names, query) if row not in tree.subtree(source)]
        columns = [*_columns(tree, rows)]
        nested = len([*islice(tree.rows_of(sources, query), 2)]) > 1
        values = values or [_NUMBER, *islice(strings, _STRINGS)]
        for value in values if columns and not nested else ():
            yield (Rewrite((query,), _without(tree, query, source, columns, value)),)


def viewed(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield changes that remove a view, and put its query in place of the queries that read it.

    These must read nothing else. A change may put more into a text than it takes out.
    """
    tree = configuration.tree
    names, sources = (tree.kinds_where(kinds.__contains__) for kinds in (_NAMES, _SOURCES))
    for view in tree.rows_of(tree.kinds_where(lambda kind: kind.startswith(_VIEW))):
        body, name = tree.last_named(view), tree.source(next(tree.rows_of(names, view), view))
        users = [tree.parent[row] for row in tree.rows_of(sources) if _read(tree, row) == name]
        if body and users and tree.weight(view) <= LARGE:
            yield Prune((tree.topmost(view),)), Rewrite(tuple(users), tree.source(body))


def _read(tree: Tree, source: int) -> bytes:
    """Return what stands behind `FROM` if that is all; a name, if nothing else is read."""
    return tree.text[tree.start[source] : tree.end[source]].split(maxsplit=1)[-1]


def _columns(tree: Tree, rows: Sequence[int]) -> Iterator[Span]:
    """Yield where the columns among some names are, each with the tables in front of it."""
    start: int | None = None
    for row in rows:
        before, behind = tree.text[: tree.start[row]].rstrip(), tree.text[tree.end[row] :].lstrip()
        start = tree.start[row] if start is None else start
        if behind[:1] == b".":
            continue
        if behind[:1] != b"(" and before[-3:].strip().lower() != b"as":
            yield Span(start, tree.end[row])
        start = None


def _without(tree: Tree, query: int, source: int, columns: Sequence[Span], value: bytes) -> bytes:
    """Return a query without its sources, and with a value for its columns."""
    edits = [*(Edit(*span, value) for span in columns), Edit(*tree.span(source))]
    begin = tree.start[query]
    moved = [Edit(start - begin, end - begin, put) for start, end, put in sorted(edits)]
    return apply_edits(tree.source(query), moved).rstrip()
