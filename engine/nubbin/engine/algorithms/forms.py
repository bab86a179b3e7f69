"""Structure forms: a construct turned into another of its category (floor 5).

Deletion never turns a loop into a block, a declaration into a call, or `b = a` into `!a`. Here
each node is offered every form that may stand in its place and can be made of its own parts, in
their order, or of none; the rules of the grammar say which forms these are.

Source: "structure form conversion" (2025), after its abstract; the forms made of nothing are the
minimal instances of Vulcan's "sub-tree replacement" (Xu and others 2023).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.algorithms.written_forms import Form, written
from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.function_kinds import is_function, names_function
from nubbin.engine.trees.skeletons import Part, Skeleton, Skeletons
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.vocabulary.text import CLOSER_OF, count_words

_MOST_PARTS = 12
"""A node with more children and grandchildren has no forms: they are the members of a list, which
go one by one anyhow."""
_ALIKE = 6
"""At most this many forms of the same parts are tried, if more than one is."""
_KEPT = 0.5
"""A form that is likely to hold has at least this share of the node's tokens."""
_LOST = {1: 3, 2: 1}
"""By the number of its parts, how many tokens fewer than the node a likely form has at most."""
_ASSIGNED = 4
"""A function takes the place of a node that gives it a name, as `let f = () => {}`, only if it has
at most this many tokens less."""
_LARGE = 13
"""A likely form of a node with more tokens has only one token less."""
_ASSIGNMENT, _UPDATE = re.compile("assignment"), re.compile("^(dec|inc|update)_")
"""Words in the kinds of nodes that assign to a name, and of those that update it: `a++`."""
_DECLARATION, _RETURN = re.compile("declaration"), re.compile("^return_")
"""Words in the kinds of nodes that declare a name, and of those that return a value."""
_PARAMETERS, _VALUED = ("parameter", "parameters"), re.compile("^(expression|return)_statement$")
"""The fields of a function's parameters, and the kinds of statements that may be its only value."""


class _Key(NamedTuple):
    """Tells forms apart; of those that share a key, only a few are tried."""

    used: tuple[int, ...]
    """The indices of the parts."""
    stands_out: bool
    """Whether it updates the name of an assignment, or returns a declaration's value."""
    bracketed: bool
    """Whether it is nothing but brackets around the parts of a statement."""


def forms(context: Context, text: bytes, *, wide: bool) -> bytes:
    """Put other forms, made of a node's own parts, in place of nodes.

    For every named node, the heaviest first, the pass asks about the forms that may stand in its
    place and have fewer tokens, the smallest first. A node that gives a name to a function, as
    `let f = x => y`, may become a function with the name in it. Without the rules of the grammar,
    the text stays as it is.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        wide: whether to ask also about forms that hardly ever hold:
            - Several forms of just the same parts, which differ in an operator.
            - Forms of three parts (of 260 questions on 56 inputs none held), forms of two parts
              that lose more than one token (of 290 on 43 none), and forms of one part that lose
              more than three (of 195 none).
            - Forms with less than half of a node's tokens, or, of a large node, with two tokens
              less or more (of 440 questions one held). If so little is needed, pruning or hoisting
              mostly finds it.
    """
    making = partial(_Made, wide=wide)
    return _try_forms(context, text, making, _ALIKE if wide else 1)


def fillers(context: Context, text: bytes) -> bytes:
    """Put the shortest texts that the grammar can write in place of nodes: `0`, `[]`, `this`.

    As `forms`, but with forms that have no parts, and only a few with the same number of tokens.
    """
    return _try_forms(context, text, _Filling, _ALIKE)


class _Filling:
    """The forms of one tree's nodes that need no parts."""

    def __init__(self, configuration: Configuration, skeletons: Skeletons) -> None:
        self._configuration = configuration
        self._fillers = [
            (kind, Form(count_words(text), len(text), text))
            for kind, text in skeletons.table.fillers
        ]

    def of(self, place: int) -> Iterator[tuple[object, Form]]:
        """Yield (key, filler) for a place; fillers with equally many tokens share a key."""
        for kind, form in self._fillers:
            if self._configuration.categories.admit(place, kind):
                yield form.tokens, form


