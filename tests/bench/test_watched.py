"""Measurements from recorded answers: wasted runs, the engine's time, what each pass brings."""

import contextlib
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from bench.ablation import WHOLE, outcomes, variants
from bench.ablation import table as ablation_table
from bench.answers import Answers
from bench.engine_time import Pace, pace
from bench.engine_time import table as time_table
from bench.papers_common import Case
from bench.wasted import Waste, by_compiler, by_node, by_python, judge_of, waste
from bench.wasted import table as waste_table
from nubbin.engine.naming import strategy_named

TEXT = "".join(f"int v{number} = {number};\n" for number in range(12)) + "int crash = 7;\n"


@pytest.fixture
def answers(tmp_path: Path) -> Iterator[Answers]:
    with contextlib.closing(Answers(tmp_path / "answers")) as found:
        yield found


@pytest.fixture
def case(tmp_path: Path) -> Case:
    folder = tmp_path / "case"
    folder.mkdir()
    (folder / "case.toml").write_text('file = "input.c"\n')
    (folder / "input.c").write_text(TEXT)
    (folder / "oracle.sh").write_text('#!/bin/sh\ngrep -q "int crash" "$1"\n')
    (folder / "oracle.sh").chmod(0o755)
    return Case.read(folder, 10.0)


needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")


@needs_gcc
def test_gcc_tells_syntax_from_meaning() -> None:
    good = [b"int main(void) { return 0; }", b""]
    meaning = [b"int a = b;", b"unknown x;", b"int a; float a;", b"void f(void) { g->h = 1; }"]
    syntax = [b"int a", b"int main( { }", b"int a = 'b;", b"@", b"int a = ;", b"/* int a;", b"#if"]
    judge = partial(by_compiler, "gcc")
    assert judge(good) == ["good"] * len(good)
    assert judge(meaning) == ["meaning"] * len(meaning)
    assert judge(syntax) == ["syntax"] * len(syntax)


SCRIPTS = [
    b"var a = 1",
    b"return 1",
    b"#!/bin/node\nlet x",
    b"let x; let x",
    b"}); (function () {",
    b"var = 1",
    b"with (a) b",
    b"",
    b"await 1",
]


@needs_node
def test_many_scripts_are_judged_as_node_check_judges_each(tmp_path: Path) -> None:
    one_by_one = []
    for index, text in enumerate(SCRIPTS):
        path = tmp_path / f"{index}.cjs"
        path.write_bytes(text)
        ended = subprocess.run(["node", "--check", path], capture_output=True, check=False)
        one_by_one.append("syntax" if ended.returncode else "good")
    assert by_node(SCRIPTS) == one_by_one
    assert set(one_by_one) == {"good", "syntax"}


def test_python_is_judged_by_its_own_parser() -> None:
    assert by_python([b"a = 1", b"a = ", b"'\\d'", b"a\0b", b""]) == [
        "good",
        "syntax",
        "good",
        "syntax",
        "good",
    ]


@needs_gcc
def test_waste_is_of_all_runs_but_the_checks(case: Case, answers: Answers) -> None:
    judge = judge_of(case)
    assert judge is not None
    found = waste(case, "balanced", answers, judge)
    assert "cuts" in found.runs
    assert "checks" not in found.runs
    assert found.syntax <= found.runs
    assert found.syntax.total() > 0, "tokens are taken away with no regard to any grammar"


def test_an_input_that_its_language_refuses_has_no_judge(case: Case) -> None:
    broken = Case("broken", case.path, b"int a = \n", case.oracle)
    assert judge_of(broken) is None


def test_waste_is_summed_by_case_and_by_pass() -> None:
    one = Waste("one", Counter(a=6, b=4), Counter(a=1), Counter(a=1, b=2))
    two = Waste("two", Counter(a=10), Counter(), Counter())
    lines = waste_table([one, two])
    assert "| one | 10 | 4 | 40.0 % | 3 | 30.0 % |" in lines
    assert "| **together** | 20 | 4 | 20.0 % | 3 | 15.0 % |" in lines
    assert "| a | 16 | 2 | 12.5 % | 1 | 6.2 % |" in lines


def test_a_variant_lacks_one_pass_and_no_other() -> None:
    whole = strategy_named("balanced")
    found = variants(whole)
    assert found[WHOLE] is whole
    names = [step.name for step in whole.steps]
    assert list(found) == [WHOLE, *names, "confirm"]
    for name in names:
        assert [step.name for step in found[name].steps] == [n for n in names if n != name]
    assert found["confirm"].steps == whole.steps


def test_without_a_pass_what_only_it_can_do_is_left(case: Case, answers: Answers) -> None:
    strategy = strategy_named("hdd*+ddmin*:granularity=char")
    found = outcomes(case, strategy, answers)
    assert list(found) == [WHOLE, "hdd*", "ddmin*"]
    assert found[WHOLE].size.tokens == 2, "int crash"
    assert found["ddmin*"].size.tokens > 2, "the tree's rules keep what follows the name"
    assert found["hdd*"].runs > found[WHOLE].runs
    rows = [line.split(" | ") for line in ablation_table({"case": found})]
    assert rows[2][0] == "| ddmin*"
    assert rows[2][4:6] == ["1", "0"]


def test_the_engines_time_leaves_the_oracle_out(case: Case, answers: Answers) -> None:
    script = case.path.parent / "oracle.sh"
    script.write_text(script.read_text().replace("grep", "sleep 0.02; grep"))
    found = pace(case, "fast", answers)
    assert found.runs > 5
    assert found.ms < 20
    assert found.seconds > 0


def test_time_is_held_against_the_size_of_the_input() -> None:
    lines = time_table([Pace("small", 0, 100, 0.2), Pace("large", 300_000, 100, 0.2)])
    assert "| small | 0 | 100 | 0.20 | 2.00 | 1.00 | 2.00 |" in lines
    assert "| large | 300000 | 100 | 0.20 | 2.00 | 4.00 | 0.50 |" in lines
    assert lines[-1] == "Mean ratio 1.25; above what is allowed: 1 of 2."
