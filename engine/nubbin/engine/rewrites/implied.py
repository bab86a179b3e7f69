"""Implied calls: of methods that the language itself calls, and nothing mentions (floor 3).

`for a in B(1)` calls a `__iter__`, and `"" + new B(1)` a `toString`. If such a method gives back
`self.c`, then `B(1).c` may stand for the object, and the method is no longer needed.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import Final, NamedTuple

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.call_sites import Call, call_of
from nubbin.engine.relations.classes import CLASS, name_of, small_classes
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.functions import Function, functions_at
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.mentions import Mentions, is_access_sign
from nubbin.engine.relations.substitution import Rows
from nubbin.engine.trees.fields import first_in_field
from nubbin.engine.trees.nesting import are_apart
from nubbin.engine.trees.tree import Tree

_FEW: Final = 4
"""At most this many objects of a class are looked at."""
_HIGH: Final = 4
"""A class is at most this many levels above the name of its base, and what makes an object of a
class without a name at most as many above that."""
_DERIVED: Final = 2
"""A class is derived from that of the method by at most this many steps."""
_MAKING: Final = (b"__construct", b"__init__", b"constructor", b"initialize")
"""Names of methods that make an object: they are not called on one."""


class Implied(NamedTuple):
    """A method, and an object that it may be called on."""

    function: Function
    call: Call
    """The object itself, as a call without arguments."""


def implied(configuration: Configuration, lists: Lists, mentions: Mentions) -> Iterator[Implied]:
    """Yield the methods of which only the definition has the name, each with a few objects.

    An object is what makes one of the class, or of one derived from it, or else a variable that
    this is given to.

    Args:
        configuration: of the text.
        lists: of its tree.
        mentions: for each name its mentions, in order.
    """
    tree = configuration.tree
    for row in small_classes(tree):
        body = tree.last_named(row)
        methods = (each for each in tree.named_children(body) if is_function(tree, each))
        names = filter(None, (name_of(tree, each) for each in methods if body))
        quiet = [name for name in names if _is_quiet(mentions, tree.source(name))]
        made = _made(configuration, lists, mentions, row, _DERIVED)
        objects = [*islice(_held(tree, mentions, made), _FEW)] if quiet else []
        for name in quiet:
            group = lists.round_brackets(name)
            alone = [*functions_at(configuration, tree.parent[name], group)][-1:]
            for function, place in product(alone, objects):
                if are_apart(tree, function.part, place):
                    yield Implied(function, Call(place, Rows.of(tree, place), (), None))


def _is_quiet(mentions: Mentions, name: bytes) -> bool:
    """Whether a method is called on objects, but by nothing that mentions it."""
    return len(mentions.get(name, ())) == 1 and name not in _MAKING


def _made(
    configuration: Configuration, lists: Lists, mentions: Mentions, row: int, derived: int
) -> Iterator[int]:
    """Yield what makes objects of a class, or of classes derived from it by some steps at most."""
    tree, name = configuration.tree, name_of(configuration.tree, row)
    if not name:
        yield from (each for each in islice(tree.upwards(row), _HIGH) if tree.begins(each, b"new"))
    for use in mentions.get(tree.source(name), ()) if name else ():
        if use in tree.subtree(row):
            continue
        call = call_of(configuration, lists, use)
        if call is not None:
            yield call.place
        elif derived and (other := _derived(tree, use)):
            yield from _made(configuration, lists, mentions, other, derived - 1)


def _derived(tree: Tree, base: int) -> int:
    """Return the class that mentions a leaf ahead of its body; 0 if none does."""
    for above in islice(tree.upwards(base), _HIGH):
        if tree.name(above).startswith(CLASS) and base < tree.last_named(above):
            return above
    return 0


def _held(tree: Tree, mentions: Mentions, made: Iterator[int]) -> Iterator[int]:
    """Yield what is made, each behind the leaves that use a variable which it is given to."""
    for place in made:
        name = first_in_field(tree, tree.children(tree.parent[place]), "left", "name")
        if name and name < place:
            for leaf in mentions.get(tree.source(name), ()):
                if leaf > place and not is_access_sign(tree, tree.skip[leaf]):
                    yield leaf
        yield place
