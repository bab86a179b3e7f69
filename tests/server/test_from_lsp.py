import os
from pathlib import Path
from typing import Any

import pytest
from lsprotocol.types import Position, PositionEncodingKind, Range

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span
from nubbin.server.client_choices import choose_oracle, oracle_names
from nubbin.server.from_lsp import (
    ReduceArguments,
    byte_span,
    file_path,
    initial_options,
    job_or_document,
    parse_arguments,
)
from nubbin.server.saving import as_saved
from nubbin.server.settings import load

HERE = {"line": 0, "character": 1}
THERE = {"line": 2, "character": 0}
BEYOND = {"line": 2**31, "character": 0}


def test_what_a_client_begins_with_is_about_itself_or_a_setting() -> None:
    sent = {"token": "t", "trusted": False, "showsEndings": True, "asks": False, "jobs": 2}
    options = initial_options(sent)
    assert (options.token, options.trusted, options.shows_endings) == ("t", False, True)
    assert not options.asks
    assert options.settings == {"jobs": 2}


@pytest.mark.parametrize("sent", [None, [], "x", {"token": 1, "trusted": 1, "showsEndings": 1}])
def test_what_says_nothing_to_begin_with_gives_no_rights(sent: object) -> None:
    options = initial_options(sent)
    assert (options.token, options.trusted, options.shows_endings) == ("", None, False)
    assert options.asks
    assert options.settings == {}


