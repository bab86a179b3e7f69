"""Vince 2024, Fig. 5.1 to 5.3: ddmin leaves 17 lines, ddmin* 13, and they are those printed."""

from typing import get_args

import pytest

from nubbin.engine.algorithms.ddmin import Direction, Policy, ddmin
from nubbin.engine.configurations.partition import lines
from oracles import Oracle, ask, reduce_inline
from papers.compilers import compiled_by_gcc, needs_gcc, squeezed

pytestmark = needs_gcc

FIGURE_5_1 = rb"""int add(int a, int b)
{
    return a + b;
}
int mul(int a, int b)
{
    return a * b;
}
void main()
{
    int sum = 0;
    int prod = 1;
    for (int i = 1; i <= 10; i++)
    {
        sum = add(sum, i);
        prod = mul(prod, i);
    }
    printf("sum: %d\n", sum);
    printf("prod: %d\n", prod);
}
"""
GONE_FIRST = [b"int sum = 0;", b"sum = add(sum, i);", rb'printf("sum: %d\n", sum);']
FIGURE_5_2 = b"".join(one for one in lines(FIGURE_5_1) if one.strip() not in GONE_FIRST)
FIGURE_5_3 = FIGURE_5_2[FIGURE_5_2.index(b"int mul") :]


@pytest.fixture(scope="module")
def prints_ten_factorial(tmp_path_factory: pytest.TempPathFactory) -> Oracle:
    folder = tmp_path_factory.mktemp("figure-5-1")
    return compiled_by_gcc(folder, "-Werror=return-type", b"prod: 3628800\n")


def test_the_figures_have_the_lines_that_the_paper_counts() -> None:
    assert [len(lines(text)) for text in (FIGURE_5_1, FIGURE_5_2, FIGURE_5_3)] == [20, 17, 13]


@pytest.mark.parametrize("direction", get_args(Direction))
def test_one_run_gives_figure_5_2_and_the_next_figure_5_3(
    prints_ten_factorial: Oracle, direction: Direction
) -> None:
    policy = Policy(direction=direction)
    first = ddmin(lines(FIGURE_5_1), b"".join, ask(prints_ten_factorial), policy)
    assert squeezed(b"".join(first.units)) == squeezed(FIGURE_5_2)
    second = ddmin(first.units, b"".join, ask(prints_ten_factorial), policy)
    assert squeezed(b"".join(second.units)) == squeezed(FIGURE_5_3)


def test_the_fixed_point_is_figure_5_3(prints_ten_factorial: Oracle) -> None:
    policy = Policy(until_fixpoint=True)
    best = ddmin(lines(FIGURE_5_1), b"".join, ask(prints_ten_factorial), policy)
    assert b"".join(best.units) == FIGURE_5_3


def test_by_their_names_ddmin_and_its_fixed_point_come_to_the_same_figures(
    prints_ten_factorial: Oracle,
) -> None:
    for name, figure in (("ddmin", FIGURE_5_2), ("ddmin*", FIGURE_5_3)):
        strategy = f"{name}:granularity=line"
        assert reduce_inline(FIGURE_5_1, prints_ten_factorial, strategy, "a.c").text == figure
