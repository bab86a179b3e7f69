"""What is thrown is handled where it is thrown."""

import pytest

from nubbin.engine.algorithms.binders import binders
from oracles import asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("javascript", b"try { if (a) throw b; } catch (e) { f(e); }", b"if (a) f(b);"),
        (
            "javascript",
            b'try { c(); throw Error("b" + c); } catch (e) { f("a" + e.message); }',
            b'c(); f("a" + "b" + c);',
        ),
        ("javascript", b"try { throw `b${c}` } catch (e) { f(`a${e}`) }", b"f(`ab${c}`)"),
        ("javascript", b"try { throw b } catch { f(); g() }", b"{ f(); g() }"),
        ("javascript", b"try { throw a } catch (e) { f(c.e, e) }", b"f(c.e, a)"),
        (
            "java",
            b"class A { void f() { try { g(); throw new B(); } catch (C e) { h(e); } } }",
            b"class A { void f() { g(); h(new B()); } }",
        ),
        (
            "cpp",
            b"void f() { try { if (a) throw 1; } catch (int e) { g(e); } }",
            b"void f() { if (a) g(1); }",
        ),
        (
            "python",
            b"try:\n  f()\n  if a:\n    raise b\nexcept c as e:\n  g(e)\n  h()\n",
            b"f()\nif a:\n  g(b)\n  h()\n",
        ),
        ("python", b"try:\n  raise a(b)\nexcept a as e:\n  f(e.args)\n", b"f(a(b).args)\n"),
    ],
)
def test_what_is_thrown_is_handled_where_it_is(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(binders, language, text, wanted) == tight(wanted)


def test_what_an_exception_is_made_of_is_what_it_says() -> None:
    text = b"try:\n  raise a('b')\nexcept c as e:\n  f('d', e)\n"
    assert b"f('d', 'b')\n" in asked_in_vain(binders, "python", text)


@pytest.mark.parametrize(
    "text",
    [
        b"try { if (a) throw b; throw c; } catch (e) { f(); }",
        b"try { throw b; } catch (e) { f(); } finally { g(); }",
        b"try { throw b; } finally { g(); }",
        b"try { a(); } catch (e) { f(); }",
        b'try { g("throw"); } catch (e) { f(); }',
    ],
)
def test_of_other_statements_none_is_asked_about_whole(text: bytes) -> None:
    assert asked_in_vain(binders, "javascript", text) == []


def test_nothing_comes_behind_a_comment_of_a_line() -> None:
    text = b"try { if (x) throw a; g() } catch (e) { f(e) // b\n }"
    assert not any(b"b g()" in asked for asked in asked_in_vain(binders, "javascript", text))


@pytest.mark.parametrize("text", [b"try b", b"try", b"try { throw a } catch"])
def test_what_is_torn_is_left_alone(text: bytes) -> None:
    assert asked_in_vain(binders, "javascript", text) == []
    assert asked_in_vain(binders, "lua", text) == []
