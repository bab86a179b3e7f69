"""Which reader has the last word where a text is read in several ways."""

from dataclasses import replace

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.layout import layout
from nubbin.engine.passes import Passes
from nubbin.engine.strategy import Step, Strategy
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import reduce_inline

FLAT = b"aa bb dd"
"""Of this, the grammar of C makes hardly a tree."""


class Noting:
    """A strategy that loses a word when the text is read by its outline, and notes who reads."""

    def __init__(self, *shorter: bytes) -> None:
        self._shorter = shorter
        self.readers: list[tuple[str, bool]] = []
        """In order, what was done, and whether the text was read by its outline."""

    def strategy(self) -> Strategy:
        steps = Step("shorten", self._shorten), Step("layout", layout)
        return Strategy(steps, joint=True, confirm=(self._confirm,), as_text=Strategy(()))

    def _shorten(self, context: Context, text: bytes) -> bytes:
        self.readers.append(("shorten", context.reader.by_lines))
        if not context.reader.by_lines:
            return text
        shorter = (each for each in self._shorter if len(each) < len(text))
        found = context.asker.first(Candidate(None, each) for each in shorter)
        return text if found is None else found.text

    def _confirm(self, context: Context, text: bytes) -> bytes:
        self.readers.append(("confirm", context.reader.by_lines))
        return text


def test_the_grammar_confirms_what_the_outline_has_made_smaller() -> None:
    noting = Noting(b"aa dd")
    reduction = reduce_inline(FLAT, lambda text: b"dd" in text, noting.strategy(), name="a.c")
    assert reduction.text == b"aa dd"
    assert ("confirm", True) in noting.readers
    assert noting.readers[-1] == ("confirm", False)


def test_what_was_stopped_while_it_was_read_by_its_outline_is_laid_out_by_the_grammar(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by_outline: list[bool] = []
    tidied = Passes.tidied

    def noted(self: Passes, text: bytes) -> bytes:
        by_outline.append(self.reader.by_lines)
        return tidied(self, text)

    monkeypatch.setattr(Passes, "tidied", noted)
    noting = Noting(b"aa", b"aa dd", b"dd")
    reduction = reduce_inline(
        FLAT, lambda text: b"dd" in text, noting.strategy(), name="a.c", max_tests=2
    )
    assert reduction.text == b"aa dd"
    assert reduction.stopped == "max-tests"
    assert ("shorten", True) in noting.readers
    assert by_outline == [False]


def test_the_input_is_looked_at_once_more_by_none_but_the_reader_chosen_for_it() -> None:
    """A grammar that could not read it, but can read what is left, may take long over it."""
    noting = Noting(b"aa dd")
    again: list[bool] = []

    def look(context: Context, text: bytes) -> bytes:
        again.append(context.reader.by_lines)
        return text

    strategy = replace(noting.strategy(), restart=(Step("again", look),))
    reduction = reduce_inline(FLAT, lambda text: b"dd" in text, strategy, name="a.c")
    assert reduction.text == b"aa dd"
    assert again
    assert not any(again)
