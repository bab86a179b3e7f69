"""Names: all mentions of a name go together, or become another name (floor 5).

Deletion alone leaves a definition because of its uses, and the uses because of it. Here a
name is taken out everywhere at once, or its uses are given to another name, so that its own
definition can go. Of two names that have become one, the shorter stays.

Source: coupled deletion after DRReduce (2026) and Shrink Ray's orphans; unification after
Vulcan (Xu and others 2023), "identifier replacement".
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, takewhile

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare, try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.parts_around import PartsAround
from nubbin.engine.relations.definitions import IMPORTS, ByFirstUse, Definition, definitions
from nubbin.engine.relations.function_kinds import functions_around, is_function
from nubbin.engine.relations.mentions import (
    Mentions,
    access_of,
    is_called,
    most_frequent_first,
    occurrences,
)
from nubbin.engine.rewrites.holders import IS
from nubbin.engine.rewrites.namesakes import passed_on
from nubbin.engine.trees.tree import Tree

_LARGE = 12
"""If its definition has more tokens, no other name is tried for a name: of 259 such questions, on
48 inputs, one held, and of the others 99 of 1,346."""
_BASES = re.compile("base|extends|heritage|implements|interfaces|super")
"""Words in the fields, or the kinds, of nodes that say what a class is derived from."""
_HIGH = 4
"""Such a node is at most this many levels above the name of a base."""
_NUMBER = b"0"
"""Stands for a name that is given no value."""
_OWN = b"__"
"""A word that begins so belongs to the language, and is no name of the program's."""
_RIVALS = 6
"""At most this many other names, the most frequent first, are tried in place of one."""


def names(context: Context, text: bytes) -> bytes:
    """Take out names, with all that hangs on them; return what is left of the text.

    For each name that occurs more than once, the pass asks about the text
    - without the smallest removable part around every occurrence; first also without the
      definitions that only these parts use, in case none may be left unused, such as a type's
      parameter;
    - without its definition, and with Φ for the uses;
    - without its definition, if it is small and gives the name no value, and with `0` for the uses;
    - without its definition, if it is small, and with another name for the uses.

    A compiler that rejects unused names, or unknown ones, takes neither `0` for a use nor a text
    without the definition; it may take both at once.

    The other name is one that the grammar somewhere takes for the same sort of thing, so that no
    type takes the place of a variable, and it is not the language's own, as `__seg_gs` is. If a
    class takes the place of its own base, the base is taken out of the class.

    Where a function defines a name, only what that function mentions is looked through with its
    definition. If the tree does not tell where a name is defined, the smallest removable part
    around its first occurrence is taken for the definition.

    A function that does nothing, and that nothing mentions, may be needed for its name, as `main`
    is: then also without it, and with its name for another function.

    At last, a name that has taken the place of others is changed to the shortest of the names that
    have gone.
    """
    left = try_changes(context, text, _without_names)
    if left == text:
        return text
    before = occurrences(bare(context, text).tree)
    return try_changes(context, left, partial(_shorter_names, before=before))


