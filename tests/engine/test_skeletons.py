"""Forms of made-up parts: what the rules of a grammar make of them."""

from functools import cache
from itertools import pairwise
from typing import NamedTuple

from hypothesis import example, given
from hypothesis import strategies as st

from nubbin.engine.trees.grammar_table import GrammarTable, table_for
from nubbin.engine.trees.language import load, named
from nubbin.engine.trees.skeletons import MOST_TOKENS, Part, Skeleton, Skeletons

LANGUAGES = ["c", "javascript", "python", "rust", "go", "java"]


def table(language: str) -> GrammarTable:
    """Return the table of a language that has one."""
    found = table_for(language, load(named(language)))
    assert found is not None
    return found


def test_the_forms_of_made_up_parts_obey_the_rules() -> None:
    skeletons = Skeletons(table("c"))
    condition, body = Part("binary_expression", 1, 3), Part("expression_statement", 2, 2)
    found = skeletons.of("while_statement", (condition, body), 9)
    assert [one.pieces for one in found] == [
        (b"while", b"(", 0, b")", 1),
        (b"while", b"(", 0, b")", b";"),
        (b"while", b"(0)", 1),
    ]
    assert {one.tokens for one in found} == {3, 4}
    smaller = skeletons.of("while_statement", (condition, body), 7)
    assert [one.pieces for one in smaller] == [
        (b"while", b"(", 0, b")", b";"),
        (b"while", b"(0)", 1),
    ]
    inside = skeletons.of("while_statement", (condition._replace(after=2), body), 9)
    assert all(one.pieces.count(0) + one.pieces.count(1) <= 1 for one in inside)
    assert skeletons.of("no_such_kind", (condition, body), 9) == ()


class Asked(NamedTuple):
    """What the forms of a kind are asked for."""

    language: str
    kind: str
    parts: tuple[Part, ...]
    most: int
    least: int


@cache
def of_use(language: str) -> dict[str, list[str]]:
    """Return for each kind that may have named children of which kinds these may be."""
    grammar = table(language)
    kinds = [kind for kind in grammar.kinds if kind[0] != "'"]
    found = {}
    for kind in kinds:
        machine = grammar.automaton(kind)
        columns = machine.columns if machine else ()
        found[kind] = [each for each in kinds if grammar.ids[each] in columns]
    return {kind: few for kind, few in found.items() if few}


@st.composite
def anything(draw: st.DrawFn) -> Asked:
    """Draw a kind, and parts of which several may be of use to it."""
    language = draw(st.sampled_from(LANGUAGES))
    kinds = of_use(language)
    kind = draw(st.sampled_from([*kinds]))
    likely, any_kind = st.sampled_from(kinds[kind]), st.sampled_from([*kinds])
    drawn = draw(st.lists(likely | likely | any_kind, min_size=2, max_size=5))
    parts = tuple(
        Part(part, draw(st.just(at) | st.integers(at, len(drawn))), draw(st.integers(1, 4)))
        for at, part in enumerate(drawn, 1)
    )
    return Asked(language, kind, parts, draw(st.integers(0, 20)), draw(st.integers(0, 20)))


IN_ANOTHER = Asked(
    "c",
    "binary_expression",
    (Part("call_expression", 2, 4), Part("binary_expression", 2, 3), Part("identifier", 3, 1)),
    20,
    0,
)
"""The second part is in the first; the third may stand behind either."""


@given(anything())
@example(IN_ANOTHER)
def test_parts_keep_their_order_and_are_never_inside_each_other(asked: Asked) -> None:
    language, kind, parts, most, least = asked
    skeletons = Skeletons(table(language))

    def whole(one: Skeleton) -> int:
        return one.tokens + sum(parts[each].tokens for each in one.pieces if isinstance(each, int))

    found = skeletons.of(kind, parts, most)
    every = skeletons.of(kind, parts, MOST_TOKENS + sum(part.tokens for part in parts))
    assert sorted(map(whole, found)) == sorted(w for w in map(whole, every) if w <= most)
    large = skeletons.of(kind, parts, most, least)
    assert sorted(w for w in map(whole, large) if w >= least) == sorted(
        w for w in map(whole, found) if w >= least
    )
    for one in found:
        used = [piece for piece in one.pieces if isinstance(piece, int)]
        assert used
        assert len(one.pieces) > 1
        assert all(parts[left].after <= right for left, right in pairwise(used))
        assert one.tokens <= MOST_TOKENS
