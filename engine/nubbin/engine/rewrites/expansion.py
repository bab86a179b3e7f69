"""Expansion: calls of a macro that is defined by a pattern give way to what it makes (floor 3).

To the grammar, such a macro (Rust's `macro_rules!`) and the arguments of its calls are only tokens;
once it is expanded in place of a call, its body is a part of the text like any other.

Source: the language's own rule, "macros by example" (Kohlbecker and Wand 1987), for patterns in
which nothing is repeated.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import attributes
from nubbin.engine.relations.mentions import occurrences
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, apply_edits

_MANY: Final = 9
"""A macro with more calls stays."""
_PARTS: Final = 2
"""A rule has this many parts: its pattern and its body."""
_HIGH: Final = 32
"""Brackets in a pattern are nested at most so many levels deep."""
_SINGLE: Final = (b"ident", b"lifetime", b"literal", b"tt")
"""The kinds of variables in a pattern that stand for one token, or for a pair of brackets with its
content."""

_Bound = dict[bytes, bytes]
"""The text that a call gives each variable, in brackets where it may need some."""


def expanded(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield for each macro of a single rule the changes that expand all its calls.

    The macro is removed, with its attributes. A macro stays if it is called in another macro, if
    it repeats something, or if one of its calls does not fit its pattern.
    """
    tree, before = configuration.tree, attributes(configuration.tree)
    rules = [*tree.rows_where("macro_rule".__eq__)]
    mentions = occurrences(configuration.tree) if rules else {}
    for rule in rules:
        macro = tree.parent[rule]
        names = [child for child in tree.named_children(macro) if child != rule]
        if len(names) != 1:  # there are other rules, or the text is damaged
            continue
        leaves = mentions.get(tree.source(names[0]), ())
        calls = [leaf for leaf in leaves if leaf not in names and _is_macro_call(tree, leaf)]
        rewrites = [_rewrite(tree, rule, call) for call in calls[:_MANY]]
        made = [each for each in rewrites if each and configuration.may_change(each.places[0])]
        if made and len(made) == len(calls) and configuration.removable(macro):
            yield Prune((macro, *before.get(macro, ()))), *made


def _is_macro_call(tree: Tree, name: int) -> bool:
    """Whether a leaf is followed by the sign with which macros are called."""
    return name + 1 < len(tree) and tree.source(name + 1) == b"!"


def _rewrite(tree: Tree, rule: int, name: int) -> Rewrite | None:
    """Return the change that expands a call by a rule; None if the call does not fit the rule."""
    call, parts = tree.parent[name], [*tree.named_children(rule)]
    given = [child for child in tree.children(call) if child > name + 1]
    fits = len(parts) == _PARTS and name == call + 1  # else it is one of another macro's tokens
    bound = _bound(tree, parts[:1], given) if fits else None
    text = None if bound is None else _made(tree, parts[1], bound)
    if text is None:
        return None
    above = tree.parent[call]
    ended = tree.skip[above] == tree.skip[call] + 1 and tree.source(tree.skip[call]) == b";"
    return Rewrite((above if ended and text.endswith((b"}", b";")) else call,), text)


def _bound(
    tree: Tree, pattern: Sequence[int], given: Sequence[int], levels: int = _HIGH
) -> _Bound | None:
    """Return the text that some rows give each variable of a pattern; None if they do not fit.

    None, too, where brackets are nested deeper than some levels.
    """
    bound, left = _Bound(), deque(given)
    for item, behind in zip_longest(pattern, pattern[1:]):
        if not left:
            return None
        first = last = left.popleft()
        if "binding" in tree.name(item):
            words = [*map(tree.source, tree.named_children(item))]
            variable, kind = words[0], words[-1]
            until = None if behind is None else tree.source(behind)
            while left and kind not in _SINGLE and tree.source(left[0]) != until:
                last = left.popleft()
            text = tree.text[tree.start[first] : tree.end[last]]
            bound[variable] = b"(%b)" % text if kind == b"expr" and first != last else text
        elif tree.is_leaf(item) or tree.is_leaf(first):
            if tree.source(first) != tree.source(item):
                return None
        else:
            inner = _inside(tree, item), _inside(tree, first)
            inside = _bound(tree, *inner, levels - 1) if levels else None
            if inside is None:
                return None
            bound |= inside
    return None if left else bound


def _inside(tree: Tree, node: int) -> Sequence[int]:
    """Return the children of a node but for the first and the last, which are its brackets."""
    return [*tree.children(node)][1:-1]


def _made(tree: Tree, body: int, bound: _Bound) -> bytes | None:
    """Return a body with its variables filled in; None if it has a `$` that is no variable."""
    begin, end = tree.end[body + 1], tree.start[tree.skip[body] - 1]
    edits = []
    for leaf in range(body + 2, tree.skip[body] - 1):
        if tree.source(leaf).startswith(b"$"):
            text = bound.get(tree.source(leaf))
            if text is None:
                return None
            edits.append(Edit(tree.start[leaf] - begin, tree.end[leaf] - begin, text))
    return apply_edits(tree.text[begin:end], edits).strip()
