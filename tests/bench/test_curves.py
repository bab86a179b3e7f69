"""Curves: small ones made by hand, and real ones of real reducers."""

import contextlib
import math
import sys
from pathlib import Path

import pytest

from bench.answers import Answers
from bench.cases import Size, size_of
from bench.curve import Curve, mean, shares
from bench.curves import End, Standing, best_ends, continued, demanded, ends_in
from bench.curves_svg import picture
from bench.papers_common import Case
from bench.peers import followed
from bench.watched import curve_of
from living import running
from nubbin.engine.request import Options

TEXT = "".join(f"int v{number};\n" for number in range(20)) + "int crash;\n"


def case_in(folder: Path, oracle: str = 'grep -q crash "$1"', text: str = TEXT) -> Case:
    folder.mkdir(parents=True)
    (folder / "case.toml").write_text('file = "input.c"\n')
    (folder / "input.c").write_text(text)
    (folder / "oracle.sh").write_text(f"#!/bin/sh\n{oracle}\n")
    (folder / "oracle.sh").chmod(0o755)
    return Case.read(folder, 10.0)


def curve(who: str, *points: tuple[int, int], runs: int, ended: bool = True) -> Curve:
    sizes = tuple((run, Size(tokens, tokens, tokens)) for run, tokens in points)
    return Curve("case", who, sizes, runs, ended)


def test_only_texts_smaller_than_all_before_are_on_a_curve(tmp_path: Path) -> None:
    texts = [(1, b"a b c d"), (3, b"a b"), (4, b"a b c"), (6, b"aa"), (9, b"a")]
    one = Curve.of("case", "who", texts, 12)
    assert [(run, size.tokens, size.chars) for run, size in one.points] == [
        (1, 4, 4),
        (3, 2, 2),
        (6, 1, 2),
        (9, 1, 1),
    ]
    assert [one.tokens_at(run) for run in (0, 1, 2, 3, 5, 6, 100)] == [4, 4, 4, 2, 2, 1, 1]
    assert (one.reached(3), one.reached(0)) == (3, None)
    one.write(tmp_path)
    assert Curve.read(tmp_path / "case.who.json") == one


def test_shares_are_of_the_logarithm_of_runs() -> None:
    ours = curve("us", (1, 100), (10, 50), (100, 20), runs=200)
    theirs = curve("them", (1, 100), (50, 30), (1000, 20), runs=1000)
    found = shares(ours, [theirs])
    # the same up to 10, smaller up to 50, larger up to 100, smaller from there on
    assert math.isclose(found.same, math.log(10) / math.log(1000))
    assert math.isclose(found.above, math.log(2) / math.log(1000))
    assert math.isclose(found.below + found.same + found.above, 1)
    assert found.worst == (50, 100, 50, 30)


def test_several_peers_count_as_the_lowest_of_them() -> None:
    ours = curve("us", (1, 100), (4, 10), runs=16)
    others = [curve("one", (1, 100), (2, 50), runs=16), curve("two", (1, 100), (8, 5), runs=16)]
    found = shares(ours, others)
    assert [round(share, 9) for share in (found.same, found.above, found.below)] == [
        0.25,
        0.5,
        0.25,
    ]
    assert found.worst == (2, 4, 100, 50), "the first of the largest ratios"


def test_a_session_cut_short_is_continued_by_the_end_of_a_longer_one() -> None:
    cut = curve("picireny", (1, 100), (8, 40), runs=20, ended=False)
    end = End("case", "picireny-hddr-hoist", Size(30, 30, 30), runs=90, at=60)
    longer = continued(cut, [end])
    assert (longer.points[-1], longer.runs) == ((60, end.size), 90)
    assert continued(curve("shrinkray", (1, 100), runs=20, ended=False), [end]).runs == 20
    assert continued(curve("picireny", (1, 100), runs=20), [end]).runs == 20


