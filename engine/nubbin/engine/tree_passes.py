"""Passes that walk the tree (floor 5): text in, smaller text out."""

from collections.abc import Iterator
from dataclasses import dataclass

from nubbin.engine.configuration import Configuration
from nubbin.engine.context import Context
from nubbin.engine.ddmin import Policy
from nubbin.engine.hdd import Variant, walk
from nubbin.engine.patches import Patch, sweep
from nubbin.engine.replacement import Replacements
from nubbin.engine.tree import Syntax


@dataclass(frozen=True, slots=True)
class TreeTransforms:
    """What is done to the tree before a walk; each on its own switch."""

    squeeze: bool = True
    flatten: bool = True
    hide: bool = True


def hierarchical(
    context: Context,
    text: bytes,
    variant: Variant,
    policy: Policy,
    transforms: TreeTransforms,
) -> bytes:
    """Walk the text's tree once as the variant says; return what is left of the text.

    A text without a grammar comes back as it is.
    """
    syntax = context.syntax(text)
    if syntax is None:
        return text
    configuration = _configuration(context, syntax, text, transforms)
    walk(configuration, variant, context.asker, policy)
    return configuration.render()


def confirm(context: Context, text: bytes, variant: Variant) -> bytes:
    """Try once more all that the variant's claim of minimality says, over the whole tree.

    Asks about every node, before squeezing, flattening and hiding: the Φ of each where the
    variant prunes, each hoist where it hoists. When the text comes back unchanged, the claims
    1-tree-minimal and 1-maximal hold for it.
    """
    syntax = context.syntax(text)
    if syntax is None:
        return text
    bare = TreeTransforms(squeeze=False, flatten=False, hide=False)
    configuration = _configuration(context, syntax, text, bare)
    patches = _every_change(configuration, variant)
    return sweep(text, patches, context.asker, context.window)


def _every_change(configuration: Configuration, variant: Variant) -> Iterator[Patch]:
    places = list(configuration.children(0))
    for place in places:  # grows while it is read: breadth first
        places.extend(configuration.children(place))
        if variant.prune and configuration.replaceable(place):
            yield tuple(configuration.pruning([place]))
        if variant.hoist:
            for descendant in configuration.hoistable(place):
                yield tuple(configuration.hoisting(place, descendant))


def _configuration(
    context: Context, syntax: Syntax, text: bytes, transforms: TreeTransforms
) -> Configuration:
    tree = syntax.tree()
    return Configuration(
        tree,
        Replacements(tree, syntax, context.minimal.get),
        context.labels,
        context.within(text),
        squeeze=transforms.squeeze,
        flatten=transforms.flatten,
        hide=transforms.hide,
    )
