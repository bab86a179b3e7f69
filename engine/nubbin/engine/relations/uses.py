"""Where definitions are used, and which of them nothing uses any more once parts go (floor 3).

What goes along with a part is everything that would be left over without it: the definitions that
only it uses, those that only they use, and so on. An argument goes along with its parameter, and an
attribute with what it stands before.

Source: coupled deletion after DRReduce (2026), "import with its last user", cascading.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.argument_lists import argument_lists
from nubbin.engine.relations.definitions import attributes, definitions
from nubbin.engine.trees.tree import Tree


class Uses:
    """Tells which definitions of a tree are used where.

    Args:
        configuration: what is reduced.
    """

    def __init__(self, configuration: Configuration) -> None:
        self.tree = configuration.tree
        self.of = defaultdict[int, list[int]](list)
        """The uses, by definition."""
        self.defined: dict[int, int] = {}
        """The definition, by use."""
        for definition in definitions(configuration):
            self.of[definition.part] += definition.uses
            self.defined.update(dict.fromkeys(definition.uses, definition.part))
        self._every, self._definitions = sorted(self.defined), sorted(self.of)
        self.attributes = attributes(self.tree)
        """The attributes, by the part that they stand before."""
        self._beside = _beside(configuration, self.attributes)

    def any_in(self, part: int) -> bool:
        """Whether a part uses something that is defined outside of it.

        Of several nodes with the same text, this holds for the uppermost only.
        """
        tree, above = self.tree, self.tree.parent[part]
        if tree.span(part) == tree.span(above):
            return False
        first, last = self._outermost[part]
        return first < part or last >= tree.skip[part]

    def along_with(self, part: int) -> Iterator[tuple[int, ...]]:
        """Yield the groups that go together with a part, the part among them, largest first.

        Complexity: O(n log n) for n definitions and uses in the parts that go.
        """
        going = Going(self)
        going.add(self.with_company(part))
        alone, shallow = len(going.parts), tuple(going.parts)
        for index, each in enumerate(going.parts):  # grows while it is read
            if index == alone:
                shallow = tuple(going.parts)
            for definition in sorted({self.defined[use] for use in self.uses_in(each)}):
                if going.leaves_unused(definition):
                    going.add(self.with_company(definition))
        for group in dict.fromkeys((tuple(going.parts), shallow)):
            if len(group) > 1 and not _is_used(self, group):
                yield tuple(sorted(group))

    @cached_property
    def _outermost(self) -> list[tuple[int, int]]:
        return _outermost(self.tree, self.defined)

    def with_company(self, part: int) -> list[int]:
        """Return a part, followed by the arguments or attributes that go along with it."""
        return [part, *self._beside.get(part, ())]

    def uses_in(self, part: int) -> Sequence[int]:
        """Return the uses in a part, in order, also those of definitions in the part itself."""
        return self.uses_between(part, self.tree.skip[part])

    def uses_between(self, first: int, behind: int) -> Sequence[int]:
        """Return the uses among the rows from `first` up to `behind`, in order."""
        return _between(self._every, first, behind)

    def definitions_between(self, first: int, behind: int) -> Sequence[int]:
        """Return the definitions among the rows from `first` up to `behind`, in order."""
        return _between(self._definitions, first, behind)


class Going:
    """Parts that go, and the uses that go with them.

    Args:
        uses: which definitions the tree uses where.
    """

    def __init__(self, uses: Uses) -> None:
        self._uses = uses
        self._lost = set[int]()  # uses that go
        self._left = dict[int, int]()  # how many uses of a definition stay; if missing, all do
        self._gone = set[int]()  # definitions that go
        self.parts: list[int] = []
        """The parts that go, in the order in which they were added."""
        self.last_used: list[int] = []
        """The definitions of which the last use has gone, in the order in which they went."""

    def fork(self) -> "Going":
        """Return what goes so far, to which more can be added; nothing of that is in the lists."""
        other = Going(self._uses)
        other._lost, other._gone = {*self._lost}, {*self._gone}
        other._left = {**self._left}
        return other

    def add(self, parts: Iterable[int]) -> None:
        """Let more parts go."""
        for part in parts:
            self.parts.append(part)
            self.lose(part, self._uses.tree.skip[part])

    def lose(self, first: int, behind: int, kept: frozenset[bytes] = frozenset()) -> None:
        """Let the rows from `first` up to `behind` go, but for mentions of the names in `kept`."""
        uses, source = self._uses, self._uses.tree.source
        self._gone.update(uses.definitions_between(first, behind))
        for use in uses.uses_between(first, behind):
            if use not in self._lost and not (kept and source(use) in kept):  # parts may overlap
                self._lost.add(use)
                definition = uses.defined[use]
                self._left[definition] = left = self._stay(definition) - 1
                if not left:
                    self.last_used.append(definition)

    def leaves_unused(self, definition: int) -> bool:
        """Whether a definition stays, but none of its uses does."""
        return definition not in self._gone and not self._stay(definition)

    def is_used(self) -> bool:
        """Whether a use of one of the parts stays."""
        return any(map(self._stay, self.parts))

    def _stay(self, definition: int) -> int:
        """Return how many uses of a definition stay."""
        return self._left.get(definition, len(self._uses.of.get(definition, ())))


def _is_used(uses: Uses, group: Iterable[int]) -> bool:
    """Whether something outside of a group of parts uses one of them."""
    going = Going(uses)
    going.add(group)
    return going.is_used()


def _between(rows: Sequence[int], first: int, behind: int) -> Sequence[int]:
    """Return the rows, of some in order, from `first` up to `behind`."""
    return rows[bisect_left(rows, first) : bisect_left(rows, behind)]


def _outermost(tree: Tree, definition: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return for each row the first and the last definition that is used in its subtree.

    If none is used there, both rows returned lie in the subtree. Complexity: O(nodes).

    Args:
        tree: the tree.
        definition: the definition, by use.
    """
    found = [(definition.get(row, row),) * 2 for row in range(len(tree))]
    for row in range(len(tree) - 1, 0, -1):  # what is below comes before what is above
        above = tree.parent[row]
        found[above] = min(found[above][0], found[row][0]), max(found[above][1], found[row][1])
    return found


def _beside(
    configuration: Configuration, attributes: Mapping[int, Sequence[int]]
) -> dict[int, list[int]]:
    """Return what goes along with each part: the attributes before it, a parameter's arguments.

    Arguments are counted from the last: a method's first may stand before the brackets.
    """
    found = defaultdict[int, list[int]](list)
    for first, *others in argument_lists(configuration):
        for number, place in enumerate(reversed(first), 1):
            found[place] += [other[-number] for other in others if number <= len(other)]
    for part, before in attributes.items():
        found[part] += before
    return found
