"""The figures of a run: what is in them, and where they go."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from frontdoor import (
    KEEPS,
    PATIENCE,
    PROGRAM,
    SCRIPT,
    nubbin,
)

pytestmark = pytest.mark.e2e


def test_figures_that_nobody_reads_keep_nothing_else_back(case: Path) -> None:
    os.mkfifo(case.parent / "figures")
    arguments = ("--oracle", KEEPS, "--json", "figures", "--report", "page.html")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent)
    assert (ran.status, "Cannot write figures: nobody reads from it" in ran.stderr) == (1, True)
    assert (case.parent / "case.reduced.c").exists()
    assert (case.parent / "page.html").read_text().startswith("<!doctype html>")


def test_the_figures_are_those_of_the_result(case: Path) -> None:
    arguments = ("--oracle", KEEPS, "--json", "figures.json", "--jobs", "2", "--window", "16")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent)
    assert ran.status == 0
    reduced = (case.parent / "case.reduced.c").read_bytes()
    report = json.loads((case.parent / "figures.json").read_bytes())
    assert list(report) == [
        "schema", "status", "nubbin", "language", "strategy", "jobs", "window", "input", "output",
        "oracle", "iterations", "seconds", "engine_seconds", "peak_cache_bytes", "fixpoint",
        "minimal", "stopped", "unchecked", "passes", "history",
    ]  # fmt: skip
    assert (report["schema"], report["status"], report["stopped"]) == (1, 0, None)
    assert (report["language"], report["strategy"]) == ("c", "balanced")
    assert (report["jobs"], report["window"]) == (2, 16)
    assert list(report["input"]) == ["path", "bytes", "chars", "lines", "tokens"]
    assert report["input"]["path"] == "case.c"
    assert report["input"]["bytes"] == len(PROGRAM)
    assert report["input"]["chars"] == len("".join(PROGRAM.split()))
    assert report["input"]["lines"] == 3
    assert report["output"]["path"] == "case.reduced.c"
    assert report["output"]["bytes"] == len(reduced)
    assert report["output"]["tokens"] < report["input"]["tokens"]
    assert list(report["oracle"]) == [
        "runs", "discarded", "checks", "cache_hits", "timeouts", "resumed", "seconds",
    ]  # fmt: skip
    assert report["oracle"]["runs"] > 0
    assert report["oracle"]["checks"] >= 3
    assert report["fixpoint"] is True
    assert set(report["minimal"]) <= {"1-minimal", "1-tree-minimal", "1-maximal"}
    for figures in report["passes"]:
        assert list(figures) == ["name", "runs", "tokens_before", "tokens_after", "seconds"]
    taken = [figures["tokens_before"] - figures["tokens_after"] for figures in report["passes"]]
    assert sum(taken) == report["input"]["tokens"] - report["output"]["tokens"]
    sizes = [size for _, size, _, _ in report["history"]]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] == len(reduced)


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The figures of a run that has some."""
    folder = tmp_path_factory.mktemp("earlier")
    (folder / "case.c").write_text(PROGRAM)
    (folder / "link.json").symlink_to("figures.json")
    words = ("reduce", "case.c", "--json", "link.json", "--oracle", KEEPS)
    assert nubbin(*words, cwd=folder).status == 0
    figures = (folder / "figures.json").read_bytes()
    assert json.loads(figures)["status"] == 0
    return figures


@pytest.mark.parametrize(
    "command, oracle, status",
    [
        ("reduce", "./missing", 2),
        ("reduce", "false", 3),
        ("reduce", "true", 3),
        ("reduce", "mkdir ../seen # {file}", 4),
        ("reduce", KEEPS, 5),
        ("client", "./missing", 2),
        ("client", "false", 3),
    ],
)
def test_the_figures_of_an_earlier_run_are_not_those_of_one_that_has_none(
    case: Path, earlier: bytes, command: str, oracle: str, status: int
) -> None:
    figures, link = case.with_name("figures.json"), case.with_name("link.json")
    link.symlink_to(figures.name)
    figures.write_bytes(earlier)
    case.write_text("" if status == 5 else PROGRAM)
    env = {"TMPDIR": str(case.parent)}
    words = (command, case.name, "--json", link.name, "--oracle", oracle)
    ran = nubbin(*words, cwd=case.parent, env=env)
    assert ran.status == status, ran.stderr
    assert not figures.exists()
    assert link.is_symlink()


def test_what_is_no_report_stays_where_there_is_none_to_put_in_its_place(case: Path) -> None:
    notes = case.with_name("notes")
    notes.write_text("mine")
    words = ("reduce", case.name, "--json", notes.name, "--oracle")
    assert nubbin(*words, "false", cwd=case.parent).status == 3
    assert notes.read_text() == "mine"
    assert nubbin(*words, KEEPS, cwd=case.parent).status == 0
    assert json.loads(notes.read_bytes())["status"] == 0


def test_the_figures_may_go_to_standard_output(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "--json", "-", cwd=case.parent)
    assert json.loads(ran.stdout)["output"]["path"] == "case.reduced.c"


def test_the_figures_of_a_text_on_standard_output_name_no_file(case: Path) -> None:
    arguments = ("--oracle", KEEPS, "-o", "-", "--json", "figures.json")
    assert nubbin("reduce", case.name, *arguments, cwd=case.parent).status == 0
    assert json.loads((case.parent / "figures.json").read_bytes())["output"]["path"] is None


def test_figures_that_would_replace_the_file_of_standard_output_are_refused(case: Path) -> None:
    out = case.with_name("out")
    words = [str(SCRIPT), "reduce", case.name, "--oracle", KEEPS, "-o", "-", "--json", "out"]
    with out.open("wb") as stream:
        done = subprocess.run(words, cwd=case.parent, stdout=stream, timeout=PATIENCE, check=False)
    assert (done.returncode, out.read_bytes()) == (2, b"")
