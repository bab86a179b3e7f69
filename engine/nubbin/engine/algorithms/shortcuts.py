"""Shortcuts: a value stands where it arrives in the end, with only what that needs (floor 5).

A value may be put into an object, and that into a list, before the one statement that matters takes
it out again. As long as it does, each step on that way is needed, and none can be left out alone:
`a = A(); a.b.append(C()); for d in a: print(d)` gives way to `print(C())` and the class `C`.

Source: slicing (Weiser 1984), of a statement that uses the value itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, islice, product
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.configurations.changes import Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import defined_by
from nubbin.engine.relations.function_kinds import functions_around
from nubbin.engine.relations.membership import Depth, members
from nubbin.engine.relations.mentions import is_access_sign, is_called, occurrences
from nubbin.engine.relations.needs import Needs
from nubbin.engine.relations.places import Places
from nubbin.engine.relations.placing import brackets_for
from nubbin.engine.trees.nesting import is_all_of
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import enclosed

_LARGE: Final = 256
"""Texts of more tokens are left to passes that cut more."""
_SMALL: Final = 16
"""A value has at most this many tokens."""
_MOST: Final = 2 / 3
"""At most this share of the tokens is left: less can go by smaller steps."""
_PAIRS: Final = 32
"""At most so many pairs of a variable and a value are looked at, the last variable's first."""
_FEW: Final = 8
"""At most this many texts are asked about, the smallest first."""


def shortcuts(context: Context, text: bytes) -> bytes:
    """Put values where variables are used, and keep only what that needs; return what is left.

    For each variable that a statement outside of functions uses, and each call in another one, the
    pass asks about the statement with that call in place of the variable, and all that it needs
    then. Each candidate has at most two thirds of the tokens.

    Args:
        context: answers for the oracle.
        text: what is reduced.
    """
    while context.tree(text).tokens() <= _LARGE:
        most = _MOST * context.tree(text).tokens()
        texts = dict.fromkeys(_texts(context, text))
        sizes = ((context.tree(each).tokens(), each) for each in texts)
        smallest = sorted(pair for pair in sizes if 0 < pair[0] <= most)[:_FEW]
        found = context.asker.first(Candidate(None, each) for _, each in smallest)
        if found is None:
            break
        text = found.text
    return text


def _texts(context: Context, text: bytes) -> Iterator[bytes]:
    """Yield the statements of a text with a value in place of a variable, and what they need."""
    configuration = bare(context, text)
    tree = configuration.tree
    functions = functions_around(tree)
    free = [row for row in range(1, len(tree)) if not functions[row]]
    values = {tree.source(row): row for row in free if _is_value(tree, row)}
    if not values:
        return
    rows = sorted(dict(members(Places(configuration), Depth.TEXT)))
    member_of = tree.innermost(zip(rows, count()), -1)
    uses = [row for row in _uses(configuration, free, member_of) if member_of[row] >= 0]
    for use, value in islice(product(reversed(uses), values.values()), _PAIRS):
        member = member_of[use]
        elsewhere = member_of[value] not in (-1, member)
        changed = _put(configuration, use, value) if elsewhere else None
        if changed is not None:
            yield _sliced(context, changed, tree.start[rows[member]])


def _is_value(tree: Tree, row: int) -> bool:
    """Whether a node is, by its brackets, a small call whose value is used."""
    group = tree.last_named(row)
    whole = is_all_of(tree, row, tree.parent[row])
    called = row + 1 < group and tree.begins(group, b"(") and tree.end[group] == tree.end[row]
    return called and not whole and tree.weight(row) <= _SMALL


def _uses(
    configuration: Configuration, rows: Iterable[int], member_of: Sequence[int]
) -> Iterator[int]:
    """Yield the leaves among some rows that use what another member defines.

    Members that define something for others only pass a value on.
    """
    tree, leaves_of, uses = configuration.tree, occurrences(configuration.tree), list[int]()
    passing = set[int]()
    for leaves in leaves_of.values():
        defining = [leaf for leaf in leaves if defined_by(configuration, leaf) is not None]
        makers = {member_of[leaf] for leaf in defining}
        others = [leaf for leaf in leaves if not makers <= {member_of[leaf]}]
        passing |= makers if others else set()
        uses += set(others).difference(defining)
    free = {*rows}
    return (
        leaf
        for leaf in sorted(free.intersection(uses))
        if member_of[leaf] not in passing and not _asks(tree, leaf)
    )


def _asks(tree: Tree, leaf: int) -> bool:
    """Whether a leaf is called, or is a part of a longer name."""
    signs = leaf - 1, tree.skip[leaf]
    return is_called(tree, leaf) or any(is_access_sign(tree, row) for row in signs)


def _put(configuration: Configuration, use: int, value: int) -> bytes | None:
    """Return the text with a value in place of a use; None if it may not stand there."""
    tree = configuration.tree
    source, kinds = tree.source(value), {tree.name(value)}
    brackets = brackets_for(configuration, use, source, kinds)
    if brackets is None or not configuration.may_change(use):
        return None
    return configuration.render([Rewrite((use,), enclosed(source, brackets))])


def _sliced(context: Context, text: bytes, start: int) -> bytes:
    """Return the member of a text that starts at an offset, with all that it needs."""
    needs = Needs(Places(bare(context, text)), Depth.TEXT)
    every = range(len(needs.members))
    member = next((one for one in every if needs.start(one) == start), None)
    return b"" if member is None else needs.render(needs.closed(needs.always | 1 << member))
