"""Calls: each gives way to the body of the function, with the call's arguments in it (floor 5).

A function that is called more than once, or that does something with its arguments, is kept by its
calls, and these by it. In the place of the calls, its body needs neither name nor parameters, and
the object that the function is called on need not be handed around.

Source: function inlining as LPR (2024) asks a language model for it; here parameters and arguments
are paired by their positions, and the oracle tells whether the result still shows the bug.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Final, NamedTuple

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.call_sites import (
    Call,
    all_calls,
    by_receiver,
    call_at_once,
    calls_of,
    given_by,
)
from nubbin.engine.relations.constructors import constructors
from nubbin.engine.relations.function_kinds import function_kinds
from nubbin.engine.relations.functions import Function, functions_at, named_function
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.mentions import Mentions, occurrences
from nubbin.engine.relations.placing import substitution_of
from nubbin.engine.relations.substitution import Rows, free_words
from nubbin.engine.rewrites.bases import handed_on, of_base
from nubbin.engine.rewrites.called_body import CalledBody
from nubbin.engine.rewrites.decorators import undecorated
from nubbin.engine.rewrites.expansion import expanded
from nubbin.engine.rewrites.generators import handed_out
from nubbin.engine.rewrites.implied import implied
from nubbin.engine.rewrites.keepers import kept, of_kept
from nubbin.engine.rewrites.nameless import nameless
from nubbin.engine.trees.tree import Tree

_MANY: Final = 9
"""A name that occurs more often is left alone."""
_IMPLIED: Final = 2
"""At most this many values are tried of a method that nothing mentions, for each object."""


def calls(context: Context, text: bytes) -> bytes:
    """Put the bodies of functions in place of their calls; return what is left of the text.

    A function is looked at if its name is mentioned outside of it, at most eight times, and only
    where it is called, or handed to what may call it. The pass asks about the text without the
    function and with one of these in place of all its calls at once:
    - its body, or a part of that;
    and if there is only one call, also:
    - the value that the body returns, or `0` if it returns none, with its other statements ahead of
      the one around the call;
    - the function without its name, as Go's `func() {}()`;
    - the body with variables for its parameters, and for the object that it is called on, if that
      is smaller; see `openings`;
    - the statement around the call in place of the function, with all of this in it; see `brought`.

    A function that is called where it stands, as `((a) => 1)(2)`, is treated alike, except that it
    has no name; so is a method that nothing mentions, with an object in place of a call (see
    `implied`). The value of a constructor is its `this`, or the one thing that it keeps; see
    `keepers`. A class goes with its only method, or stays without it; a constructor is called by
    the name of its class.

    A parameter gives way to the argument in its position, and one that is a type to the type that
    a call gives there, as in `f<int>(1)`. The object that the function is called on takes the place
    of `self`, of `this`, and of a first parameter that has no argument; it is asked for what the
    body mentions of the class by name alone, as in C++ and Java. A parameter for all further
    arguments gives way to these, along with the sign that spreads it, or else to a list of them.
    One that the body assigns to gives way to nothing but a name. A function stays if a call has too
    few arguments, or lies in the arguments of another call.

    Mentions of the name in the body itself stay. So do members of that name (`a.f`) if no call is
    that of a member, and the other way round: they are taken for something else. Calls on different
    objects may be calls of different functions, too, so those on each object are also tried by
    themselves, with the first change that they allow. Lines below the first are indented as deep as
    the call is. A macro with a pattern for its arguments gives way to its expansion; see
    `expanded`. A loop over a generator gives way to the body of that; see `handed_out`. What is
    decorated gives way to a call of its decorator; see `undecorated`. Each candidate is smaller in
    the order of texts.
    """
    return try_changes(context, text, _changes, shrinking=True)


class _Site(NamedTuple):
    """A function with a name, and where it is mentioned outside of its body."""

    function: Function
    """What is put where it is called; a constructor is without its parameter for the new object."""
    calls: Sequence[Call]
    others: Sequence[int]
    """The leaves that mention it, and are neither called nor handed to what may call it."""
    owners: Sequence[int]
    """The names of the classes that it stands for."""
    is_constructor: bool


def _changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield, for each function, the changes that inline its calls: all of them, then some.

    Functions with names come first, then those that are called where they are written.
    """
    tree = configuration.tree
    lists, kinds, mentions = Lists(tree), function_kinds(tree), occurrences(tree)
    for site in _sites(configuration, lists, kinds, mentions):
        yield from _at_site(configuration, lists, mentions, site)
    for node in tree.rows_of(kinds):
        yield from _at_once(configuration, lists, node)
    for function, call in implied(configuration, lists, mentions):
        yield from islice(CalledBody(configuration, function, [call]).changes(), _IMPLIED)
    yield from expanded(configuration)
    yield from undecorated(configuration)


def _sites(
    configuration: Configuration, lists: Lists, kinds: frozenset[int], mentions: Mentions
) -> Iterator[_Site]:
    """Yield the functions with names that are called, and may be put there."""
    tree = configuration.tree
    for name, uses, owner in _called(tree, lists, mentions):
        node, group = named_function(tree, lists, kinds, name)
        types = lists.types(name) or lists.types_before(name)
        for function in functions_at(configuration, node, group, types) if node else ():
            site = _site(configuration, lists, function, uses, owner)
            if site is not None:
                yield site


