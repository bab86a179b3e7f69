"""Φ, the minimal syntactically correct replacement of a node in its place (floor 2).

Source: Vince 2024, §2.2. A grammar for tree-sitter says which texts a *kind* can have; what
may stand in a *place* is found out by parsing the text with the place emptied, first with
the separator that goes with it (`a, b` → `a`), then without.
"""

from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from copy import copy
from typing import NamedTuple

from nubbin.engine.configurations.sibling_lists import SiblingLists
from nubbin.engine.configurations.siblings import Siblings
from nubbin.engine.trees.grammar_table import ChildList, GrammarTable
from nubbin.engine.trees.reader import Judge
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit


class Replacement(NamedTuple):
    """What to put in a node's place."""

    text: bytes
    with_joint: bool = False
    """Whether the separator beside the node goes as well."""
    for_nothing: bool = False
    """Whether the text only says that nothing is there, as `pass` does in a block of Python."""

    @property
    def is_nothing(self) -> bool:
        """Whether nothing is left of the node."""
        return self.for_nothing or not self.text


class _Listed(NamedTuple):
    """The list of children that a node is in."""

    children: ChildList
    places: Mapping[int, int]
    """The index of each child in the list."""


_Surroundings = tuple[int, int, int, int]
"""The kinds of a node's parent, of the node before, of itself, of the one behind; -1 for none."""


