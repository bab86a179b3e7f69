"""Enclosures: lines that begin something go with those that end it."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.enclosures import enclosures
from nubbin.engine.trees.outlining import Outlining
from oracles import ask, ask_for, reduce_inline


def left_for(text: bytes, wanted: bytes, head: int = 0) -> bytes:
    return enclosures(Context(ask_for(text, wanted), Outlining(), head=head), text)


@pytest.mark.parametrize(
    "text, left",
    [
        (b"{% block a %}\n{{ b }}\n{% endblock %}\n", b"{{ b }}\n"),
        (b"\\begin{a}\nb\n\\end{a}\n", b"b\n"),
        (b".macro a\n.if b\n  nop\n.endif\n.endm\n", b".macro a\nnop\n.endm\n"),
        (b"#ifdef a\n#if b\nc\n#endif\n#endif", b"#if b\nc\n#endif\n"),
        (b"do i = 1, 2\ncall a\nEND DO\n", b"call a\n"),
        (b".startproc\nret\n.endproc\n", b"ret\n"),
    ],
)
def test_the_lines_around_something_go_together(text: bytes, left: bytes) -> None:
    assert left_for(text, left).split() == left.split()


@pytest.mark.parametrize(
    "text", [b"if a\nb\nend\n", b"a\nsend b\nc\n", b"\n\nendif\n", b"end\nbegin\n", b""]
)
def test_what_ends_nothing_that_is_known_is_asked_nothing(text: bytes) -> None:
    asker = ask(lambda candidate: True)
    assert enclosures(Context(asker, Outlining()), text) == text
    assert asker.runs == 0


def test_what_may_not_change_stays() -> None:
    text = b"begin\na\nend\n"
    assert left_for(text, b"a\n", head=1) == text


def test_a_template_comes_out_of_its_blocks() -> None:
    text = b"{% block a %}\n<p>\n{% if b %}\n{{ 1 / 0 }}\n{% endif %}\n</p>\n{% endblock %}\n"

    def oracle(candidate: bytes) -> bool:
        return b"{{ 1 / 0 }}" in candidate and all(
            candidate.count(word) == candidate.count(b"end" + word) * 2
            for word in (b"block", b"if")
        )

    assert reduce_inline(text, oracle, name="case.j2").text == b"{{ 1 / 0 }}\n"
