"""Methods: one that is all of a class, and asked of what that makes, is a function (floor 3).

Where what a method does cannot be put in place of its calls, as it is a generator or calls itself,
the class is kept by what is asked of it, and that by the class: `class A: def f(self): …` and
`A().f()` are `def f(): …` and `f()`.

Source: coupled deletion after DRReduce (2026), of a class with all that is asked of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.hoisting import Hoisting
from nubbin.engine.relations.call_sites import call_of
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.mentions import is_asking
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch

_CLASS: Final = "class"
"""What the kinds of classes begin with."""
_FUNCTION: Final = b"function "
"""What is put in front of a function's name, where a method's name has nothing in front."""
_LARGE: Final = 256
"""A class of more tokens stays; what is left in the end is smaller."""


def freed(
    configuration: Configuration,
    words: Mapping[bytes, Sequence[int]],
    fields: Sequence[str | None],
) -> Iterator[Patch]:
    """Yield for each class with one method the edits that leave that alone, and calls of it.

    Each mention of the method outside of it asks something for it, which goes. So does the first
    parameter, where it is for what the method is asked of: there is one more than the calls have
    arguments, and the method does no more with it than to call itself. Each patch takes tokens
    away.

    Args:
        configuration: the text's.
        words: for each name its mentions, in order.
        fields: by row, the one that each node is in.
    """
    tree, hoisting = configuration.tree, Hoisting(configuration.tree)
    lists = Lists(tree)

    @cache
    def asking(word: bytes) -> tuple[Mapping[int, Edit], Sequence[int]]:
        """Return what goes where something is asked for a word, and where nothing is asked."""
        edits = {use: _asked(tree, use) for use in words.get(word, ())}
        asked = {use: edit for use, edit in edits.items() if edit}
        return asked, [use for use in edits if use not in asked]

    for row in tree.rows_of(tree.kinds_where(lambda kind: kind.startswith(_CLASS))):
        method = only_method(tree, row) if tree.weight(row) <= _LARGE else 0
        name = name_of(tree, fields, method) if method else 0
        if not name:
            continue
        edits, bare = asking(tree.source(name))  # many classes may have one such
        if not all(method < use < tree.skip[method] for use in bare):
            continue
        uses = [leaf for leaf in words.get(tree.source(name), ()) if leaf != name]
        asked = [edits[use] for use in uses if use in edits]
        if not asked:
            continue
        receiver = _receiver(configuration, lists, name, uses)
        if receiver and not _idle(tree, method, words.get(receiver[0], ()), (*asked, receiver[1])):
            continue
        alone = standing_alone(tree, hoisting, row, method, name)
        yield *alone, *asked, *((receiver[1],) if receiver else ())


def standing_alone(
    tree: Tree, hoisting: Hoisting, owner: int, method: int, name: int
) -> Sequence[Edit]:
    """Return the edits that put a method, as a function, in the place of what it is in."""
    head, *others = hoisting.edits(owner, method)
    if tree.start[method] == tree.start[name]:
        head = head._replace(replacement=_FUNCTION)
    return head, *others


def name_of(tree: Tree, fields: Sequence[str | None], function: int) -> int:
    """Return the name of a function; or 0."""
    return next((part for part in tree.children(function) if fields[part] == "name"), 0)


def only_method(tree: Tree, row: int) -> int:
    """Return the only member of a class, if that is a method; or 0."""
    body = max(tree.named_children(row), default=0)
    method = tree.only_named(body)
    return method if method and is_function(tree, method) else 0


def _asked(tree: Tree, use: int) -> Edit | None:
    """Return the edit that takes away what is asked for a member; None if nothing is."""
    above = tree.parent[use]
    asks = above < use - 1 and is_asking(tree, use - 1)
    return Edit(tree.start[above], tree.start[use]) if asks else None


def _receiver(
    configuration: Configuration, lists: Lists, name: int, uses: Iterable[int]
) -> tuple[bytes, Edit] | None:
    """Return what a method calls what it is asked of, and the edit that takes that parameter away.

    None if it has no parameter for it.
    """
    tree, group = configuration.tree, lists.round(name)
    calls = [call_of(configuration, lists, use) for use in uses]
    taken = {len(call.arguments) for call in calls if call is not None}
    parameters = [] if group is None else [*tree.named_children(group)]
    if not parameters or taken != {len(parameters) - 1}:
        return None
    first, *others = parameters
    end = tree.start[others[0]] if others else tree.end[first]
    return tree.source(first), Edit(tree.start[first], end)


def _idle(tree: Tree, method: int, leaves: Iterable[int], going: Sequence[Edit]) -> bool:
    """Whether all mentions of a word in a method are in what goes."""
    inside = (tree.start[leaf] for leaf in leaves if method < leaf < tree.skip[method])
    return all(any(edit.start <= place < edit.end for edit in going) for place in inside)
