"""What is written, where, and what is not: files, standard output, figures."""

import json
import os
import shlex
import signal
import subprocess
from pathlib import Path

import pytest

from frontdoor import (
    COMMANDS,
    KEEPS,
    PATIENCE,
    PROGRAM,
    SCRIPT,
    UNPRIVILEGED,
    executable,
    nubbin,
    refused,
    start,
)
from living import eventually

pytestmark = pytest.mark.e2e


def test_standard_output_holds_the_text_and_nothing_else(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "-o", "-", "--verbose", cwd=case.parent)
    assert ran.status == 0
    assert b"keep" in ran.stdout
    assert b"nubbin" not in ran.stdout
    assert os.listdir(case.parent) == ["case.c"]


def test_in_place_keeps_permissions_and_links(case: Path) -> None:
    case.chmod(0o640)
    link = case.parent / "link.c"
    link.symlink_to("case.c")
    ran = nubbin("reduce", link.name, "--oracle", KEEPS, "--in-place", cwd=case.parent)
    assert ran.status == 0, ran.stderr
    assert link.is_symlink()
    assert len(case.read_bytes()) < len(PROGRAM)
    assert case.stat().st_mode & 0o7777 == 0o640
    assert sorted(os.listdir(case.parent)) == ["case.c", "link.c"]


def test_a_link_that_somebody_has_planted_is_not_followed(case: Path) -> None:
    precious = case.parent / "precious"
    precious.write_text("mine")
    (case.parent / "case.reduced.c").symlink_to(precious)
    assert nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent).status == 0
    assert precious.read_text() == "mine"
    assert "keep" in (case.parent / "case.reduced.c").read_text()


@pytest.mark.parametrize(
    "command, target",
    [
        ("reduce", "missing/deep.c"),
        ("reduce", "case.reduced.c"),
        ("reduce", "."),
        ("reduce", "case.c"),
        ("client", "case.c"),
    ],
)
def test_a_link_in_the_place_of_the_default_output_gives_way_wherever_it_leads(
    case: Path, command: str, target: str
) -> None:
    before = case.read_bytes()
    (case.parent / "case.reduced.c").symlink_to(target)
    ran = nubbin(command, case.name, "--oracle", KEEPS, cwd=case.parent)
    assert ran.status == 0, ran.stderr
    assert not (case.parent / "case.reduced.c").is_symlink()
    assert "keep" in (case.parent / "case.reduced.c").read_text()
    assert case.read_bytes() == before
    assert sorted(os.listdir(case.parent)) == ["case.c", "case.reduced.c"]


def test_the_result_is_as_executable_as_the_input(case: Path) -> None:
    case.chmod(0o755)
    assert nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent).status == 0
    assert (case.parent / "case.reduced.c").stat().st_mode & 0o777 == 0o755


def test_a_file_changed_meanwhile_is_not_written_over(case: Path) -> None:
    oracle = executable(
        case.parent / "oracle.sh", f"#!/bin/sh\necho '// mine' >> '{case}'\ngrep -q keep \"$1\"\n"
    )
    arguments = ("--oracle", f"./{oracle.name} {{file}}", "--in-place")
    env = {"TMPDIR": str(case.parent)}
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent, env=env)
    assert ran.status == 1
    assert "changed meanwhile" in ran.stderr
    assert case.read_text().startswith(PROGRAM + "// mine\n")
    (kept,) = case.parent.glob("nubbin-kept-*/case.c")
    assert str(kept) in ran.stderr
    assert b"keep" in kept.read_bytes()


def test_quiet_says_nothing(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "--quiet", cwd=case.parent)
    assert (ran.status, ran.stdout, ran.stderr) == (0, b"", "")


def test_quiet_says_that_what_was_asked_for_could_not_be_done(
    case: Path, either: tuple[str, ...]
) -> None:
    words = ("--oracle", KEEPS, "--formatter", "false", "--quiet")
    ran = nubbin(*either, case.name, *words, cwd=case.parent)
    assert (ran.status, ran.stdout) == (0, b"")
    assert ran.sentences.startswith("The result is left as it was without the formatter.")
    assert "->" not in ran.sentences


def test_verbose_tells_the_command_and_every_pass(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "--verbose", cwd=case.parent)
    assert f"oracle: {KEEPS}" in ran.stderr
    assert "pass " in ran.stderr
    assert "seconds" in ran.stderr


