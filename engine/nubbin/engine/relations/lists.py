"""Lists in brackets that belong together, as parameters and arguments of one name do (floor 3).

Where a language counts arguments, a parameter needs the arguments of all calls, and these need it.
Which lists belong together shows without knowing the language. A name has its round brackets behind
it, and the brackets of its types before these, or in front of the name where it is declared. A
method that nobody calls by its name, a constructor, is called by the name of its class; a class
without a constructor is called with what those of its bases take.
Arguments without brackets, as in Ruby, are told by their kind.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise
from typing import Final

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.function_kinds import function_kinds
from nubbin.engine.relations.mentions import Mentions, is_word, occurrences
from nubbin.engine.relations.records import records
from nubbin.engine.trees.tree import Tree

_MOST = 16
"""A list of more members is taken for data, not for parameters; and of a name with more functions,
these are not looked at one by one."""
_HIGH = 3
"""The declaration of a name with its types is at most this many levels above it, and so is a class
above a method."""
_FEW = 6
"""The types, and the name of the class, are among this many first children of such a node."""
TYPES = {b"<": b">", b"[": b"]"}
"""The brackets of types; they are the ends of a node, while an operator `<` is in its middle."""
_BARE: Final = re.compile("argument|param")
"""Words in the kinds of lists that follow a name without brackets, as in `f 1, 2`."""
_MEMBER = (b".", b"::")
"""The signs between a class and the word that calls its constructor, as in `X.new(1)`."""


class Lists:
    """Finds the lists in brackets that belong to the words of a tree.

    Args:
        tree: the tree.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._following = dict(pairwise(tree.leaves()))

    def round(self, word: int) -> int | None:
        """Return the node of the round brackets behind a leaf and its types; None if none is.

        A node that the grammar calls arguments or parameters may have no brackets there.
        """
        tree, types = self._tree, self.types(word)
        behind = word if types is None else tree.skip[types] - 1
        bracket = self._following.get(behind, 0)
        if opens(tree, bracket, b"("):
            return bracket - 1
        return behind + 1 if self.is_bare(behind + 1) else None

    def at_once(self, function: int) -> int | None:
        """Return the arguments of a function that is called where it is written, else None.

        The function may be in brackets, as in `(() => 1)()`.
        """
        tree, place = self._tree, function
        while tree.parent[place] == place - 2 and tree.begins(place - 2, b"("):
            place -= 2
        group, end = tree.skip[place], tree.skip[tree.parent[place]]
        last = group < end and tree.skip[group] == end
        return group if last and tree.begins(group, b"(") else None

    def taken(self, function: int) -> int | None:
        """Return the round brackets of a function's parameters; None if it has none."""
        tree = self._tree
        return next((row for row in tree.children(function) if tree.begins(row, b"(")), None)

    def is_bare(self, row: int) -> bool:
        """Whether a row is a list without brackets around it."""
        tree = self._tree
        inside = row < len(tree) and not tree.is_leaf(row) and tree.is_named(row + 1)
        return inside and _BARE.search(tree.name(row)) is not None

    def types(self, word: int) -> int | None:
        """Return the node of the brackets of types behind a leaf; None if none is."""
        bracket = self._following.get(word, 0)
        if self._tree.source(bracket) == b"::":  # as in Rust's `f::<u8>(1)`
            bracket = self._following.get(bracket, 0)
            return bracket - 1 if self._encloses(bracket, b"<") else None
        return bracket - 1 if any(self._encloses(bracket, sign) for sign in TYPES) else None

    def types_before(self, word: int) -> int | None:
        """Return the brackets of types in front of a declared leaf; None if none are.

        They are near the beginning of a node around it, as in `template <class T> struct word`.
        """
        tree, node = self._tree, word
        for _ in range(_HIGH):
            node = max(0, tree.parent[node])
            for child in islice(tree.children(node), _FEW):
                if tree.skip[child] <= word and self._encloses(child + 1, b"<"):
                    return child
        return None

    def member(self, word: int) -> int:
        """Return the word behind a word and a sign, as `y` in `x.y`; without a sign, the word."""
        sign = self._following.get(word, 0)
        return self._following.get(sign, word) if self._tree.source(sign) in _MEMBER else word

    def _encloses(self, row: int, sign: bytes) -> bool:
        """Whether a row is this bracket of types, and its node ends with the bracket's partner."""
        tree = self._tree
        return opens(tree, row, sign) and tree.source(tree.skip[row - 1] - 1) == TYPES[sign]


def opens(tree: Tree, row: int, sign: bytes) -> bool:
    """Whether a row is a sign, and the first child of its node."""
    return row > 0 and tree.begins(row - 1, sign)