def _without_names(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out each name, or put others in its place."""
    tree, every = configuration.tree, occurrences(configuration.tree)
    around, defined = PartsAround(configuration), [*definitions(configuration)]
    parts, by_use = {each.name: each.part for each in defined}, ByFirstUse(tree, defined)
    known = defaultdict[bytes, list[Definition]](list)
    for each in defined:
        known[tree.source(each.name)].append(each)
    rivals = _Rivals(tree, every, parts)
    for name in rivals.ranked:
        first, *others = leaves = every[name]
        if not others:
            continue
        yield from _without_parts(tree, around, by_use, leaves)
        guessed = (Definition(part, first, tuple(others)) for part in islice(around.of(first), 1))
        for definition in known.get(name, guessed):
            yield from _without_uses(configuration, definition)
            large = tree.weight(definition.part) > _LARGE
            if large or not all(map(configuration.may_change, leaves)):
                continue
            if name in known and _has_no_value(tree, definition):
                yield Prune((definition.part,)), Rewrite(definition.uses, _NUMBER)
            for rival in islice(rivals.of(name), _RIVALS):
                yield _given_to(tree, around, definition, rival, parts.get(every[rival][0]))
    yield from passed_on(configuration, every, _RIVALS)


def _without_parts(
    tree: Tree, around: PartsAround, by_use: ByFirstUse, leaves: Sequence[int]
) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out the part around each leaf, first with what only they use."""
    going = [_part_around(tree, around, leaf) for leaf in leaves]
    if None not in going:
        gone = [*dict.fromkeys(place for place in going if place)]
        if unused := by_use.only_in([tree.span(row) for row in gone]):
            yield (Prune((*gone, *unused)),)
        yield (Prune(tuple(gone)),)


def _without_uses(
    configuration: Configuration, definition: Definition
) -> Iterator[Sequence[Change]]:
    """Yield the change that takes out a definition, and leaves Φ for its uses."""
    uses = [_around(configuration, leaf) for leaf in definition.uses]
    if None not in uses:
        places = dict.fromkeys([definition.part, *(place for place in uses if place)])
        yield (Prune(tuple(places)),)


def _given_to(
    tree: Tree, around: PartsAround, definition: Definition, rival: bytes, of_rival: int | None
) -> Sequence[Change]:
    """Return the changes that take out a definition, and give its uses to another name.

    Args:
        tree: of the text.
        around: finds the parts that can go.
        definition: what is taken out.
        rival: the other name.
        of_rival: the part that defines that, if one does; there, the name goes as a base.
    """
    bases = _bases(tree, around, definition.uses, of_rival)
    called = tuple(leaf for leaf in definition.uses if leaf not in bases)
    rewrites = (Rewrite(called, rival),) if called else ()
    return Prune((definition.part, *dict.fromkeys(bases.values()))), *rewrites


class _Rivals:
    """Says which names may be tried in the place of others.

    Args:
        tree: of the text.
        every: the leaves of each name.
        parts: each definition, by the leaf that names it.
    """

    def __init__(self, tree: Tree, every: Mentions, parts: Mapping[int, int]) -> None:
        self._tree, self._every = tree, every
        self.ranked = most_frequent_first(every)
        """All names, the most frequent first."""
        imports = tree.rows_where(IMPORTS.search)
        self._imported = {leaf for row in imports for leaf in tree.subtree(row)}
        scope_of = functions_around(tree)
        self._scopes = {
            name: {scope_of[parts.get(leaf, leaf)] for leaf in leaves}
            for name, leaves in every.items()
        }
        self._roles = {
            name: {self._role(leaf) for leaf in leaves if leaf not in parts}
            for name, leaves in every.items()
        }

    def of(self, name: bytes) -> Iterator[bytes]:
        """Yield the names that may replace the uses of one, as far as the tree tells.

        Such a name is known at all these uses, and is used in the same ways elsewhere, or not used
        at all. A word that only occurs in imports, as `util` in `java.util.List`, is no name to
        replace.
        """
        if self._imported.issuperset(self._every[name]):
            return
        uses = self._every[name][1:]
        roles = {self._role(leaf) for leaf in uses}
        kinds = {kind for kind, _ in roles}
        for other in self.ranked:
            known = self._roles[other]
            fits = known >= roles if known else self._kinds(other) >= kinds
            own = other == name or other.startswith(_OWN)
            if fits and not own and self._is_known(other, uses):
                yield other

    def _kinds(self, name: bytes) -> set[int]:
        """Return the kinds of the leaves that mention a name."""
        return {self._tree.kind[leaf] for leaf in self._every[name]}

    def _role(self, leaf: int) -> tuple[int, bool]:
        """Return the kind of a leaf, and whether it names a member of something."""
        return self._tree.kind[leaf], access_of(self._tree, leaf) > 0

    def _is_known(self, name: bytes, leaves: Iterable[int]) -> bool:
        """Whether a name is mentioned outside of functions, or, for each leaf, in one around it."""
        scopes, skip = self._scopes[name], self._tree.skip
        return all(any(scope <= leaf < skip[scope] for scope in scopes) for leaf in leaves)


def _shorter_names(configuration: Configuration, before: Mentions) -> Iterator[Sequence[Change]]:
    """Yield for each name that took others' places the change to the shortest name that has gone.

    Args:
        configuration: of the text that is left.
        before: the leaves of each name in the text before.
    """
    after = occurrences(configuration.tree)
    shortest = min(before.keys() - after.keys(), key=lambda name: (len(name), name), default=b"")
    for name, leaves in after.items():
        grown = len(leaves) > len(before.get(name, leaves))
        shorter = 0 < len(shortest) < len(name)
        if grown and shorter and all(map(configuration.may_change, leaves)):
            yield (Rewrite(tuple(leaves), shortest),)


def _has_no_value(tree: Tree, definition: Definition) -> bool:
    """Whether a name is given no value where it is defined, and used as a number may be."""
    part = definition.part
    others = is_function(tree, part) or IMPORTS.search(tree.name(part))
    return not (others or b"=" in tree.source(part)) and not any(
        access_of(tree, use)
        or is_called(tree, use)
        or tree.is_sign(tree.skip[use], b"[")
        or "type" in tree.name(use)
        for use in definition.uses
    )


def _bases(
    tree: Tree,
    around: PartsAround,
    leaves: Iterable[int],
    definition: int | None,
) -> dict[int, int]:
    """Return which leaves name bases in a definition, each with the part to take out for it."""
    found = dict[int, int]()
    inside = range(0) if definition is None else tree.subtree(definition)
    for leaf in filter(inside.__contains__, leaves):
        above = takewhile(lambda node: node != definition, tree.upwards(leaf))
        if any(
            _BASES.search(tree.fields[node] or tree.name(node)) for node in islice(above, _HIGH)
        ):
            found.update((leaf, part) for part in islice(around.of(leaf), 1))
    return found


def _part_around(tree: Tree, around: PartsAround, leaf: int) -> int | None:
    """Return the smallest removable part around a leaf; None when there is none.

    If the leaf is the name of a definition, or a key, this is more than the leaf alone, even if the
    grammar lets that go, as from `type A = b;` or from `S { a: b }`.
    """
    behind = leaf + 1
    is_key = behind < tree.skip[tree.parent[leaf]] and tree.source(behind) in IS
    least = tree.weight(leaf) + (is_key or tree.fields[leaf] == "name")
    return next((part for part in around.of(leaf) if tree.weight(part) >= least), None)


def _around(configuration: Configuration, leaf: int) -> int | None:
    """Return the smallest place around a leaf that has a Φ; None when there is none."""
    place = leaf
    while place > 0 and not configuration.prunable(place):
        place = configuration.tree.parent[place]
    return place or None
