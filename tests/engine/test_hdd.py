"""What the tree algorithms look at, and in which order (Vince 2024, §2.2 and ch. 7)."""

from collections.abc import Callable
from itertools import permutations

import pytest

from claims import PARSER
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.hdd import Variant, walk
from nubbin.engine.configurations.changes import Hoist
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.descendants import hoistable
from nubbin.engine.trees.syntax import Syntax
from oracles import Noted, ask, reduce_inline, tight, untouched


def configuration(text: bytes) -> Configuration:
    return untouched(Syntax(PARSER, text))


def asked(text: bytes, holds: Callable[[bytes], bool], strategy: str) -> list[bytes]:
    """Return what a strategy asks, without the checks of the input before and after."""
    oracle = Noted(holds)
    reduce_inline(text, oracle, strategy)
    return [one for one in oracle.asked if one not in (text, b"")]


def hoisted(text: bytes) -> list[bytes]:
    """Return what may be hoisted into the outermost array, in the order it is tried."""
    seen = configuration(text)
    [outermost] = seen.children(0)
    return [seen.tree.source(each) for each in hoistable(seen, outermost)]


def test_the_farthest_descendants_are_hoisted_first() -> None:
    text = b'[[1], {"a": {"b": [2]}}, {"c": [3]}]'
    assert hoisted(text) == [b"[2]", b"[3]", b"[1]"]


def test_on_each_path_down_only_the_nearest_compatible_descendant_is_tried() -> None:
    assert hoisted(b'[[[1]], {"a": [2, [3]]}]') == [b"[2, [3]]", b"[[1]]"]


def test_an_object_gives_way_to_one_two_objects_below_between_parts_that_have_to_stay() -> None:
    text = b'{"a": {"b": 1}, "c": {"d": {"e": 2}, "f": 3}}'

    def holds(candidate: bytes) -> bool:
        return candidate in (text, b'{"e": 2}')

    assert reduce_inline(text, holds).text == b'{"e": 2}'


@pytest.mark.parametrize(
    "name,text,wanted",
    [
        ("case.rb", b"case a\nwhen 1\n  puts 2\nend\n", b"puts 2\n"),
        (
            "case.java",
            b"class A { int f() { return switch (a) { case 0 -> 1; default -> 2; }; } }",
            b"class A { int f() { return 2;; } }",
        ),
    ],
)
def test_a_construct_gives_way_to_a_small_part_of_its_category(
    name: str, text: bytes, wanted: bytes
) -> None:
    def holds(candidate: bytes) -> bool:
        return tight(candidate) in (tight(text), tight(wanted))

    assert tight(reduce_inline(text, holds, name=name).text) == tight(wanted)


def test_what_was_hoisted_can_be_hoisted_into_again() -> None:
    seen = configuration(b"[[[1]]]")
    [outermost] = seen.children(0)
    for expected in (b"[[1]]", b"[1]"):
        [descendant] = hoistable(seen, outermost)
        seen.apply([Hoist(outermost, descendant)])
        assert seen.render() == expected
    assert hoistable(seen, outermost) == []


@pytest.mark.parametrize("descendants", [*permutations((b"[[1]]", b"[1]", b"[2]"), 2)])
def test_of_two_hoists_into_one_place_what_is_known_to_stand_there_is_what_is_left(
    descendants: tuple[bytes, bytes],
) -> None:
    seen = configuration(b"[[[1]], [2]]")
    tree, [outermost] = seen.tree, seen.children(0)
    rows = {tree.source(row): row for row in range(len(tree))}
    seen.apply([Hoist(outermost, rows[descendant]) for descendant in descendants])
    assert seen.render() == tree.source(seen.standing(outermost))
    assert seen.render() in descendants


@pytest.mark.parametrize("strategy", ["coarse-hdd*", "coarse-hddr*"])
def test_coarse_variants_leave_alone_what_cannot_vanish(strategy: str) -> None:
    text = b'{"a": [123456, 7], "b": 2}'
    fine = asked(text, lambda one: b"7" in one, strategy.removeprefix("coarse-"))
    coarse = asked(text, lambda one: b"7" in one, strategy)
    assert any(b": 0" in one for one in fine)  # the shortest value
    assert not any(b": 0" in one for one in coarse)


def test_by_levels_cousins_go_together_and_by_nodes_they_do_not() -> None:
    text = b"[[1], [1, 2], [2]]"

    def holds(one: bytes) -> bool:
        return one.count(b"[") == 4 and {one.count(b"1"), one.count(b"2")} <= {0, 2}

    # Both twos are one half of their level; then each one is a half, and neither goes alone.
    assert b"".join(reduce_inline(text, holds, "hdd*").text.split()) == b"[[1],[1],[]]"
    assert reduce_inline(text, holds, "hddr*").text == text


@pytest.mark.parametrize("strategy", ["hdd*", "hddr*", "hddh*", "hddhr*"])
def test_half_a_pair_of_quotes_goes_where_the_text_has_an_error(strategy: str) -> None:
    """By the rules a string has two; but the parser, which has an error, does with one as well."""
    reduction = reduce_inline(b'{""', {b'{""', b'{"'}.__contains__, strategy)
    assert reduction.text == b'{"'


def test_a_group_that_loses_nothing_is_no_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """To make one takes time in proportion to all that were made before."""
    text = b"[" + b"1, " * 30 + b"1]\n"
    seen = configuration(text)
    made: list[object] = []
    monkeypatch.setattr(seen, "apply", made.append)
    walk(seen, Variant(recursive=True), ask(lambda candidate: False), Policy())
    assert made == []
