"""Queries: a query reads no table any more, and a value stands for its columns (floor 3).

In `CREATE TABLE t(a); SELECT a + 1 FROM t` the column needs the table in the query, and that needs
the statement that makes it; none of them can go alone. `SELECT 0 + 1` needs neither. Nor can a view
go without the queries that read it, of which each may be the view's own.

Source: β-reduction (Church 1936), with `FROM` as what binds the names of columns.
"""

import re
from collections import defaultdict
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
_NAME: Final = "identifier"
"""The kind of the names of tables and columns."""
_LITERAL: Final = "literal"
"""A word in the kinds of strings in SQL, where names may be in quotation marks too."""
_VIEW: Final = "create_view"
"""What the kinds of nodes that define a query by name begin with."""
_BEHIND: Final = re.compile(rb"\s*([.(])?\s*([*])?")
"""What stands behind a name: it is no column, or not all of one, in `a(b)`, `a.*` and `a.b`."""
_NAMED: Final = re.compile(rb"\bas\s+\Z", re.IGNORECASE)
"""What stands before a name that a query gives a column."""
_BEFORE: Final = 64
"""So many bytes before a name are looked at for that."""
_NUMBER: Final = b"0"
_STRINGS: Final = 1
"""So many strings of the text are tried in place of columns, besides a number."""


def unread(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield changes that leave a query without its sources, with one value for all its columns.

    The value is 0, or else the first string of the text. Columns are all names that are not called,
    and do not stand behind `AS`. A query with another one in it is left alone, and so is one
    without columns, which needs its sources for something else. Conditions go along where the
    grammar has them in the same node as the sources. Each candidate has fewer tokens.
    """
    tree = configuration.tree
    names, sources = tree.kinds_where(_NAME.__eq__), tree.kinds_where(_SOURCES.__contains__)
    texts = tree.rows_where(lambda kind: _LITERAL in kind)
    strings = (tree.source(row) for row in texts if content_of(tree.text, *tree.span(row)))
    values: list[bytes] = []
    for source in tree.rows_of(sources):
        query = tree.parent[source]
        if tree.weight(query) > LARGE or tree.source(query)[:6].lower() != b"select":
            continue
        rows = [row for row in tree.rows_of(names, query) if row not in tree.subtree(source)]
        columns = [*_columns(tree, query, rows)]
        nested = len([*islice(tree.rows_of(sources, query), 2)]) > 1
        values = values or [_NUMBER, *islice(strings, _STRINGS)]
        for value in values if columns and not nested else ():
            begin, (start, end) = tree.start[query], tree.span(source)
            edits = [*(Edit(*span, value) for span in columns), Edit(start - begin, end - begin)]
            text = apply_edits(tree.source(query), sorted(edits))
            yield (Rewrite((query,), text.rstrip()),)


def viewed(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield changes that remove a view, and put its query in place of the queries that read it.

    These must read nothing else. A change may put more into a text than it takes out.
    """
    tree = configuration.tree
    names = tree.kinds_where(_NAME.__eq__)
    views = [*tree.rows_where(lambda kind: kind.startswith(_VIEW))]
    users = defaultdict[bytes, list[int]](list)
    for source in tree.rows_where(_SOURCES.__contains__) if views else ():
        if 1 < tree.weight(source) <= LARGE:
            # All behind `FROM`: a name, if nothing else is read.
            users[tree.source(source).split(maxsplit=1)[-1]].append(tree.parent[source])
    for view in views:
        body, name = tree.last_named(view), tree.source(next(tree.rows_of(names, view), view))
        if body and name in users and tree.weight(view) <= LARGE:
            yield Prune((tree.topmost(view),)), Rewrite((*users[name],), tree.source(body))


def _columns(tree: Tree, query: int, rows: Sequence[int]) -> Iterator[Span]:
    """Yield where in a query the columns among some names are, with the tables in front of them."""
    text, begin, start = tree.source(query), tree.start[query], -1
    for row in rows:
        here, end = (place - begin for place in tree.span(row))
        start = here if start < 0 else start
        behind = _BEHIND.match(text, end)
        sign, star = behind.groups() if behind else (None, None)
        if sign == b"." and not star:
            continue
        if not sign and not _NAMED.search(text, max(0, here - _BEFORE), here):
            yield Span(start, end)
        start = -1
