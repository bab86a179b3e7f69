"""Which tree the texts of a reduction get: by grammar, or without."""

from pathlib import Path

import pytest

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reading import Reading
from nubbin.engine.request import Options, Request
from nubbin.engine.trees.language import Language, available, languages
from nubbin.engine.vocabulary.errors import UnknownLanguage
from nubbin.engine.vocabulary.events import Event, Warned

TEXT = b"int a;\n"


def read(name: str, text: bytes = TEXT, language: str | None = None) -> tuple[Reading, list[Event]]:
    """Return how a text is read, and what the user is told of it."""
    told: list[Event] = []
    oracle = OracleSpec(("true",), Path())
    request = Request(text, Path(name), oracle, Options(language=language))
    return Reading.of(request, told.append), told


@pytest.fixture
def missing() -> Language:
    """Return a language whose grammar is not installed."""
    absent = [language for language in languages() if not available(language)]
    if not absent:
        pytest.skip("the optional extra nubbin[all] is installed: every grammar is there")
    return next(language for language in absent if language.suffixes)


def test_a_language_with_a_grammar_is_read_by_it() -> None:
    reading, told = read("a.c")
    assert reading.by_grammar
    assert (reading.language and reading.language.name, told) == ("c", [])


@pytest.mark.parametrize("name, language", [("a.unknown", None), ("a.c", "none"), ("a.c", "None ")])
def test_what_has_none_and_what_is_to_have_none_is_read_by_its_outline(
    name: str, language: str | None
) -> None:
    reading, told = read(name, language=language)
    assert not reading.by_grammar
    assert (reading.language, reading.parsing, told) == (None, None, [])
    assert reading.reader.syntax(TEXT).errors == 0


def test_where_a_grammar_is_not_installed_the_user_is_told_and_it_goes_without(
    missing: Language,
) -> None:
    reading, [warning] = read("a" + missing.suffixes[0])
    assert (reading.language, reading.by_grammar) == (None, False)
    assert isinstance(warning, Warned)
    assert f"pip install '{missing.package}'" in warning.message


def test_a_grammar_that_was_asked_for_must_be_installed(missing: Language) -> None:
    with pytest.raises(UnknownLanguage, match='the language "none"'):
        read("a.c", language=missing.name)


def test_what_the_parser_finds_no_structure_in_is_read_by_its_outline() -> None:
    reading, _ = read("a.c", "\N{BYTE ORDER MARK}int a;\n".encode("utf-16-le"))
    assert reading.language is not None
    assert not reading.by_grammar
