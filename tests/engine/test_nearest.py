import pytest

from nubbin.engine.vocabulary.nearest import is_slip

NAMES = ("jobs", "strategy", "rename", "stream")


@pytest.mark.parametrize("word", ["job", "jobz", "strateggy", "reanme", "stram", "xstream"])
def test_a_letter_more_less_or_other_or_two_swapped_is_a_slip(word: str) -> None:
    assert any(is_slip(word, name) for name in NAMES)


@pytest.mark.parametrize("word", ["", "jobs", "trace", "name", "enable", "jbso", "streaming", "os"])
def test_the_name_itself_and_other_words_are_none(word: str) -> None:
    assert not any(is_slip(word, name) for name in NAMES)