@pytest.mark.parametrize("options", [(), ("--json", "a.json"), ("--report", "a.html")])
def test_metadata_of_packages_are_read_for_reports_alone(
    case: Path, options: tuple[str, ...]
) -> None:
    words = ("reduce", case.name, "--oracle", KEEPS, *options)
    ran = nubbin(*words, cwd=case.parent, env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert ran.status == 0
    assert ("importlib.metadata" in ran.stderr) == bool(options)


def test_a_pipe_gets_plain_lines(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent)
    assert "\x1b" not in ran.stderr
    assert "\r" not in ran.stderr
    assert "the oracle holds on the input" in ran.stderr
    assert "runs" in ran.stderr


def test_before_the_oracle_has_answered_it_is_said_that_it_is_asked(case: Path) -> None:
    oracle = executable(case.parent / "oracle.sh", "#!/bin/sh\nread line < pipe\n")
    os.mkfifo(case.parent / "pipe")
    with start("reduce", case.name, "--oracle", f"cd {case.parent}; ./{oracle.name} {{file}}",
               cwd=case.parent, env={}) as process:  # fmt: skip
        assert process.stderr is not None
        assert b"trying the oracle" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


def test_a_result_that_comes_before_any_pass_is_no_line_of_one(case: Path) -> None:
    arguments = ("--oracle", "sleep 0.4; true {file}", "--allow-empty")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent)
    assert ran.status == 0
    assert "→ 0 bytes" in ran.stderr
    assert "None" not in ran.stderr


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


@COMMANDS
@pytest.mark.parametrize("option", ["-o", "--json"])
@pytest.mark.parametrize("name", ["nubbin.toml", "oracle.sh", "format.sh"])
def test_what_the_reduction_goes_by_is_not_written_over(
    case: Path, name: str, option: str, command: str
) -> None:
    executable(case.with_name("oracle.sh"), '#!/bin/sh\ngrep -q keep "$1"\n')
    executable(case.with_name("format.sh"), '#!/bin/sh\ncat "$1"\n')
    case.with_name("nubbin.toml").write_text(
        'formatter = "./format.sh"\n[[oracle]]\ncommand = "./oracle.sh {file}"\n'
    )
    before = case.with_name(name).read_bytes()
    ran = refused(command, case.name, option, name, cwd=case.parent)
    assert f"{option} would write over {name}, which the reduction goes by. Name" in ran.sentences
    assert case.with_name(name).read_bytes() == before


@pytest.mark.parametrize("option", ["-o", "--json"])
def test_rules_are_not_written_over(case: Path, option: str) -> None:
    rules = case.with_name("rules.jsonl")
    rules.write_text('{"pattern": "identity", "names": ["add"]}\n')
    words = ("--oracle", KEEPS, "--rules", rules.name, option, rules.name)
    before = rules.read_bytes()
    ran = nubbin("reduce", case.name, *words, cwd=case.parent)
    assert ran.status == 2
    assert rules.read_bytes() == before


def test_what_is_no_report_stays_where_there_is_none_to_put_in_its_place(case: Path) -> None:
    notes = case.with_name("notes")
    notes.write_text("mine")
    words = ("reduce", case.name, "--json", notes.name, "--oracle")
    assert nubbin(*words, "false", cwd=case.parent).status == 3
    assert notes.read_text() == "mine"
    assert nubbin(*words, KEEPS, cwd=case.parent).status == 0
    assert json.loads(notes.read_bytes())["status"] == 0


def test_an_input_that_its_oracle_names_may_be_reduced_in_place(case: Path) -> None:
    words = ("--oracle", f": {case.name}; grep -q keep {{file}}", "--in-place")
    assert nubbin("reduce", case.name, *words, cwd=case.parent).status == 0
    assert len(case.read_bytes()) < len(PROGRAM)


def test_the_figures_may_go_to_standard_output(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "--json", "-", cwd=case.parent)
    assert json.loads(ran.stdout)["output"]["path"] == "case.reduced.c"


def test_the_figures_of_a_text_on_standard_output_name_no_file(case: Path) -> None:
    arguments = ("--oracle", KEEPS, "-o", "-", "--json", "figures.json")
    assert nubbin("reduce", case.name, *arguments, cwd=case.parent).status == 0
    assert json.loads((case.parent / "figures.json").read_bytes())["output"]["path"] is None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@COMMANDS
