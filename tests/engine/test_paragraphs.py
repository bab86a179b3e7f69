"""Paragraphs: what stands between empty lines is a part of a text without a grammar."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.trees.outline import outline, paired
from nubbin.engine.trees.paragraphs import in_paragraphs
from nubbin.engine.trees.tree import Tree
from oracles import reduce_inline

PIECES = st.sampled_from(
    [b"a", b"b c", b"\na\nb\n\n", b"\n", b"\n \n", b"  ", b"(", b")", b",", b";", b"- "]
)


def plain(text: bytes) -> Tree:
    """Return the outline of a text as it is before there are paragraphs."""
    return outline(text, paired(text).pairs)


def paragraphs(text: bytes) -> list[bytes]:
    """Return the source of each paragraph of a text."""
    tree = in_paragraphs(plain(text))
    return [tree.source(row) for row in range(len(tree)) if tree.name(row) == "paragraph"]


@pytest.mark.parametrize(
    "text, wanted",
    [
        (b"a\nb\n\nc\nd\n", [b"a\nb", b"c\nd"]),
        (b"a\nb\n \t\n\n\nc\n", [b"a\nb"]),
        (b"a;\nb;\n\nc\n", [b"a;\nb;"]),
        (b"a:\n  b\n\n  c\nd\n\ne\n", [b"a:\n  b\n\n  c\nd"]),
        (b"a\n\nb\n", []),
        (b"a\nb\n", []),
        (b"\n\na\nb\n\n", []),
        (b"\n\na\nb\n\nc\n", [b"a\nb"]),
        (b"", []),
    ],
)
def test_a_paragraph_is_several_lines_between_empty_ones(text: bytes, wanted: list[bytes]) -> None:
    assert paragraphs(text) == wanted


@given(st.lists(PIECES).map(b"".join))
def test_nodes_lie_in_those_around_them_and_leaves_stay_as_they_are(text: bytes) -> None:
    before, after = plain(text), in_paragraphs(plain(text))
    assert [after.source(row) for row in after.leaves()] == [
        before.source(row) for row in before.leaves()
    ]
    added = [row for row in range(len(after)) if after.name(row) == "paragraph"]
    assert len(after) == len(before) + len(added)
    assert after.parent[0] == before.parent[0]
    assert after.depth - before.depth == bool(added)
    for row in range(1, len(after)):
        above = after.parent[row]
        assert above < row < after.skip[row] <= after.skip[above]
        assert after.start[above] <= after.start[row] <= after.end[row] <= after.end[above]
    for row in range(len(after)):
        children = list(after.children(row))
        assert all(after.parent[child] == row for child in children)
        assert row not in added or (len(children) > 1 and after.parent[row] == 0)
    old = [before.name(row) for row in range(len(before))]
    assert [after.name(row) for row in range(len(after)) if row not in added] == old


def test_of_records_of_several_lines_the_one_that_matters_is_left() -> None:
    record = "%d\n00:00:%02d,000 --> 00:00:%02d,500\nwords, and more of them\n"
    text = "\n".join(record % (n, n, n + 1 if n != 23 else 1) for n in range(1, 40))

    def oracle(candidate: bytes) -> bool:
        backwards = False
        for block in re.split(rb"\n\n", candidate.strip()):
            number, times, *words = block.split(b"\n")
            found = re.fullmatch(rb"00:00:(\d\d),\d{3} --> 00:00:(\d\d),\d{3}", times)
            if not (number.isdigit() and found and words):
                return False
            backwards |= found[1] > found[2]
        return backwards

    def holds(candidate: bytes) -> bool:
        try:
            return oracle(candidate)
        except ValueError:
            return False

    reduction = reduce_inline(text.encode(), holds, name="a.records")
    assert reduction.text.count(b"-->") == 1
    assert reduction.oracle.runs < 250
