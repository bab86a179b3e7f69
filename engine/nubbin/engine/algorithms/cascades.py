"""Cascades: a part goes with the definitions that only it uses (floor 5).

Where an unused definition is an error, as an import is in Go, and most definitions under `-Werror`,
a part cannot go before the definitions that only it uses, nor these before the part. Here they go
at once, with the definitions that only they use, and so on.

Source: coupled deletion after DRReduce (2026), "import with its last user", cascading.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.uses import Uses

_MOST = 16
"""At most this many groups, the heaviest first, are asked about in one round; there is another one
as long as any hold."""
_GONE_THROUGH = 1 << 17
"""Once this many uses in parts, and members of groups, were gone through, lighter parts are not
looked at. After the large cuts, 23 inputs had at most 200; a whole C file of 140 kB has 105,000."""
_LOOKED_AT = 256
"""Only of this many groups, the heaviest, is it found out whether all their parts can go."""


def cascades(context: Context, text: bytes) -> bytes:
    """Take out parts along with all that only they use; return what is left of the text.

    If a removable part has all uses of a definition outside of it, the pass asks about the text
    without both, and without the definitions that are then unused, and so on; and about the text
    without the part and only the definitions that it uses itself. A parameter goes with its
    arguments. A part with attributes before it is also asked about with these alone, whatever it
    uses. The pass is repeated until nothing more goes.
    """
    before = None
    while text != before:
        before, text = text, try_changes(context, text, _groups)
    return text


def _groups(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out the groups to ask about, the heaviest first."""
    weight = configuration.tree.weight
    groups = _along_with_parts(configuration, Uses(configuration))
    heaviest = sorted(groups, key=lambda group: (-sum(map(weight, group)), group))
    removable = (
        group for group in heaviest[:_LOOKED_AT] if all(map(configuration.removable, group))
    )
    for group in islice(removable, _MOST):
        # The word that defines a name may be all of an element: that one has the comma beside it.
        yield (Prune(tuple(map(configuration.tree.topmost, group))),)


def _along_with_parts(configuration: Configuration, uses: Uses) -> set[tuple[int, ...]]:
    """Return the groups that go together with parts; if they are too many, with the heaviest parts.

    In a sum each part lies in the next, so that all groups together have as many members as the
    square of the number of terms.
    """
    groups, gone_through = set[tuple[int, ...]](), 0
    parts = filter(uses.any_in, configuration.every_place())
    for part in sorted(parts, key=configuration.tree.weight, reverse=True):
        if gone_through > _GONE_THROUGH:
            break
        found = [*uses.along_with(part)]
        groups.update(found)
        gone_through += len(uses.uses_in(part)) + sum(map(len, found))
    return groups | {tuple(sorted((part, *before))) for part, before in uses.attributes.items()}