def test_where_the_text_cannot_be_written_the_rest_is_told(case: Path, command: str) -> None:
    oracle = 'echo >> "$LOG"; test $(wc -l < "$LOG") -lt 7'
    log = case.with_name("log")
    log.touch()
    words = ("--oracle", f"{oracle} && grep -q keep {{file}}", "--jobs", "1", "--quiet")
    env = {"TMPDIR": str(case.parent), "LOG": str(log)}
    to = ("-o", "/dev/full", "--json", "figures.json")
    ran = nubbin(command, case.name, *words, *to, cwd=case.parent, env=env)
    assert ran.status == 1
    assert "no space left" in ran.stderr
    assert "The oracle is flaky" in ran.stderr
    report = json.loads(case.with_name("figures.json").read_bytes())
    assert (report["status"], report["output"]["path"]) == (1, None)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_device_that_is_full_is_a_full_disk(case: Path, tmp_path: Path) -> None:
    arguments = ("--oracle", KEEPS, "-o", "/dev/full")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent, env={"TMPDIR": str(tmp_path)})
    assert ran.status == 1
    assert "no space left" in ran.stderr
    assert len(list(tmp_path.glob("nubbin-kept-*/case.c"))) == 1


def test_figures_that_would_replace_the_file_of_standard_output_are_refused(case: Path) -> None:
    out = case.with_name("out")
    words = [str(SCRIPT), "reduce", case.name, "--oracle", KEEPS, "-o", "-", "--json", "out"]
    with out.open("wb") as stream:
        done = subprocess.run(words, cwd=case.parent, stdout=stream, timeout=PATIENCE, check=False)
    assert (done.returncode, out.read_bytes()) == (2, b"")


def test_a_device_is_written_to_as_it_is(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "-o", "/dev/null", cwd=case.parent)
    assert ran.status == 0
    assert Path("/dev/null").is_char_device()


def test_a_folder_that_may_not_be_written_to(case: Path) -> None:
    case.parent.chmod(0o555)
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent, by=UNPRIVILEGED)
    case.parent.chmod(0o755)
    assert ran.status == 2
    assert "no permission" in ran.stderr


def test_a_reader_that_goes_away_loses_nothing(case: Path, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [SCRIPT, "reduce", case, "--oracle", KEEPS, "-o", "-"],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    os.close(writer)
    assert ran.returncode == 1
    assert b"standard output" in ran.stderr
    assert b"Traceback" not in ran.stderr
    (kept,) = tmp_path.glob("nubbin-kept-*/case.c")
    assert os.fsencode(kept) in ran.stderr
    assert b"keep" in kept.read_bytes()


def test_an_input_that_is_gone_in_the_end_loses_nothing(case: Path) -> None:
    oracle = executable(case.parent / "oracle.sh", f"#!/bin/sh\nrm -f '{case}'\ngrep -q keep $1\n")
    ran = nubbin("reduce", case.name, "--oracle", f"./{oracle.name} {{file}}", cwd=case.parent)
    assert ran.status == 0, ran.stderr
    assert b"keep" in (case.parent / "case.reduced.c").read_bytes()


def test_where_nothing_is_open_nothing_is_written(case: Path) -> None:
    """The number may later be that of a file of ours."""
    for option in ("-o", "--json", "--report"):
        ran = refused("reduce", case.name, "--oracle", KEEPS, option, "/dev/fd/9", cwd=case.parent)
        assert "Cannot write /dev/fd/9: nothing is open there." in ran.sentences


def test_a_place_that_leads_to_the_input_meanwhile_is_not_written_to(case: Path) -> None:
    oracle = f"ln -sf '{case}' '{case.parent}/out.c'; {KEEPS}"
    arguments = ("reduce", case.name, "--oracle", oracle, "-o", "out.c")
    ran = nubbin(*arguments, cwd=case.parent, env={"TMPDIR": str(case.parent)})
    assert ran.status == 1
    assert "out.c leads to the input now" in ran.sentences
    assert case.read_text() == PROGRAM
    (kept,) = case.parent.glob("nubbin-kept-*/case.c")
    assert b"keep" in kept.read_bytes()


def test_a_pipe_that_a_shell_opens_is_written_to(case: Path) -> None:
    words = [SCRIPT, "reduce", case.name, "--oracle", KEEPS, "--quiet", "-o"]
    line = f"{shlex.join(map(str, words))} >(cat > got.c)"
    subprocess.run(["bash", "-c", line], cwd=case.parent, check=True, timeout=PATIENCE)
    assert eventually(lambda: b"keep" in (case.parent / "got.c").read_bytes())


def test_a_folder_that_a_run_lets_nobody_enter_is_restored(case: Path) -> None:
    folder = case.parent / "data"
    folder.mkdir()
    (folder / "a").touch()
    oracle = "test -e data/a && chmod 600 data && grep -q keep {file}"
    arguments = ("--oracle", oracle, "--isolation", "workspace")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent, by=UNPRIVILEGED)
    assert ran.status == 0, ran.stderr
    assert (case.parent / "case.reduced.c").read_bytes().split() == [b"keep"]
