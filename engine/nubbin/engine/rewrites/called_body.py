"""The body of a function, or a part of it, in the place of its calls (floor 3).

Source: function inlining as LPR (2024) asks a language model for it; the oracle tells whether the
result still shows the bug.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.call_sites import Call, given_by
from nubbin.engine.relations.definitions import is_use
from nubbin.engine.relations.functions import SELF, Function
from nubbin.engine.relations.mentions import is_word
from nubbin.engine.relations.own_members import accessed_on, own_members
from nubbin.engine.relations.placing import placed, substitution_of
from nubbin.engine.relations.substitution import (
    Filled,
    Rows,
    Substitution,
    free_words,
    source,
    stand_ins,
    unbracketed,
)
from nubbin.engine.rewrites.argument_variables import with_variables
from nubbin.engine.rewrites.openings import Opening, brought, course, opened
from nubbin.engine.trees.nesting import is_all_of
from nubbin.engine.trees.tree import Tree


class CalledBody:
    """The body of a function, to be put in the place of some calls, without the function.

    Args:
        configuration: of the text.
        function: what is called; it may also be in the place of the call.
        calls: what gives way, at least one.
    """

    def __init__(
        self,
        configuration: Configuration,
        function: Function,
        calls: Sequence[Call],
    ) -> None:
        self._configuration = configuration
        self._function = function
        self._calls = calls
        self._tree = tree = configuration.tree
        self._given = [given_by(function, call) for call in calls]
        variables = _variables(tree, function.body, self._given)
        self._fixed = [  # what is given for the words that mean the same all over the body
            {word: rows for word, rows in given.items() if word not in variables}
            for given in self._given
        ]
        self._parameters = {*filter(None, function.parameters)} - variables
        self._places = [call.place for call in calls]
        self._parts = () if function.part in self._places else (function.part,)
        self._room = sum(map(tree.weight, (*self._parts, *self._places)))

    def changes(self) -> Iterator[Sequence[Change]]:
        """Yield the changes that put the body where it is called, and then parts of it.

        If there is only one call, those follow that also change the statement around it. All leave
        fewer tokens than before, but for those that bring this to the function; see `brought`.
        """
        for value in stand_ins(self._tree, self._function.body, self._parameters):
            yield from self._in_place(value)
        if len(self._calls) == 1:
            yield from self._around(self._calls[0])

    def _in_place(self, value: Rows) -> Iterator[Sequence[Change]]:
        """Yield the change that puts a value in the place of all calls."""
        configuration, bare = self._configuration, self._filled(value)
        if not self._is_small(bare):
            return  # and brackets, which the parser is asked about, would only add to it
        pairs = zip(self._places, bare, strict=True)
        bracketed = [placed(configuration, place, each) for place, each in pairs]
        if self._is_small(bracketed):
            pairs = zip(self._places, bracketed, strict=True)
            rewrites = (Rewrite((place,), each.text(self._tree, place)) for place, each in pairs)
            yield *(Prune((part,)) for part in self._parts), *rewrites

    def _around(self, call: Call) -> Iterator[Sequence[Change]]:
        """Yield the changes that write the statement around the only call anew."""
        configuration, function, body = self._configuration, self._function, self._function.body
        does, gives = _split(self._tree, body, call)
        before, result = (self._filled(rows) if rows else [] for rows in (does, gives))
        above = self._tree.parent[call.place]
        has_place = result or (gives is None and not is_all_of(self._tree, call.place, above))
        if before and has_place and self._is_small([*before, *result]):
            opening = Opening((), before[0], next(iter(result), None))
            yield from opened(configuration, self._parts, call.place, opening)
        yield from with_variables(configuration, function, call, self._given[0])
        for substitution in self._substitutions(Rows.of(self._tree, body)):
            yield from brought(configuration, function, call, substitution)

    def _filled(self, value: Rows) -> list[Filled]:
        """Return what each call gives way to; empty if one lacks an argument."""
        pairs = zip(self._calls, self._substitutions(value), strict=False)
        return [Filled(value, each, self._accessed_on(call, value)) for call, each in pairs]

    def _substitutions(self, value: Rows) -> list[Substitution]:
        """Return what each call puts for leaves of a value; empty if one lacks an argument."""
        words = free_words(self._tree, value)
        needed = self._parameters.intersection(words.values())
        if not all(needed <= given.keys() for given in self._fixed):
            return []
        return [substitution_of(self._configuration, words, given) for given in self._fixed]

    def _accessed_on(self, call: Call, value: Rows) -> Mapping[int, bytes]:
        """Return for each own member in a value the text that accesses it on a call's object."""
        if call.receiver is None or not self._members:
            return {}
        return accessed_on(self._tree, call.receiver, self._members, value)

    @cached_property
    def _members(self) -> frozenset[bytes]:
        """What the body mentions of its own object unsaid; looked up once a call has an object."""
        function = self._function
        members = own_members(self._tree, function.part, function.body)
        return members.difference(function.parameters)

    def _is_small(self, filled: Sequence[Filled]) -> bool:
        """Whether something is written at all, and fewer tokens than go for it."""
        return bool(filled) and sum(each.tokens(self._tree) for each in filled) < self._room


def _variables(tree: Tree, body: int, given: Sequence[Mapping[bytes, Rows]]) -> set[bytes]:
    """Return the words a body assigns to for which a call puts something but a single word."""
    left = (row for row in tree.subtree(body) if tree.fields[row] == "left")
    targets = {tree.source(row) for row in left if not is_use(tree, row)}
    values = ((word, each[word]) for each in given for word in targets & each.keys())
    return {word for word, value in values if not is_word(source(tree, value))}


def _split(tree: Tree, body: int, call: Call) -> tuple[Rows | None, Rows | None]:
    """Return what a function does and the value that it returns, for a constructor `this`."""
    above = tree.parent[call.place]
    is_new = tree.begins(call.place, b"new") and not is_all_of(tree, call.place, above)
    leaves = filter(tree.is_leaf, tree.subtree(body) if is_new else ())
    made = next((leaf for leaf in leaves if tree.source(leaf) in SELF), None)
    return (unbracketed(tree, body), Rows(made, made + 1)) if made else course(tree, body)