def _site(
    configuration: Configuration,
    lists: Lists,
    function: Function,
    uses: Sequence[int],
    owner: int | None,
) -> _Site | None:
    """Return where a function is called; None if it is not, or stays with what it is called in.

    Args:
        configuration: of the text.
        lists: of its tree.
        function: what may be called.
        uses: the leaves that may call it.
        owner: the name of the class whose constructor it is, if it is one.
    """
    tree = configuration.tree
    head, inside = range(function.part, function.body), tree.subtree(function.body)
    classes = [use for use in uses if use in head and tree.fields[use] == "name"]
    outside = [use for use in uses if use not in inside and use not in classes]
    calls, others = calls_of(configuration, lists, outside)
    if owner is None and not classes:
        calls, others = all_calls(configuration, calls, others)
    parts = sorted((function.part, *(call.place for call in calls), *others))
    apart = all(tree.skip[one] <= other for one, other in pairwise(parts))
    if not apart or not calls:
        return None
    if owner is None:
        return _Site(function, calls, others, classes, is_constructor=False)
    if owner not in head:  # outside of its class, which stays, it is still needed
        return None
    made = _without_self(function, calls)
    return _Site(made, calls, others, classes or [owner], is_constructor=True)


def _at_site(
    configuration: Configuration, lists: Lists, mentions: Mentions, site: _Site
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a function where it is called."""
    tree, function, calls = configuration.tree, site.function, site.calls
    if not site.others:
        yield from CalledBody(configuration, function, calls).changes()
        for some in by_receiver(tree, calls):
            yield from islice(CalledBody(configuration, function, some).changes(), 1)
        yield from _of_kept(configuration, site, mentions)
        if len(calls) == 1 and not site.is_constructor:
            yield from _whole(tree, function, calls[0])
            yield from handed_out(configuration, function, calls[0], given_by(function, calls[0]))
    for owner in site.owners:
        yield from _of_base(tree, lists, site, owner)


def _at_once(configuration: Configuration, lists: Lists, node: int) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a function's body in its place, if it is called right there."""
    call = call_at_once(configuration, lists, node)
    if call is not None:
        found = functions_at(configuration, node, lists.parameters(node))
        for function in islice(found, 1):
            in_place = function._replace(part=call.place)
            yield from CalledBody(configuration, in_place, [call]).changes()


def _called(
    tree: Tree, lists: Lists, mentions: Mentions
) -> Iterator[tuple[int, Sequence[int], int | None]]:
    """Yield leaves that may name a function, those that may call it, and a constructor's class."""
    for leaves in mentions.values():
        for name in leaves if 1 < len(leaves) <= _MANY else ():
            yield name, [leaf for leaf in leaves if leaf != name], None
    for owner, method, uses in constructors(tree, lists, mentions):
        if len(uses) < _MANY:
            yield method, uses, owner


def _without_self(function: Function, calls: Sequence[Call]) -> Function:
    """Return a constructor without the parameter for the new object, if it has one."""
    explicit = all(len(call.arguments) + 1 == len(function.parameters) for call in calls)
    return function._replace(parameters=function.parameters[explicit:])


def _of_base(tree: Tree, lists: Lists, site: _Site, owner: int) -> Iterator[Sequence[Change]]:
    """Yield changes that make an object of the base, if a class only hands on its arguments."""
    function = site.function
    group = handed_on(tree, lists, function.body)
    if group is not None:
        words = free_words(tree, Rows.of(tree, group))
        made = []
        for call in site.calls:
            given = given_by(function, call)
            substitution = {leaf: given[word] for leaf, word in words.items() if word in given}
            made.append((call.place, call.group, substitution))
        yield from of_base(tree, lists, function.part, owner, group, made, site.others)


def _of_kept(
    configuration: Configuration, site: _Site, mentions: Mentions
) -> Iterator[Sequence[Change]]:
    """Yield changes that put the only value that a constructor keeps in place of its objects."""
    tree, function = configuration.tree, site.function
    member, value = kept(tree, function.body) or (0, 0)
    asked = any(call.receiver for call in site.calls)  # a method changes what it is asked of
    if member and not asked:
        words = free_words(tree, Rows.of(tree, value))
        given = ((call.place, given_by(function, call)) for call in site.calls)
        made = [(place, substitution_of(configuration, words, each)) for place, each in given]
        leaves = mentions.get(tree.source(member), ())  # Rust's `self.0` has no name
        yield from of_kept(configuration, function.part, value, made, leaves)


def _whole(tree: Tree, function: Function, call: Call) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a function without its name where its only call has the name."""
    group = function.group
    if group is None or call.group is None:
        return iter(())
    rest, receiver = Rows(group, tree.skip[tree.parent[group]]), call.receiver
    words = free_words(tree, Rows(function.body, rest.behind))
    named = [leaf for leaf, word in words.items() if word == function.receiver]
    substitution = dict.fromkeys(named, receiver) if receiver else {}
    return nameless(
        tree, function.part, rest, Rows(call.group, tree.skip[call.place]), substitution
    )
