"""Cascades: a part goes with the definitions that only it uses (floor 5).

Where an unused definition is an error, as an import is in Go, and most definitions under `-Werror`,
a part cannot go before the definitions that only it uses, nor these before the part. Here they go
at once, with the definitions that only they use, and so on.

Source: coupled deletion after DRReduce (2026), "import with its last user", cascading.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import attributes, definitions
from nubbin.engine.relations.lists import argument_lists
from nubbin.engine.trees.tree import Tree

_MOST = 16
"""At most this many groups, the heaviest first, are asked about in one round; there is another one
as long as any hold."""
_GONE_THROUGH = 1 << 17
"""Once this many uses in parts, and members of groups, were gone through, lighter parts are not
looked at. After the large cuts, 23 inputs had at most 200; a whole C file of 140 kB has 105,000."""
_LOOKED_AT = 256
"""Only of this many groups, the heaviest, is it found out whether all their parts can go."""


def cascades(context: Context, text: bytes) -> bytes:
    """Take out parts along with all that only they use; return what is left of the text.

    If a removable part has all uses of a definition outside of it, the pass asks about the text
    without both, and without the definitions that are then unused, and so on; and about the text
    without the part and only the definitions that it uses itself. A parameter goes with its
    arguments. A part with attributes before it is also asked about with these alone, whatever it
    uses. The pass is repeated until nothing more goes.
    """
    before = None
    while text != before:
        fields = context.reader.syntax(text).fields()
        before, text = text, try_changes(context, text, partial(_groups, fields=fields))
    return text


def _groups(
    configuration: Configuration, fields: Sequence[str | None]
) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out the groups to ask about, the heaviest first."""
    weight = configuration.tree.weight
    groups = _along_with_parts(configuration, _Uses(configuration, fields))
    heaviest = sorted(groups, key=lambda group: (-sum(map(weight, group)), group))
    removable = (
        group for group in heaviest[:_LOOKED_AT] if all(map(configuration.removable, group))
    )
    for group in islice(removable, _MOST):
        yield (Prune(group),)


def _along_with_parts(configuration: Configuration, uses: "_Uses") -> set[tuple[int, ...]]:
    """Return the groups that go together with parts; if they are too many, with the heaviest parts.

    In a sum each part lies in the next, so that all groups together have as many members as the
    square of the number of terms.
    """
    groups, gone_through = set[tuple[int, ...]](), 0
    parts = filter(uses.any_in, configuration.every_place())
    for part in sorted(parts, key=configuration.tree.weight, reverse=True):
        if gone_through > _GONE_THROUGH:
            break
        found = [*uses.along_with(part)]
        groups.update(found)
        gone_through += len(uses.uses_in(part)) + sum(map(len, found))
    return groups | {tuple(sorted((part, *before))) for part, before in uses.attributes.items()}


class _Uses:
    """Tells which definitions of a tree are used where."""

    def __init__(self, configuration: Configuration, fields: Sequence[str | None]) -> None:
        self._tree = configuration.tree
        self.of = defaultdict[int, list[int]](list)
        """The uses, by definition."""
        self.defined: dict[int, int] = {}
        """The definition, by use."""
        for definition in definitions(configuration, fields):
            self.of[definition.part] += definition.uses
            self.defined.update(dict.fromkeys(definition.uses, definition.part))
        self._every, self._definitions = sorted(self.defined), sorted(self.of)
        self._outermost = _outermost(self._tree, self.defined)
        self.attributes = attributes(self._tree)
        """The attributes, by the part that they stand before."""
        self._beside = _beside(configuration, self.attributes)

    def any_in(self, part: int) -> bool:
        """Whether a part uses something that is defined outside of it.

        Of several nodes with the same text, this holds for the uppermost only.
        """
        tree, above = self._tree, self._tree.parent[part]
        if tree.span(part) == tree.span(above):
            return False
        first, last = self._outermost[part]
        return first < part or last >= tree.skip[part]

    def along_with(self, part: int) -> Iterator[tuple[int, ...]]:
        """Yield the groups that go together with a part, the part among them, largest first.

        Complexity: O(n log n) for n definitions and uses in the parts that go.
        """
        going = _Going(self, [part, *self._beside.get(part, ())])
        alone, shallow = len(going.parts), tuple(going.parts)
        for index, each in enumerate(going.parts):  # grows while it is read
            if index == alone:
                shallow = tuple(going.parts)
            for definition in sorted({self.defined[use] for use in self.uses_in(each)}):
                if going.leaves_unused(definition):
                    going.add([definition, *self._beside.get(definition, ())])
        for group in dict.fromkeys((tuple(going.parts), shallow)):
            if len(group) > 1 and not _Going(self, group).is_used():
                yield tuple(sorted(group))

    def uses_in(self, part: int) -> Sequence[int]:
        """Return the uses in a part, in order, also those of definitions in the part itself."""
        return self._inside(self._every, part)

    def definitions_in(self, part: int) -> Sequence[int]:
        """Return the definitions in a part, in order; the part itself may be one."""
        return self._inside(self._definitions, part)

    def _inside(self, rows: Sequence[int], part: int) -> Sequence[int]:
        begin, end = (bisect_left(rows, row) for row in (part, self._tree.skip[part]))
        return rows[begin:end]


class _Going:
    """Parts that go, and the uses that go with them.

    Args:
        uses: which definitions the tree uses where.
        parts: the first parts that go.
    """

    def __init__(self, uses: _Uses, parts: Iterable[int]) -> None:
        self._uses = uses
        self._lost = set[int]()  # uses that go
        self._left = dict[int, int]()  # how many uses of a definition stay; if missing, all do
        self._gone = set[int]()  # definitions that go
        self.parts: list[int] = []
        self.add(parts)

    def add(self, parts: Iterable[int]) -> None:
        """Let more parts go."""
        uses = self._uses
        for part in parts:
            self.parts.append(part)
            self._gone.update(uses.definitions_in(part))
            for use in uses.uses_in(part):
                if use not in self._lost:  # parts may lie in each other
                    self._lost.add(use)
                    definition = uses.defined[use]
                    self._left[definition] = self._stay(definition) - 1

    def leaves_unused(self, definition: int) -> bool:
        """Whether a definition stays, but none of its uses does."""
        return definition not in self._gone and not self._stay(definition)

    def is_used(self) -> bool:
        """Whether a use of one of the parts stays."""
        return any(map(self._stay, self.parts))

    def _stay(self, definition: int) -> int:
        """Return how many uses of a definition stay."""
        return self._left.get(definition, len(self._uses.of.get(definition, ())))


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
