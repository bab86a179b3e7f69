"""Lists that belong together, as the parameters and arguments of one name do (floor 3).

Where a language counts arguments, a parameter needs the arguments of all calls, and these need it.
Which lists belong together shows without knowing the language: they stand behind mentions of the
same name. A method that nobody calls by its name, a constructor, is called by the name of its
class; a class without a constructor is called with what those of its bases take.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.constructors import constructors, inherited
from nubbin.engine.relations.curried import arguments, parameters
from nubbin.engine.relations.function_kinds import function_kinds
from nubbin.engine.relations.lists import TYPE_BRACKETS, Lists
from nubbin.engine.relations.mentions import Mentions, occurrences
from nubbin.engine.relations.records import records
from nubbin.engine.trees.tree import Tree

_MOST = 16
"""A list of more members is taken for data, not for parameters; and of a name with more functions,
these are not looked at one by one."""

_Group = Sequence[int | None]
"""Lists that belong together; None where there is none."""


def argument_lists(configuration: Configuration) -> Iterator[list[list[int]]]:
    """Yield groups of lists that belong together: for each list the members that can be removed.

    Lists in round brackets belong together if they are those
    - behind the mentions of one name, with the arguments of a function of that name that is called
      where it is written; where several functions have the name, also those of each function by
      itself, with those of all calls;
    - of a function without such a name that is called where it is written, and of that call;
    - of the first method of a class that nobody calls by its name, and of the calls of the class;
    - of all classes derived from each other, where one of them has no such method.
    Where arguments stand behind a function without brackets, as in OCaml, those behind the mentions
    of one name belong together; see `curried`. Lists in brackets of types belong together if they
    are at the mentions of one name. The fields of a class, as a data class of Python, belong to the
    calls of the class; see `records`.

    A group has at least two lists; at least one has a member, and none more than 16.
    """
    tree, mentions = configuration.tree, occurrences(configuration.tree)
    lists = Lists(tree)
    groups = chain(
        _of_names(tree, lists, mentions),
        _of_constructors(tree, lists, mentions),
    )
    members = (
        [_members(configuration, lists, node) for node in dict.fromkeys(group) if node]
        for group in groups
    )
    of_records = _of_records(configuration, lists, mentions)
    for each in chain(members, of_records, _of_curried(configuration, mentions)):
        if len(each) > 1 and 0 < max(map(len, each)) <= _MOST:
            yield each


def _of_names(tree: Tree, lists: Lists, mentions: Mentions) -> Iterator[_Group]:
    """Yield the lists behind the mentions of each name, and those of functions without a name."""
    kinds = function_kinds(tree)
    at_once = {
        taken: given
        for row in tree.rows_of(kinds)
        if (given := lists.at_once(row)) and (taken := lists.parameters(row))
    }
    for leaves in mentions.values():
        behind = {leaf: lists.round_brackets(leaf) for leaf in leaves}
        standing = [at_once.pop(each) for each in behind.values() if each in at_once]
        yield [*behind.values(), *standing]
        yield from _of_each_function(tree, kinds, behind)
        yield from _of_types(lists, leaves)
    yield from ([*pair] for pair in at_once.items())


def _of_each_function(
    tree: Tree, kinds: frozenset[int], behind: Mapping[int, int | None]
) -> Iterator[_Group]:
    """Yield the list of each of several functions of one name, with those of all calls.

    Args:
        tree: of the text.
        kinds: those of functions.
        behind: for each mention of the name, the list behind it.
    """
    functions = [leaf for leaf in behind if tree.kind[tree.parent[leaf]] in kinds]
    if 1 < len(functions) <= _MOST:
        called = [group for leaf, group in behind.items() if leaf not in functions]
        yield from ([behind[function], *called] for function in functions)


def _of_types(lists: Lists, leaves: Sequence[int]) -> Iterator[_Group]:
    """Yield the lists of types at the mentions of one name."""
    types = [lists.types(leaf) for leaf in leaves]
    if any(types):
        pairs = zip(leaves, types, strict=True)
        yield [found or lists.types_before(leaf) for leaf, found in pairs]


def _of_constructors(tree: Tree, lists: Lists, mentions: Mentions) -> Iterator[_Group]:
    """Yield the lists of each constructor and its calls, then those of classes without one."""
    made = [*constructors(tree, lists, mentions)]
    for each in made:
        yield [lists.round_brackets(word) for word in (each.method, *each.calls)]
    for words in inherited(tree, lists, mentions, made):
        yield [lists.round_brackets(word) for word in words]


def _of_records(
    configuration: Configuration, lists: Lists, mentions: Mentions
) -> Iterator[list[list[int]]]:
    """Yield the fields of each class that can be removed, with the members of its calls' lists."""
    for fields, uses in records(configuration.tree, mentions):
        groups = dict.fromkeys(map(lists.round_brackets, uses))
        called = [_members(configuration, lists, node) for node in groups if node]
        yield [[*filter(configuration.prunable, fields)], *called]


def _of_curried(configuration: Configuration, mentions: Mentions) -> Iterator[list[list[int]]]:
    """Yield what stands behind the mentions of each name, one by one and without brackets."""
    tree = configuration.tree
    for leaves in mentions.values():
        taken = [found for leaf in leaves if (found := parameters(tree, leaf))]
        given = [found for leaf in leaves if taken and (found := arguments(tree, leaf))]
        if given:
            yield [[*filter(configuration.prunable, each)] for each in (*taken, *given)]


def _members(configuration: Configuration, lists: Lists, node: int) -> list[int]:
    """Return the members of a list that can be removed.

    The list itself stands for its only member where that is of types, has no brackets around it, or
    cannot go without them, as in Ada.
    """
    tree = configuration.tree
    members = [*filter(tree.is_named, tree.children(node))]
    alone = len(members) == 1 and (tree.source(node + 1) in TYPE_BRACKETS or lists.is_bare(node))
    if alone or (len(members) == 1 and not configuration.prunable(members[0])):
        members = [node]
    return [*filter(configuration.prunable, members)]
