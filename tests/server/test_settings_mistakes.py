"""A mistake in the settings is told with its line, and spoils nothing else."""

import time
from pathlib import Path

import pytest

from lsp_settings import settings_of
from nubbin.engine.oracles.cores import usable_cores
from nubbin.server.settings import load


def complaints(root: Path, text: str) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in settings_of(root, text).problems]


@pytest.mark.parametrize(
    "text,line,words",
    [
        ("jobs = 0", 1, "at least 1"),
        ("jobs = true", 1, "a whole number, not true"),
        ("\n\njobs = '8'", 3, 'a whole number, not "8"'),
        ("jbos = 8", 1, "Did you mean jobs?"),
        ("window = 1.5", 1, "a whole number"),
        ("strategy = 7", 1, "a string"),
        ("strategy = 'hdrr*'", 1, "hddr"),
        ("stream = 'fnal'", 1, "Did you mean final?"),
        ("oracle = 'gcc'", 1, "[[oracle]]"),
        ("[oracle]\ncommand = 'x'", 1, "[[oracle]]"),
        ("[[oracle]]\nname = 'x'", 1, "no command"),
        ("# é\n[[oracle]]\ncommand = 'x'\nstderr = '['", 4, "not a regular expression"),
        ("[[oracle]]\ncommand = 'x'\nstdrr = 'y'", 3, "Did you mean stderr"),
        ("[[oracle]]\ncommand = 3", 2, "a string or a list of strings"),
        ("[[oracle]]\ncommand = ''", 2, "is empty"),
        ("[[oracle]]\ncommand = []", 2, "is empty"),
        ("[[oracle]]\ncommand = 'x'\nexit_code = 256", 3, "from 0 to 255"),
        ("[[oracle]]\ncommand = 'x'\nexit_code = 'zero'", 3, '"nonzero" or "signal"'),
        ("[[oracle]]\ncommand = 'exit 7'\nexit_code = 127", 2, "can never hold"),
        ("[[oracle]]\ncommand = 'x'\nfiles = 3", 3, "a list of patterns"),
        ("[[oracle]]\ncommand = 'x'\nfiles = ['*.c', 3]", 3, "which 3 is not"),
        ("[[oracle]]\ncommand = 'x'\nfiles = ['[z-a]']", 3, "not a pattern"),
        ("[[oracle]]\ncommand = 'x'\nfiles = ['*.{c,h}']", 3, "list a pattern for each"),
        ("[[oracle]]\ncommand = 'x'\nfiles = ['*.h', '[*.c']", 3, "the [ is never closed"),
        ("[[oracle]]\ncommand = 'x'\nfiles = '!*.c'", 3, "a ! excludes nothing"),
        ("[[oracle]]\ncommand = 'x'\nfiles = []", 3, "for no file"),
        ("[[oracle]]\ncommand = 'x {fil}'", 2, "Did you mean {file}?"),
        ("[[oracle]]\ncommand = ['x', '-i={File}']", 2, "Did you mean {file}?"),
        ("formatter = 'x {fil}'", 1, "The command has {fil}"),
        ("jobs = 1\n[[oracles]]\ncommand = 'x'", 2, "Did you mean oracle?"),
        ("jobs = 1\n[oracl.limits]\nmemory = 1", 2, "Did you mean oracle?"),
        ("strategy = 'hdd+'", 1, "The name of an algorithm is missing"),
        ("[[oracle]]\ncommand = 'x'\ntimeout = -1", 3, "above 0"),
        ("[[oracle]]\ncommand = 'x'\ntimeout = nan", 3, "above 0"),
        ("[[oracle]]\ncommand = 'x'\nisolation = 'all'", 3, "one of scratch, workspace"),
        ("[[oracle]]\ncommand = 'x'\npersistent = 1", 3, "true or false"),
        ("[[oracle]]\ncommand = 'x'\npersistent = true\nexit_code = 1", 1, "persistent"),
        ("[[oracle]]\ncommand = 'x'\nlimits = 1", 3, "a table"),
        (2 * "[[oracle]]\nname = 'a'\ncommand = 'x'\n", 5, 'name is "a" again'),
        ("[[oracle]]\ncommand = 'x'\n[oracle.limits]\nmemry = 1", 4, "Did you mean memory?"),
        ("[[oracle]]\ncommand = 'x'\n[oracle.limits]\nmemory = '1G'", 4, "a whole number"),
        ('[[oracle]]\ncommand = """\na {file}\n=\n"""\n\n[[oracle]]\ntimeout = []', 8, "seconds"),
        ("oracle = [\n 1,\n]", 1, "a table"),
        ("jobs = ", 1, "not valid TOML"),
        ("jobs = 1\njobs = 2", 2, "not valid TOML"),
    ],
)
def test_a_mistake_is_reported_with_its_line(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    ((found, message),) = complaints(tmp_path, text)
    assert found == line
    assert words in message


def test_a_mistake_spoils_only_its_own_key(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, "jobs = 'x'\nwindow = 5\n")
    assert settings.jobs == usable_cores()
    assert settings.window == 5


def test_an_oracle_with_a_mistake_is_not_used_without_it(tmp_path: Path) -> None:
    text = "[[oracle]]\ncommand = 'a'\nstdrr = 'y'\n[[oracle]]\ncommand = 'b'\n"
    settings = settings_of(tmp_path, text)
    assert [entry.spec.command for entry in settings.oracles] == ["b"]


def test_a_problem_reads_like_a_compilers(tmp_path: Path) -> None:
    (problem,) = settings_of(tmp_path, "\njobs = 0").problems
    assert str(problem).startswith(f"{tmp_path / 'nubbin.toml'}:2: jobs has to be")


@pytest.mark.parametrize(
    "hostile", ["a." * 200_000 + "a = 1", "[" + "a." * 200_000 + "a]", "a = " + "[" * 200_000]
)
def test_a_key_or_a_value_without_an_end_is_reported_at_once(tmp_path: Path, hostile: str) -> None:
    """The parser takes time quadratic in a key's names, an hour for these."""
    began = time.process_time()
    assert complaints(tmp_path, hostile) == [(None, "it is nested too deeply to be read.")]
    (tmp_path / "nubbin.toml").rename(tmp_path / "pyproject.toml")
    assert load(tmp_path).problems == ()
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "text, line, told",
    [
        (
            '[[oracle]]\ncommand = "true {file}"\nformatter = "fmt"\n',
            3,
            '"formatter" is a setting of the file: move it above the first [[oracle]].',
        ),
        (
            'timeout = 3\n[[oracle]]\ncommand = "true {file}"\n',
            1,
            '"timeout" is a setting of an oracle: move it below its [[oracle]].',
        ),
        (
            '[[oracle]]\ncommand = "true {file}"\n[limits]\ncpu = 3\n',
            3,
            "limits are those of an oracle: write [oracle.limits] below its [[oracle]].",
        ),
        (
            "[tool.nubbin]\njobs = 3\n",
            1,
            "[tool.nubbin] is for pyproject.toml: here, write what is in it without these words.",
        ),
    ],
)
def test_a_setting_in_the_wrong_place_is_told_where_it_belongs(
    tmp_path: Path, text: str, line: int, told: str
) -> None:
    (tmp_path / "nubbin.toml").write_text(text)
    [problem] = load(tmp_path).problems
    assert (problem.line, problem.message) == (line, told)
