"""Methods: the only method of a class becomes a function, and so do its calls (floor 3).

If a method cannot be inlined where it is called, as a generator or a method that calls itself, its
class needs the objects that the method is called on, and these need the class: instead of
`class A: def f(self): …` and `A().f()`, `def f(): …` and `f()` do.

Source: coupled deletion after DRReduce (2026), of a class with all that is asked of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.hoisting import Hoisting
from nubbin.engine.relations.call_sites import call_of
from nubbin.engine.relations.classes import name_of, only_method, small_classes
from nubbin.engine.relations.function_kinds import FUNCTION
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.mentions import Mentions, is_access_sign
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch


def freed(
    configuration: Configuration,
    mentions: Mentions,
) -> Iterator[Patch]:
    """Yield for each class with one method the edits that put that, as a function, in its place.

    Each mention of the method outside of it has to ask something for it; what it asks is removed.
    So is the first parameter, if it stands for that: the method has one parameter more than its
    calls have arguments, and uses the first only to call itself. Each patch removes tokens.

    Args:
        configuration: of the text.
        mentions: for each name its mentions, in order.
    """
    tree, hoisting = configuration.tree, Hoisting(configuration.tree)
    lists = Lists(tree)

    @cache
    def asking(word: bytes) -> tuple[Mapping[int, Edit], Sequence[int]]:
        """Return the edit of each mention that asks something for a word, and the rest of them."""
        edits = {use: _accessed(tree, use) for use in mentions.get(word, ())}
        asked = {use: edit for use, edit in edits.items() if edit}
        return asked, [use for use in edits if use not in asked]

    for row in small_classes(tree):
        method = only_method(tree, row)
        name = name_of(tree, method) if method else 0
        if not name:
            continue
        edits, bare = asking(tree.source(name))  # many classes may have a method of that name
        if not all(method < use < tree.skip[method] for use in bare):
            continue
        uses = [leaf for leaf in mentions.get(tree.source(name), ()) if leaf != name]
        asked = [edits[use] for use in uses if use in edits]
        if not asked:
            continue
        receiver = _receiver(configuration, lists, name, uses)
        if receiver and not _idle(
            tree, method, mentions.get(receiver[0], ()), (*asked, receiver[1])
        ):
            continue
        alone = standing_alone(tree, hoisting, row, method, name)
        yield *alone, *asked, *((receiver[1],) if receiver else ())


def standing_alone(
    tree: Tree, hoisting: Hoisting, owner: int, method: int, name: int
) -> Sequence[Edit]:
    """Return the edits that put a method, as a function, in the place of its owner."""
    head, *others = hoisting.edits(owner, method)
    if tree.start[method] == tree.start[name]:
        head = head._replace(replacement=FUNCTION + b" ")
    return head, *others


def _accessed(tree: Tree, use: int) -> Edit | None:
    """Return the edit that removes what a use asks for the member; None if it asks nothing."""
    above = tree.parent[use]
    accesses = above < use - 1 and is_access_sign(tree, use - 1)
    return Edit(tree.start[above], tree.start[use]) if accesses else None


def _receiver(
    configuration: Configuration, lists: Lists, name: int, uses: Iterable[int]
) -> tuple[bytes, Edit] | None:
    """Return the parameter for what a method is called on: its text, and the edit that removes it.

    None if the method has no such parameter.
    """
    tree, group = configuration.tree, lists.round_brackets(name)
    calls = [call_of(configuration, lists, use) for use in uses]
    taken = {len(call.arguments) for call in calls if call is not None}
    parameters = [] if group is None else [*tree.named_children(group)]
    if not parameters or taken != {len(parameters) - 1}:
        return None
    first, *others = parameters
    end = tree.start[others[0]] if others else tree.end[first]
    return tree.source(first), Edit(tree.start[first], end)


def _idle(tree: Tree, method: int, leaves: Iterable[int], going: Sequence[Edit]) -> bool:
    """Whether all mentions of a word in a method are in what is removed."""
    inside = (tree.start[leaf] for leaf in leaves if method < leaf < tree.skip[method])
    return all(any(edit.start <= place < edit.end for edit in going) for place in inside)
