"""The frontier: which changes make a window."""

import operator
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nubbin.engine.algorithms.frontier import Company, Frontier, Tactics
from nubbin.engine.algorithms.pace import Pace
from nubbin.engine.configurations.changes import Along, Change, Cut, Hoist, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.descendants import named_below
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import reduce_inline, untouched

NESTED = b"f(g(h(i(j(k(1), 2), 3), 4), 5), 6);"
DEEP = b"[" * 100 + b"]" * 100
LONG = b"".join(b"call_%d(%d);" % (number, number) for number in range(200))


def configuration_of(text: bytes, language: str = "javascript") -> Configuration:
    """Return a text with nothing taken out."""
    parsing = Parsing(named(language))
    return untouched(parsing.syntax(text), parsing.table, parsing.labels)


def frontier_of(
    text: bytes | Configuration,
    window: int = 128,
    *,
    levels: int = 0,
    least: int = 0,
    turn: Callable[[int], int] = operator.neg,
    company: Company = lambda run: (),
) -> Frontier:
    """Return the frontier of a JavaScript text, with hoists of so many levels."""
    hoists = partial(named_below, levels=levels, leaps=True)
    return Frontier(
        configuration_of(text) if isinstance(text, bytes) else text,
        Tactics(hoists, Pace(few=4), singly=levels > 0, least_weight=least, company=company),
        window,
        turn,
    )


def test_a_window_has_a_change_once_however_often_it_is_queued() -> None:
    """Below a place that something was hoisted into, all is queued once more."""
    frontier = frontier_of(NESTED, levels=2)
    hoists = [change for change in frontier.draw(lambda: 0) if isinstance(change, Hoist)]
    for hoist in hoists:
        frontier.hoisted(hoist.place)
    changes = list(frontier.draw(lambda: 0))  # none of them takes a run, so all is foreseen
    assert len(changes) == len(set(changes)) > len(hoists)


def test_only_leaps_hoist_out_of_one_of_several_parts_that_can_go() -> None:
    text = b"if (a) { b(c, c); } if (d) { e(f); g(h); }"
    configuration = configuration_of(text)
    source, (first, second) = configuration.tree.source, configuration.children(0)

    def below(place: int, *, leaps: bool) -> set[bytes]:
        return set(map(source, named_below(configuration, place, 4, leaps=leaps)))

    assert below(0, leaps=False) == {source(first), source(second)}
    assert below(0, leaps=True) >= {source(first), source(second), b"{ b(c, c); }", b"e(f);"}
    assert b"b(c, c)" in below(first, leaps=False)
    assert b"{ e(f); g(h); }" in below(second, leaps=False)
    assert b"g(h);" not in below(second, leaps=False)
    assert b"g(h);" in below(second, leaps=True)


def test_the_only_block_of_a_part_that_has_to_stay_is_no_leap_for_its_lack_of_braces() -> None:
    """Python's `print()` below is as likely to hold as `{ print() }` is in JavaScript."""
    configuration = configuration_of(b"try:\n  a\nexcept:\n  print()\n", "python")
    found = named_below(configuration, configuration.children(0)[0], 4, leaps=False)
    assert b"print()" in map(configuration.tree.source, found)


@pytest.mark.parametrize("index,is_near", [(b"b - c - d", True), (b"b - c", False)])
def test_only_leaps_leave_less_than_two_fifths(index: bytes, is_near: bool) -> None:
    text = b"!(a[%b]);" % index
    configuration = configuration_of(text)
    source, (whole,) = configuration.tree.source, configuration.children(0)
    near, far = (
        set(map(source, named_below(configuration, whole, 4, leaps=leaps)))
        for leaps in (False, True)
    )
    large = {b"!(a[%b])" % index, b"(a[%b])" % index, b"a[%b]" % index}
    assert near == large | ({index} if is_near else set())
    assert far == large | {index, b"a"}


