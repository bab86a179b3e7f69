"""Constructors: methods that are called by the name of their class (floor 3)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from nubbin.engine.relations.function_kinds import function_kinds
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.mentions import Mentions, is_word
from nubbin.engine.trees.tree import Tree

_LARGE = 16
"""What stands between the name of a class and its body has at most this many tokens, if it is
bases."""
_HIGH = 3
"""A class is at most this many levels above a method."""
_FEW = 6
"""The name of the class is among this many first children of such a node."""


class Constructor(NamedTuple):
    """A method that is called by the name of its class."""

    owner: int
    """The leaf that names the class."""
    method: int
    """The leaf that names the method."""
    calls: Sequence[int]
    """The words that call it, each with a list of arguments behind it, if any."""


def constructors(tree: Tree, lists: Lists, mentions: Mentions) -> Iterator[Constructor]:
    """Yield the constructor of each class that has one.

    The constructor is the first method that nobody calls by its name. It is called by the name of
    the class, or by a word behind that and a sign, if no function here is called so.

    Complexity: O(nodes).
    """
    kinds = function_kinds(tree)
    functions = {
        name: [
            leaf
            for leaf in leaves
            if tree.kind[tree.parent[leaf]] in kinds and lists.round_brackets(leaf)
        ]
        for name, leaves in mentions.items()
    }
    found: dict[bytes, tuple[int, int]] = {}  # by the name of the class, of which the first counts
    for name, methods in functions.items():
        for method in methods if _is_uncalled(tree, mentions[name], kinds) else ():
            if (owner := _class_of(tree, method, kinds)) is not None:
                known = found.setdefault(tree.source(owner), (owner, method))
                found[tree.source(owner)] = min(known, (owner, method))
    for name, (owner, method) in found.items():
        uses = [use for use in mentions.get(name, ()) if use != owner]
        words = [lists.member(use) for use in uses]
        calls = [word for word in words if not functions.get(tree.source(word))]
        yield Constructor(owner, method, calls)


def inherited(
    tree: Tree, lists: Lists, mentions: Mentions, made: Iterable[Constructor]
) -> Iterator[list[int]]:
    """Yield the words at the constructors' lists, where a class has only constructors of its bases.

    For all classes derived from each other, these are the names of their constructors, also where
    one calls that of a base, and the calls of all the classes.

    Args:
        tree: of the text.
        lists: of the tree.
        mentions: for each name its mentions, in order.
        made: the constructors of the classes that have one.
    """
    families, words = dict[bytes, set[bytes]](), dict[bytes, list[int]]()  # by the class's name
    for owner, method, calls in made:
        name, function = tree.source(owner), range(method, tree.skip[tree.parent[method]])
        families[name] = {name}
        within = (leaf for leaf in mentions[tree.source(method)] if leaf in function)
        words[name] = [*within, *calls]
    kinds, own = function_kinds(tree), frozenset(words)
    for leaf in sorted(chain.from_iterable(mentions.values())) if words else ():
        bases = _bases(tree, leaf) if tree.kind[tree.parent[leaf]] not in kinds else set[bytes]()
        name = tree.source(leaf)
        for base in bases - {name}:
            if base not in families:
                continue
            smaller, family = sorted((families.setdefault(name, {name}), families[base]), key=len)
            if smaller is not family:
                family |= smaller
                families.update(dict.fromkeys(smaller, family))
            if name not in words:
                words[name] = [lists.member(use) for use in mentions[name] if use != leaf]
    for family in {min(family): family for family in families.values()}.values():
        if not family <= own:
            yield [*chain.from_iterable(words[name] for name in sorted(family))]


def _bases(tree: Tree, leaf: int) -> set[bytes]:
    """Return the words between the name of a class and its body; none if either is missing."""
    named = [*islice(filter(tree.is_named, tree.siblings_behind(leaf)), 2)]
    if len(named) < 2 or tree.is_leaf(named[0]) or tree.weight(named[0]) > _LARGE:
        return set()
    return {*map(tree.source, filter(tree.is_named, tree.leaves(named[0])))}


def _is_uncalled(tree: Tree, leaves: Iterable[int], kinds: frozenset[int]) -> bool:
    """Whether each mention of a name is the name of a function, or lies in a function of that name.

    Such a function calls that of another class, as in `super().__init__(1)`.
    """
    end = 0  # where the last of the functions of that name that began so far ends
    for leaf in leaves:
        function = tree.parent[leaf]
        if tree.kind[function] in kinds:
            end = max(end, tree.skip[function])
        elif leaf >= end:
            return False
    return True


def _class_of(tree: Tree, method: int, kinds: frozenset[int]) -> int | None:
    """Return the name of the class around a method; None if there is none, or a function around.

    That is the last word in front of what the method is in.
    """
    inside = tree.parent[method]
    for _ in range(_HIGH):
        above = tree.parent[inside]
        if above < 0 or tree.kind[above] in kinds:
            return None
        leaves = filter(tree.is_leaf, islice(tree.children(above), _FEW))
        before = [leaf for leaf in leaves if leaf < inside and tree.is_named(leaf)]
        if before and is_word(tree.source(before[-1])):
            return before[-1]
        inside = above
    return None
