"""Where two texts differ, as it is told to a parser, is where they do."""

import time
from itertools import accumulate, pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from nubbin.engine.vocabulary.difference import Difference, common_head, common_tail, hunks
from nubbin.engine.vocabulary.text import Edit, apply_edits

WORDS = st.lists(st.sampled_from([b"int ", b"a", b" = ", b"0;\n", b"f(x)"]), max_size=200)
LINES = [b"int the_variable_number_%d = %d;\n" % (number, number) for number in range(100)]
AGAIN = b"".join([*LINES[1:50], b"0;\n", LINES[1], *LINES[50:]])
"""The first line went, and the one behind it stands once more later on."""


@st.composite
def edited(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """Draw a text, and what edits at some of its places make of it."""
    text = b"".join(draw(WORDS))
    bounds = sorted(draw(st.lists(st.integers(0, len(text)), max_size=12)))
    pairs = zip(bounds[::2], bounds[1::2], strict=False)
    edits = [Edit(start, end, draw(st.sampled_from([b"", b"0", b"name"]))) for start, end in pairs]
    return text, apply_edits(text, edits)


@st.composite
def torn(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """Draw a text of many lines, and what is left of it without some that are far apart.

    In their place there may be a few bytes, and a line that stands before, too.
    """
    first, *others = accumulate(draw(st.lists(st.integers(4, 16), min_size=2, max_size=6)))
    new = LINES.copy()
    new[first] = b""
    for place in others:
        new[place] = draw(st.sampled_from([b"", b"0;\n", b"0;\n" + LINES[first + 1]]))
    return b"".join(LINES), b"".join(new)


ANY_TWO = edited() | torn() | st.tuples(st.binary(), st.binary())


@given(ANY_TWO)
def test_what_two_texts_have_in_common_at_either_end_is_all_of_it(
    texts: tuple[bytes, bytes],
) -> None:
    one, other = texts
    head = common_head(one, other)
    assert one[:head] == other[:head]
    assert one[head : head + 1] != other[head : head + 1] or not one[head:]
    tail = common_tail(one, other, head)
    ends = one[len(one) - tail :], other[len(other) - tail :]
    assert ends[0] == ends[1]
    before = one[head : len(one) - tail], other[head : len(other) - tail]
    assert not all(before) or before[0][-1] != before[1][-1]


@given(torn())
def test_two_parts_that_went_far_apart_are_no_single_hunk(texts: tuple[bytes, bytes]) -> None:
    assert len(hunks(*texts)) > 1


@given(ANY_TWO)
@example((b"".join(LINES), AGAIN))
def test_putting_the_new_stretches_for_the_old_ones_makes_the_other_text(
    texts: tuple[bytes, bytes],
) -> None:
    old, new = texts
    found = hunks(old, new)
    made = old
    for hunk in reversed(found):
        made = made[: hunk.old.start] + new[slice(*hunk.new)] + made[hunk.old.end :]
    assert made == new
    assert all(one.old.end <= other.old.start for one, other in pairwise(found))


@given(edited())
def test_hunks_lie_where_the_texts_differ_at_all(texts: tuple[bytes, bytes]) -> None:
    found, whole = hunks(*texts), Difference.of(*texts).hunk
    assert bool(found) == (texts[0] != texts[1])
    if found:
        assert (found[0].old.start, found[-1].old.end) == whole.old
        assert (found[0].new.start, found[-1].new.end) == whole.new


def test_each_of_many_parts_that_went_is_a_gap() -> None:
    lines = [b"int variable_number_%d = %d;\n" % (number, number) for number in range(1000)]
    old, new = b"".join(lines), b"".join(line for n, line in enumerate(lines) if n % 100)
    assert [hunk.new for hunk in hunks(old, new)] == [
        (hunk.new.start, hunk.new.start) for hunk in hunks(old, new)
    ]
    assert len(hunks(old, new)) == 10


def test_parts_that_went_side_by_side_are_not_sought_for_long() -> None:
    went, stays = (
        b"/* %d */ f(); /* %d */ ",
        b"the_function_number_%d(what, it, is, called, with, %d);\n",
    )
    old = b"".join((went + stays) % (n, n, n, n) for n in range(10_000))
    new = b"".join((b"f(); " + stays) % (n, n) for n in range(10_000))
    began = time.process_time()
    found = hunks(old, new)
    assert time.process_time() - began < 0.5  # each sought in all of the rest takes seconds
    assert 1 < len(found) < 20
