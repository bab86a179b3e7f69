"""--report: a page for people."""

from pathlib import Path

import pytest

from frontdoor import Ran, executable, nubbin

pytestmark = pytest.mark.e2e


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "case.c"
    file.write_text("int a = 1;\nint keep = 2;\n")
    executable(tmp_path / "oracle.sh", '#!/bin/sh\ngrep -q keep "$1"\n')
    return file


def reduced(case: Path, *arguments: str) -> Ran:
    return nubbin("reduce", case.name, "--oracle", "./oracle.sh", *arguments, cwd=case.parent)


def test_a_page_is_written_beside_everything_else(case: Path) -> None:
    ran = reduced(case, "--report", "page.html", "--json", "figures.json", "--quiet")
    assert (ran.status, ran.stderr) == (0, "")
    page = case.with_name("page.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "case.reduced.c" in page
    assert "./oracle.sh" in page
    assert case.with_name("figures.json").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("--report", "case.c"),
        ("--report", "case.reduced.c"),
        ("--report", "oracle.sh"),
        ("--json", "same", "--report", "same"),
    ],
)
def test_it_is_written_over_nothing_that_is_needed(case: Path, arguments: tuple[str, ...]) -> None:
    before = {file: file.read_bytes() for file in case.parent.iterdir()}
    ran = reduced(case, *arguments)
    assert ran.status == 2
    assert f"--report would write over {arguments[-1]}" in ran.sentences.replace("./", "")
    assert {file: file.read_bytes() for file in case.parent.iterdir()} == before


def test_the_page_of_an_earlier_run_is_not_left_for_that_of_one_that_failed(case: Path) -> None:
    page = case.with_name("page.html")
    assert reduced(case, "--report", "page.html").status == 0
    assert page.exists()
    assert nubbin(
        "reduce", case.name, "--oracle", "false", "--report", page, cwd=case.parent
    ).status
    assert not page.exists()
    page.write_text("<!doctype html> of the user")
    assert nubbin(
        "reduce", case.name, "--oracle", "false", "--report", page, cwd=case.parent
    ).status
    assert page.read_text() == "<!doctype html> of the user"


def test_that_the_result_could_not_be_written_is_on_the_page(case: Path) -> None:
    assert reduced(case, "-o", "/dev/full", "--report", "page.html").status == 1
    words = case.with_name("page.html").read_text()
    assert "it could not be written there" in words
    assert "standard output" not in words


def test_it_is_no_file_that_stands_for_standard_output_elsewhere(case: Path) -> None:
    ran = reduced(case, "--report", "-")
    assert ran.status == 2
    assert "A page is for a file" in ran.sentences
    assert not case.with_name("-").exists()


def test_where_it_cannot_be_is_said_before_anything_runs(case: Path) -> None:
    ran = reduced(case, "--report", "nowhere/page.html")
    assert ran.status == 2
    assert "nowhere" in ran.sentences
    assert not case.with_name("case.reduced.c").exists()


@pytest.mark.parametrize("formatter, is_heard", [("sed 's/^/ /' {file}", True), ("echo no", False)])
def test_only_a_formatter_that_was_heard_is_said_to_have_come_after_what_is_minimal(
    case: Path, formatter: str, is_heard: bool
) -> None:
    assert reduced(case, "--formatter", formatter, "--report", "page.html").status == 0
    page = case.with_name("page.html").read_text()
    assert "1-minimal" in page
    assert ("before it was formatted" in page) == is_heard
