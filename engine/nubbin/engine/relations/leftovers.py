"""What changes leave unused (floor 3).

Compilers that refuse unused variables and parameters, as C's do under `-Werror`, refuse nearly
every change that takes away the last use of one. So the definition goes along, as people would
delete it, too: with the definitions that only it uses, and a parameter with its arguments.

Functions at the top level are leftovers only if the oracle minds these too, as a compiler does that
is told to show all warnings: otherwise others may use them. Nothing else that is defined there is a
leftover, as it may be what the oracle is about.
"""

from collections.abc import Sequence

from nubbin.engine.configurations.changes import Change, Cut, Hoist, Prune, Rewrite, singly
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.function_kinds import compiled_kinds, functions_around
from nubbin.engine.relations.uses import Going, Uses
from nubbin.engine.vocabulary.text import WORD


class Leftovers:
    """Finds the definitions that changes of a tree leave unused.

    Args:
        configuration: what is reduced; nothing of it was changed yet.
        functions: whether functions at the top level count, too, not only what is defined in one.
    """

    def __init__(self, configuration: Configuration, *, functions: bool) -> None:
        self._tree = tree = configuration.tree
        self._uses = Uses(configuration)
        self._last: tuple[Sequence[Change], Going] = (), Going(self._uses)
        """The changes that `_after` was asked about last, and its answer."""
        around, outer = functions_around(tree), compiled_kinds(tree) if functions else ()
        found = [each for each in self._uses.of if around[each] or tree.kind[each] in outer]
        companies = {each: self._uses.with_company(each) for each in found}
        self._company = {
            each: company
            for each, company in companies.items()
            if all(map(configuration.removable, company))
        }

    def of(self, made: Sequence[Change], changes: Sequence[Change]) -> Prune:
        """Return the change that takes out what changes leave unused.

        Complexity: O(n log n) for n definitions and uses in the parts that go; O(n) for those that
        had gone before.

        Args:
            made: earlier changes, with all that they left unused.
            changes: further ones.
        """
        going = self._after(made).fork()
        for change in singly(changes):
            self._lose(going, change)
        for definition in going.last_used:  # grows while it is read
            if definition in self._company and going.leaves_unused(definition):
                going.add(self._company[definition])
        return Prune(tuple(sorted({*going.parts})))

    def _after(self, made: Sequence[Change]) -> Going:
        """Return what has gone with changes; remembered, as many questions are about the same."""
        changes, going = self._last
        if made is not changes:
            going = Going(self._uses)
            for change in singly(made):
                self._lose(going, change)
            self._last = made, going
        return going

    def _lose(self, going: Going, change: Prune | Cut | Rewrite | Hoist) -> None:
        """Let the rows go that a change takes out."""
        behind = self._tree.skip
        match change:
            case Cut(places):
                going.lose(places[0], behind[places[-1]])
            case Prune(places):
                for place in places:
                    going.lose(place, behind[place])
            case Rewrite(places, text):
                kept = frozenset(WORD.findall(text))
                for place in places:
                    going.lose(place, behind[place], kept)
            case Hoist(place, descendant):
                going.lose(place, descendant)
                going.lose(behind[descendant], behind[place])
