"""The predicates of amendments (floor 1).

All predicates are our own, as those of the binding (0.26) need texts that were parsed in one piece,
and in UTF-8. `(#askew? @above @below)` holds where two nodes that are no comments begin lines, but
not in the same column, `(#begins? @node)` where a node that is no comment begins a line, and
`(#indented? @node)` where one does not begin at the margin. With any number of kinds,
`(#outside? @node "kind")` holds where a node is in none of them, `(#under? @node "kind")` where it
is a child of one, `(#below? @node "kind")` where it is a child of a child of one,
`(#behind? @node "kind")` where one stands right before it, `(#before? @node "kind")` where one
stands right behind it, `(#after? @node "kind")` where one is anywhere before it among its siblings,
and `(#has? @node "child" "kind")` where a child of the first kind has a child of one of the others.
`(#unended? @node)` holds where the parser had to invent a node's last token, seen or not.
`(#reads? @node "a" "b")` holds for a node with one of these texts, `(#like? @node "regex")` for one
in whose text the expression is found, and `(#same? @one @other)` for two with one text. With `not-`
in front each holds where it would not.

What is around a node is best asked for by these: a pattern that begins with a function takes
milliseconds to compile, and one that begins with a list, as a whole text is, tries each member of
that, however little is judged. So is what makes a frequent node right, as a text in which nothing
is wrong is judged faster. A pattern with alternatives compiles faster than several that begin with
the same node; but some are lost if they are themselves in alternatives (tree-sitter 0.26).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from tree_sitter import Node

Captures = Mapping[str, Sequence[Node]]
"""What a match of a pattern captures, by name."""
Test = Callable[[Captures, bytes], bool]
"""Says something about a match in a text."""
_Test = Callable[[Sequence[Node], bytes], bool]
"""Says something about nodes of a text."""
_PREDICATE = re.compile(r"\(#(\S+)((?:\s+(?:@\w+|\"[^\"]*\"))+)\s*\)")
_CAPTURE, _STRING = re.compile(r"@(\w+)"), re.compile(r"\"([^\"]*)\"")


class Predicate(NamedTuple):
    """A predicate; the binding's callback for those that it does not know leaks memory."""

    holds: Test
    """Whether it holds for the captures of a match in a text."""
    is_local: bool
    """Whether it is on where nodes begin: that changes only if the text at these nodes does."""


def predicates(pattern: str) -> list[Predicate]:
    """Return the predicates in a pattern.

    Raises:
        ValueError: one of them is unknown.
    """
    return [
        _predicate(name, _CAPTURE.findall(rest), _STRING.findall(rest.replace("\\\\", "\\")))
        for name, rest in _PREDICATE.findall(pattern)
    ]


def _predicate(name: str, captures: Sequence[str], strings: Sequence[str]) -> Predicate:
    stated = name.removeprefix("not-")
    if stated not in _TESTS:
        raise ValueError(f"A query has a predicate that is unknown: #{name}")
    test, wanted = _TESTS[stated](strings), stated == name
    first, is_local = captures[0], test in (_are_askew, _is_indented)
    if len(captures) == 1:  # most are asked of every name in a text
        return Predicate(lambda found, text: test(found[first], text) == wanted, is_local)
    return Predicate(
        lambda found, text: test([found[each][0] for each in captures], text) == wanted, is_local
    )


def _source(node: Node, text: bytes) -> bytes:
    return text[node.start_byte : node.end_byte]


def _reads(words: Sequence[str]) -> _Test:
    sources = frozenset(map(str.encode, words))
    return lambda nodes, text: _source(nodes[0], text) in sources


def _is_like(expressions: Sequence[str]) -> _Test:
    search = re.compile(expressions[0]).search

    def test(nodes: Sequence[Node], text: bytes) -> bool:
        return search(_source(nodes[0], text).decode("utf-8", "replace")) is not None

    return test


def _are_same(nodes: Sequence[Node], text: bytes) -> bool:
    return _source(nodes[0], text) == _source(nodes[1], text)


def _are_askew(nodes: Sequence[Node], _text: bytes) -> bool:
    return len({*map(_column, nodes)}) > 1 and all(map(_begins_line, nodes))


def _is_first(nodes: Sequence[Node], _text: bytes) -> bool:
    return _begins_line(nodes[0])


def _is_indented(nodes: Sequence[Node], _text: bytes) -> bool:
    return _column(nodes[0]) > 0


def _is_outside(kinds: Sequence[str]) -> _Test:
    def test(nodes: Sequence[Node], _text: bytes) -> bool:
        above = nodes[0].parent
        while above is not None and above.type not in kinds:
            above = above.parent
        return above is None

    return test


def _is_under(kinds: Sequence[str]) -> _Test:
    def test(nodes: Sequence[Node], _text: bytes) -> bool:
        above = nodes[0].parent
        return above is not None and above.type in kinds

    return test


def _is_below(kinds: Sequence[str]) -> _Test:
    def test(nodes: Sequence[Node], _text: bytes) -> bool:
        above = nodes[0].parent
        around = above and above.parent
        return around is not None and around.type in kinds

    return test


def _is_behind(kinds: Sequence[str]) -> _Test:
    def test(nodes: Sequence[Node], _text: bytes) -> bool:
        before = nodes[0].prev_sibling
        return before is not None and before.type in kinds

    return test


def _is_before(kinds: Sequence[str]) -> _Test:
    def test(nodes: Sequence[Node], _text: bytes) -> bool:
        after = nodes[0].next_sibling
        return after is not None and after.type in kinds

    return test


def _is_after(kinds: Sequence[str]) -> _Test:
    def test(nodes: Sequence[Node], _text: bytes) -> bool:
        before = nodes[0].prev_sibling
        while before is not None and before.type not in kinds:
            before = before.prev_sibling
        return before is not None

    return test


def _has(kinds: Sequence[str]) -> _Test:
    child, *wanted = kinds

    def test(nodes: Sequence[Node], _text: bytes) -> bool:
        holders = (each for each in nodes[0].children if each.type == child)
        return any(each.type in wanted for holder in holders for each in holder.children)

    return test


def _is_unended(nodes: Sequence[Node], _text: bytes) -> bool:
    children = nodes[0].children
    if not children or not nodes[0].has_error:
        return False
    return children[-1].is_missing or not any(child.has_error for child in children)


def _column(node: Node) -> int:
    return node.start_point.column


def _begins_line(node: Node) -> bool:
    """Whether a node is no comment, and the first of its siblings on its line."""
    before = node.prev_sibling
    first = before is None or before.end_point.row < node.start_point.row
    return first and not node.is_extra


_TESTS: Final[Mapping[str, Callable[[Sequence[str]], _Test]]] = {
    "reads?": _reads,
    "like?": _is_like,
    "same?": lambda _: _are_same,
    "askew?": lambda _: _are_askew,
    "begins?": lambda _: _is_first,
    "indented?": lambda _: _is_indented,
    "outside?": _is_outside,
    "under?": _is_under,
    "below?": _is_below,
    "behind?": _is_behind,
    "before?": _is_before,
    "after?": _is_after,
    "has?": _has,
    "unended?": lambda _: _is_unended,
}
"""The predicates: each is made from its strings, for the nodes that it names."""
