"""Names that somebody may have meant."""

import pytest

from nubbin.engine.vocabulary.nearest import advice, is_slip, nearest

NAMES = ("jobs", "strategy", "rename", "stream")


@pytest.mark.parametrize("word", ["job", "jobz", "strateggy", "reanme", "stram", "xstream"])
def test_a_letter_more_less_or_other_or_two_swapped_is_a_slip(word: str) -> None:
    assert any(is_slip(word, name) for name in NAMES)


@pytest.mark.parametrize("word", ["", "jobs", "trace", "name", "enable", "jbso", "streaming", "os"])
def test_the_name_itself_and_other_words_are_none(word: str) -> None:
    assert not any(is_slip(word, name) for name in NAMES)


def test_near_names_are_found_whatever_their_case() -> None:
    assert nearest("HDDR", ["ddmin", "hddr*"]) == ("hddr*",)
    assert advice("zzz", ["b", "a"]) == "Known: a, b."
