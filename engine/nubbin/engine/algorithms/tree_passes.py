"""Passes that walk the tree (floor 5): text in, smaller text out."""

from collections.abc import Iterator, Sequence
from functools import partial

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.cutting import cut
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.frontier import Tactics
from nubbin.engine.algorithms.hdd import Variant, walk
from nubbin.engine.algorithms.pace import ROUND, Pace
from nubbin.engine.algorithms.patches import taken_out
from nubbin.engine.algorithms.trying import (
    bare,
    configured,
    try_all,
    try_changes,
)
from nubbin.engine.configurations.changes import Change, Hoist, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.descendants import hoistable, named_below
from nubbin.engine.configurations.transforms import ALL, BARE, TreeTransforms
from nubbin.engine.relations.coupling import Coupling
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Span, indentation

_LIGHT = 1024
"""Changes that take less than `1 / _LIGHT` of the text wait for the next walk of large cuts. With
512, 23 cases took 251 runs (geometric mean), with 1,024 246, without a limit 252; with 256 one ends
larger."""
_DESCENT = 4
"""A node that is hoisted lies at most this many nodes of its kind below the place."""


def hierarchical(
    context: Context,
    text: bytes,
    variant: Variant,
    policy: Policy,
    transforms: TreeTransforms,
) -> bytes:
    """Walk the text's tree once as the variant says; return what is left of the text."""
    configuration = configured(context, text, transforms, by_rules=variant.by_rules)
    walk(configuration, variant, context.asker, policy)
    return configuration.render()


def comments(context: Context, text: bytes) -> bytes:
    """Take out all comments at once, or, where that fails, some; later passes see to the rest.

    Comments have no tokens, so they would be the last to go, and would be in every candidate. If
    one is needed, most others are not, so groups of them are asked about side by side.
    """
    tree = context.tree(text)
    spans = (tree.span(row) for row in tree.comments())
    return taken_out(context, text, (_with_margin(text, span) for span in spans))


def _with_margin(text: bytes, span: Span) -> Span:
    """Return the span to take out with a comment: its indentation too, if its line end is in it.

    Otherwise the indentation before a comment that includes its line end, as Rust's `///` does,
    would move the next line to the right, and with it all that goes by that line's indentation.
    """
    ends_line = text.endswith(b"\n", span.start, span.end)
    margin = indentation(text, span.start) if ends_line else None
    return Span(span.start - len(margin or b""), span.end)


def large_cuts(context: Context, text: bytes, goal: int = -1, light: int = _LIGHT) -> bytes:
    """Cut runs of siblings out of the whole tree once, the heaviest first.

    After a run was refused, the part that needed it may go. While much goes, walking over the large
    parts again is cheaper than walking over single nodes, so the lightest parts of a large text
    wait for the next walk, which begins to look as far ahead as this one did in the end.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        goal: the walk ends once the text has at most this many bytes; see `cut`.
        light: changes that take less than `1 / light` of the text's tokens wait for the next walk.
    """
    configuration = configured(context, text, ALL)
    tactics = Tactics(
        hoists=lambda configuration, place: (),
        pace=Pace(few=2, asked=context.runs),  # most large parts can go
        singly=False,
        least_weight=configuration.tree.tokens() // light,
        company=Coupling(configuration, partial(bare, context, text)).users,
    )
    return cut(context, configuration, tactics, goal)


def nodes(context: Context, text: bytes, levels: int, *, leaps: bool) -> bytes:
    """Prune single nodes along the whole frontier, and hoist into those that stay.

    A text that comes back unchanged is 1-tree-minimal over the flattened tree.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        levels: nodes up to this many levels below another are tried in its place.
        leaps: whether to try also nodes that leave little of another: those in one of several parts
            that can go (of 867 questions about such, asked last on 32 inputs, one held), and those
            with less than two fifths of its tokens (of 413 questions about larger ones, on 48
            inputs, 24 held).
    """
    configuration = configured(context, text, ALL)
    hoists = partial(named_below, levels=levels, leaps=leaps)
    pace = Pace(few=ROUND // 4)  # most nodes that are left have to stay
    return cut(context, configuration, Tactics(hoists, pace, singly=True))


def descents(context: Context, text: bytes) -> bytes:
    """Hoist nodes into places of their own kind, past a few others of that kind.

    1-maximality is about the nearest nodes only. If all nodes are of one kind, as objects are in
    JSON, the needed one may lie two of them below, under others that can go in no other way.
    """

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        for place in filter(configuration.may_change, configuration.every_place()):
            for descendant in _of_its_kind(configuration.tree, place):
                yield (Hoist(place, descendant),)

    return try_changes(context, text, changes)


def _of_its_kind(tree: Tree, node: int) -> list[int]:
    """Return the nodes of a node's kind that lie at most `_DESCENT` such nodes below it."""
    found: list[int] = []
    level = [node] if tree.is_named(node) else []
    for _ in range(_DESCENT):
        below = [child for each in level for child in tree.children(each)]
        level = []
        for each in below:  # grows while it is read
            if tree.kind[each] == tree.kind[node]:
                level.append(each)
            else:
                below.extend(tree.children(each))
        found += level
    return found


def confirm(context: Context, text: bytes, variant: Variant, *, signs: bool = True) -> bytes:
    """Ask once more about every change that the variant's claims are about, over the whole tree.

    In the tree as it was parsed (nothing squeezed, flattened or hidden), these changes are:
    - if the variant prunes, the Φ of every node, and nothing in the node's place if the grammar
      lets it go both with its separator and without;
    - if it hoists, every hoist.
    If the text comes back unchanged, the claims 1-tree-minimal and 1-maximal hold for it.

    Args:
        context: answers for the oracle.
        text: what the claims are about.
        variant: what is claimed.
        signs: whether to ask, in a text with errors, also about signs that the rules would keep;
            needless if every token is asked about elsewhere.
    """
    configuration = configured(context, text, BARE, by_rules=variant.by_rules)
    signs = signs and context.reader.syntax(text).errors > 0
    changes = ((change,) for change in _every_change(configuration, variant, signs=signs))
    return try_all(context, configuration, changes)


def _every_change(
    configuration: Configuration, variant: Variant, *, signs: bool
) -> Iterator[Change]:
    """Yield each change that the variant's claims are about."""
    for place in configuration.every_place():
        if variant.prune and configuration.worth_pruning(place):
            yield Prune((place,))
            # The separator may be needed, or be none; beside errors, a sign that the rules would
            # keep may go, such as half of a pair of quotes.
            loose = signs and not configuration.tree.is_named(place)
            if loose or configuration.leaves_joint(place):
                yield Rewrite((place,), b"")
        if variant.hoist:
            for descendant in hoistable(configuration, place):
                yield Hoist(place, descendant)
