"""The best text so far, and the texts to step back to."""

from collections.abc import Callable

from hypothesis import assume, given
from hypothesis import strategies as st

from counting import calls
from nubbin.engine.algorithms.context import Context
from nubbin.engine.record import Record
from nubbin.engine.strategy import Step, Strategy
from nubbin.engine.text_order import TextOrder
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import reduce_inline


def recorded(*texts: bytes) -> Record:
    """Return the record of a hundred bytes and texts that are smaller and smaller."""
    record = Record(b"x" * 100, TextOrder(None), lambda event: None, 0.0)
    for text in texts:
        record.offer(text, 1)
    return record


def test_only_what_is_smaller_is_accepted() -> None:
    record = recorded(b"x" * 50, b"x" * 60, b"x" * 50, b"x" * 40)
    assert [len(text) for text in record.accepted] == [100, 50, 40]
    assert record.best.text == b"x" * 40


@given(accepted=st.integers(1, 99), good=st.integers(0, 99))
def test_one_steps_back_to_the_last_text_that_holds(accepted: int, good: int) -> None:
    record = recorded(*(b"x" * (100 - number) for number in range(1, accepted)))
    asked: list[int] = []

    def holds(text: bytes) -> bool:
        asked.append(100 - len(text))
        return asked[-1] <= good

    assume(good < accepted - 1)
    assert record.step_back(holds)
    assert record.best.text == record.accepted[-1] == b"x" * (100 - good)
    assert len(record.accepted) == good + 1
    assert len(asked) == len(set(asked)) <= 2 * accepted.bit_length()


def test_where_nothing_holds_one_steps_back_to_the_input_and_may_think_better_of_it() -> None:
    record = recorded(b"x" * 50, b"x" * 40)
    best = record.best
    assert not record.step_back(lambda text: False)
    assert record.accepted == [b"x" * 100]
    assert record.best.text == b"x" * 100
    record.restore(best)
    assert record.best == best
    assert record.step_back(lambda text: len(text) == 100)


def test_the_oldest_texts_are_forgotten_but_not_the_input() -> None:
    """64 MiB of them are kept."""
    mebibyte = 2**20
    record = Record(b"x" * mebibyte, TextOrder(None), lambda event: None, 0.0)
    for length in range(mebibyte - 1, mebibyte - 101, -1):
        record.offer(b"x" * length, 1)
    assert len(record.accepted) == 1 + 64
    assert len(record.accepted[0]) == mebibyte
    lengths = range(mebibyte - 37, mebibyte - 101, -1)
    assert [*map(len, record.accepted)] == [mebibyte, *lengths]
    assert record.step_back(lambda text: len(text) == mebibyte)
    record.offer(b"x", 1)
    assert [*map(len, record.accepted)] == [mebibyte, 1]


def test_once_tokens_are_left_out_the_best_is_measured_without_them() -> None:
    """A text has fewer tokens than any if they are not counted; it is larger all the same."""

    def propose(context: Context, text: bytes) -> bytes:
        context.asker.window([Candidate(None, b"[1, 2, 3]")])
        return text

    strategy = Strategy((Step("flat", propose, flat=True),))
    assert reduce_inline(b"[1, 2]", lambda text: b"[" in text, strategy).text == b"[1, 2]"


def test_texts_like_one_that_is_kept_are_counted_in_few_steps_but_not_if_a_copy_keeps_it() -> None:
    text = b"[%s]" % b", ".join([b"10"] * 2000)
    changed = text.replace(b"10", b"1")
    like_it = changed[:-4] + b"]"

    def steps(keep: Callable[[TextOrder], object]) -> int:
        order = TextOrder(Parsing(named("json")))
        assert order.tokens(text) == 4001
        keep(order)
        return calls(lambda: order.size(like_it))

    far = steps(lambda order: None)
    assert 20 * steps(lambda order: order.keep(changed)) < far
    assert steps(lambda order: order.fork().keep(changed)) == far
