"""The best text so far, and the texts to step back to."""

from nubbin.engine.record import Record
from nubbin.engine.vocabulary.text import Size


def recorded(*texts: bytes) -> Record:
    """Return the record of a hundred bytes and texts that are smaller and smaller."""
    record = Record(b"x" * 100, Size.of, lambda text: None, lambda event: None)
    for text in texts:
        record.offer(text, 1)
    return record


def test_only_what_is_smaller_is_accepted() -> None:
    record = recorded(b"x" * 50, b"x" * 60, b"x" * 50, b"x" * 40)
    assert [len(text) for text in record.accepted] == [100, 50, 40]
    assert record.best.text == b"x" * 40


def test_one_steps_back_to_the_input_and_no_further() -> None:
    record = recorded(b"x" * 50, b"x" * 40)
    assert [len(record.step_back()) for _ in range(3)] == [50, 100, 100]


def test_the_oldest_texts_are_forgotten_but_not_the_input() -> None:
    """64 MiB of them are kept."""
    mebibyte = 2**20
    record = Record(b"x" * mebibyte, Size.of, lambda text: None, lambda event: None)
    for length in range(mebibyte - 1, mebibyte - 101, -1):
        record.offer(b"x" * length, 1)
    assert len(record.accepted) == 1 + 64
    assert len(record.accepted[0]) == mebibyte
    for length in range(mebibyte - 99, mebibyte - 36):
        assert len(record.step_back()) == length
    assert len(record.step_back()) == mebibyte
