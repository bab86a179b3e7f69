"""Hodován & Kiss 2016, Table 3(a): tests executed, cache hits and iterations, exactly."""

import pytest

from nubbin.engine.algorithms.ddmin import Order, Policy, ddmin
from oracles import ask_units, render_units
from papers.examples import EXAMPLES

TABLE: dict[tuple[str, Order], tuple[int, int, int]] = {
    ("A", "subsets-first"): (22, 22, 8),
    ("A", "complements-first"): (17, 5, 8),
    ("A", "complements-only"): (14, 1, 8),
    ("B", "subsets-first"): (26, 2, 3),
    ("B", "complements-first"): (26, 2, 3),
    ("B", "complements-only"): (14, 0, 3),
    ("C", "subsets-first"): (30, 16, 5),
    ("C", "complements-first"): (28, 3, 5),
    ("C", "complements-only"): (18, 1, 5),
    ("C′", "subsets-first"): (30, 16, 5),
    ("C′", "complements-first"): (28, 3, 5),
    ("C′", "complements-only"): (18, 1, 5),
    ("D", "subsets-first"): (472, 3237, 57),
    ("D", "complements-first"): (422, 16, 57),
    ("D", "complements-only"): (276, 0, 57),
}


@pytest.mark.parametrize("example,order", TABLE)
def test_counts_are_those_of_the_paper(example: str, order: Order) -> None:
    units, oracle = EXAMPLES[example]
    questioner = ask_units(oracle)
    minimum = ddmin(units, render_units, questioner, Policy(order=order, direction="forward"))
    counts = (questioner.runs, questioner.cache_hits, minimum.iterations)
    assert counts == TABLE[example, order]
    assert oracle(frozenset(minimum.units))