class _Made:
    """The forms of one tree's nodes that are made of their parts: all, or those likely to hold."""

    def __init__(self, configuration: Configuration, skeletons: Skeletons, *, wide: bool) -> None:
        self._configuration = configuration
        self._tree = configuration.tree
        self._skeletons = skeletons
        self._wide = wide
        self._kinds = [kind for kind in skeletons.table.kinds if not kind.startswith("'")]

    def of(self, place: int) -> Iterator[tuple[object, Form]]:
        """Yield (key, form) for a place; forms of the same parts share a key.

        Some have a key of their own, so that others of the same parts cannot crowd them out:
        in place of a statement, mere brackets around its parts; in place of an assignment, one
        that still sets the name (`a++` for `a = b`); and in place of a declaration, one that
        returns the value (`return b` for `int a = b`). So has a function without its braces, or
        without its keyword (`a => b` for `function (a) { return b }`).
        """
        weight, function = self._tree.weight(place), self._named_function(place)
        others = [kind for kind in self._kinds if kind != self._tree.name(place)]
        yield from self._of(place, self._parts(place), others, partial(self._least, weight))
        if function:
            rows, kinds = self._parts(place, function), filter(names_function, others)
            found = self._of(place, rows, kinds, lambda parts: weight - _ASSIGNED)
            # Only forms with the name: it is the second part, the first child of the first part.
            yield from ((key, form) for key, form in found if 1 in key.used)
        for rows in self._inner_parts(place):
            found = self._of(place, rows, filter(names_function, self._kinds), lambda parts: 0)
            yield from ((rows[-1], form) for key, form in found if _is_whole(rows, key.used))

    def _of(
        self, place: int, rows: Sequence[int], kinds: Iterable[str], least: Callable[[int], float]
    ) -> Iterator[tuple[_Key, Form]]:
        """Yield (key, form) for forms of some kinds that are made of some parts.

        Args:
            place: where a form is to stand.
            rows: the parts.
            kinds: the kinds of forms.
            least: returns the fewest tokens that a form may have, by the number of its parts.
        """
        tree = self._tree
        if not 0 < len(rows) <= _MOST_PARTS:
            return
        parts = tuple(
            Part(tree.name(row), sum(other < tree.skip[row] for other in rows), tree.weight(row))
            for row in rows
        )
        statement, weight = is_statement(tree, place), tree.weight(place)
        for kind in kinds:
            if self._configuration.categories.admit(place, kind):
                for skeleton in self._skeletons.of(kind, parts, weight - 1, least(1)):
                    used = tuple(each for each in skeleton.pieces if isinstance(each, int))
                    form = written(tree, rows, skeleton, kind)
                    if form.tokens >= least(len(used)):
                        apart = self._stands_out(place, kind, [rows[each] for each in used])
                        yield _Key(used, apart, statement and _bracketed(skeleton)), form

    def _stands_out(self, place: int, kind: str, used: Sequence[int]) -> bool:
        """Whether a form updates the name of an assignment, or returns a declaration's value."""
        name = self._tree.name(place)
        if _ASSIGNMENT.search(name):
            value = self._tree.skip[used[-1]] == self._tree.skip[place]
            return not value and _UPDATE.search(kind) is not None
        return bool(_DECLARATION.search(name) and _RETURN.search(kind))

    def _least(self, weight: int, parts: int) -> float:
        """Return the fewest tokens that a form may have, by the node's and the number of parts."""
        if self._wide:
            return 0
        lost = _LOST.get(parts, 0)
        return weight - (min(lost, 1) if weight > _LARGE else min(lost, _KEPT * weight))

    def _parts(self, place: int, opened: int = 0) -> list[int]:
        """Return a node's named children and grandchildren, and the named children of `opened`."""
        tree = self._tree
        return [
            row
            for child in tree.children(place)
            for below in (child, *tree.children(child))
            for row in (below, *(tree.children(below) if below == opened else ()))
            if tree.is_named(row) and not tree.is_extra(row) and tree.source(row)
        ]

    def _named_function(self, place: int) -> int:
        """Return the function that a node only gives a name to, as `let f = x => y` does; or 0."""
        child = self._tree.last_named(place)
        function = self._tree.last_named(child) if child else 0
        return function if function > child + 1 and is_function(self._tree, function) else 0

    def _inner_parts(self, place: int) -> Iterator[list[int]]:
        """Yield the parts of a function in an expression: parameters, and its only value or body.

        The parameters come first, then each by itself. Nothing is yielded for other nodes.
        """
        tree = self._tree
        if not is_function(tree, place) or is_statement(tree, place):
            return
        body = tree.last_named(place)
        if not is_statement(tree, body):
            return
        heads = [
            row
            for child in tree.children(place)
            if tree.fields[child] in _PARAMETERS
            for row in (child, *tree.named_children(child))
        ]
        only = tree.only_named(body)
        value = tree.only_named(only) if _VALUED.search(tree.name(only)) else 0
        for end in (value, body):
            rows = [*heads, end]
            if heads and end and all(map(tree.source, rows)):  # the parser may invent one
                yield rows


def _is_whole(rows: Sequence[int], used: Sequence[int]) -> bool:
    """Whether a form of a function's inner parts has the last of them, and all parameters."""
    *parameters, _ = rows
    lone = len(parameters) == 2 and 1 in used  # the only one may stand without its brackets
    return len(parameters) in used and (0 in used or lone)


def _bracketed(skeleton: Skeleton) -> bool:
    """Whether a form is nothing but brackets around its parts."""
    first, last = skeleton.pieces[0], skeleton.pieces[-1]
    return isinstance(first, bytes) and CLOSER_OF.get(first) == last


def _try_forms(
    context: Context,
    text: bytes,
    making: Callable[[Configuration, Skeletons], _Filling | _Made],
    alike: int,
) -> bytes:
    """Return the text with every form put in that was found to hold."""
    skeletons = context.reader.skeletons
    if skeletons is None:
        return text

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        tree, maker = configuration.tree, making(configuration, skeletons)
        places = [
            place
            for place in configuration.every_place()
            if tree.is_named(place) and configuration.may_change(place) and tree.weight(place) > 1
        ]
        for place in sorted(places, key=lambda place: (-tree.weight(place), place)):
            context.asker.poll()  # most places have no form, and take time to search
            for form in _smallest(maker.of(place), tree.weight(place), alike):
                yield (Rewrite((place,), form),)

    return try_changes(context, text, changes, shrinking=True)


def _smallest(found: Iterable[tuple[object, Form]], tokens: int, alike: int) -> list[bytes]:
    """Return the texts of the forms with fewer tokens, the smallest first, a few for each key."""
    smaller: dict[object, set[Form]] = {}
    for key, form in found:
        if form.tokens < tokens:
            smaller.setdefault(key, set()).add(form)
    kept = (form for group in smaller.values() for form in sorted(group)[:alike])
    return list(dict.fromkeys(form.text for form in sorted(kept)))
