"""Generics: a method becomes a function with the type parameters of its class (floor 3).

The `T` in the function keeps `impl<T> S<T> { fn f(a: T) {} }`, which keeps `S`; so does
`func (S[T]) f(a T) {}` in Go keep `type S[T any] int`. What matters is a function with a type
parameter, and that can be had for less: `fn f<T>(a: T) {}`, or `func f[T any](a T) {}`. Besides,
the bounds in a clause move to the parameters: `fn f<T>() where T: A {}` is `fn f<T: A>() {}`.

Source: lambda lifting (Johnsson 1985), of types in place of values.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from nubbin.engine.configurations.hoisting import Hoisting
from nubbin.engine.relations.classes import name_of, only_method
from nubbin.engine.relations.function_kinds import functions_around
from nubbin.engine.relations.mentions import Mentions
from nubbin.engine.rewrites.methods import standing_alone
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch

_PARAMETERS = re.compile("type_parameter(s|_list)$")
"""How the kinds of lists of type parameters end."""
_CLAUSE = re.compile("^(where_clause|type_constraints)$")
"""The kinds of clauses that give type parameters bounds."""


def carried(tree: Tree, mentions: Mentions) -> Iterator[Patch]:
    """Yield patches that make functions of the methods of something with type parameters.

    If a method is the only member, the function takes the place of the whole. A method that has
    what it belongs to in front of its name, as in Go, loses that. Only a method without type
    parameters of its own is taken; it gets those of what it belonged to behind its name. Whether
    the language has them there is left to its parser.

    Args:
        tree: of the text.
        mentions: for each name its mentions, in order.
    """
    hoisting, functions = Hoisting(tree), functions_around(tree)

    @cache
    def methods_of(word: bytes) -> Sequence[tuple[int, int]]:
        """Return the parts in front of functions' names that mention a word, with these names."""
        return [*_belonging(tree, functions, mentions.get(word, ()))]

    for listed in tree.rows_where(_PARAMETERS.search):
        owner, given = tree.parent[listed], tree.source(listed)
        method = only_method(tree, owner)
        if method and (name := _name(tree, method)):
            alone = standing_alone(tree, hoisting, owner, method, name)
            yield *alone, _behind(tree, name, given)
        called = listed - 1  # the name of what has the parameters stands right before them
        for belongs, name in methods_of(tree.source(called)) if tree.is_leaf(called) else ():
            yield Edit(tree.start[belongs], tree.start[name]), _behind(tree, name, given)


def bounded(tree: Tree) -> Iterator[Patch]:
    """Yield patches that remove a clause with bounds, and add these to the type parameters.

    Each parameter that the clause bounds has to stand, without a bound, in a list ahead of it.
    """
    for clause in tree.rows_where(_CLAUSE.search):
        lists = [
            part
            for part in tree.children(tree.parent[clause])
            if part < clause and _PARAMETERS.search(tree.name(part))
        ]
        alone = (each for group in lists for each in tree.named_children(group))
        ends = {tree.source(each): tree.end[each] for each in alone}
        said = [(next(tree.leaves(each), 0), each) for each in tree.named_children(clause)]
        if said and all(tree.source(name) in ends for name, _ in said):
            before = tree.end[clause - 1]
            yield (
                Edit(before, tree.end[clause]),
                *(
                    Edit(end, end, tree.text[tree.end[name] : tree.end[each]])
                    for name, each in said
                    for end in [ends[tree.source(name)]]
                ),
            )


def _behind(tree: Tree, name: int, given: bytes) -> Edit:
    return Edit(tree.end[name], tree.end[name], given)


def _name(tree: Tree, method: int) -> int:
    """Return the name of a function if its round brackets are right behind it, else 0."""
    name = name_of(tree, method)
    behind = tree.skip[name]
    named = name > 0 and behind < tree.skip[method] and tree.source(behind)[:1] == b"("
    return name if named else 0


def _belonging(
    tree: Tree, functions: Sequence[int], uses: Iterable[int]
) -> Iterator[tuple[int, int]]:
    """Yield the receiver that each use is in, as in Go's `func (a *A[T]) f()`, and the name `f`."""
    for use in uses:
        function = functions[use]
        name = _name(tree, function) if function else 0
        if use < name:
            yield next(part for part in tree.children(function) if use < tree.skip[part]), name
