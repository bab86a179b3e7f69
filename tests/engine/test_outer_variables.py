"""A variable that is handed to a function may be declared in front of it instead."""

import pytest

from nubbin.engine.algorithms.parameters import parameters
from oracles import asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "c",
            b'void f(char *a) { g(a); } int main() { char *b = "0"; f(b); }',
            b'char *b = "0"; void f() { g(b); } int main() { f(); }',
        ),
        (
            "c",
            b"int f(int a) { if (!a) g(); return a; } int h() { int b = g(); return f(b) + f; }",
            b"int b = g(); int f() { if (!b) g(); return b; } int h() { return f() + f; }",
        ),
        (
            "javascript",
            b"function f(a) { for (;;) a(); } { let b = g(); f(b); }",
            b"let b = g(); function f() { for (;;) b(); } { f(); }",
        ),
    ],
)
def test_a_variable_stands_for_the_parameter_it_is_given_to(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(parameters, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"int a; void f(int b) { g(b); } int main() { f(a); }",
        b"void f(int b) { g(b); } int main(int a) { f(a); }",
        b"void f(int b) { g(b); } int main() { f(a); }",
    ],
)
def test_only_a_statement_in_a_function_moves_out_of_it(text: bytes) -> None:
    assert not any(each.startswith(b"int a\n") for each in asked_in_vain(parameters, "c", text))
    assert all(each.count(b"int a") < 2 for each in asked_in_vain(parameters, "c", text))


def test_what_moves_out_stands_before_the_files_own_line_end() -> None:
    text = b"void f(int b) {\r\n  g(b);\r\n}\r\nint main() {\r\n  int a;\r\n  f(a);\r\n}\r\n"
    asked = [each for each in asked_in_vain(parameters, "c", text) if each.startswith(b"int a;")]
    assert asked
    assert all(each.count(b"\n") == each.count(b"\r\n") for each in asked)