def argument_lists(configuration: Configuration) -> Iterator[list[list[int]]]:
    """Yield groups of lists that belong together: for each list the members that can be removed.

    Lists in round brackets belong together if they are those
    - behind the mentions of one name, with the arguments of a function of that name that is called
      where it is written; where several functions have the name, also those of each function by
      itself, with those of all calls;
    - of a function without such a name that is called where it is written, and of that call;
    - of the first method of a class that nobody calls by its name, and of the calls of the class;
    - of all classes derived from each other, where one of them has no such method.
    Lists in brackets of types belong together if they are at the mentions of one name. The fields
    of a class, as a data class of Python, belong to the calls of the class; see `records`.

    A group has at least two lists; at least one has a member, and none more than 16.
    """
    tree, mentions = configuration.tree, occurrences(configuration.tree)
    lists = Lists(tree)
    groups: list[list[int | None]] = []
    kinds = function_kinds(tree)
    at_once = {
        taken: given
        for row in tree.rows_of(kinds)
        if (given := lists.at_once(row)) and (taken := lists.taken(row))
    }
    for leaves in mentions.values():
        behind = {leaf: lists.round(leaf) for leaf in leaves}
        standing = [at_once.pop(each) for each in behind.values() if each in at_once]
        groups.append([*behind.values(), *standing])
        functions = [leaf for leaf in leaves if tree.kind[tree.parent[leaf]] in kinds]
        if 1 < len(functions) <= _MOST:
            called = [behind[leaf] for leaf in leaves if leaf not in functions]
            groups += ([behind[function], *called] for function in functions)
        types = [lists.types(leaf) for leaf in leaves]
        if any(types):
            pairs = zip(leaves, types, strict=True)
            groups.append([found or lists.types_before(leaf) for leaf, found in pairs])
    groups += ([*pair] for pair in at_once.items())
    made = [*constructors(tree, lists, mentions)]
    for _, method, calls in made:
        groups.append([lists.round(word) for word in (method, *calls)])
    for words in _inherited(tree, lists, mentions, made):
        groups.append([lists.round(word) for word in words])

    def of(group: Iterable[int | None]) -> list[list[int]]:
        return [_members(configuration, lists, node) for node in dict.fromkeys(group) if node]

    filled = (
        [[*filter(configuration.prunable, fields)], *of(map(lists.round, uses))]
        for fields, uses in records(tree, mentions)
    )
    for members in chain(map(of, groups), filled):
        if len(members) > 1 and 0 < max(map(len, members)) <= _MOST:
            yield members


def _members(configuration: Configuration, lists: Lists, node: int) -> list[int]:
    """Return the members of a list that can be removed.

    The list itself stands for its only member where that is of types, has no brackets around it, or
    cannot go without them, as in Ada.
    """
    tree = configuration.tree
    members = [*filter(tree.is_named, tree.children(node))]
    alone = len(members) == 1 and (tree.source(node + 1) in TYPES or lists.is_bare(node))
    if alone or (len(members) == 1 and not configuration.prunable(members[0])):
        members = [node]
    return [*filter(configuration.prunable, members)]


def constructors(
    tree: Tree, lists: Lists, mentions: Mentions
) -> Iterator[tuple[int, int, list[int]]]:
    """Yield for each class the leaves that name it, its constructor, and the calls of that.

    The constructor is the first method that nobody calls by its name. It is called by the name of
    the class, or by a word behind that and a sign, if no function here is called so.

    Complexity: O(nodes).
    """
    kinds = function_kinds(tree)
    functions = {
        name: [
            leaf for leaf in leaves if tree.kind[tree.parent[leaf]] in kinds and lists.round(leaf)
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
        yield owner, method, [word for word in words if not functions.get(tree.source(word))]


def _inherited(
    tree: Tree,
    lists: Lists,
    mentions: Mentions,
    made: Iterable[tuple[int, int, list[int]]],
) -> Iterator[list[int]]:
    """Yield the words at the constructors' lists, where a class has only constructors of its bases.

    For all classes derived from each other, these are the names of their constructors, also where
    one calls that of a base, and the calls of all the classes.

    Args:
        tree: of the text.
        lists: of the tree.
        mentions: for each name its mentions, in order.
        made: the constructors.
    """
    families, words = dict[bytes, set[bytes]](), dict[bytes, list[int]]()  # by the class's name
    for owner, method, calls in made:
        name, function = tree.source(owner), range(method, tree.skip[tree.parent[method]])
        families[name] = {name}
        words[name] = [leaf for leaf in mentions[tree.source(method)] if leaf in function] + calls
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
    if len(named) < 2 or tree.is_leaf(named[0]) or tree.weight(named[0]) > _MOST:
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
