"""Wrappers: a type with only one member gives way to the type of that member (floor 3).

What is declared as an `S`, `S(x)`, and `.0` keep `struct S(u8);`, and each of these needs the
others: all give way at once, together with what only such a type has, as `impl … for S`.

Source: coupled deletion after DRReduce (2026), of a type with all that is made of it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from nubbin.engine.relations.definitions import IMPORTING, ByFirstUse, Definition, attributes
from nubbin.engine.relations.mentions import Mentions, access_of, without_access
from nubbin.engine.rewrites.holders import BRACES, IS, leaves_behind, only_member
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch, Span, count_words

_FIRST = b"0"
"""The name by which the only member is asked for where it has none of its own."""
_PARENTHESES = b"(", b")"
_FIELD = "field_identifier"
"""The kind of the name of a member that nothing asks for."""
_SPECIFIER = "_specifier"
"""What the kinds of nodes end with that declare a type in front of a variable."""


class _Wrapper(NamedTuple):
    """A type with a name and one member."""

    item: int
    """The node that declares the type."""
    kind: bytes
    """The type of the member."""
    accesses: Sequence[int]
    """The leaves that ask for the member."""


def unwrapped(tree: Tree, mentions: Mentions, defined: Sequence[Definition]) -> Iterator[Patch]:
    """Yield for each wrapper the edits that put what it wraps in its place, wherever it is used.

    The declaration is removed, with its attributes, with whatever implements something for the
    type, and with the definitions, such as imports, that only this uses. The name of the type gives
    way to the type of the member, and an object to the value it is made of. Each patch removes
    tokens.

    Args:
        tree: of the text.
        mentions: for each name its mentions, in order.
        defined: the definitions in the text.
    """
    accesses, structs = _accesses(tree), _structs(tree)
    by_use, before = ByFirstUse(tree, defined), attributes(tree)
    for first, *uses in mentions.values():
        behind = tree.is_sign(tree.skip[first] + 1, b"struct")  # as in Go: `type S struct { x T }`
        is_type = behind or structs.get(tree.parent[first], first) < first
        wrapper = _wrapper(tree, first, accesses) if uses and is_type else None
        if wrapper is None:
            continue
        if any(tree.parent[use] == tree.parent[wrapper.item] for use in uses):
            wrapper = wrapper._replace(item=tree.parent[wrapper.item])  # `typedef struct S {} S;`
        going = [_attributed(tree, wrapper, before.get(wrapper.item, ()))]
        going += [Edit(*tree.span(tree.parent[use])) for use in uses if _is_about(tree, use)]
        unused = by_use.only_in([Span(edit.start, edit.end) for edit in going])
        going += [_whole(tree, part) for part in unused]
        for edits in _ways(tree, wrapper, uses):
            patch = (*going, *(edit for edit in edits if not _within(edit, going)))
            if _gains(tree, patch):
                yield patch


def _accesses(tree: Tree) -> Mentions:
    """Return for each member's name the leaves by which it is accessed."""
    found = defaultdict[bytes, list[int]](list)
    for leaf in tree.leaves():
        if access_of(tree, leaf):
            found[tree.source(leaf)].append(leaf)
    return found


def _structs(tree: Tree) -> Mapping[int, int]:
    """Return for each node the first word `struct` in it, if there is one."""
    found: dict[int, int] = {}
    for leaf in tree.leaves():
        if tree.source(leaf) == b"struct":
            found.setdefault(tree.parent[leaf], leaf)
    return found


def _ways(tree: Tree, wrapper: _Wrapper, uses: Sequence[int]) -> Iterator[Sequence[Edit]]:
    """Yield the edits of all uses and accesses; if brackets can go as well, first with these."""
    edits = [edit for use in uses for edit in _bare(tree, use, wrapper.kind)]
    edits += filter(None, (without_access(tree, leaf) for leaf in wrapper.accesses))
    if brackets := [edit for leaf in wrapper.accesses for edit in _brackets(tree, leaf)]:
        yield [*edits, *brackets]
    yield edits


def _gains(tree: Tree, patch: Patch) -> bool:
    """Whether a patch removes more words and signs than it adds."""
    gone = sum(count_words(tree.text[edit.start : edit.end]) for edit in patch)
    return sum(count_words(edit.replacement) for edit in patch) < gone


