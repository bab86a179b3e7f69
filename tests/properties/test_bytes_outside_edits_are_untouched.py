"""Design §5, guarantee 6: what is not removed or replaced comes back byte for byte."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from inline_pool import InlinePool
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits
from oracles import reduce_inline
from strategies import Case, is_json, json_cases

LINES = st.lists(st.sampled_from([b"a,b,c", b"b,,a", b"  a", b"", b"b", b"f(a)", b" "]), min_size=1)


@given(LINES.map(b"\n".join).filter(bool), st.sampled_from([b"\n", b"\r\n"]), st.data())
def test_what_lies_outside_a_selection_of_lines_stays(
    text: bytes, end: bytes, data: st.DataObject
) -> None:
    text = text.replace(b"\n", end)
    start = data.draw(st.integers(0, len(text) - 1))
    stop = data.draw(st.integers(start + 1, len(text)))
    head, tail = text[:start], text[stop:]
    wanted = data.draw(st.sampled_from([b"a", b"b", b",", b"\n"]).filter(lambda each: each in text))
    reduction = reduce_inline(
        text, lambda each: wanted in each, name="a.records", within=Span(start, stop)
    )
    assert reduction.text.startswith(head)
    assert reduction.text[len(head) :].endswith(tail)


@pytest.mark.parametrize(
    "strategy", ["balanced", "thorough", "hddhr*", "hdd*", "ddmin*", "rddmin*"]
)
@given(json_cases(), st.data())
def test_what_lies_outside_a_selection_stays(
    strategy: str, case: Case, data: st.DataObject
) -> None:
    text, holds = case
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    head, tail = text[:start], text[end:]
    reduction = reduce_inline(text, holds, strategy, within=Span(start, end))
    assert reduction.text.startswith(head)
    assert reduction.text[len(head) :].endswith(tail)


@pytest.mark.parametrize("strategy", ["fast", "balanced", "hddr*", "ddmin*"])
def test_half_a_line_end_outside_a_selection_stays(strategy: str) -> None:
    text = b"int keep;\r\nint b;\r\nint c;\r\n"
    for start in (text.index(b"\nint b"), text.index(b"int b")):
        for end in (text.index(b"\nint c"), text.index(b"int c")):
            result = reduce_inline(
                text, lambda each: b"keep" in each, strategy, "a.c", within=Span(start, end)
            ).text
            assert result.startswith(text[:start])
            assert result[start:].endswith(text[end:])


@pytest.mark.parametrize("strategy", ["fast", "balanced", "thorough", "hddhr*"])
def test_what_is_nested_deep_around_a_selection_stays(strategy: str) -> None:
    """Far hoists pass over many levels at once, and must not begin above the selection."""
    head, tail = b'{"keep": ' + b"[" * 12, b"]" * 12 + b"}"
    within = Span(len(head), len(head) + len(b"1, [2]"))
    text = head + b"1, [2]" + tail
    reduction = reduce_inline(text, lambda each: b"keep" in each, strategy, within=within)
    assert reduction.text.startswith(head)
    assert reduction.text[len(head) :].endswith(tail)
    assert len(reduction.text) < len(text)


def test_what_lies_outside_a_selection_stays_even_if_nothing_is_wanted(tmp_path: Path) -> None:
    text = b"int a;\nint b;\nint c;\n"
    options = Options(allow_empty=True, within=Span(7, 13))
    oracle = OracleSpec(("a Python function",), tmp_path)
    request = Request(text, tmp_path / "case.c", oracle, options)
    reduction = reduce(request, pool=InlinePool(lambda each: True))
    assert (reduction.status, reduction.text) == (0, b"int a;\n\nint c;\n")


@pytest.mark.parametrize("eol", [b"\n", b"\r\n"])
@given(json_cases())
def test_line_ends_and_a_byte_order_mark_stay_as_they_are(eol: bytes, case: Case) -> None:
    text, holds = case
    marked = b"\xef\xbb\xbf" + text.replace(b"\n", eol)
    # Valid all along: in a string that never ends, a line end is not one of the layout's.
    reduction = reduce_inline(
        marked, lambda each: each[:3] == marked[:3] and holds(each[3:]) and is_json(each[3:])
    )
    assert reduction.text.startswith(b"\xef\xbb\xbf")
    assert (b"\r" in reduction.text) <= (b"\r" in marked)
    assert reduction.text.count(b"\r") == reduction.text.count(b"\r\n")


@given(st.binary(max_size=30), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8))))
def test_edits_leave_every_other_byte(text: bytes, spans: list[tuple[int, int]]) -> None:
    edits = [Edit(min(start, len(text)), min(start + size, len(text))) for start, size in spans]
    ordered = sorted(edits)
    assume(all(one.end <= other.start for one, other in pairwise(ordered)))
    gone = {index for edit in edits for index in range(edit.start, edit.end)}
    for index in range(len(text) - 1):
        if text[index : index + 2] == b"\r\n":  # it goes with its last byte
            gone = gone | {index} if index + 1 in gone else gone - {index}
    left = bytes(byte for index, byte in enumerate(text) if index not in gone)
    # Where two words would become one, a blank is put between them.
    assert apply_edits(text, edits).replace(b" ", b"") == left.replace(b" ", b"")


@pytest.mark.parametrize("strategy", ["fast", "balanced", "hddr*"])
@pytest.mark.parametrize(
    "name, text, wanted",
    [
        ("case.r", b"for (i in 1:10) {\n  if (i > x) next\n}\nsapply(1)\n", [b"next", b"sapply"]),
        ("Dockerfile", b'ENV A=b C="d e"\nCOPY --from=base /a /b\nCMD ["sh"]\n', [b"COPY", b"/b"]),
        ("case.jl", b"struct P{T}\n    q::T\nend\nend\n", [b"struct", b"T"]),
        ("go.mod", b"module a\n\nrequire (\n\tb.c/d v1.2.3\n)\n", [b"require", b"v1"]),
    ],
)
def test_a_line_end_goes_as_a_whole_where_the_grammar_has_a_token_for_its_last_byte(
    strategy: str, name: str, text: bytes, wanted: list[bytes]
) -> None:
    """But not by `thorough`, which takes characters out of a text that has but one token."""

    def holds(each: bytes) -> bool:
        return all(word in each for word in wanted) and b"\n" in each

    left = reduce_inline(text.replace(b"\n", b"\r\n"), holds, strategy, name).text
    assert left.count(b"\r") == left.count(b"\r\n") == left.count(b"\n")


@pytest.mark.parametrize(
    "text, edit, wanted",
    [
        (b"a\r\nb", Edit(2, 3), b"a b"),
        (b"a\r\nb", Edit(0, 2), b"\r\nb"),
        (b"a\r\nb", Edit(1, 2), b"a\r\nb"),
        (b"f($name, 1)", Edit(3, 7, b"a"), b"f($a, 1)"),
        (b"f($name)", Edit(2, 3, b"&"), b"f(&name)"),
        (b"int x;", Edit(3, 4), b"int x;"),
        (b"int(x);", Edit(3, 5, b"y"), b"int y);"),
        (b"a+b", Edit(1, 2), b"a b"),
        (b"a1b", Edit(1, 2), b"ab"),
        (b"a 1b", Edit(1, 3), b"a b"),
        (b"1u+b", Edit(1, 2, b"l"), b"1l+b"),
    ],
)
def test_words_that_were_apart_stay_so_and_what_touched_may_touch(
    text: bytes, edit: Edit, wanted: bytes
) -> None:
    assert apply_edits(text, [edit]) == wanted
