"""Moves: a part of one construct goes into another one near by (floor 5).

Two statements side by side each need something around them: a semicolon, a keyword, the name of a
type. If one of them can stand inside the other (`a(); b();` and `b(a());`, `int a; int b;` and
`int a, b;`), what was around it is no longer needed.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, product

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import removable, try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.lexemes import is_number
from nubbin.engine.configurations.parts_around import PartsAround
from nubbin.engine.relations.fillings import fits
from nubbin.engine.relations.placing import placed
from nubbin.engine.relations.substitution import Filled, Rows
from nubbin.engine.rewrites.collected import collected
from nubbin.engine.rewrites.evaluated import evaluated
from nubbin.engine.rewrites.received import received
from nubbin.engine.rewrites.summed import summed
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import newline

_BESIDE = 2
"""A part is tried in place of this many removable parts before it, and of as many behind it."""
_HIGH = 4
"""A construct, and its member, are among this many removable parts around a part."""
_LEFT = 2
"""A construct has at least this many tokens outside of its member: more than one word before it."""
_BELOW = 6
"""What takes something out of a collection lies at most this many levels below its statement."""
_WITHIN = 3
"""What was put in one lies at most this many levels below the statement that put it there."""
_NEAR = 4
"""A piece of a part goes to a token at most this many before the part, or behind it."""
_DEEP = 2
"""The pieces of a part that are moved lie at most this many levels below it."""


def moves(context: Context, text: bytes, *, wide: bool) -> bytes:
    """Put pieces of removable parts elsewhere, and take the parts out; return what is left.

    For each part that can go without a trace, the pass asks about the text
    - without the member of a construct around the part, and with the part behind the construct;
    - without the part, and with it in place of an only child of its kind near by;
    - without the part, and with something in it in place of a neighbour that has to stay and is of
      the same kind;
    - without the part, and with it, or a larger piece of it, in place of a call or an entry in what
      stands next behind it: `a.set(0, b)` and `c(a.get(0).d)` become `c(b.d)`;
    - without the part, if it adds something to a collection, and with this in the collection; see
      `collected`;
    - without the part, if it adds to a number, and with the sum for the number; see `summed`;
    - without the part, if it declares a variable in a function, and with that as a parameter; with
      the body of a loop over values in its place, and with its variable as one; see `received`;
    - with a variable in place of a function that has only a value; see `evaluated`;
    - without the part, and with it, or a larger piece of it, in place of a named token a few tokens
      away;
    - without the part, if it is all there is on its lines, and with it in place of a number at most
      twice as far away: numbers are left where something has to stand.
    For each call whose only argument is a call without arguments, it asks about the text with the
    first given to the second: `b(a)` for `a(b())`. Each candidate is smaller in the order of texts.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        wide: whether pieces also go twice as far, or between two tokens, without a separator and
            with one, and a whole part in place of a token. That seldom holds: of 1,012 questions
            about such on 24 results three did, of 74 others, four tokens away at most, three.
    """

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        going = removable(configuration)
        # What leaves a text behind is no smaller elsewhere, unless something goes with it.
        places = [place for place in going if (phi := configuration.phi(place)) and not phi.text]
        yield from _lifted(configuration, places)
        yield from _in_place(configuration, places)
        yield from _drawn(configuration, places)
        yield from _taken_out(configuration, places)
        yield from collected(configuration, going)
        yield from summed(configuration, going)
        yield from received(configuration, going)
        yield from evaluated(configuration)
        yield from _moved(configuration, places, wide=wide)
        yield from _turned(configuration)

    return try_changes(context, text, changes, shrinking=True)


def _lifted(configuration: Configuration, places: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a part behind a construct and take out the member it was in."""
    tree, parts_around = configuration.tree, PartsAround(configuration)
    end_of_line = newline(tree.text)
    for part in places:
        around = [*islice(parts_around.of(part), 1, 1 + _HIGH)]
        for index, whole in enumerate(around):
            # The outermost, but not nearly all of the construct, as the class in `export class`.
            inside = (
                each
                for each in around[:index][::-1]
                if tree.weight(whole) - tree.weight(each) >= _LEFT
            )
            member = next(inside, None)
            if member is not None and configuration.categories.admit(whole, tree.name(part)):
                without = configuration.render([Prune((member,))])
                end = tree.end[whole] + len(without) - len(tree.text)
                left = without[tree.start[whole] : end]
                yield (Rewrite((whole,), left + end_of_line + tree.source(part)),)


