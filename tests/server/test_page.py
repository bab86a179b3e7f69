"""The page of `--report`: figures and texts as they are, and nothing that is obeyed."""

from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from nubbin.engine.algorithms.rules import Rule
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.formatter import beside_oracle
from nubbin.engine.oracles.oracle import Limits, OracleSpec
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.text import Span
from nubbin.server.commands.page import page_of
from oracles import reduce_inline

VOID = {"meta", "line"}


class Read(HTMLParser):
    """The elements and the words of a page; every one that begins has to end."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags = Counter[str]()
        self.words = ""
        self.attributes: list[tuple[str, str | None]] = []
        self._open: list[str] = []
        self.feed(page.decode())
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


def page(
    before: bytes,
    reduction: Reduction,
    name: str = "case.json",
    oracle: str = "o",
    options: Options | None = None,
    formatter: OracleSpec | None = None,
) -> Read:
    spec = OracleSpec(oracle, Path())
    request = Request(before, Path(name), spec, options or Options(), formatter)
    return Read(page_of(reduction, request, "out"))


LIST = b'[1, 2, {"a": 3}, "keep"]'


def test_it_shows_what_is_left_and_what_that_took() -> None:
    reduction = reduce_inline(LIST, lambda text: b"keep" in text)
    words = page(LIST, reduction, oracle="grep -q keep {file}").words
    assert f"case.json: 17 → {reduction.output.tokens} token" in words
    assert f", {reduction.oracle.runs} runs, " in words
    assert LIST.decode() in words
    assert "grep -q keep {file}" in words
    assert "1-minimal" in words
    asked = [each.name for each in reduction.passes if each.runs]
    assert asked
    assert all(name in words for name in asked)


def test_it_says_that_nothing_smaller_was_found_only_if_that_is_so() -> None:
    ends = {
        strategy: page(LIST, reduce_inline(LIST, lambda text: b"keep" in text, strategy)).words
        for strategy in ("fast", "balanced")
    }
    assert "nothing smaller found" in ends["balanced"]
    assert "nothing smaller found" not in ends["fast"]
    assert "all its passes were made" in ends["fast"]
    assert "found to be" not in ends["fast"]


@pytest.mark.parametrize("place", ["name", "text", "oracle"])
def test_nothing_of_the_users_is_markup(place: str) -> None:
    mark = "<script src=http://a>&amp;</script>\x1b[2J\u202e"
    given = {"name": "case.json", "text": "keep", "oracle": "o", place: mark}
    text = f'["{given["text"]}"]'.encode()
    reduction = reduce_inline(text, lambda candidate: given["text"].encode() in candidate)
    plain = page(LIST, reduce_inline(LIST, lambda candidate: b"keep" in candidate))
    read = page(text, reduction, given["name"].replace("/", "\N{DIVISION SLASH}"), given["oracle"])
    assert read.tags.keys() == plain.tags.keys()
    assert "script" not in read.tags
    assert "&amp;" in read.words
    assert not {"\x1b", "\u202e"} & {*read.words}
    assert not {"src", "href", "onclick"} & {name for name, _ in read.attributes}


def test_it_takes_nothing_from_elsewhere() -> None:
    reduction = reduce_inline(LIST, lambda text: b"keep" in text)
    read = page(LIST, reduction)
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in read.attributes
    assert not read.tags.keys() & {"script", "link", "img", "iframe", "a"}


def test_without_a_grammar_bytes_are_told() -> None:
    text = b"one\ntwo\nkeep\n"
    read = page(text, reduce_inline(text, lambda each: b"keep" in each, name="case.text"))
    assert "case.json: 13 → " in read.words
    assert "bytes of the best text, by runs" in read.words
    assert "none: without a grammar" in read.words


@pytest.mark.parametrize("text", [b"[", b"\xff\x00", b"keep", b"\r\n"])
def test_a_text_of_any_bytes_is_shown(text: bytes) -> None:
    """Also where there is nothing to show a curve of."""
    read = page(text, reduce_inline(text, lambda each: each == text, name="case.text"))
    assert "nothing smaller was found" in read.words
    assert not read.tags["svg"]


def test_what_is_all_gone_is_shown_too() -> None:
    read = page(LIST, reduce_inline(LIST, lambda text: True, allow_empty=True))
    assert "17 → 0 tokens" in read.words
    assert "Nothing: the empty file." in read.words


def test_what_went_wrong_is_told_and_the_curve_ends_at_the_result() -> None:
    asked = Counter[bytes]()

    def flaky(text: bytes) -> bool:
        asked[text] += 1
        return text == LIST or (b"keep" in text and asked.total() < 12)

    reduction = reduce_inline(LIST, flaky)
    assert (reduction.status, reduction.text) == (4, LIST)
    read = page(LIST, reduction)
    assert f"status 4: {reduction.problem}" in read.words
    (path,) = (value for name, value in read.attributes if name == "d" and value)
    assert path.split()[1] == path.split()[-1].removeprefix("V")  # both ends: the input's size


def test_what_went_wrong_is_told_before_the_text() -> None:
    reduction = replace(reduce_inline(LIST, lambda text: b"keep" in text), problem="It is flaky.")
    words = page(LIST, reduction).words
    assert words.index("It is flaky.") < words.index("What is left")


def test_line_ends_of_windows_are_no_signs_unless_some_lines_end_otherwise() -> None:
    for text, told in ((b"a\r\nkeep\r\n", "a\nkeep\n"), (b"a\nkeep\r\n", "a\nkeep\\r\n")):
        reduction = reduce_inline(text, text.__eq__, name="case.text")
        assert told in page(text, reduction).words


def test_without_a_grammar_there_is_no_column_of_tokens() -> None:
    text = b"one\ntwo\nkeep\n"
    reduction = reduce_inline(text, lambda each: b"keep" in each, name="case.text")
    assert "tokens taken" not in page(text, reduction).words
    assert "tokens taken" in page(LIST, reduce_inline(LIST, lambda each: b"keep" in each)).words


def test_it_tells_how_the_oracle_ran_and_what_was_guessed() -> None:
    reduction = reduce_inline(LIST, lambda text: b"keep" in text)
    oracle = OracleSpec("o", Path(), timeout=5.0, isolation="workspace", limits=Limits(cpu=3))
    options = Options(hint=Span(0, 4), rules=(Rule("identity", ("list",)),), pool="dask://a:1")
    formatter = beside_oracle(OracleSpec("tidy", Path()), oracle)
    request = Request(LIST, Path("case.json"), oracle, options, formatter)
    words = Read(page_of(reduction, request, "out")).words
    for told in (
        "o, timeout = 5.0, isolation = 'workspace', limits.cpu = 3",
        "bytes 0 to 4",
        "[list(a)] = []",
        "--pool dask://a:1",
        "tidy (what it made was not taken)",
    ):
        assert told in words


def test_it_tells_what_is_needed_to_make_it_again() -> None:
    reduction = replace(reduce_inline(LIST, lambda text: b"keep" in text), formatted=True)
    formatter = OracleSpec("tidy", Path())
    options = Options(rename=True, seed=7, max_time=60.0)
    words = page(LIST, reduction, "case.json", "one\ntwo", options, formatter).words
    assert "--max-time 60.0 --rename --seed 7" in words
    assert "formattertidy" in words
    assert "one\ntwo" in words
    assert "1-maximal, before it was formatted" in words
    assert "options" not in page(LIST, reduction).words


def test_of_a_long_text_the_beginning_is_shown() -> None:
    text = b"[" + b"0, " * 30_000 + b"1]"
    reduction = reduce_inline(text, lambda each: each == text, max_tests=1)
    assert "… and 24,467 characters more" in page(text, reduction).words
