"""Generators: a loop over a generator gives way to the body of the generator (floor 3).

`for (const a of f()) g(a)` and `with f() as a: g(a)` jump from one body to the other and back, and
no part of either can be removed alone. The body of `f` with `g(b)` in place of `yield b` needs no
jump.

Source: function inlining, here of a function that is left in its middle and entered again; the
oracle tells whether the result still shows the bug.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Final, NamedTuple

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.call_sites import Call
from nubbin.engine.relations.functions import HIGH, Function
from nubbin.engine.relations.mentions import reference
from nubbin.engine.relations.placing import bracketed, substitution_of
from nubbin.engine.relations.substitution import Filled, Rows, free_words, unbracketed
from nubbin.engine.trees.nesting import is_all_of
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import enclosed

_HANDS_OUT: Final = b"yield"
"""The word by which a generator hands out a value."""


class _Consumer(NamedTuple):
    """A statement that takes what a call hands out, as rows."""

    whole: int
    block: Rows
    """The statements in its body."""
    names: frozenset[bytes]
    """The words in its head, one of which may be the name of the value."""


class _Yield(NamedTuple):
    """The statement in which a generator hands out a value, and that value, if there is one."""

    statement: int
    values: Sequence[Rows]


def handed_out(
    configuration: Configuration,
    function: Function,
    call: Call,
    given: Mapping[bytes, Rows],
) -> Iterator[Sequence[Change]]:
    """Yield changes that put the body of a generator in place of the statement that consumes it.

    In the generator's body, the block of the statement replaces the only `yield`; in the block, the
    value that is handed out replaces the statement's name for it.

    Args:
        configuration: of the text.
        function: the generator.
        call: its only call.
        given: by parameter, the argument of the call.
    """
    tree, found = configuration.tree, _yield(configuration.tree, function.body)
    consumer = _consumer(tree, call.place) if found else None
    if not found or not consumer or not configuration.may_change(whole := consumer.whole):
        return
    if function.part < tree.skip[whole] and whole < tree.skip[function.part]:
        return  # one is in the other
    uses = [
        leaf for leaf, word in free_words(tree, consumer.block).items() if word in consumer.names
    ]
    if uses and (not found.values or len(consumer.names) > 1):
        return

    def filled(rows: Rows) -> Filled:
        """Return a part of the generator, with the call's arguments in place of its parameters."""
        return Filled(rows, substitution_of(configuration, free_words(tree, rows), given))

    values = dict[int, bytes]()
    for use, value in product(uses, found.values):
        brackets = bracketed(configuration, use, value).brackets
        values[reference(tree, use)] = enclosed(filled(value).text(tree, use), brackets)
    done = Filled(consumer.block, {}, values).text(tree, found.statement)
    body = replace(filled(unbracketed(tree, function.body)), inserted={found.statement: done})
    made = body.text(tree, whole)
    yield Prune((function.part,)), Rewrite((whole,), made)


def _yield(tree: Tree, body: int) -> _Yield | None:
    """Return the only place where a function hands out a value; None if there is no such place."""
    found = [leaf for leaf in tree.leaves(body) if tree.source(leaf) == _HANDS_OUT]
    if len(found) != 1:
        return None
    place = tree.parent[found[0]]
    above = tree.parent[place]
    alone = is_all_of(tree, place, above)
    whole = alone and tree.only_named(above) == place and is_statement(tree, above)
    values = [Rows.of(tree, row) for row in tree.named_children(place)]
    return _Yield(above, values) if whole and len(values) <= 1 else None


def _consumer(tree: Tree, call: int) -> _Consumer | None:
    """Return the statement in whose head a call is; None if there is none, or it has no body."""
    around = islice(tree.upwards(call), 1, 1 + HIGH)
    bodies = (row for node in around for row in tree.children(node) if tree.fields[row] == "body")
    body = next(bodies, 0)
    if body < call:
        return None
    whole = tree.parent[body]
    head = (*range(whole, call), *range(tree.skip[call], body))
    names = frozenset(tree.source(row) for row in head if tree.is_leaf(row) and tree.is_named(row))
    block = unbracketed(tree, body)
    return _Consumer(whole, block, names) if block.first < block.behind else None
