"""Asking about changes to a text's tree, many at once (floor 5): what most passes are made of.

A pass says which changes it would like to try, as a function of the tree; the rest is done here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import Sweeper
from nubbin.engine.configurations.changes import Change, singly
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.replacement import Replacements
from nubbin.engine.configurations.transforms import BARE, TreeTransforms
from nubbin.engine.relations.leftovers import Leftovers


def try_changes(
    context: Context,
    text: bytes,
    changes: Callable[[Configuration], Iterable[Sequence[Change]]],
    *,
    shrinking: bool = False,
) -> bytes:
    """Return the text with every group of changes made that was found to hold.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        changes: given the text's tree, yields groups of changes, in the order of preference. All
            changes of a group are made, or none.
        shrinking: whether to ask only about texts that are smaller in the order of texts; needed
            if a change may put more into a text than it takes out.
    """
    configuration = bare(context, text)
    asked = context.shrinking(text) if shrinking else context
    return try_all(asked, configuration, changes(configuration))


def try_all(
    context: Context, configuration: Configuration, changes: Iterable[Sequence[Change]]
) -> bytes:
    """Return the text with every group of changes made that was found to hold.

    Args:
        context: answers for the oracle.
        configuration: the tree that the changes refer to; it is not changed itself.
        changes: groups, in the order of preference; all changes of a group are made, or none. A
            group with a change of what may not change is passed over.
    """

    def render(groups: Sequence[Sequence[Change]]) -> bytes:
        return configuration.render(chain.from_iterable(groups))

    sweeper = Sweeper(render, context.asker, context.window)
    sweeper.ask_all(group for group in map(tuple, changes) if _may_all(configuration, group))
    return sweeper.text


def _may_all(configuration: Configuration, changes: Iterable[Change]) -> bool:
    """Whether none of some changes is of anything that reaches beyond the bytes that may change."""
    return all(
        configuration.may_change(place) for change in singly(changes) for place in change.places
    )


def removable(configuration: Configuration) -> list[int]:
    """Return the named places that can go without a trace, in the order of the text."""
    return [
        place
        for place in sorted(configuration.every_place())
        if configuration.tree.is_named(place) and configuration.removable(place)
    ]


def bare(context: Context, text: bytes) -> Configuration:
    """Return the text's tree with nothing squeezed, flattened or hidden."""
    return configured(context, text, BARE)


def configured(
    context: Context, text: bytes, transforms: TreeTransforms, *, by_rules: bool = True
) -> Configuration:
    """Return the text's tree, ready to be changed.

    Args:
        context: reads the text, and says which part of it may change.
        text: what is reduced.
        transforms: transformations made to the tree first.
        by_rules: whether two kinds of nodes also count as one category if only the rules of the
            grammar say so.
    """
    reader, syntax = context.reader, context.reader.syntax(text)
    tree = syntax.tree
    configuration = Configuration(
        tree,
        Replacements(tree, syntax, reader.table, context.asker.poll),
        _labels(context) if by_rules else reader.supertypes,
        context.within(text),
        transforms,
        by_lines=reader.by_lines,
        by_indents=reader.by_indents,
    )
    if not context.tolerance.unused:
        functions = not context.tolerance.unused_functions
        leftovers = Leftovers(configuration, functions=functions)
        configuration.take_along(leftovers.of)
    return configuration


def _labels(context: Context) -> Mapping[str, frozenset[str]]:
    """Return the categories of kinds, or the kinds of their parents if no grammar tells any."""
    reader = context.reader
    if reader.labels or reader.by_lines or reader.table is not None:
        return reader.labels
    return context.original.parent_kinds