def _wrapper(tree: Tree, name: int, accesses: Mentions) -> _Wrapper | None:
    """Return the type that the first mention of a name declares; None unless it has one member.

    Args:
        tree: of the text.
        name: the first mention.
        accesses: for each member's name the leaves by which it is accessed.
    """
    item = tree.parent[name]
    behind = [row for row in tree.children(item) if row > name]
    lists = [row for row in behind if _only(tree, row)]
    lists = lists or [row for row in map(tree.only_named, behind) if row and _only(tree, row)]
    if len(lists) != 1:
        return None
    if tree.only_named(tree.parent[item]) == item and item == tree.parent[item] + 2:
        item = tree.parent[item]  # Go's `type`
    member = _only(tree, lists[0])
    if tree.text.startswith(b"(", tree.start[lists[0]]):
        return _Wrapper(item, tree.source(member), accesses.get(_FIRST, ()))
    leaves = [*filter(tree.is_named, tree.leaves(member))]
    accessed = next((leaf for leaf in leaves if tree.source(leaf) in accesses), 0)
    leaf = accessed or next((leaf for leaf in leaves if tree.name(leaf) == _FIELD), 0)
    if not leaf:
        return None
    kind = _kind(tree, member, leaf)
    found = accesses.get(tree.source(leaf), ())
    if any(tree.source(leaf - 1) == b"->" for leaf in found):
        kind = kind.removesuffix(b"*").rstrip()  # the star stands before the name
    return _Wrapper(item, kind, found) if kind else None


def _only(tree: Tree, node: int) -> int:
    """Return the only member in a node's round brackets or braces; 0 if there is not just one."""
    return only_member(tree, node, _PARENTHESES, BRACES)


def _kind(tree: Tree, member: int, name: int) -> bytes:
    """Return the type of a member: behind its name, with or without a sign between, or before it.

    Empty if neither is the case.
    """
    sign = next(leaves_behind(tree, name, member), None)
    if sign is not None and tree.source(sign) in IS:
        return tree.text[tree.end[sign] : tree.end[member]].strip()
    if tree.start[name] == tree.start[member] and sign is not None:
        return tree.text[tree.end[name] : tree.end[member]].strip()
    ended = all(tree.source(row) == b";" for row in leaves_behind(tree, name, member))
    return tree.text[tree.start[member] : tree.start[name]].strip() if ended else b""


def _brackets(tree: Tree, leaf: int) -> Iterator[Edit]:
    """Yield the edits that remove the brackets around what a leaf is the member of: `(*s).a`.

    They are of no use once the member is not asked for.
    """
    asked = tree.parent[leaf] + 1
    *inside, last = tree.children(asked) if not tree.is_leaf(asked) else (asked,)
    if inside and (tree.source(inside[0]), tree.source(last)) == _PARENTHESES:
        yield Edit(*tree.span(inside[0]))
        yield Edit(*tree.span(last))


def _within(edit: Edit, going: Sequence[Edit]) -> bool:
    return any(gone.start <= edit.start < gone.end for gone in going)


def _bare(tree: Tree, use: int, kind: bytes) -> Iterator[Edit]:
    """Yield the edits that put what is wrapped, a value or a type, in the place of a use."""
    above, behind = tree.parent[use], tree.skip[use]
    children = [*tree.children(above)]
    member = _only(tree, behind) if children == [use, behind] else 0
    if member:
        *_, value = [member, *filter(tree.is_named, tree.children(member))]
        value = value if tree.source(behind + 1) == b"{" else member
        yield Edit(tree.start[above], tree.start[value])
        yield Edit(tree.end[value], tree.end[above])
        return
    only = children[-1] == use and not any(map(tree.is_named, children[:-1]))
    whole = above if only and len(children) == 2 else use
    yield Edit(*tree.span(whole), kind)


def _is_about(tree: Tree, use: int) -> bool:
    """Whether a use is the type that something is implemented for, as in `impl … for S`."""
    return "impl" in tree.name(tree.parent[use])


def _whole(tree: Tree, part: int) -> Edit:
    """Return the edit that removes a definition; of an import of one thing, the whole import."""
    whole = part
    if tree.only_named(tree.parent[part]) == part:
        imports = (node for node in tree.upwards(part) if IMPORTING.search(tree.name(node)))
        whole = next(imports, part)
    return Edit(*tree.span(whole))


def _attributed(tree: Tree, wrapper: _Wrapper, before: Sequence[int]) -> Edit:
    """Return the edit that removes a type with the attributes before it and the `;` behind it.

    In front of a variable, as in `struct S { int x; } *s;`, the type of the member stands instead.
    """
    item = wrapper.item
    behind = tree.skip[item]
    more = behind < tree.skip[tree.parent[item]]
    ends = more and tree.source(behind) == b";"
    kind = wrapper.kind if more and not ends and tree.name(item).endswith(_SPECIFIER) else b""
    return Edit(tree.start[min((item, *before))], tree.end[behind if ends else item], kind)
