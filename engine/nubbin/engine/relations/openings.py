"""What a function does ahead of the statement that called it, with variables (floor 3).

In place of a call there is room for one value. What a function does before it gives that back goes
ahead of the statement; and so does what it is called with, where its parameters are worth being
variables: with an argument of many tokens for each of two mentions, a text would grow.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.looks.spacing import is_statement, line_end
from nubbin.engine.relations.call_sites import Call
from nubbin.engine.relations.functions import Function
from nubbin.engine.relations.mentions import is_word
from nubbin.engine.relations.placing import signed
from nubbin.engine.relations.substitution import (
    Filled,
    Own,
    Rows,
    free_words,
    source,
    split_result,
    unbracketed,
    weight,
)
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, apply_edits, indentation


class Opening(NamedTuple):
    """What is written where a call was: lines ahead of the statement around, and a result."""

    sets: Sequence[bytes]
    """What gives variables their values."""
    before: Filled | None
    """What the function does."""
    result: Filled | None
    """What it gives back in the end; None where that is not asked for."""


def opened(
    configuration: Configuration, parts: Sequence[int], place: int, opening: Opening
) -> Iterator[Sequence[Change]]:
    """Yield what puts a result in place of a call, and what comes before it ahead of the statement.

    Args:
        configuration: the text's.
        parts: that go: the function, unless it is in the place.
        place: of the call.
        opening: what is written there. Without a result, only for a call that is a statement.
    """
    tree = configuration.tree
    whole = next((node for node in tree.upwards(place) if is_statement(tree, node)), 0)
    apart = all(tree.skip[part] <= whole or tree.skip[whole] <= part for part in parts)
    alone = whole and tree.weight(whole) - tree.weight(place) <= 1
    if not (whole and apart and configuration.may_change(whole) and (opening.result or alone)):
        return
    start, stop = tree.start[whole], tree.source(tree.skip[whole] - 1)
    written = [each + (stop if stop == b";" else b"") for each in opening.sets]
    if opening.before is not None:
        written.append(opening.before.text(tree, whole))
    if opening.result is not None:
        text = opening.result.text(tree, place)
        edit = Edit(tree.start[place] - start, tree.end[place] - start, text)
        written.append(apply_edits(tree.source(whole), [edit]))
    margin = (line_end(tree.text) or b"\n") + (indentation(tree.text, start) or b"")
    yield *without(configuration, parts), Rewrite((whole,), margin.join(written))


def without(configuration: Configuration, parts: Iterable[int]) -> Iterator[Change]:
    """Yield what takes parts out; what is all of a block gives way to a statement in Python."""
    for part in parts:
        least = configuration.ruled(part) if _is_all(configuration.tree, part) else None
        yield Rewrite((part,), least.text) if least and least.text else Prune((part,))


def _is_all(tree: Tree, part: int) -> bool:
    """Whether there is a block, without brackets, that a part is all of."""
    return any("block" in tree.name(node) for node in tree.same_bytes(part))


def with_variables(
    configuration: Configuration,
    function: Function,
    call: Call,
    given: Mapping[bytes, Rows],
    fields: Sequence[str | None],
) -> Iterator[Sequence[Change]]:
    """Yield what puts a function where it is called once, with variables for its parameters.

    A parameter becomes a variable if the body mentions it twice or more, and if the argument has
    more than one token; so does what the function is called on. The arguments themselves stand for
    the other parameters. Nothing is yielded unless the text has fewer tokens then.

    Args:
        configuration: the text's.
        function: what is called.
        call: the only one.
        given: for each parameter, what it is called with.
        fields: by row, the one that each node is in.
    """
    tree, group = configuration.tree, function.group
    if group is None:
        return
    words = free_words(tree, Rows(function.body, tree.skip[function.body]), fields)
    members = [group] if tree.is_leaf(group) else [*tree.named_children(group)]
    mentioned = [*words.values()]
    kept = {
        word: member
        for member, word in zip(members, function.parameters, strict=False)
        if word is not None
        and word in given
        and mentioned.count(word) > 1
        and weight(tree, given[word]) > 1
    }
    held = _held(tree, function, call, given, mentioned)
    enough = len(members) == len(function.parameters) and _all_given(function, given)
    if not (enough and (kept or held)) or any(given[word].several for word in kept):
        return
    others = given.keys() - kept.keys()
    own = {
        leaf: held[word] if word in held else signed(configuration, leaf, given[word])
        for leaf, word in words.items()
        if word in others
    }
    named = {word: _without_default(tree, member, word) for word, member in kept.items()}
    named |= {word: source(tree, name) for word, name in held.items()}
    sets = [name + b" = " + source(tree, given[word]) for word, name in named.items()]
    before, result = _parts(tree, function.body)
    parts = () if function.part == call.place else (function.part,)
    spare = sum(map(tree.weight, (*parts, call.place)))
    names = [*map(tree.weight, kept.values()), *(1 for _ in held)]
    grown = sum(names) + sum(weight(tree, given[word]) + 2 for word in named)
    does, gives = (rows and _filled(rows, own) for rows in (before, result))
    grown += sum(each.tokens(tree) for each in (does, gives) if each)
    if grown < spare:
        yield from opened(configuration, parts, call.place, Opening(sets, does, gives))


def _filled(rows: Rows, own: Own) -> Filled:
    """Return a part of a body with what stands for those leaves that are in it."""
    leaves = range(rows.first, rows.behind)
    return Filled(rows, {leaf: text for leaf, text in own.items() if leaf in leaves})


def _held(
    tree: Tree,
    function: Function,
    call: Call,
    given: Mapping[bytes, Rows],
    mentioned: Sequence[bytes],
) -> dict[bytes, Rows]:
    """Return the name that what a function is called on has, where that is worth a variable.

    It is that of the function itself, which goes.
    """
    receiver = call.receiver
    if call.group is None or receiver is None or weight(tree, receiver) == 1:
        return {}
    name = call.group - 1
    if not is_word(tree.source(name)):
        return {}
    words = {word for word in given if given[word] == receiver} - {*function.parameters}
    return {word: Rows(name, name + 1) for word in words if mentioned.count(word) > 1}


def _all_given(function: Function, given: Mapping[bytes, Rows]) -> bool:
    """Whether a function is called with all that it mentions."""
    return {*filter(None, function.parameters)} <= given.keys()


def _without_default(tree: Tree, parameter: int, word: bytes) -> bytes:
    """Return what declares a parameter, with its type; of one with a default only its name."""
    declared = tree.source(parameter)
    return word if b"=" in declared else declared


def _parts(tree: Tree, body: int) -> tuple[Rows | None, Rows | None]:
    """Return what a body does, and what it gives back; None for what there is not."""
    both = split_result(tree, body)
    if both is not None:
        return both
    node, whole = body, unbracketed(tree, body)
    while not tree.begins(node, b"return") and (child := tree.only_named(node)):
        node = child
    value = tree.only_named(node) if tree.begins(node, b"return") else None
    if value:
        return None, Rows(value, tree.skip[value])
    statements = whole.first > body or is_statement(tree, body)
    return (whole, None) if statements else (None, whole)
