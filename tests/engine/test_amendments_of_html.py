"""Elements of HTML may lack either of their ends, and half a tag is an error."""

import pytest

from amended.html import SAMPLE
from faults import Count, faults
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import reduce_inline


@pytest.mark.parametrize(
    "text",
    [
        b"<!DOCTYPE html></p>",
        b"<div><p>a</p><b>x</div>",
        b"<p>a</p>x</b> y z</div><b>",
        b"</p></q> x",
        b"<b></q>",
    ],
)
def test_an_element_of_html_may_lack_either_of_its_ends(text: bytes) -> None:
    assert faults("html", text) == Count(0, 0)
    assert not Parsing(named("html")).syntax(SAMPLE).forbids(text)


@pytest.mark.parametrize("text", [b"<", b"<a", b"</a", b"a</>", b"<b></b", b"<b c=>x</b>"])
def test_half_a_tag_of_html_is_an_error(text: bytes) -> None:
    assert faults("html", text).errors > 0


def test_ends_of_html_elements_go_where_the_oracle_does_without() -> None:
    reduction = reduce_inline(
        SAMPLE, lambda text: b"</b>" in text and b"<div>" in text, name="case.html"
    )
    assert b"".join(reduction.text.split()) == b"<div></b>"
