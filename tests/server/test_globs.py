"""Patterns of files fit what they would in .gitignore, but for a few signs."""

import re
import time
from pathlib import PurePath

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from nubbin.server.globs import matches, mistake_in


@pytest.mark.parametrize(
    "pattern,path,held",
    [
        ("*.c", "a.c", True),
        ("*.c", "x/y/a.c", True),
        ("*.c", "a.cc", False),
        ("/*.c", "a.c", True),
        ("/*.c", "x/a.c", False),
        ("tests/**/*.c", "tests/a.c", True),
        ("tests/**/*.c", "tests/x/y/a.c", True),
        ("tests/**/*.c", "x/tests/a.c", False),
        ("**/lib/*.c", "lib/a.c", True),
        ("**/lib/*.c", "x/lib/a.c", True),
        ("tests/**", "tests/x/y", True),
        ("tests/**", "tests", False),
        ("out/", "out/x/y", True),
        ("tests/*.c", "tests/x/a.c", False),
        ("a?.c", "ab.c", True),
        ("a?.c", "a/.c", False),
        ("[a-c].c", "b.c", True),
        ("[!a-c].c", "b.c", False),
        ("[!a-c].c", "d.c", True),
        ("[]].c", "].c", True),
        ("[[].c", "[.c", True),
        ("[{].c", "{.c", True),
        ("/!a.c", "!a.c", True),
        ("[+--].c", "-.c", True),
        ("[a-].c", "-.c", True),
        ("[&&^].c", "^.c", True),
        ("[[:].c", ":.c", True),
        ("a+(b).c", "a+(b).c", True),
        ("a**/b.c", "a/b.c", True),
        ("a**/b.c", "ax/b.c", True),
        ("a**/b.c", "ax/y/b.c", False),
        ("**/a/**/b.c", "a/x/a/b.c", True),
        ("*a*b*.c", "xaab.c", True),
        ("*a*b", "xbab", True),
        ("*a*b", "xbba", False),
        ("*", "x/\n.c", True),
        ("naïve *.c", "naïve 1.c", True),
    ],
)
def test_patterns_are_read_as_in_gitignore(pattern: str, path: str, held: bool) -> None:
    assert matches(pattern, PurePath(path), PurePath("/w")) is held
    assert matches(pattern, PurePath("/w") / path, PurePath("/w")) is held


@pytest.mark.parametrize(
    "pattern, path, held",
    [
        ("tests", "tests/a.c", False),
        (r"a\*.c", "a*.c", False),
        (r"a\*.c", r"a\x.c", True),
        ("a[*].c", "a*.c", True),
        ("#a.c", "#a.c", True),
        ("a.c ", "a.c", False),
        ("a.c ", "a.c ", True),
    ],
)
def test_patterns_that_are_read_otherwise_than_in_gitignore(
    pattern: str, path: str, held: bool
) -> None:
    assert matches(pattern, PurePath(path), PurePath("/w")) is held


@pytest.mark.parametrize("pattern", ["./a.c", "../*.c", "x/../a.c", "!a.c", "{a,b}.c", "[", "/"])
def test_patterns_that_can_fit_nothing_are_mistakes(pattern: str) -> None:
    assert mistake_in(pattern) is not None


@pytest.mark.parametrize(
    "pattern, path", [("*a" * 40 + "z", "a" * 200), ("**/a/" * 40 + "z", "a/" * 200 + "b")]
)
def test_no_pattern_takes_long(pattern: str, path: str) -> None:
    began = time.process_time()
    assert not matches(pattern, PurePath(path), PurePath("/w"))
    assert time.process_time() - began < 2


@given(st.text(max_size=12), st.text("ab/*[]!-c.^&|~\\", max_size=12))
@example("[[--]", "[a--b]")
def test_any_pattern_is_used_or_refused(pattern: str, likely: str) -> None:
    for text in (pattern, likely):
        if mistake_in(text) is None:
            matches(text, PurePath("a/b.c"), PurePath("/w"))
        else:
            with pytest.raises(ValueError, match=re.escape(str(mistake_in(text)))):
                matches(text, PurePath("a/b.c"), PurePath("/w"))


@given(st.text("ab/*?[]{}!-c.^&|~\\+$# ", min_size=1, max_size=12))
def test_any_name_can_be_written_as_a_pattern_that_fits_no_other(name: str) -> None:
    path = PurePath(name.strip("/"))
    assume(path.name and ".." not in path.parts)
    pattern = "/" + re.sub(r"[*?[{]", r"[\g<0>]", path.as_posix())
    assert mistake_in(pattern) is None
    assert matches(pattern, path, PurePath("/w"))
    for place, sign in enumerate(path.as_posix()):
        other = PurePath(path.as_posix()[:place] + "x" + path.as_posix()[place + 1 :])
        assert sign == "/" or not matches(pattern, other, PurePath("/w"))
