"""Instances: something small of the text, or of the input, in the place of something larger."""

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.instances import Reach, instances
from nubbin.engine.algorithms.original import Original
from nubbin.engine.trees.kinds import smallest
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask

TEXT = b"f(a + b * c - g(d, e), h(k));"


def asked(
    text: bytes, reach: Reach, *, given: bytes = b"", language: str = "javascript"
) -> list[bytes]:
    """Return what is asked about a text of which nothing can be replaced."""
    parsing = Parsing(named(language))
    never = Noted()
    original = Original(parsing.syntax(given or text).tree)
    context = Context(ask(never), parsing, original=original)
    assert instances(context.lawful(text), text, reach) == text
    return never.asked


def test_a_place_takes_the_smallest_of_its_own_kind_besides_others() -> None:
    candidates = asked(TEXT, Reach.WIDE)
    assert b"f(a + b * c - h(k), h(k));" in candidates
    assert b"f(a + b * c - b * c, h(k));" in candidates
    assert b"f(a + b * c - g(d, e), b * c);" in candidates


def test_a_large_place_takes_single_tokens_only_and_a_larger_one_nothing() -> None:
    candidates = asked(TEXT, Reach.NEAR)
    assert b"f(a + b * c - a, h(k));" in candidates
    assert b"f(a + b * c - h(k), h(k));" not in candidates
    assert b"f(a, h(k));" not in candidates
    assert b"f(a, h(k));" in asked(TEXT, Reach.WIDE)
    assert b"f(b * c - b, h(k));" in asked(b"f(b * c - g(d, e), h(k));", Reach.NEAR)


def test_what_is_asked_anew_is_the_smallest_in_place_of_several_tokens() -> None:
    text = b"f(other, g(h, h)(1));"
    near, least = asked(text, Reach.NEAR), asked(text, Reach.LEAST)
    assert {*least} < {*near}
    assert b"f(other, 1);" in least
    assert b"f(f, g(h, h)(1));" in {*near} - {*least}
    assert b"f(other, f);" in {*near} - {*least}


def test_where_a_grammar_tells_no_categories_what_the_input_has_side_by_side_is_of_one() -> None:
    text = b"SELECT f(a, 1) FROM b WHERE c = g(2);"
    parsing = Parsing(named("sql"))
    never = Noted()
    assert not parsing.labels
    original = Original(parsing.syntax(text).tree)
    context = Context(ask(never), parsing, original=original)
    assert instances(context.lawful(text), text, Reach.NEAR) == text
    assert b"SELECT f(a, 1) FROM b WHERE c = a;" in never.asked
    assert b"SELECT f(a, 1) FROM b WHERE 1;" not in never.asked


def test_what_is_nothing_takes_the_place_of_anything() -> None:
    text = b"f(g(h, 1, h, 2, h, 3), null);"
    assert asked(text, Reach.LEAST)[:2] == [b"null;", b"f(null, null);"]
    assert b"f(null, null);" not in asked(text, Reach.NEAR)


def test_only_a_word_takes_the_place_of_what_is_called() -> None:
    text = b"other(1, one.two(ab));"
    narrow, wide = asked(text, Reach.NEAR), asked(text, Reach.WIDE)
    assert b"ab(1, one.two(ab));" in narrow
    assert b"other(1, ab(ab));" in narrow
    assert {b"1(1, one.two(ab));", b"other(1, 1(ab));"} <= {*wide} - {*narrow}


def test_what_the_text_has_no_more_comes_from_the_input() -> None:
    text = b"f({p: g(d, e)});"
    assert b"f([]);" in asked(text, Reach.WIDE, given=b"let [] = [];" + text)
    assert b"f([]);" not in asked(text, Reach.WIDE)


def test_what_the_input_has_of_its_kind_is_taken_where_it_is_smaller_and_names_nothing() -> None:
    before, rest = b"class A { int a = switch (b) { ", b"case A -> 0; }; }"
    given = before + b"default -> 0; " + rest
    text, with_default = before + rest, before + rest.replace(b"case A", b"default")
    assert with_default in asked(text, Reach.NEAR, given=given, language="java")
    assert with_default not in asked(text, Reach.NEAR, language="java")
    naming = b"class A { B b; C<D> c; }"
    text = naming.replace(b"B b; ", b"")
    assert text.replace(b"C<D>", b"B") not in asked(text, Reach.NEAR, given=naming, language="java")


def test_what_may_not_change_stays() -> None:
    parsing = Parsing(named("javascript"))
    context = Context(ask(lambda text: True), parsing, head=2, tail=2)
    left = instances(context.lawful(TEXT), TEXT, Reach.WIDE)
    assert left.startswith(TEXT[:2])
    assert left.endswith(TEXT[-2:])
    assert len(left) < len(TEXT)


def test_the_name_of_a_lifetime_stands_for_no_value() -> None:
    text = b"fn f(x: S<'_>) { g(h(value), value); }"
    tree = Parsing(named("rust")).syntax(text).tree
    assert b"_" not in {one.text for one in smallest(tree).values()}


def test_names_of_lifetimes_are_places_even_where_there_are_no_other_names() -> None:
    assert asked(b"struct S<'a>(&'a u8);", Reach.NEAR, language="rust")
