"""Lines of which nothing is left go with their ends, where a text is read by its lines."""

import pytest

from nubbin.engine.configurations.whole_lines import whole_lines
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits
from oracles import reduce_inline


def left(text: bytes, *gone: bytes, within: Span | None = None) -> bytes:
    """Return the text without the first occurrences of some pieces."""
    edits = [Edit(text.index(piece), text.index(piece) + len(piece)) for piece in gone]
    return apply_edits(text, whole_lines(text, edits, within or Span(0, len(text))))


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize(
    "text, gone, wanted",
    [
        (b"a/b/c/", [b"b"], b"a/c/"),
        (b"a/ b, /c/", [b"b", b","], b"a/c/"),
        (b"a/b ; /c/", [b"b", b";"], b"a/c/"),
        (b"a/b/c/d/", [b"b/c"], b"a/d/"),
        (b"a/b b/c/", [b"b"], b"a/ b/c/"),
        (b"a/b/c", [b"c"], b"a/b/"),
        (b"a//b/c/", [b"b"], b"a//c/"),
        (b"a//b//c/", [b"b"], b"a//c/"),
        (b"a//b/ / //c/", [b"b"], b"a//c/"),
        (b"b//c/", [b"b"], b"c/"),
        (b"a/b//c/", [b"b"], b"a//c/"),
        (b"a/", [b"a"], b""),
        (b"/b/c/", [b"b"], b"/c/"),
        (b"a/x/b c/", [b"a", b"b", b"c"], b"x/"),
    ],
)
def test_a_line_goes_with_its_end_if_nothing_is_left_of_it(
    text: bytes, gone: list[bytes], wanted: bytes, end: bytes
) -> None:
    ended = [piece.replace(b"/", end) for piece in gone]
    assert left(text.replace(b"/", end), *ended) == wanted.replace(b"/", end)


def test_between_two_empty_lines_one_is_left_if_they_may_change() -> None:
    assert left(b"a\n\nb\n\nc\n", b"b", within=Span(0, 5)) == b"a\n\n\nc\n"


def test_what_something_is_put_in_place_of_keeps_its_line_end() -> None:
    put = Edit(0, 1, b"0")
    assert whole_lines(b"a\nb\n", [put], Span(0, 4)) == [put]
    assert whole_lines(b"a b\n", [put, Edit(2, 3)], Span(0, 4)) == [put, Edit(2, 3)]
    assert whole_lines(b"b a\n", [Edit(0, 1), Edit(2, 3, b"0")], Span(0, 4)) == [
        Edit(0, 1),
        Edit(2, 3, b"0"),
    ]
    assert whole_lines(b"a\nb c\n", [put, Edit(2, 3), Edit(4, 5)], Span(0, 6)) == [put, Edit(2, 6)]


def test_line_ends_and_margins_outside_of_what_may_change_stay() -> None:
    text = b"  a\nb\n"
    assert left(text, b"a", within=Span(2, 6)) == b"  \nb\n"
    assert left(text, b"a", within=Span(0, 3)) == b"  \nb\n"
    assert left(text, b"a", within=Span(0, 4)) == b"b\n"


def test_of_records_none_of_which_may_be_empty_only_the_one_that_matters_is_left() -> None:
    text = b"".join(b"at %d: done in %d s\n" % (number, number % 7) for number in range(40))

    def oracle(candidate: bytes) -> bool:
        return b"at 23: " in candidate and all(map(bytes.strip, candidate.splitlines()))

    reduction = reduce_inline(text, oracle, name="a.records")
    assert reduction.text.strip() == b"at 23:"
    assert reduction.oracle.runs < 60
