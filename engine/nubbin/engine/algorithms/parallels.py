"""Parallels: the members in one position of equally long lists go at once (floor 5).

In `INSERT INTO t (a, b) VALUES (1, 2)`, in `a, b = 1, 2`, in the rows of a table, in a struct and
its initialisers, all lists must be equally long, so that no member can go by itself. The text shows
which lists these are: they are equally long, and stand beside each other or by the same name.

Source: coupled deletion after DRReduce (2026), here of parts with the same position instead of
parts with the same name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep_in_parts
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.partition import partition
from nubbin.engine.relations.mentions import occurrences
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER_OF, OPENER_OF

_MOST: Final = 64
"""A list of more members is left alone: it is data, and if another is as long, that is chance."""
_HIGH: Final = 3
"""The lists that belong to a name are below a node at most this many levels above the name, and at
most as many levels below that node."""
_OTHERS: Final = re.compile("argument|param|token_tree")
"""Words in the kinds of lists that are left alone: parameters and arguments, which `parameters`
takes out, and what a macro may make anything of."""
_FIELDS: Final = re.compile("field.*list")
"""Words in the kinds of lists whose members need no separator between them."""


def parallels(context: Context, text: bytes) -> bytes:
    """Take out the members in one position of parallel lists; return what is left of the text.

    Lists are parallel if they have equally many members, 2 to 64, and stand beside each other, or
    each behind a mention of the same name. The rows of a table, a list of such lists, are parallel
    to each other, to the lists beside the table, and to the fields of the type in front of it. The
    pass asks about the text without either half of the positions, and so on down to single ones.
    Lists of parameters and of arguments are left to `parameters`.
    """
    configuration = bare(context, text)
    names = occurrences(configuration.tree).values()
    halves: list[tuple[Change, ...]] = []
    for lists in _parallel(configuration.tree, names):
        places = (_taking_out(configuration, lists, place) for place in range(len(lists[0])))
        halves += partition([change for change in places if change is not None], 2)
    return sweep_in_parts(context, configuration.render, halves, 2)


def _taking_out(
    configuration: Configuration, lists: Sequence[Sequence[int]], place: int
) -> Change | None:
    """Return the change that takes out the members in one place; None if one of them may not go.

    A flat grammar knows no lists, so that commas do not go with their members by Φ: they are taken
    out here.
    """
    tree, members = configuration.tree, tuple(sorted(each[place] for each in lists))
    if all(map(configuration.removable, members)):
        return Prune(members)
    commas = tuple(tree.skip[each[max(0, place - 1)]] for each in lists)
    listed = all(tree.source(comma) == b"," for comma in commas)
    may_go = listed and all(map(configuration.may_change, members + commas))
    return Rewrite(members + commas, b"") if may_go else None


def _parallel(tree: Tree, names: Iterable[Sequence[int]]) -> Iterator[list[list[int]]]:
    """Yield groups of two or more parallel lists, each group once, a list as its members in order.

    Args:
        tree: of the text.
        names: the mentions of each name.

    Complexity: O(nodes), and for each mention the nodes up to three levels above and below it.
    """
    lists, met = _Lists(tree), set[tuple[int, ...]]()
    for together in chain(lists.beside(), map(lists.by_name, names)):
        by_length = defaultdict[int, list[int]](list)
        for first in dict.fromkeys(together):
            by_length[len(lists.members[first])].append(first)
        for length, group in by_length.items():
            if min(length, len(group)) > 1 and tuple(group) not in met:
                met.add(tuple(group))
                yield [lists.members[first] for first in group]


class _Lists:
    """The lists of a tree that may be parallel to others; the first member of a list stands for it.

    Args:
        tree: the tree.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.members: dict[int, list[int]] = {}
        self._inside: dict[int, list[int]] = {}
        """The lists, by the node whose children their members are; in a flat grammar, several."""
        self._whole: dict[int, int] = {}
        """The list, by the highest node of which it is all, but for tokens without a name."""
        for node in self._candidates():
            lists = [*_lists(tree, node)]
            if lists:
                self.members |= {members[0]: members for members in lists}
                self._inside[node] = [members[0] for members in lists]
                if len(lists[0]) == len([*tree.named_children(node)]):
                    self._whole[self._tree.topmost(node)] = lists[0][0]
        self._listed = {*chain.from_iterable(self.members.values())}
        upwards = (islice(tree.upwards(node), 1 + _HIGH) for node in self._inside)
        self._above = {*chain.from_iterable(upwards)}
        """The nodes that have lists not far below."""
        self._found: dict[int, list[int]] = {}
        """Those lists, by the nodes asked about so far: many names may share one."""

    def _candidates(self) -> list[int]:
        """Return the nodes whose children may be lists: of several members, or of one with such."""
        tree = self._tree
        commas = tree.rows_where("',".__eq__)
        nodes = {*map(tree.parent.__getitem__, commas)}
        nodes.update(tree.rows_where(_FIELDS.search))
        return sorted(nodes.union(*map(self._ended_by, nodes)))

    def _ended_by(self, node: int) -> Iterator[int]:
        """Yield the nodes around one that end where it ends, and the first that does not."""
        tree = self._tree
        for _ in range(1 + _HIGH):
            top = self._tree.topmost(node)
            node = max(0, tree.parent[top])
            yield node
            if tree.skip[node] != tree.skip[top]:
                break

    def beside(self) -> Iterator[list[int]]:
        """Yield groups of lists that stand beside each other, and these with tables as rows."""
        by_place, fields = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for node, lists in self._inside.items():
            by_place[self._place(node)] += lists
            if beside := self._initialiser_of(node):
                fields[self._place(beside)] += lists
        for place, lists in by_place.items():
            yield lists
            yield [*(row for each in lists for row in self._rows(each)), *fields[place]]

    def _place(self, node: int) -> int:
        """Return where a node's lists stand: in the node around it, if it is nothing but a list."""
        top = self._tree.topmost(node)
        return self._tree.parent[top] if top in self._whole else node

    def _initialiser_of(self, node: int) -> int:
        """Return the values right behind the type whose fields are in a node; 0 if there are none.

        They are `{{1, 2}, {3, 4}}` in `[]struct{ a, b int }{{1, 2}, {3, 4}}`.
        """
        tree = self._tree
        for each in tree.upwards(node) if _FIELDS.search(tree.name(node)) else ():
            behind, end = tree.skip[each], tree.skip[tree.parent[each]]
            if behind < end:
                return behind if behind in self._inside else 0
        return 0

    def by_name(self, leaves: Sequence[int]) -> list[int]:
        """Return the lists behind the mentions of a name, with the rows of tables for these."""
        holders = dict.fromkeys(filter(None, map(self._holder, leaves)))
        for holder in holders.keys() - self._found.keys():
            self._found[holder] = [*self._below(holder, _HIGH)]
        lists = (each for holder in holders for each in self._found[holder])
        return [row for each in lists for row in self._rows(each)]

    def _rows(self, table: int) -> list[int]:
        """Return the rows of a table, a list of equally long lists; the list itself if it is none.

        A row may be just the end of a member, as in `{"a": {1, 2}}` and `{T{1, 2}}`.
        """
        rows = [self._row(member) for member in self.members[table]]
        lengths = {len(self.members.get(row, ())) for row in rows}
        return rows if len(lengths) == 1 and 0 not in lengths else [table]

    def _row(self, member: int) -> int:
        """Return the list that a member is, or ends with; -1 if there is none."""
        for _ in range(1 + _HIGH):
            if member in self._whole:
                return self._whole[member]
            member = self._tree.last_named(member) or member
        return -1

    def _holder(self, leaf: int) -> int:
        """Return the lowest node not far above a name that has lists below it; 0 if none has.

        The search ends at the statement that the name is in.
        """
        tree, node = self._tree, leaf
        for _ in range(_HIGH):
            member, node = node, tree.parent[node]
            if node <= 0 or member in self._listed or is_statement(tree, member):
                break
            if node in self._above:
                return node
        return 0

    def _below(self, node: int, depth: int) -> Iterator[int]:
        """Yield the lists of a node, or else of those not far below; none is in another."""
        if node in self._inside:
            yield from self._inside[node]
        elif depth:
            for child in filter(self._above.__contains__, self._tree.children(node)):
                yield from self._below(child, depth - 1)


def _lists(tree: Tree, node: int) -> Iterator[list[int]]:
    """Yield the members of each list among a node's children: in brackets, or outside of them.

    In a flat grammar, brackets behind the name of a function hold arguments, and are no list.
    """
    kind, bracketed, outside = tree.name(node), list[list[int]](), list[int]()
    if tree.is_leaf(node) or _OTHERS.search(kind):
        return
    into, called = outside, False
    for child in tree.children(node):
        if tree.is_named(child):
            if not tree.is_extra(child):
                into.append(child)
        elif (sign := tree.source(child)) in CLOSER_OF:
            into = []
            if not called:
                bracketed.append(into)
        elif sign in OPENER_OF:
            into = outside
        called = "function" in tree.name(child)
    for members, fewest in (*((each, 1) for each in bracketed), (outside, 2)):
        between = (tree.text[tree.end[one] : tree.start[other]] for one, other in pairwise(members))
        if fewest <= len(members) <= _MOST and (
            _FIELDS.search(kind) or all(each.strip() == b"," for each in between)
        ):
            yield members
