"""Namesakes: a function takes the name of one that does nothing, which goes (floor 3).

A program may have to have a function of some name, as `main`, that nothing in it mentions. Where
what matters is in another function, that can bear the name as well.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import defined_by
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.mentions import Mentions


def passed_on(
    configuration: Configuration, mentions: Mentions, most: int
) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out a function that does nothing, and give another its name.

    Nothing else of its kind mentions it.

    Args:
        configuration: of the text.
        mentions: for each name its mentions, in order.
        most: how many others may take a name, and how many names are tried for each.
    """
    tree, hollow = configuration.tree, dict[bytes, int]()
    for name, leaves in mentions.items():
        kinds = Counter(tree.kind[leaf] for leaf in leaves)  # `main` of Go is a package, too
        for leaf in leaves:
            function = _named_at(configuration, leaf) if kinds[tree.kind[leaf]] == 1 else None
            if function and not tree.last_named(tree.last_named(function)):
                hollow[name] = function
    others = (
        tuple(leaves)
        for name, leaves in mentions.items()
        if name not in hollow and any(_named_at(configuration, leaf) for leaf in leaves)
    )
    for leaves in islice(others, most) if hollow else ():
        if all(map(configuration.may_change, leaves)):
            for name, row in islice(hollow.items(), most):
                yield Prune((row,)), Rewrite(leaves, name)


def _named_at(configuration: Configuration, leaf: int) -> int | None:
    """Return the function that a leaf names where it is defined; None if it names none."""
    part = defined_by(configuration, leaf)
    return part if part is not None and is_function(configuration.tree, part) else None
