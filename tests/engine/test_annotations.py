"""Annotations: what the grammar stumbles over goes at once, where more is read without it."""

import pytest

from nubbin.engine.algorithms.annotations import annotations
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, tight

SPACE = b'namespace n __attribute__((visibility("default"))) { int a; }\n'


def without(text: bytes, language: str = "cpp", keeping: bytes = b"") -> tuple[bytes, int]:
    """Return what is left of a text of which one part is needed, and how many questions."""
    holds = Noted(lambda candidate: keeping in candidate)
    return annotations(Context(ask(holds), Parsing(named(language))), text), len(holds.asked)


@pytest.mark.parametrize(
    "text, left",
    [
        (b"__extension__ template<class T> int a;", b"template<class T> int a;"),
        (
            b"struct s { [[a]] friend constexpr int f(); };",
            b"struct s { friend constexpr int f(); };",
        ),
        (b"extern template class s<int>; int a;", b"int a;"),
        (SPACE, b"namespace n { int a; }"),
        (b"namespace n __attribute__((a(b(c(d(e)))))) { int a; }", b"namespace n { int a; }"),
    ],
)
def test_what_the_grammar_stumbles_over_goes(text: bytes, left: bytes) -> None:
    assert without(text)[0] != text
    assert tight(without(text)[0]) == tight(left)


def test_all_goes_by_one_question() -> None:
    left, questions = without(SPACE * 40)
    assert (tight(left), questions) == (tight(b"namespace n { int a; }") * 40, 1)


def test_what_is_needed_stays_and_the_rest_goes() -> None:
    needed = SPACE.replace(b"default", b"hidden")
    left, _ = without(SPACE * 4 + needed + SPACE * 4, keeping=b"hidden")
    assert left.count(b"__attribute__") == 1
    assert needed in left


@pytest.mark.parametrize(
    "text, language",
    [
        (b"struct __attribute__((packed)) s { int a; };", "c"),  # which the grammar reads
        (b"int a = ;", "c"),
        (b"__extension__ {", "javascript"),
        (b"", "cpp"),
        (b"namespace n __attribute__(( { int a; }", "cpp"),
    ],
)
def test_nothing_is_asked_where_no_more_would_be_read(text: bytes, language: str) -> None:
    assert without(text, language) == (text, 0)


def test_what_may_not_change_stays() -> None:
    head = len(SPACE)
    context = Context(ask(lambda text: True), Parsing(named("cpp")), head=head)
    assert annotations(context, SPACE * 2)[:head] == SPACE
