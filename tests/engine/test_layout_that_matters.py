"""White space that the oracle, a string or a selection wants stays, and the rest does not."""

import pytest

from laying_out import laid_out
from nubbin.engine.vocabulary.text import Span


def test_white_space_that_matters_stays_and_the_rest_does_not() -> None:
    text = b"f ( a ,  b ) ;\n\n  g [ 0 ] ;\n\n\n h ( ) ;\n"
    tidy, questions = laid_out("a.js", text, lambda each: b"[ 0" in each and b"\n\n" in each)
    assert tidy == b"f(a, b);\ng[ 0];\n\n h();\n"
    assert questions <= 16


def test_an_oracle_for_which_all_white_space_matters_is_not_asked_for_ever() -> None:
    text = b"".join(b"f ( %d ) ;\n\n" % number for number in range(1000))
    tidy, questions = laid_out("a.js", text, lambda each: each == text)
    assert tidy == text
    assert questions <= 70


def test_what_lies_outside_of_a_selection_stays() -> None:
    text = b"f ( ) ;\n\n\n  g ( ) ;  \n\n  h ( ) ;\n"
    start, end = text.index(b"g"), text.index(b"\n  h")
    tidy, _ = laid_out("a.js", text, within=Span(start, end))
    assert tidy == text[:start] + b"g();\n" + text[end:]


def test_blanks_in_strings_are_no_layout() -> None:
    text = b"f(`  `, '  ', \"  \", `\n\n  `, `${ a }  `)\n"
    tidy, _ = laid_out("a.js", text)
    assert tidy.replace(b"${a}", b"${ a }") == text
    heredoc = b"cat <<EOF\n   a   b\n\n c\nEOF\n"
    assert laid_out("a.sh", heredoc)[0] == heredoc
    assert laid_out("a.sh", heredoc.replace(b" <<", b"  <<"))[0] == heredoc


def test_a_line_end_is_not_torn_apart_where_a_string_never_ends() -> None:
    text = b'{"a": 1,\r\n\r\n "b\r\n\r\n\r\n  : 2}\r\n'
    tidy, _ = laid_out("a.json", text)
    assert tidy.count(b"\r") == tidy.count(b"\r\n") == tidy.count(b"\n")


def test_a_line_end_of_which_a_comment_has_the_first_half_stays_one() -> None:
    assert laid_out("a.sh", b"a\r\n# b\r\n\r\n") == (b"a\r\n# b\r\n", 1)


def test_of_white_space_that_is_needed_one_blank_stays() -> None:
    tidy, _ = laid_out("a.sh", b"\n\n  $     ", lambda each: b"$ " in each)
    assert tidy == b"$ "


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_of_many_line_ends_half_go_at_a_time_and_none_is_torn_apart(end: bytes) -> None:
    text = b"f();" + 9 * end + b"g();"
    tidy, questions = laid_out("a.js", text, lambda each: 2 * end in each)
    assert tidy == b"f();" + 5 * end + b"g();"
    assert laid_out("a.js", tidy, lambda each: 2 * end in each)[0] == b"f();" + 3 * end + b"g();"
    assert questions <= 3


def test_of_blanks_before_a_line_end_half_go_at_a_time() -> None:
    text = b"f();" + 8 * b" " + b"\ng();"
    assert laid_out("a.js", text, lambda each: b" \n" in each)[0] == b"f();" + 4 * b" " + b"\ng();"


def test_line_ends_go_without_the_blanks_before_them_if_these_matter() -> None:
    text = b"- a \n- " + 8 * b"\n"

    def holds(each: bytes) -> bool:
        return each.startswith(b"- a \n- ")

    tidy, _ = laid_out("a.rst", text, holds)
    assert tidy == b"- a \n- " + 4 * b"\n"
    assert laid_out("a.rst", b"- a \n- \n\n", holds)[0] == b"- a \n- \n"


def test_where_a_line_has_to_begin_half_of_its_blanks_go_at_a_time_down_to_a_step() -> None:
    def holds(each: bytes) -> bool:
        return b"\n " in each

    text = b"x = [0\n" + 8 * b" " + b"]\n"
    assert laid_out("a.py", text, holds)[0] == b"x = [0\n" + 4 * b" " + b"]\n"
    for step in (b"x = [0\n    ]\n", b"x = [0\n ]\n"):
        assert laid_out("a.py", step, holds)[0] == step


def test_a_line_of_a_block_keeps_the_blanks_that_make_it_one() -> None:
    text = b"if x:\n    f(  a)\n    g()\n"
    assert laid_out("a.py", text, lambda each: b"  a" in each)[0] == text
