"""Columns: what has the same place in each row of a table goes at once."""

import csv
import io

import pytest

from nubbin.engine.algorithms.columns import columns
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.vocabulary.text import Span
from oracles import ask, asks_nothing, reduce_inline


def asked(text: bytes, *needed: bytes, within: Span | None = None) -> tuple[bytes, int]:
    """Return what is left where some cells are needed, and how many questions that took."""
    within = within or Span(0, len(text))
    asker = ask(lambda candidate: all(cell in candidate for cell in needed))
    context = Context(asker, Outlining(), head=within.start, tail=len(text) - within.end)
    return columns(context, text), asker.runs


@pytest.mark.parametrize("separator", [b",", b";", b"\t", b"|"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_column_goes_from_all_rows(separator: bytes, end: bytes) -> None:
    text = end.join(separator.join(row) for row in ((b"a", b"b", b"c"), (b"0", b"1", b"2"))) + end
    left, _ = asked(text, b"b")
    assert left == b"b" + end + b"1" + end


def test_of_many_columns_the_one_that_is_needed_is_found_in_a_few_questions() -> None:
    text = b"".join(
        b",".join(b"%d.%d" % (row, cell) for cell in range(64)) + b"\n" for row in range(9)
    )
    left, questions = asked(text, b"4.37")
    assert left == b"".join(b"%d.37\n" % row for row in range(9))
    assert questions <= 16


def test_a_separator_in_quotes_is_a_part_of_its_cell() -> None:
    assert asked(b'a,"b,c",d\n0,"1,2",3\n', b"c")[0] == b'"b,c"\n"1,2"\n'


@pytest.mark.parametrize(
    "text",
    [
        b"a,b\nc\nd,e\n",  # no two neighbours are as long
        b"a b\nc d\n",
        b"a,b",
        b"a,b\nc,d\n" + 40 * b"word\n",  # hardly any of it is a table
        b"",
    ],
)
def test_a_text_that_is_no_table_is_not_asked_about(text: bytes) -> None:
    assert asked(text) == (text, 0)


def test_rows_outside_of_what_may_change_stay() -> None:
    text = b"a,b\n0,1\n2,3\n4,5\n"
    assert asked(text, b"3", within=Span(4, 12))[0] == b"a,b\n1\n3\n4,5\n"


def test_what_lists_a_text_with_a_grammar_has_the_grammar_tells() -> None:
    assert asks_nothing(columns, "c", b"f(a,\nb);\nf(a,\nb);\n")


def test_of_a_table_whose_rows_have_to_be_as_long_only_what_matters_is_left() -> None:
    rows = [b"id,name,ratio,city", *(b"%d,n%d,0.%d,rome" % (3 * (n,)) for n in range(40))]
    rows[23] = b"23,n23,NaN?,rome"

    def oracle(text: bytes) -> bool:
        lengths, found = set(), False
        table = list(csv.reader(io.StringIO(text.decode(), newline="")))
        for row in table[1:]:
            lengths.add(len(row))
            found |= ("ratio", "NaN?") in zip(table[0], row, strict=False)
        return found and lengths == {len(table[0])}

    reduction = reduce_inline(b"\n".join(rows) + b"\n", oracle, name="a.table")
    assert reduction.text.split() == [b"ratio", b"NaN?"]
    assert reduction.oracle.runs < 100
