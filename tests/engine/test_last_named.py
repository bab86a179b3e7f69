"""The last named child of a node: which it is, and how long it takes to find."""

from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from nubbin.engine.trees.language import detect, named
from nubbin.engine.trees.parsing import Parsing
from strategies import SAMPLES


class Counted(list[int]):
    """A column that counts how often it is looked at."""

    looks = 0

    def __getitem__(self, row: Any) -> Any:  # noqa: ANN401  # a number or a slice, as there
        self.looks += 1
        return super().__getitem__(row)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_it_is_the_last_of_the_named_children(sample: Path) -> None:
    text = sample.read_bytes()
    language = detect(sample, text)
    assert language is not None
    tree = Parsing(language).syntax(text).tree
    for node in range(len(tree)):
        assert tree.last_named(node) == max(tree.named_children(node), default=0)


def test_in_a_chain_twice_as_long_it_takes_twice_the_looks_for_all() -> None:
    def looks(arms: int) -> int:
        text = b"if (a) b(); " + arms * b"else if (a) b(); "
        tree = Parsing(named("javascript")).syntax(text).tree
        parents = Counted(tree.parent)
        counted = replace(tree, parent=cast("array[int]", parents))
        assert all(0 <= counted.last_named(node) < len(tree) for node in range(len(tree)))
        return parents.looks

    assert looks(800) < 2.2 * looks(400)
