"""Parameters: each goes with the arguments in its place, or gives way to its only one (floor 5).

If a language counts arguments, a parameter keeps those of all calls, and these keep it; so it is
with parameters that are types. `argument_lists` says which lists belong together.

Source: coupled deletion after DRReduce (2026), here of parts with the same position instead of
parts with the same name.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.argument_lists import argument_lists
from nubbin.engine.rewrites.fixing import fixed
from nubbin.engine.rewrites.packs import singled
from nubbin.engine.rewrites.settling import settled


def parameters(context: Context, text: bytes) -> bytes:
    """Take out parameters together with their arguments; return what is left of the text.

    For lists that belong together (see `argument_lists`), the pass asks about the text without all
    their members; then without the last member of each, without the one before it, and so on; then
    without the first of each, and so on, since the object of a method may be its first parameter,
    and arguments may be left out. The only member of a list of types goes with its brackets. What
    takes, or hands on, all further arguments may become one for a single argument; see `packs`.

    If just two lists belong together, it also asks about the text without a member of each in the
    same place, and with one of these wherever the other is mentioned by its name; then also with
    the variable that is handed over in front of both functions; see `outer_variables`. If more do,
    one of the arguments may stand for the parameter; see `fixing`. At last, the pass asks about a
    type in place of one that a declaration leaves open; see `settled`.
    """
    text = try_changes(context, text, _taken_out)
    text = try_changes(context, text, fixed, shrinking=True)
    least = context.original.instances
    return try_changes(context, text, partial(settled, instances=least), shrinking=True)


def _taken_out(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out all members of lists, or those in one place."""
    for lists in argument_lists(configuration):
        longest = max(map(len, lists))
        last = ([each[-n] for each in lists if n <= len(each)] for n in range(1, longest + 1))
        first = ([each[n] for each in lists if n < len(each)] for n in range(longest))
        groups = ([*chain.from_iterable(lists)], *last, *first)
        for places in dict.fromkeys(map(tuple, groups)):
            if len(places) > 1 and all(map(configuration.vanishes, places)):
                yield (Prune(places),)
    yield from singled(configuration)