def test_what_is_demanded_is_measured_against_the_smallest_end(tmp_path: Path) -> None:
    table = tmp_path / "peers.tsv"
    table.write_text(
        "case\tpeer\ttokens\tchars\tbytes\truns\truns_at_best_about\n"
        "case\tlarge\t50\t50\t50\t10\t10\n"
        "case\tsmall\t20\t20\t20\t400\t300\n"
    )
    end = best_ends(ends_in(table))["case"]
    assert (end.peer, end.size.tokens) == ("small", 20)
    noted = curve("small", (1, 100), (200, 20), runs=250)
    one = Standing(curve("us", (1, 100), (40, 20), (50, 10), runs=60), end, noted)
    assert (one.tokens, one.reach, one.runs, one.runs_then) == (0.5, 40, 0.1, 0.2)
    never = Standing(curve("us", (1, 100), (40, 21), runs=60), end, None)
    assert (never.reach, never.runs, never.runs_then) == (None, None, None)
    lines = list(demanded([one, never]))
    assert "| tokens to the best peer's | 0.725 | 0.725 |" in lines
    assert "More tokens than the best peer: 1 (case)." in lines


def test_our_curve_counts_every_run_and_ends_at_the_result(tmp_path: Path) -> None:
    case = case_in(tmp_path / "case")
    with contextlib.closing(Answers(tmp_path / "answers")) as answers:
        one, course = curve_of(case, Options(), answers)
        again, recalled = curve_of(case, Options(), answers)
    assert one == again
    assert (course.new > 0, recalled.new) == (True, 0)
    assert one.points[0] == (1, size_of(case.text))
    assert one.best.tokens == 1
    figures = course.reduction.oracle
    assert one.runs == course.runs == figures.runs + figures.checks


REDUCER = """
import subprocess, sys
from pathlib import Path
oracle, path, how = sys.argv[1:]
words = Path(path).read_text().split("\\n")
for keep in (len(words), 11, 2, 1):
    Path(path).write_text("\\n".join(words[-keep:]))
    subprocess.run([oracle, path] if how == "path" else [oracle])
if how == "hang":
    subprocess.Popen(["sleep", "60"], start_new_session=True).wait()
"""


@pytest.mark.parametrize("how", ["path", "folder"])
def test_another_reducers_runs_are_counted_and_its_texts_measured(tmp_path: Path, how: str) -> None:
    script = tmp_path / "reducer.py"
    script.write_text(REDUCER)
    command = [sys.executable, str(script), "{oracle}", "{name}", how]
    case = case_in(tmp_path / "case")
    found = followed(case, "other", command, limit=60.0)
    assert [(run, size.tokens) for run, size in found.points] == [(1, 63), (2, 30), (3, 3)]
    assert (found.runs, found.ended) == (4, True)
    assert case.path.read_text() == TEXT


def test_a_reducer_that_goes_on_for_too_long_is_cut_and_nothing_is_left_of_it(
    tmp_path: Path,
) -> None:
    script = tmp_path / "reducer.py"
    script.write_text(REDUCER.replace('"60"', '"61.2718"'))
    command = [sys.executable, str(script), "{oracle}", "{name}", "hang"]
    found = followed(case_in(tmp_path / "case"), "other", command, limit=3.0)
    assert (found.runs, found.ended, found.best.tokens) == (4, False, 3)
    assert not running("61.2718")


def test_the_picture_holds_each_case_that_a_peer_has_run() -> None:
    ours = [curve("us", (1, 100), (5, 10), runs=9)]
    svg = picture(ours, [curve("peer", (1, 100), (7, 12), runs=20)])
    assert svg.count("<g ") == 1
    assert ">peer<" in svg
    assert ">20 runs<" in svg
    assert picture(ours, []).count("<g ") == 0


def test_the_mean_is_geometric() -> None:
    assert math.isclose(mean([0.5, 2.0, 8.0]), 2.0)
    assert math.isnan(mean([]))
