"""The comparisons with the papers run; with the real engines, they agree with what we claim."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.made_cases import write_case
from bench.papers_common import JRTS, Case, facts, reduced, remembering

pytestmark = pytest.mark.e2e

TESTS = Path(__file__).parent.parent
CORPUS = TESTS / "corpus"


def run(module: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", f"bench.{module}", *words],
        cwd=TESTS,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    folder = tmp_path / "cases"
    # Of 26 lines, five have to stay: there is much to remember, and much to merge.
    text = "".join(f"int {letter * 60};\n" for letter in "abcdefghijklmnopqrstuvwxyz")
    needed = " && ".join(f'grep -q {letter * 2} "$1"' for letter in "bgmpx")
    write_case(folder / "jrts-3483", text, needed)
    write_case(folder / "jrts-3431", text, "exit 99")
    return folder


def rows(text: str, case: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith(f"| {case} |")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_sixteen_variants_are_tabulated_and_a_missing_tool_is_said(cases: Path) -> None:
    ended = run("papers_jerry", "--cases", str(cases))
    assert ended.returncode == 0, ended.stderr
    assert "jrts-3431 left out: The oracle does not hold" in ended.stdout
    tables = rows(ended.stdout, "jrts-3483")
    assert [len(row) - 1 for row in tables] == [4] * 8 + [2] * 4
    assert all(cell.split(" / ")[0].isdecimal() for row in tables for cell in row[1:])
    assert all(row[1].endswith(" / 38") for row in tables[:8:2]), "printed sizes stand beside"


def test_the_memory_of_the_cache_falls_with_each_optimisation(cases: Path) -> None:
    ended = run("papers_cache", "--cases", str(cases), "--tables", "4.3")
    assert ended.returncode == 0, ended.stderr
    [row] = rows(ended.stdout, "jrts-3483")
    none, first, second, third = map(float, row[1:5])
    assert none > first > second > third
    assert row[7] == "yes"


def test_greeddy_starts_fewer_runs_than_stable_ddmin(cases: Path) -> None:
    ended = run("papers_greedy", "--cases", str(cases), "--only", "jrts-3483")
    assert ended.returncode == 0, ended.stderr
    plain, greedy = rows(ended.stdout, "jrts-3483")
    assert plain[2] == greedy[2]
    assert int(greedy[4]) < int(plain[4])


def test_split_factors_are_swept_and_summed_up() -> None:
    ended = run("papers_split", "--most", "40")
    assert ended.returncode == 0, ended.stderr
    assert "| onemin |" in ended.stdout
    assert rows(ended.stdout, "matrix.c")[0][1] == "lines"


def engine(number: str) -> Path:
    return Path(os.environ.get("CASE_TOOLS", "")) / "jerry" / number / "jerry"


@pytest.mark.parametrize("number", JRTS)
def test_hddhr_leaves_no_more_than_the_paper(number: str) -> None:
    if not engine(number).exists():
        pytest.skip(
            "needs $CASE_TOOLS with debug builds of JerryScript; see tests/corpus/README.md"
        )
    case = Case.read(CORPUS / f"jrts-{number}", 3.0)
    printed = {row["strategy"]: row for row in facts("papers_s1.tsv") if row["case"] == case.name}
    with remembering(case) as pool:
        found = reduced(case, "hddhr*", pool)
    assert found.output.chars <= int(printed["hddhr*"]["chars"])
