"""Enclosures: what begins something goes with what ends it."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.enclosures import enclosures
from nubbin.engine.trees.language import named
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, ask_for, asks_nothing, reduce_inline, tight


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
    "text, left",
    [
        (b"a {#if b > c}d{/if}", b"a d"),
        (b"<p>{#each a as b}{#if {c}}d{/if}{/each}\n</p>", b"d"),
        (b"{{#a b}}c{{~/a}} {% if a %}{% endif %}", b"c"),
        (b"[b]a [i]d[/i][/b]", b"a d"),
        (b"<#if a>d</#if>", b"d"),
        (b"<a b={() => c}\nd='>'>e<a/></a>", b"e<a/>"),
        (b"{#if a}d{/ifs}", b"{#if a}d{/ifs}"),
    ],
)
def test_the_tags_around_something_go_together(text: bytes, left: bytes) -> None:
    ends = {b"if": 2, b"each": 2}

    def oracle(candidate: bytes) -> bool:
        return all(part in candidate for part in left.split()) and all(
            candidate.count(word) in (0, number) for word, number in ends.items()
        )

    assert enclosures(Context(ask(oracle), Outlining()), text).split() == left.split()


@pytest.mark.parametrize(
    "language, text, left",
    [
        ("html", b'<p><a b="c"> </a></p>', b'<p><a b="c"/></p>'),
        ("tsx", b"f(<a b={c}></a>)", b"f(<a b={c}/>)"),
    ],
)
def test_a_tag_closes_itself_where_nothing_is_between_it_and_its_end(
    language: str, text: bytes, left: bytes
) -> None:
    assert tight(enclosures(Context(ask_for(text, left), Parsing(named(language))), text)) == tight(
        left
    )


@pytest.mark.parametrize(
    "text, left",
    [
        (b"<a b>\n<c d>e</c>\n</a>\n", b"<c b d>e</c>\n\n"),
        (b"<a b><c d>e</c></a>", b"<a b d>e</a>"),
        (b"<a.b><c d/></a.b>", b"<a.b d/>"),
        (b"<a b='>'><c d/></a>", b"<c b='>' d/>"),
        (b"<a b><c>d</c></a>", b"<c b>d</c>"),
        (b"<a b><c d><e f/></c></a>", b"<a b d><e f/></a>"),
    ],
)
def test_an_element_and_the_only_one_in_it_become_one(text: bytes, left: bytes) -> None:
    assert left_for(text, left) == left


@pytest.mark.parametrize("text", [b"<a b><c>d</c>e</a>", b"<a b>e<c/></a>", b"<a b><c/><d/></a>"])
def test_an_element_that_is_not_the_only_one_stays_in_the_other(text: bytes) -> None:
    oracle = Noted()
    enclosures(Context(ask(oracle), Outlining()), text)
    assert not any(b"<a b" in candidate and b"</a>" not in candidate for candidate in oracle.asked)
    assert not any(b"<c b" in candidate for candidate in oracle.asked)


def test_what_is_enclosed_goes_at_once() -> None:
    text = b"a{#if b}{#if c}{/if}{/if}"
    asker = ask_for(text, b"a")
    assert enclosures(Context(asker, Outlining()), text) == b"a"
    assert asker.runs <= 5


@pytest.mark.parametrize(
    "text", [b"if a\nb\nend\n", b"a\nsend b\nc\n", b"\n\nendif\n", b"end\nbegin\n", b""]
)
def test_what_ends_nothing_that_is_known_is_asked_nothing(text: bytes) -> None:
    assert asks_nothing(enclosures, None, text)


@pytest.mark.parametrize("text", [b"<a [</a>]   b>", b"<a [</a>] > b", b"[a [/a]] b"])
def test_a_tag_within_another_is_not_its_end(text: bytes) -> None:
    assert asks_nothing(enclosures, None, text)


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