@pytest.mark.parametrize(
    "text, is_near",
    [
        (b'{"a": "value"}', True),
        (b'{"a": "value", "b": "c"}', False),
        (b'{"a": {"b": "value"}}', True),
        (b'{"a": {"b": "value", "c": 0}}', False),
        (b'{"a": [["value"]]}', False),
        (b'["a", "b", "value"]', False),
    ],
)
def test_only_leaps_leave_so_little_but_for_the_value_of_an_only_key(
    text: bytes, is_near: bool
) -> None:
    configuration = configuration_of(text, "json")
    (whole,) = configuration.children(0)
    found = named_below(configuration, whole, 4, leaps=False)
    assert (b'"value"' in map(configuration.tree.source, found)) == is_near


def window_of(frontier: Frontier, most: int) -> list[Change]:
    """Draw a window of changes each of which takes a run."""
    drawn: list[Change] = []
    for change in frontier.draw(lambda: len(drawn)):
        drawn.append(change)
        if len(drawn) == most:
            break
    return drawn


def refused(frontier: Frontier, peek: Callable[[Frontier], object] = bool) -> list[Change]:
    """Refuse all that is asked about; return it."""
    asked: list[Change] = []
    while window := window_of(frontier, 128):
        asked += window
        peek(frontier)
        frontier.answered(window, any_held=False)
    return asked


def test_nothing_is_asked_twice_while_all_is_refused() -> None:
    """What is left to try is queued at once where the queue is short."""
    asked = refused(frontier_of(NESTED, levels=1))
    assert len(asked) == len(set(asked)) > 8


def test_of_what_has_gone_nothing_is_asked() -> None:
    configuration = configuration_of(NESTED)
    frontier = frontier_of(configuration, levels=1)
    whole, *others = window_of(frontier, 128)
    assert isinstance(whole, Prune)
    configuration.apply([whole])
    frontier.answered(others, any_held=True)
    assert frontier
    assert window_of(frontier, 128) == []


@pytest.mark.parametrize("turn", [operator.pos, operator.neg])
def test_of_what_weighs_the_same_whose_turn_it_is_comes_first(turn: Callable[[int], int]) -> None:
    window = window_of(frontier_of(LONG, turn=turn), 128)
    firsts = [change.places[0] for change in window if isinstance(change, Cut)]
    assert firsts == sorted(firsts, key=turn)
    assert len(firsts) == 4


def test_what_would_leave_workers_idle_waits_for_the_next_window() -> None:
    """Three statements may go, or stand alone; four questions make a window at first."""
    frontier = frontier_of(b"a(); b(); c();", levels=1)
    assert len(window_of(frontier, 128)) == 4


def test_down_one_path_far_hoists_are_looked_for_once() -> None:
    hoists = [change for change in refused(frontier_of(DEEP)) if isinstance(change, Hoist)]
    assert len(hoists) == 4  # 8, 16, 32 and 64 levels down
    assert len({hoist.place for hoist in hoists}) == 1


def test_where_far_hoists_are_refused_they_are_looked_for_from_a_place_of_each_kind() -> None:
    """A statement fits into the place of a body by its kind, which no function allows."""
    chain = b"if (a) b(); else " * 100 + b"c();"
    text = b"int f(void) { %b }" % chain
    configuration = configuration_of(text, "c")
    hoists = [change for change in refused(frontier_of(configuration)) if isinstance(change, Hoist)]
    kinds = sorted(map(configuration.tree.name, {hoist.place for hoist in hoists}))
    assert kinds == ["compound_statement", "else_clause", "if_statement"]


def test_below_what_was_hoisted_far_hoists_go_on() -> None:
    configuration = configuration_of(DEEP)
    frontier = frontier_of(configuration)
    far = [change for change in window_of(frontier, 128) if isinstance(change, Hoist)]
    made = max(far)
    configuration.apply([made])
    frontier.hoisted(made.place)
    farther = [change for change in refused(frontier) if isinstance(change, Hoist)]
    assert {hoist.descendant - made.descendant for hoist in farther} >= {2 * 8, 2 * 16, 2 * 32}