def _in_place(configuration: Configuration, places: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a part in place of another of its kind that is an only child."""
    tree = configuration.tree
    for index, part in enumerate(places):
        before, behind = places[max(0, index - _BESIDE) : index], places[index + 1 :][:_BESIDE]
        for place in (*before, *behind):
            apart = place >= tree.skip[part] or part >= tree.skip[place]
            alone = tree.only_named(tree.parent[place]) == place
            same = tree.source(place) == tree.source(part)
            if apart and alone and tree.kind[place] == tree.kind[part] and not same:
                yield Prune((part,)), Rewrite((place,), tree.source(part))


def _drawn(configuration: Configuration, places: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a piece of a part in place of a neighbour that has to stay.

    The part goes: of `FROM a JOIN b ON c`, `FROM b` is left.
    """
    tree, removable = configuration.tree, {*places}
    for parent in dict.fromkeys(tree.parent[part] for part in places):
        named = filter(tree.is_named, tree.children(parent))
        for pair in pairwise(named):
            for place, part in (pair, pair[::-1]):
                if part in removable and place not in removable and configuration.may_change(place):
                    for piece in _of_kind(tree, part, place):
                        yield Prune((part,)), Rewrite((place,), tree.source(piece))


def _taken_out(configuration: Configuration, places: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a part, or a piece of it, where the next one takes it out again.

    What a statement makes, it may put somewhere, and a call or an entry with the same name or key
    in it may be what is put there. What is nearly all of the next part takes nothing out for it.
    """
    tree = configuration.tree
    for part in places:
        behind = next(filter(tree.is_named, tree.siblings_behind(part)), 0)
        below = tree.below(behind, _BELOW) if behind else ()
        if takers := [node for node in below if _takes_out(tree, node, behind)]:
            words = {tree.source(leaf) for leaf in filter(tree.is_named, tree.leaves(part))}
            pieces = _pieces(configuration, part, _WITHIN)
            for place, piece in product(filter(configuration.may_change, takers), pieces):
                of_same = any(tree.source(leaf) in words for leaf in tree.leaves(place))
                if of_same and fits(configuration, place, piece):
                    filled = placed(configuration, place, Filled(Rows.of(tree, piece), {}))
                    yield Prune((part,)), Rewrite((place,), filled.text(tree, place))


def _takes_out(tree: Tree, node: int, whole: int) -> bool:
    """Whether a node is, by its brackets, a call or an entry (`a.b(1)`, `a[1]`) that is used."""
    parts = [*tree.children(node)]
    if len(parts) < 2 or not tree.is_named(parts[0]):
        return False
    opened = tree.begins(parts[-1], b"(") or tree.begins(parts[-1], b"[")
    closed = opened or tree.source(parts[-1]) in (b")", b"]")
    return closed and tree.weight(whole) - tree.weight(node) >= _LEFT


def _of_kind(tree: Tree, part: int, place: int) -> Iterator[int]:
    """Yield the nodes not far below a part that have the kind of a place, but another text."""
    for piece in tree.below(part, _DEEP):
        if tree.kind[piece] == tree.kind[place] and tree.source(piece) != tree.source(place):
            yield piece


def _turned(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that turn a call `a(b())` inside out, into `b(a)`."""
    tree = configuration.tree
    for group in range(1, len(tree)):
        if not tree.begins(group, b"("):
            continue
        outer, inner = tree.parent[group], tree.only_named(group)
        given = tree.skip[inner] - 3  # the last rows are a list of arguments and its two brackets
        none = 0 < inner < given and tree.parent[given] == inner and tree.source(given) == b"()"
        if none and tree.end[outer] == tree.end[group] and configuration.may_change(outer):
            call = tree.text[tree.start[inner] : tree.start[given]]
            called = tree.text[tree.start[outer] : tree.start[group]].rstrip()
            if called:
                yield (Rewrite((outer,), b"%b(%b)" % (call, called)),)


def _moved(
    configuration: Configuration, places: Sequence[int], *, wide: bool
) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out a part and put a piece of it a few tokens away."""
    tree, near = configuration.tree, 2 * _NEAR if wide else _NEAR
    leaves = list(tree.leaves())
    separators = sorted(_separators(configuration, places)) if wide else []
    for part in places:
        if tree.weight(part) == 1:
            continue
        first, last = bisect(leaves, part - 1), bisect(leaves, tree.skip[part] - 1)
        beside = [*leaves[max(0, first - near) : first], *leaves[last : last + near]]
        further = [*leaves[max(0, first - 2 * near) : first], *leaves[last : last + 2 * near]]
        for leaf in filter(configuration.may_change, further if _has_lines(tree, part) else ()):
            if is_number(tree.source(leaf)):
                yield Prune((part,)), Rewrite((leaf,), tree.source(part))
        for piece in _pieces(configuration, part, _DEEP):
            text, spare = tree.source(piece), tree.weight(part) - tree.weight(piece)
            for leaf in filter(configuration.may_change, beside):
                own = tree.source(leaf)
                if tree.is_named(leaf) and (wide or spare > 0):
                    yield Prune((part,)), Rewrite((leaf,), text)
                if wide and spare > 0:
                    yield Prune((part,)), Rewrite((leaf,), text + b" " + own)
                for separator in separators if spare > 1 else ():
                    added = (text, separator) if tree.is_named(leaf) else (separator, text)
                    yield Prune((part,)), Rewrite((leaf,), b" ".join((*added, own)))


def _has_lines(tree: Tree, part: int) -> bool:
    """Whether there is nothing but a part on its lines."""
    text, start, end = tree.text, tree.start[part], tree.end[part]
    before, behind = text.rfind(b"\n", 0, start) + 1, text.find(b"\n", end)
    rest = text[end:behind] if behind >= 0 else text[end:]
    return not (text[before:start].strip() or rest.strip())


def _pieces(configuration: Configuration, part: int, levels: int) -> list[int]:
    """Return the part and the nodes near below it that make up at least half of it, each text once.

    A smaller piece keeps too little of what the part is needed for.
    """
    tree = configuration.tree
    least = max(2, (tree.weight(part) + 1) // 2)
    found = {tree.source(part): part}
    for node in tree.below(part, levels):
        if tree.is_named(node) and tree.weight(node) >= least:
            found.setdefault(tree.source(node), node)
    return list(found.values())


def _separators(configuration: Configuration, places: Sequence[int]) -> set[bytes]:
    """Return the tokens that stand between a removable part and its next sibling."""
    tree = configuration.tree
    found = set()
    for place in places:
        behind = tree.skip[place]
        if behind < len(tree) and tree.parent[behind] == tree.parent[place]:
            after = tree.skip[behind]
            joint = not tree.is_named(behind) and tree.is_leaf(behind) and after < len(tree)
            if joint and tree.parent[after] == tree.parent[place] and tree.is_named(after):
                found.add(tree.source(behind))
    return found
