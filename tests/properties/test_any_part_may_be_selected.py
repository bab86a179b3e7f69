"""With any part of a text selected, each pass has a tree that is folded up outside; none trips."""

from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from nubbin.engine.algorithms.context import Context
from nubbin.engine.strategies import THOROUGH
from nubbin.engine.trees.focused import Focused
from nubbin.engine.trees.language import detect
from nubbin.engine.trees.parsing import Parsing
from oracles import ask

SAMPLES = sorted((Path(__file__).parents[1] / "corpus" / "languages").iterdir())
_LONG = 120
"""So many bytes are selected at most: with nothing that holds, each pass asks all it can ask."""


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
@settings(max_examples=2, phases=[Phase.reuse, Phase.generate])  # to shrink one takes minutes
@given(st.data())
def test_no_pass_trips_or_asks_about_a_change_outside_of_a_selection(
    sample: Path, data: st.DataObject
) -> None:
    text = sample.read_bytes()
    language = detect(sample, text)
    assert language is not None
    head = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(head + 1, min(len(text), head + _LONG)))
    before, behind = text[:head], text[end:]

    def holds_never(candidate: bytes) -> bool:
        assert candidate.startswith(before)
        assert candidate[head:].endswith(behind)
        return False

    tail = len(behind)
    parsing = Focused(Parsing(language), head, tail)
    context = Context(ask(holds_never), parsing, head=head, tail=tail, window=16)
    for step in THOROUGH.steps:
        assert step.run(context, text) == text, step.name