def test_what_goes_along_weighs_as_well_and_is_not_asked_about_once_it_is_gone() -> None:
    configuration = configuration_of(b"a(); b(); c(1, 2, 3);")
    one, two, other = configuration.children(0)
    along = Along(Prune((one,)), (other,))

    def asked(company: Company) -> list[Change]:
        return refused(frontier_of(configuration, 1, turn=operator.pos, company=company))

    def with_other(run: Sequence[int]) -> tuple[int, ...]:
        return (other,) if tuple(run) == (one,) else ()

    questions = asked(with_other)
    assert questions[questions.index(along) - 2 :][:2] == [Prune((one,)), Prune((two,))]
    assert questions.count(along) == 1
    configuration.apply([Prune((other,))])
    assert asked(with_other) == asked(lambda run: ())


def test_what_takes_away_too_little_is_not_looked_for() -> None:
    """The halves of 200 calls of five tokens, and not their quarters, nor the calls themselves."""
    frontier = frontier_of(LONG, least=300)
    asked: list[Change] = []
    while window := window_of(frontier, 128):
        asked += window
        frontier.answered(window, any_held=False)
    runs = [change.places for change in asked if isinstance(change, Cut | Prune)]
    assert sorted(map(len, runs)) == [100, 100]


def test_a_window_near_the_root_asks_about_parts_of_a_run_instead_of_the_run() -> None:
    window = window_of(frontier_of(LONG), 128)
    assert [len(change.places) for change in window if isinstance(change, Cut)] == [50] * 4


@pytest.mark.parametrize("calls,shortest", [(96, 6), (102, 4), (103, 2)])
def test_in_a_small_text_no_run_of_two_or_three_is_asked_about(calls: int, shortest: int) -> None:
    """A call has five tokens, and each run is cut in two halves."""
    asked = refused(frontier_of(b"call(1);" * calls))
    runs = [len(change.places) for change in asked if isinstance(change, Cut)]
    singles = [change for change in asked if isinstance(change, Prune)]
    assert min(runs) == shortest
    assert len(singles) >= calls


def test_windows_grow_as_the_walk_goes_on_by_powers_of_two() -> None:
    frontier = frontier_of(LONG)
    lengths = []
    while window := window_of(frontier, 128):
        lengths.append(len(window))
        frontier.answered(window, any_held=True)
    assert lengths[:5] == [4, 8, 16, 32, 64]  # workers divide a power of two


def test_while_nothing_holds_a_window_is_filled_with_what_would_be_asked_next() -> None:
    frontier = frontier_of(NESTED, levels=1)
    lengths = []
    for _ in range(3):
        window = window_of(frontier, 128)
        lengths.append(len(window))
        frontier.answered(window, any_held=False)
    assert all(length >= short for length, short in zip(lengths, (4, 8, 12), strict=True))
    assert len(set(lengths)) == 3


def test_a_window_of_one_looks_no_further() -> None:
    frontier = frontier_of(LONG, window=1)
    (whole,) = window_of(frontier, 1)
    assert isinstance(whole, Cut)
    assert len(whole.places) == 200
    frontier.answered([whole], any_held=False)
    (half,) = window_of(frontier, 1)
    assert isinstance(half, Cut)
    assert len(half.places) == 100


def nested(random: Random, depth: int) -> str:
    """Draw lists in lists: what goes along with a member depends on what has gone."""
    members = [str(number) for number in range(random.randrange(1, 4))]
    if depth:
        members.append(nested(random, depth - 1))
    if depth > 2 and random.random() < 0.3:
        members.append(nested(random, 2))
    random.shuffle(members)
    return f"f({', '.join(members)})"