class Replacements:
    """Φ for the nodes of one tree, found when it is first asked for.

    Args:
        tree: the tree.
        syntax: judges texts against the tree's own text.
        table: what the grammar's rules say; None: only the parser is asked.
        poll: called before each search, which may take long in a large text, or one full of errors.
    """

    def __init__(
        self,
        tree: Tree,
        syntax: Judge,
        table: GrammarTable | None,
        poll: Callable[[], None],
    ) -> None:
        self._poll = poll
        self._tree = tree
        self._syntax = syntax
        self._table = table
        self._known: MutableMapping[int, Replacement | None] = {}
        self._lists: dict[int, _Listed] = {}
        self._read: dict[tuple[str, tuple[str, ...]], ChildList] = {}
        self._admitted: dict[int, frozenset[str] | None] = {}
        self._alike: MutableMapping[_Surroundings, bool] = {}

    @property
    def has_rules(self) -> bool:
        """Whether anything but the parser tells Φ."""
        return self._table is not None

    def fork(self) -> "Replacements":
        """Return a copy for looking ahead: what it finds stays unknown here."""
        other = copy(self)
        other._known, other._alike = ChainMap({}, self._known), ChainMap({}, self._alike)
        return other

    def of(self, node: int, siblings: Siblings) -> Replacement | None:
        """Return Φ of a node; None when nothing smaller than itself can stand there.

        Guarantee: with this one node replaced the text has no more parse errors than before,
        by the rules of the grammar or by the parser. In a very deep tree, the rules alone decide
        where they hold: for each node on the way down, the parser takes time in proportion to the
        depth of the text.
        """
        if node not in self._known:
            self._poll()
            self._known[node] = self._find(node, siblings, asks_parser=self._asks_parser(node))
        return self._known[node]

    def alone(self, node: int, siblings: Siblings) -> bool:
        """Whether a node whose Φ takes the separator along may also go without it: `[a,]`."""
        phi = self.of(node, siblings)
        if phi is None or not phi.with_joint:
            return False
        self._poll()
        return self._may_go(node, [], asks_parser=self._asks_parser(node))

    def ruled(self, node: int, siblings: Siblings) -> Replacement | None:
        """Return Φ of a node by the rules alone, without parsing; if there are none, as `of` does.

        Sometimes the parser knows a smaller one: in C, that of a call's name is empty.
        """
        self._poll()
        if self._rules_hold(node):
            return self._find(node, siblings, asks_parser=False)
        return self.of(node, siblings)

    def goes_by_rule(self, node: int, lists: SiblingLists) -> bool:
        """Whether Φ of a node is empty, by the rules alone; see `ruled`.

        Without rules, the parser is asked about one of all nodes with the same surroundings.

        Args:
            node: has bytes.
            lists: of siblings, one of which the node is in; most nodes go without a look at it.
        """
        self._poll()
        if self._rules_hold(node):
            if self._rules_allow(node, ()):
                return True
            joints = lists.around(node).joints([(node, node)])
            return bool(joints) and self._rules_allow(node, joints)
        surroundings = _surroundings(self._tree, node)
        if surroundings not in self._alike:
            phi = self.of(node, lists.around(node))
            self._alike[surroundings] = phi is not None and not phi.text
        return self._alike[surroundings]

    def reads_whole(self, node: int, text: bytes) -> bool:
        """Whether a text in the node's place is read as one node, and adds no error."""
        self._poll()
        return self._syntax.reads_whole(Edit(*self._tree.span(node), text))

    def admitted(self, node: int) -> frozenset[str] | None:
        """Return the kinds that the rules let stand in the node's place; None: unknown."""
        if node not in self._admitted:
            ruled = [children.admitted(index) for children, index in self._lists_around(node)]
            self._admitted[node] = frozenset().union(*ruled) if ruled else None
        return self._admitted[node]

    def _find(self, node: int, siblings: Siblings, *, asks_parser: bool) -> Replacement | None:
        nothing = self._nothing(node, siblings, asks_parser=asks_parser)
        if nothing is not None:
            return nothing
        own = self._tree.source(node)
        for shortest in self._shortest(node) if own else ():
            if (len(shortest), shortest) < (len(own), own):
                return Replacement(shortest, for_nothing=self._is_full(node))
        return None

    def _nothing(self, node: int, siblings: Siblings, *, asks_parser: bool) -> Replacement | None:
        """Return the empty Φ of a node; None if that is not its Φ."""
        if self._tree.start[node] == self._tree.end[node]:
            return None
        joints = siblings.joints([(node, node)])
        # The `=` of a `let` is no joint of its last parameter, and stays if the parser lets it.
        fields, behind = self._tree.fields, self._tree.skip[node]
        stays = behind in joints and not fields[node] and fields[self._tree.skip[behind]]
        for going in ([], joints) if stays else (joints, []) if joints else ([],):
            if self._may_go(node, going, asks_parser=asks_parser):
                return Replacement(b"", with_joint=bool(going))
        return None

    def _asks_parser(self, node: int) -> bool:
        named = self._tree.is_named(node) and not self._syntax.too_deep
        return named or not self._rules_hold(node)

    def _may_go(self, node: int, joints: Sequence[int], *, asks_parser: bool) -> bool:
        """Whether the node and these joints may go, with nothing in their place."""
        if self._rules_allow(node, joints):
            return True
        if not asks_parser or self._is_full(node):
            return False
        tree = self._tree
        edits = tuple(Edit(*tree.span(each)) for each in (node, *joints))
        return not self._syntax.breaks_with(edits)

    def _is_full(self, node: int) -> bool:
        """Whether the node is all of one that the language does not take without a text."""
        if self._table is None:
            return False
        return any(self._tree.name(row) in self._table.full for row in self._tree.same_bytes(node))

    def _rules_hold(self, node: int) -> bool:
        """Whether the grammar derives the list around the node as it stands.

        If so, the parser is not asked about keywords and signs: of 2,900 that the grammar would not
        let go, on 23 inputs, the parser did without one in nine, and passes over single tokens find
        these.
        """
        listed = self._list_around(node)
        return listed is not None and listed.children.accepted

    def _rules_allow(self, node: int, joints: Sequence[int]) -> bool:
        """Whether the grammar derives the list around the node without it and its joints."""
        top = self._tree.topmost(node)
        listed = self._list_around(top)
        if listed is None or self._tree.span(top) == self._tree.span(0):  # it is the whole text
            return False
        going = sorted(listed.places.get(each, -1) for each in (top, *joints))
        together = going[-1] - going[0] == len(going) - 1
        return going[0] >= 0 and together and listed.children.removable(going[0], going[-1] + 1)

    def _shortest(self, node: int) -> list[bytes]:
        """Return the shortest texts that the grammar knows in place of the node, by length."""
        texts = (children.replacement(index) for children, index in self._lists_around(node))
        return sorted(dict.fromkeys(filter(None, texts)), key=len)

    def _lists_around(self, node: int) -> Iterator[tuple[ChildList, int]]:
        """Yield the lists that the node, and nodes with the same bytes, are in, and where there."""
        for each in self._tree.same_bytes(node):
            listed = self._list_around(each)
            if listed is not None:
                yield listed.children, listed.places[each]

    def _list_around(self, node: int) -> _Listed | None:
        """Return the list of children that the node is in; None where no rules are known."""
        parent = self._tree.parent[node]
        if parent < 0 or self._table is None:
            return None
        if parent not in self._lists:
            tree = self._tree
            children = list(tree.children(parent))
            shape = tree.name(parent), tuple(map(tree.name, children))
            if shape not in self._read:
                self._read[shape] = self._table.children(*shape)
            places = {child: place for place, child in enumerate(children)}
            self._lists[parent] = _Listed(self._read[shape], places)
        return self._lists[parent]


def _surroundings(tree: Tree, node: int) -> _Surroundings:
    """Return the kinds of a node and of its neighbours."""
    above, behind = tree.parent[node], tree.skip[node]
    before = -1 if node - 1 == above else tree.kind[node - 1]
    after = -1 if behind == tree.skip[above] else tree.kind[behind]
    return tree.kind[above], before, tree.kind[node], after
