"""Calls: each gives way to what the function does, with what it is called with (floor 5).

A function that is called more than once, or that does something with its arguments, is kept by its
calls, and these by it. Put in their place, what it does needs neither its name nor its parameters,
and what it is called on need not be handed around.

Source: function inlining as LPR (2024) asks a language model for it; here parameters and arguments
are paired by their places, and the oracle tells whether the language means the same by it.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, pairwise
from typing import Final, NamedTuple

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.definitions import function_kinds
from nubbin.engine.algorithms.lists import Lists
from nubbin.engine.algorithms.mentions import occurrences
from nubbin.engine.algorithms.nameless import nameless
from nubbin.engine.algorithms.spacing import is_statement, line_end
from nubbin.engine.algorithms.substitution import Filled, Own, Rows, ahead, free_words, values
from nubbin.engine.algorithms.tree_passes import try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, apply_edits, indentation

_MANY: Final = 9
"""Occurrences of a name that is too much used to be inlined."""
_LARGE: Final = 256
"""Tokens of a function that is put where it is called; what is left in the end is smaller."""
_HIGH: Final = 4
"""Nodes above a name up to its function, to what goes with that, and to the whole of its call."""
_SELF: Final = (b"self", b"this")
"""What a function may call what it is called on, without a parameter for it."""


class _Function(NamedTuple):
    """What can be put where it is called."""

    part: int
    """Around it; can give way."""
    receiver: bytes | None
    """What it calls what it is called on, where it says so in front of its name."""
    parameters: Sequence[bytes | None]
    """What the body calls each of them; None if it does not."""
    body: int


class _Call(NamedTuple):
    """What gives way, and what it is called with; `group` is all of that with its brackets."""

    place: int
    receiver: Rows | None
    arguments: Sequence[Rows]
    group: int


def calls(context: Context, text: bytes) -> bytes:
    """Put what functions do in place of their calls; return what is left of the text.

    For each function that is mentioned outside of it, at most eight times, and nowhere but where it
    is called, asks about the text without it, and with what is in its body, or with a part of that,
    in place of all the calls at once; of a single call also with what it gives back in the end
    there, and all before that ahead of the statement around, or all of the function but its name
    (Go's `func() {}()`). So too, but for the last, for each called where it stands. For parameters
    stand the arguments in their places, and what the function is called on for `self`, `this`, or a
    first parameter without an argument. One that calls itself, or is called with too little, or in
    its own arguments, stays. Lines below the first are as deep as the call is. Each candidate has
    fewer tokens than the text.
    """
    fields = context.reader.syntax(text).fields()
    return try_changes(context, text, partial(_inlined, fields=fields), shrinking=True)


def _inlined(
    configuration: Configuration, fields: Sequence[str | None]
) -> Iterator[Sequence[Change]]:
    tree = configuration.tree
    lists, kinds = Lists(tree), function_kinds(tree)
    for leaves in occurrences(configuration).values():
        for name in leaves if 1 < len(leaves) <= _MANY else ():
            node, group = _definition(tree, lists, kinds, name, fields)
            function = _function(configuration, node, group, fields) if node else None
            if function is not None:
                uses = [leaf for leaf in leaves if leaf != name]
                found = [call for use in uses if (call := _call(configuration, lists, use))]
                parts = sorted((function.part, *(call.place for call in found)))
                apart = all(tree.skip[one] <= other for one, other in pairwise(parts))
                if apart and len(found) == len(uses):
                    yield from _put(configuration, function, found, fields)
                    if len(found) == 1 and group is not None:
                        yield from _whole(tree, group, function, found[0], fields)
    for node in tree.rows_of(kinds):
        call = _call_at_once(configuration, lists, node)
        group = next((child for child in tree.children(node) if lists.begins(child, b"(")), None)
        function = _function(configuration, node, group, fields) if call else None
        if call is not None and function is not None:
            yield from _put(configuration, function._replace(part=call.place), [call], fields)


def _definition(
    tree: Tree, lists: Lists, kinds: frozenset[int], name: int, fields: Sequence[str | None]
) -> tuple[int, int | None]:
    """Return the function that a leaf is the name of, 0 if there is none, and its parameters."""
    node, above = tree.skip[name], tree.parent[name]
    for _ in range(0 if tree.kind[above] in kinds else _HIGH):  # assigned to the name
        if node >= tree.skip[above]:
            break
        if tree.kind[node] in kinds:
            return node, next(filter(tree.is_named, tree.children(node)), None)
        node = tree.skip[node]
    group = lists.round(name)
    node = name if group is None else group
    for _ in range(_HIGH if group or fields[name] == "name" else 0):
        node = tree.parent[node]
        if node <= 0 or lists.begins(node, b"("):  # a call among the parameters of another
            break
        if tree.kind[node] in kinds:
            return node, group
    return 0, None


def _function(
    configuration: Configuration, node: int, group: int | None, fields: Sequence[str | None]
) -> _Function | None:
    """Return a function that is small, and can give way; None if it cannot, or has no body."""
    tree, named = configuration.tree, configuration.tree.is_named
    if tree.weight(node) > _LARGE:
        return None
    around = islice(_upwards(tree, node), _HIGH)
    part = next(filter(configuration.prunable, around), None)
    *_, body = [node, *filter(named, tree.children(node))]
    if part is None or body <= (group or node) or fields[body] == "name":
        return None
    words = {tree.source(leaf) for leaf in filter(named, tree.leaves(body))}
    units = [] if group is None else _units(tree, group, fields)
    front = [child for child in tree.children(node) if fields[child] == "receiver"]
    receivers = [_mentioned(tree, unit, words, fields) for unit in front]
    parameters = [_mentioned(tree, unit, words, fields) for unit in units]
    return _Function(part, next(iter(receivers), None), parameters, body)


def _upwards(tree: Tree, node: int) -> Iterator[int]:
    """Yield a node and those around it, but the root."""
    while node > 0:
        yield node
        node = tree.parent[node]


def _units(tree: Tree, group: int, fields: Sequence[str | None]) -> Iterator[int]:
    """Yield what an argument belongs to each; a parameter of several names, as Go's, is several."""
    members = [group] if tree.is_leaf(group) else _members(tree, group)
    for member in members:
        names = [child for child in tree.children(member) if fields[child] == "name"]
        yield from names or (member,)


def _members(tree: Tree, group: int) -> list[int]:
    children = filter(tree.is_named, tree.children(group))
    return [child for child in children if not tree.is_extra(child)]


def _mentioned(
    tree: Tree, unit: int, words: set[bytes], fields: Sequence[str | None]
) -> bytes | None:
    """Return the first of some words that is in a parameter, but for its type; None if none is."""
    row = unit
    while row < tree.skip[unit]:
        if fields[row] == "type":
            row = tree.skip[row]
        elif tree.is_leaf(row) and tree.source(row) in words:
            return tree.source(row)
        else:
            row += 1
    return None


def _call(configuration: Configuration, lists: Lists, use: int) -> _Call | None:
    """Return the call of what a leaf names; None if it is none, or may not change."""
    tree, group = configuration.tree, lists.round(use)
    around = islice(_upwards(tree, use), _HIGH + 1)
    end = use if group is None else group
    place = next((node for node in around if tree.end[node] >= tree.end[end]), 0)
    if group is None or not configuration.may_change(place) or tree.end[place] != tree.end[group]:
        return None
    arguments = _arguments(tree, group)
    if tree.start[place] == tree.start[use]:
        return _Call(place, None, arguments, group)
    if not tree.is_leaf(use - 1) or tree.is_named(use - 1):
        return None
    if use == place + 2:  # `new f(1)`
        return _Call(place, None, arguments, group)
    return _Call(place, Rows(place, use - 1), arguments, group)


def _call_at_once(configuration: Configuration, lists: Lists, function: int) -> _Call | None:
    """Return the call of a function that is called where it stands; None if it is not.

    Brackets may be around it, as in `(() => 1)()`.
    """
    tree, place = configuration.tree, function
    while tree.parent[place] == place - 2 and lists.begins(place - 2, b"("):
        place -= 2
    group, place = tree.skip[place], tree.parent[place]
    if group >= tree.skip[place] or tree.skip[group] != tree.skip[place]:
        return None
    if not lists.begins(group, b"(") or not configuration.may_change(place):
        return None
    return _Call(place, None, _arguments(tree, group), group)


def _arguments(tree: Tree, group: int) -> list[Rows]:
    return [Rows(member, tree.skip[member]) for member in _members(tree, group)]


def _put(
    configuration: Configuration,
    function: _Function,
    found: Sequence[_Call],
    fields: Sequence[str | None],
) -> Iterator[Sequence[Change]]:
    """Yield the ways to put a function where it is called, each shorter than what is there."""
    tree, places = configuration.tree, [call.place for call in found]
    parameters = {*filter(None, function.parameters)}
    given = [_given(function, call) for call in found]

    def owns(value: Rows) -> list[Own]:
        """Return for each call what it has for leaves of a value; none if one has too little."""
        words = free_words(tree, value, fields)
        if not all(parameters.intersection(words.values()) <= each.keys() for each in given):
            return []
        return [
            {leaf: each[word] for leaf, word in words.items() if word in each} for each in given
        ]

    parts = () if function.part in places else (function.part,)
    room = sum(map(tree.weight, (*parts, *places)))
    for value in values(tree, function.body, parameters):
        filled = [Filled(value, own) for own in owns(value)]
        if filled and sum(each.tokens(tree) for each in filled) < room:
            pairs = zip(places, filled, strict=True)
            rewrites = (Rewrite((place,), each.text(tree, place)) for place, each in pairs)
            yield *(Prune((part,)) for part in parts), *rewrites
    both = ahead(tree, function.body) if len(found) == 1 else None
    filled = [Filled(each, own) for each in both or () for own in owns(each)]
    if len(filled) == 2 and sum(each.tokens(tree) for each in filled) < room:
        yield from _opened(configuration, parts, places[0], *filled)


def _whole(
    tree: Tree, group: int, function: _Function, call: _Call, fields: Sequence[str | None]
) -> Iterator[Sequence[Change]]:
    """Yield what puts all of a function but its name in place of what its only call calls it."""
    rest, receiver = Rows(group, tree.skip[tree.parent[group]]), call.receiver
    words = free_words(tree, Rows(function.body, rest.behind), fields)
    own = {leaf: receiver for leaf in words if receiver and words[leaf] == function.receiver}
    return nameless(tree, function.part, rest, Rows(call.group, tree.skip[call.place]), own)


def _opened(
    configuration: Configuration, parts: Sequence[int], place: int, before: Filled, result: Filled
) -> Iterator[Sequence[Change]]:
    """Yield what puts a result in place of a call, and what comes before it ahead of the statement.

    Args:
        configuration: the text's.
        parts: that go: the function, unless it is in the place.
        place: of the call.
        before: what the function does.
        result: what it gives back in the end.
    """
    tree = configuration.tree
    whole = next((node for node in _upwards(tree, place) if is_statement(tree, node)), 0)
    apart = all(tree.skip[part] <= whole or tree.skip[whole] <= part for part in parts)
    if whole and apart and configuration.may_change(whole):
        start = tree.start[whole]
        edit = Edit(tree.start[place] - start, tree.end[place] - start, result.text(tree, place))
        rest = apply_edits(tree.source(whole), [edit])
        margin = (line_end(tree.text) or b"\n") + (indentation(tree.text, start) or b"")
        rewrite = Rewrite((whole,), before.text(tree, whole) + margin + rest)
        yield *(Prune((part,)) for part in parts), rewrite


def _given(function: _Function, call: _Call) -> dict[bytes, Rows]:
    """Return what a call puts for which words of a body."""
    given, arguments = dict[bytes, Rows](), call.arguments
    if call.receiver is not None:
        names = (*_SELF, function.receiver or _SELF[0])
        given = dict.fromkeys(names, call.receiver)
        if len(function.parameters) == len(arguments) + 1:
            arguments = [call.receiver, *arguments]
    pairs = zip(function.parameters, arguments, strict=False)
    return given | {name: argument for name, argument in pairs if name is not None}