def walked(seed: int, levels: int, peek: Callable[[Frontier], object]) -> list[bytes]:
    """Walk a text with answers by chance; return the texts asked about."""
    random = Random(seed)
    configuration = configuration_of(nested(random, random.choice((3, 12, 24))).encode())
    frontier = frontier_of(configuration, 16, levels=levels)
    asked: list[bytes] = []
    while frontier:
        window = window_of(frontier, 16)
        asked += [configuration.render([change]) for change in window]
        peek(frontier)
        held = [change for change in window if random.random() < 0.2]
        frontier.answered([change for change in window if change not in held], any_held=bool(held))
        configuration.apply(held)
        for change in held:
            if isinstance(change, Hoist):
                frontier.hoisted(change.place)
    return asked


def ahead_of(frontier: Frontier) -> Iterator[bytes]:
    """Yield the texts that come next if nothing holds of what was drawn last."""
    return (candidate.text for candidate in frontier.beyond([], lambda: None))


@settings(max_examples=60)
@given(st.integers(0, 1_000_000), st.sampled_from((0, 2)), st.integers(1, 60))
def test_what_comes_next_can_be_looked_at_and_changes_nothing(
    seed: int, levels: int, far: int
) -> None:
    blind = walked(seed, levels, lambda frontier: None)
    assert walked(seed, levels, lambda frontier: [*islice(ahead_of(frontier), far)]) == blind


def test_what_is_found_out_about_a_copy_stays_unknown() -> None:
    """What may stand for a member depends on what went before it was asked for."""
    parsing = Parsing(named("json"))
    syntax = parsing.syntax(b"[1, 2]")

    def without_both(peek: Callable[[Configuration], object]) -> bytes:
        configuration = untouched(syntax, parsing.table)
        peek(configuration.fork())
        array = configuration.children(0)[0]
        one, other = filter(syntax.tree.is_named, configuration.children(array))
        configuration.apply([Prune((one,))])
        return configuration.render([Prune((other,))])

    def ask_all(configuration: Configuration) -> list[bool]:
        return [*map(configuration.prunable, configuration.every_place())]

    assert without_both(ask_all) == without_both(bool)


def test_how_far_down_a_copy_has_looked_stays_unknown() -> None:
    text = b"f();" * 40 + b"x = %s; y = %s;" % (DEEP[80:-80], DEEP[80:-80])
    blind = refused(frontier_of(text))
    assert refused(frontier_of(text), lambda frontier: [*islice(ahead_of(frontier), 40)]) == blind


def test_what_comes_next_is_what_is_asked_next_while_nothing_holds() -> None:
    configuration = configuration_of(NESTED)
    frontier = frontier_of(configuration, levels=1)
    first = window_of(frontier, 128)
    coming = list(ahead_of(frontier))
    frontier.answered(first, any_held=False)
    asked = []
    while window := window_of(frontier, 128):
        asked += [configuration.render([change]) for change in window]
        frontier.answered(window, any_held=False)
    assert asked == coming
    assert len(asked) > 8


@pytest.mark.parametrize(
    "name, around, link",
    [
        ("a.c", b"int f(void) { %b }", b"if (a) b%d();"),
        ("a.rs", b"fn f() { %b }", b"if a { b%d(); }"),
        ("a.go", b"package a\nfunc f() { %b }", b"if a { b%d() }"),
    ],
)
def test_a_chain_of_else_if_goes_by_many_links_at_once(
    name: str, around: bytes, link: bytes
) -> None:
    """It took 400 to 800 runs, and most of it stayed: an `if` is no body of a function."""
    text = around % b" else ".join(link % number for number in range(200))
    reduction = reduce_inline(text, lambda each: b"b120" in each, "fast", name=name)
    assert reduction.oracle.runs < 130
    assert len(reduction.text) < 70


def test_large_parts_go_from_what_the_parser_could_not_read() -> None:
    """A brace is missing, so that all is one error: it took 252 runs, one statement at a time."""
    calls = b"".join(b"  call%d(1);\n" % number for number in range(100))
    text = b"int main(void) { if (x) {\n" + calls
    reduction = reduce_inline(text, lambda each: b"call57" in each, name="a.c")
    assert reduction.text.strip() == b"call57"
    assert reduction.oracle.runs < 80
