"""What nothing mentions goes at once (floor 5).

A preprocessed program declares much of which it uses little. Cut in halves, and in halves of these,
it keeps what it does not need beside what it needs for long. What its functions and statements
mention, and what that mentions in turn, is known from names alone; the rest goes with one question.

Source: the removal of what is unused by C-Reduce (Regehr et al. 2012), here by names.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.definitions import defined_by, function_kinds
from nubbin.engine.algorithms.tree_passes import bare
from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import WORD

_SPACES: Final = re.compile(
    "block|declaration_list|linkage|mod_item|module|namespace|preproc_(el|if)"
)
"""Words in the kinds of nodes whose members are as good as the text's own."""
_SHARE: Final = 16
"""Of a text: what weighs less is not worth a question before the large cuts."""


def unmentioned(context: Context, text: bytes) -> bytes:
    """Take out all declarations that nothing mentions, at once; return what is left of the text.

    Functions stay, and what declares nothing: it may be there for what it does.
    """
    if context.reader.table is None:  # whether something can go is asked of the parser then
        return text
    syntax = context.reader.syntax(text)
    tree = syntax.tree
    names = _Names(tree)
    own = names.own()
    idle = names.idle(own)
    light = sum(map(tree.weight, idle)) * _SHARE < tree.tokens()
    if light or len(idle) == len(names.members):  # of what only declares, all may be meant
        return text
    # Of what is declared in several places, only the first was known to be needed.
    configuration, fields = bare(context, text), syntax.fields()
    declared = {place: _declared(configuration, place, fields) for place in idle}
    idle = names.idle({place: own[place] | found for place, found in declared.items() if found})
    changes = [Prune((place,)) for place in idle]
    found = context.asker.first([Candidate(None, configuration.render(changes))] if idle else [])
    return text if found is None else found.text


class _Names:
    """Which names the members of a text mention.

    Args:
        tree: the text's; a name is what is an identifier anywhere in it.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.members = sorted(_members(tree))
        """The rows of the members of the text, and of its spaces."""
        self._mentions: dict[int, Set[bytes]] = {}
        identifiers, outside, end = tree.identifiers(), [], 0
        for member in self.members:
            outside.append(tree.text[end : tree.start[member]])
            end = tree.end[member]
            self._mentions[member] = identifiers.intersection(WORD.findall(tree.source(member)))
        rest = b"\0".join([*outside, tree.text[end:]])
        self._outside = identifiers.intersection(WORD.findall(rest))

    def own(self) -> dict[int, Set[bytes]]:
        """Return the names that each member without a function is the first to mention, if any."""
        tree, functions = self._tree, function_kinds(self._tree)
        met, found = set(self._outside), dict[int, Set[bytes]]()
        for member, mentions in self._mentions.items():
            new = mentions - met
            met |= mentions
            if new and functions.isdisjoint(tree.kind[member : tree.skip[member]]):
                found[member] = new
        return found

    def idle(self, names: Mapping[int, Set[bytes]]) -> list[int]:
        """Return, in order, the members none of whose names is mentioned by one that is needed.

        Args:
            names: of the members that are needed only where one of these is mentioned.
        """
        members_of = defaultdict[bytes, set[int]](set)
        for member, own in names.items():
            for name in own:
                members_of[name].add(member)
        needed = {member for member in self.members if member not in names}
        waiting = [self._outside, *(self._mentions[member] for member in needed)]
        while waiting:
            new = {member for name in waiting.pop() for member in members_of.get(name, ())}
            waiting += [self._mentions[member] for member in new - needed]
            needed |= new
        return [member for member in self.members if member not in needed]


def _members(tree: Tree) -> Iterator[int]:
    """Yield the members of the text, and of its spaces."""
    spaces = [0]
    while spaces:
        for child in filter(tree.is_named, tree.children(spaces.pop())):
            if _SPACES.search(tree.name(child)):
                spaces.append(child)
            else:
                yield child


def _declared(configuration: Configuration, place: int, fields: Sequence[str | None]) -> set[bytes]:
    """Return the names that are defined by a place as a whole, if it can go."""
    tree = configuration.tree
    if not configuration.removable(place):
        return set()
    leaves = filter(tree.is_named, tree.leaves(place))
    return {
        tree.source(leaf) for leaf in leaves if defined_by(configuration, leaf, fields) == place
    }