def test_all_keys_are_read() -> None:
    argument = {
        "uri": "file:///a.c",
        "range": {"start": HERE, "end": THERE},
        "oracle": "mine",
        "strategy": "fast",
        "hint": {"start": HERE, "end": THERE},
        "options": {"max_tests": 3, "max_time": 2, "squeeze": True, "language": None},
        "unknown": 1,
    }
    span = Range(Position(0, 1), Position(2, 0))
    options = {"max_tests": 3, "max_time": 2, "squeeze": True}
    assert parse_arguments("c", (argument,)) == ReduceArguments(
        "file:///a.c", span, "mine", "fast", span, options
    )


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        ((), "takes one argument"),
        (("file:///a.c",), "takes one argument"),
        (({"uri": "a"}, {"uri": "b"}), "takes one argument"),
        (({},), 'needs an argument like {"uri"'),
        (({"uri": 1},), '"uri" has to be a string, not 1'),
        (({"uri": "u", "oracle": 3},), '"oracle" has to be a name or a table'),
        (({"uri": "u", "range": 3},), '"range" has to be a range'),
        (({"uri": "u", "range": {"start": HERE}},), '"range" has to be a range'),
        (({"uri": "u", "range": {"start": HERE, "end": {"line": -1, "character": 0}}},), "range"),
        (({"uri": "u", "range": {"start": HERE, "end": BEYOND}},), "numbers from 0 to 2147483647"),
        (({"uri": "u", "hint": {"start": HERE, "end": BEYOND}},), '"hint" has to be a range'),
        (({"uri": "u", "strategy": []},), '"strategy" has to be a string'),
        (({"uri": "u", "strategy": "x"},), '"strategy" cannot be used. There is no'),
        (({"uri": "u", "options": {"max_tests": True}},), '"max_tests" has to be a whole number'),
        (({"uri": "u", "options": {"speed": 1}},), 'no option "speed"; there are jobs'),
        (({"uri": "u", "options": {"window": 0}},), '"window" has to be at least 1'),
        (({"uri": "u", "options": {"jobs": 0}},), '"jobs" has to be at least 1'),
        (({"uri": "u", "options": {"max_tests": -5}},), '"max_tests" has to be at least 1'),
        (({"uri": "u", "options": {"max_time": float("nan")}},), "a number of seconds above 0"),
        (({"uri": "u", "options": {"allow_empty": 1}},), '"allow_empty" has to be true or false'),
    ],
)
def test_a_mistake_is_named(arguments: tuple[Any, ...], complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_arguments("nubbin.reduce", arguments)
    assert complaint in str(caught.value)
    assert "nubbin.reduce" in str(caught.value)


def test_a_job_is_a_number_or_that_of_a_document_or_every_one() -> None:
    assert job_or_document("c", ()) == (None, None)
    assert job_or_document("c", (None,)) == (None, None)
    assert job_or_document("c", ({},)) == (None, None)
    assert job_or_document("c", ({"job": 3},)) == (3, None)
    assert job_or_document("c", ({"uri": "file:///a.c"},)) == (None, "file:///a.c")
    with pytest.raises(UsageError, match='"job" has to be a whole number'):
        job_or_document("c", ({"job": "3"},))
    with pytest.raises(UsageError, match='"uri" has to be a string'):
        job_or_document("c", ({"uri": 3},))


def test_the_first_oracle_that_fits_is_taken_unless_one_is_named(tmp_path: Path) -> None:
    own = [{"name": name, "files": ["*.c"], "command": name} for name in ("a", "b")]
    settings, path = load(tmp_path, {"oracle": own}), tmp_path / "x.c"
    assert choose_oracle(settings, path, ReduceArguments("u")) == settings.oracles[0].spec
    assert (
        choose_oracle(settings, path, ReduceArguments("u", oracle="b")) == settings.oracles[1].spec
    )
    for name in (None, "a"):
        assert choose_oracle(settings, tmp_path / "x.py", ReduceArguments("u", oracle=name)) is None
    with pytest.raises(UsageError, match=r'named "c" fits x\.c\. Those that do: "a", "b"'):
        choose_oracle(settings, path, ReduceArguments("u", oracle="c"))


def test_every_oracle_that_fits_can_be_chosen_named_or_not(tmp_path: Path) -> None:
    own = [
        {"command": "a"},
        {"command": ["grep", "two words"], "stderr": "x"},
        {"name": "a", "command": "b"},
        {"command": ["grep", "two words"], "stderr": "y"},
    ]
    settings, path = load(tmp_path, {"oracle": own}), tmp_path / "x.c"
    fitting = settings.oracles_for(path)
    names = oracle_names(fitting)
    assert names == ["a (1)", "grep 'two words'", "a", "grep 'two words' (4)"]
    chosen = [choose_oracle(settings, path, ReduceArguments("u", oracle=name)) for name in names]
    assert chosen == list(fitting)
    with pytest.raises(UsageError, match='"a \\(1\\)", "grep \'two words\'", "a"'):
        choose_oracle(settings, path, ReduceArguments("u", oracle="nope"))


def test_an_oracle_sent_along_is_held_to_the_rules_of_the_settings(tmp_path: Path) -> None:
    settings, path = load(tmp_path), tmp_path / "x.c"
    sent = ReduceArguments("u", oracle={"command": "./a", "stderr": "x", "folder": "/elsewhere"})
    spec = choose_oracle(settings, path, sent)
    assert spec is not None
    assert (spec.command, spec.stderr, spec.folder) == ("./a", "x", Path("/elsewhere"))
    for table, complaint in (
        ({"comand": "x"}, "Did you mean command"),
        ({}, "no command"),
        ({"command": "x", "folder": "here"}, "absolute path"),
    ):
        with pytest.raises(UsageError, match=complaint):
            choose_oracle(settings, path, ReduceArguments("u", oracle=table))


def test_a_selection_is_found_in_the_bytes_of_the_file() -> None:
    utf16 = PositionEncodingKind.Utf16
    text = "😀a\né\f\nz\n"
    disk = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    saved = as_saved(text, disk, "a.c")
    chosen = Range(Position(0, 2), Position(1, 2))
    assert byte_span(saved, text, chosen, utf16) == Span(7, 13)
    assert disk[7:13] == "a\r\né\f".encode()
    assert byte_span(saved, text, Range(chosen.end, chosen.start), utf16) == Span(7, 13)
    assert byte_span(saved, text, None, utf16) is None


@pytest.mark.parametrize(
    "start, end",
    [((0, 2), (0, 2)), ((1, 0), (0, 6)), ((1, 0), (9, 0)), ((7, 0), (9, 9)), ((0, 6), (0, 99))],
)
def test_a_selection_of_nothing_is_refused(start: tuple[int, int], end: tuple[int, int]) -> None:
    saved = as_saved("int a;", b"int a;", "a.c")
    chosen = Range(Position(*start), Position(*end))
    with pytest.raises(UsageError, match="selection is empty"):
        byte_span(saved, "int a;", chosen, PositionEncodingKind.Utf16)


@pytest.mark.parametrize(
    "name", [b"nul.c", b"\xff.c", b"\xc3\xa9.c", b"\xef\xbf\xbd.c", b"a%41;b?c#d e.c", b"C:/x.c"]
)
def test_a_uri_leads_to_the_file_of_these_very_bytes(name: bytes) -> None:
    path = Path("/tmp") / os.fsdecode(name)
    assert file_path(path.as_uri()) == path
    assert file_path(path.as_uri().replace("file:///", "file://localhost/")) == path


def test_signs_that_a_client_has_not_escaped_are_of_the_path() -> None:
    assert file_path("file:///tmp/c#/what?.c") == Path("/tmp/c#/what?.c")


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "file:",
        "file:a.c",
        "file:///tmp/nul%00.c",
        "file://elsewhere/tmp/a.c",
        "file://[/a.c",
        "file:///tmp/\ud83d.c",
    ],
)
def test_what_leads_to_no_file_of_this_machine_is_none(uri: str) -> None:
    assert file_path(uri) is None


def test_no_selection_is_guessed_where_characters_stand_for_other_bytes() -> None:
    saved = as_saved("a\ufffd", b"a\xff", "a.c")
    with pytest.raises(UsageError, match="reduce the whole file"):
        byte_span(
            saved, "a\ufffd", Range(Position(0, 0), Position(0, 1)), PositionEncodingKind.Utf8
        )
