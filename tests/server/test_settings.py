import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from frontdoor import UNPRIVILEGED
from nubbin.engine.oracles.cores import usable_cores
from nubbin.engine.oracles.oracle import Limits
from nubbin.engine.vocabulary.nearest import advice, nearest
from nubbin.server.globs import matches, mistake_in
from nubbin.server.settings import Settings, load
from nubbin.server.settings_files import find_root


def settings_of(root: Path, text: str, overrides: Mapping[str, object] | None = None) -> Settings:
    (root / "nubbin.toml").write_text(text)
    return load(root, overrides)


def complaints(root: Path, text: str) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.message) for problem in settings_of(root, text).problems]


def test_without_files_the_defaults_hold(tmp_path: Path) -> None:
    assert load(tmp_path) == Settings(tmp_path, jobs=usable_cores())


def test_every_key_of_the_file_arrives(tmp_path: Path) -> None:
    settings = settings_of(
        tmp_path,
        """\
jobs = 3
strategy = "hddr*"
window = 7
rename = true
squeeze = true
stream = "live"

[[oracle]]
name = "gcc ICE"
files = ["*.c", "tests/**/*.c"]
command = "gcc -O2 -c {file}"
stderr = "internal compiler error: in .*fold"
timeout = 10

[oracle.limits]
memory = 1073741824
processes = 9

[[oracle]]
command = ["./check.sh", "{file}"]
exit_code = "signal"
isolation = "workspace"

[[oracle]]
command = "./server.py"
persistent = true
""",
    )
    assert settings.problems == ()
    assert (settings.jobs, settings.strategy, settings.window) == (3, "hddr*", 7)
    assert (settings.rename, settings.squeeze, settings.stream) == (True, True, "live")
    first, second, third = (entry.spec for entry in settings.oracles)
    assert first.command == "gcc -O2 -c {file}"
    assert (first.name, first.timeout) == ("gcc ICE", 10.0)
    assert first.stderr == "internal compiler error: in .*fold"
    assert first.limits == Limits(memory=2**30, processes=9)
    assert first.folder == first.workspace == tmp_path
    assert second.command == ("./check.sh", "{file}")
    assert (second.exit_code, second.isolation) == ("signal", "workspace")
    assert second.limits == Limits()
    assert third.persistent


def test_oracles_are_chosen_by_pattern_in_listed_order(tmp_path: Path) -> None:
    settings = settings_of(
        tmp_path,
        """\
[[oracle]]
name = "all C"
files = ["*.c"]
command = "a"
[[oracle]]
name = "tests"
files = ["tests/**/*.c", "tests/*.h"]
command = "b"
[[oracle]]
name = "anything"
command = "c"
""",
    )

    def names(path: str) -> list[str]:
        return [spec.name for spec in settings.oracles_for(tmp_path / path)]

    assert names("a.c") == ["all C", "anything"]
    assert names("tests/deep/er/a.c") == ["all C", "tests", "anything"]
    assert names("tests/a.h") == ["tests", "anything"]
    assert names("src/tests/a.h") == ["anything"]
    assert [spec.name for spec in settings.oracles_for(Path("/elsewhere/a.c"))] == [
        "all C",
        "anything",
    ]


@pytest.mark.parametrize(
    "pattern,path,held",
    [
        ("*.c", "a.c", True),
        ("*.c", "x/y/a.c", True),
        ("*.c", "a.cc", False),
        ("/*.c", "a.c", True),
        ("/*.c", "x/a.c", False),
        ("tests/**/*.c", "tests/a.c", True),
        ("tests/**/*.c", "tests/x/y/a.c", True),
        ("tests/**/*.c", "x/tests/a.c", False),
        ("**/lib/*.c", "lib/a.c", True),
        ("**/lib/*.c", "x/lib/a.c", True),
        ("tests/**", "tests/x/y", True),
        ("tests/**", "tests", False),
        ("out/", "out/x/y", True),
        ("tests/*.c", "tests/x/a.c", False),
        ("a?.c", "ab.c", True),
        ("a?.c", "a/.c", False),
        ("[a-c].c", "b.c", True),
        ("[!a-c].c", "b.c", False),
        ("[!a-c].c", "d.c", True),
        ("[]].c", "].c", True),
        ("[[].c", "[.c", True),
        ("[{].c", "{.c", True),
        ("/!a.c", "!a.c", True),
        ("[+--].c", "-.c", True),
        ("[a-].c", "-.c", True),
        ("[&&^].c", "^.c", True),
        ("[[:].c", ":.c", True),
        ("a+(b).c", "a+(b).c", True),
        ("a**/b.c", "a/b.c", True),
        ("a**/b.c", "ax/b.c", True),
        ("a**/b.c", "ax/y/b.c", False),
        ("**/a/**/b.c", "a/x/a/b.c", True),
        ("*a*b*.c", "xaab.c", True),
        ("*a*b", "xbab", True),
        ("*a*b", "xbba", False),
        ("*", "x/\n.c", True),
        ("naïve *.c", "naïve 1.c", True),
    ],
)
def test_patterns_are_read_as_in_gitignore(pattern: str, path: str, held: bool) -> None:
    assert matches(pattern, PurePath(path), PurePath("/w")) is held
    assert matches(pattern, PurePath("/w") / path, PurePath("/w")) is held


@pytest.mark.parametrize(
    "pattern, path, held",
    [
        ("tests", "tests/a.c", False),
        (r"a\*.c", "a*.c", False),
        (r"a\*.c", r"a\x.c", True),
        ("a[*].c", "a*.c", True),
        ("#a.c", "#a.c", True),
        ("a.c ", "a.c", False),
        ("a.c ", "a.c ", True),
    ],
)
def test_patterns_that_are_read_otherwise_than_in_gitignore(
    pattern: str, path: str, held: bool
) -> None:
    assert matches(pattern, PurePath(path), PurePath("/w")) is held


@pytest.mark.parametrize("pattern", ["./a.c", "../*.c", "x/../a.c", "!a.c", "{a,b}.c", "[", "/"])
def test_patterns_that_can_fit_nothing_are_mistakes(pattern: str) -> None:
    assert mistake_in(pattern) is not None


@pytest.mark.parametrize(
    "pattern, path", [("*a" * 40 + "z", "a" * 200), ("**/a/" * 40 + "z", "a/" * 200 + "b")]
)
def test_no_pattern_takes_long(pattern: str, path: str) -> None:
    began = time.process_time()
    assert not matches(pattern, PurePath(path), PurePath("/w"))
    assert time.process_time() - began < 2


@given(st.text(max_size=12), st.text("ab/*[]!-c.^&|~\\", max_size=12))
@example("[[--]", "[a--b]")
def test_any_pattern_is_used_or_refused(pattern: str, likely: str) -> None:
    for text in (pattern, likely):
        if mistake_in(text) is None:
            assert matches(text, PurePath("a/b.c"), PurePath("/w")) in (True, False)


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


def test_overrides_win_and_are_checked(tmp_path: Path) -> None:
    text = "jobs = 2\nwindow = 3\n[[oracle]]\ncommand = 'a'\n"
    overrides = {"jobs": 5, "window": None, "oracle": [{"command": "b"}], "strateg": "x"}
    settings = settings_of(tmp_path, text, overrides)
    assert (settings.jobs, settings.window) == (5, 3)
    assert [entry.spec.command for entry in settings.oracles] == ["b", "a"]
    (problem,) = settings.problems
    assert (problem.file, problem.line) == (None, None)
    assert "Did you mean strategy?" in problem.message


def test_pyproject_serves_where_there_is_no_nubbin_toml(tmp_path: Path) -> None:
    shared = tmp_path / "pyproject.toml"
    shared.write_text("[project]\nname = 'x'\n[tool.nubbin]\njobs = 4\nwindw = 1\n")
    settings = load(tmp_path)
    assert settings.jobs == 4
    assert [(p.file, p.line) for p in settings.problems] == [(shared, 5)]
    assert settings_of(tmp_path, "jobs = 6").jobs == 6


def test_a_broken_pyproject_of_others_is_none_of_our_business(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project\n")
    assert load(tmp_path).problems == ()
    (tmp_path / "pyproject.toml").write_text("[project\n[tool.nubbin]\n")
    assert load(tmp_path).problems != ()


@pytest.mark.parametrize(
    "hostile", ["a." * 200_000 + "a = 1", "[" + "a." * 200_000 + "a]", "a = " + "[" * 200_000]
)
def test_a_key_or_a_value_without_an_end_is_reported_at_once(tmp_path: Path, hostile: str) -> None:
    """The parser takes time quadratic in a key's names, an hour for these."""
    began = time.monotonic()
    assert complaints(tmp_path, hostile) == [(None, "it is nested too deeply to be read.")]
    (tmp_path / "nubbin.toml").rename(tmp_path / "pyproject.toml")
    assert load(tmp_path).problems == ()
    assert time.monotonic() - began < 5


def test_long_names_and_texts_are_read(tmp_path: Path) -> None:
    words = ".".join("ab" * 9)
    text = f'# {"a" * 300_000}\n[[oracle]]\nname = "{"x" * 300_000}"\ncommand = "echo {words}"\n'
    assert settings_of(tmp_path, text).problems == ()


def test_files_that_are_no_text_are_reported(tmp_path: Path) -> None:
    (tmp_path / "nubbin.toml").write_bytes(b"jobs = 1\nstrategy = '\xff'\n")
    (problem,) = load(tmp_path).problems
    assert problem.line == 2
    assert "UTF-8" in problem.message


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_reported_and_not_waited_for(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / "nubbin.toml")
    (tmp_path / "deep").mkdir()
    root = find_root(tmp_path / "deep" / "x.c")
    assert [str(problem) for problem in load(root).problems] == [
        f"{tmp_path / 'nubbin.toml'}: it cannot be read: not a regular file."
    ]


@pytest.mark.parametrize("leads_to", ["nubbin.toml", "nowhere.toml"])
def test_a_link_that_leads_nowhere_is_reported(leads_to: str, tmp_path: Path) -> None:
    (tmp_path / "nubbin.toml").symlink_to(leads_to)
    (tmp_path / "deep").mkdir()
    (problem,) = load(find_root(tmp_path / "deep" / "x.c")).problems
    assert problem.file == tmp_path / "nubbin.toml"
    assert "cannot be read" in problem.message


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "nubbin.toml").touch(mode=0)
    script = (
        "from pathlib import Path; from nubbin.server.settings import load; print(load(Path()))"
    )
    command = [*UNPRIVILEGED, sys.executable, "-c", script]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "it cannot be read: permission denied" in said


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "nubbin.toml").write_bytes(b"\xef\xbb\xbfjobs = 2\r\n")
    assert load(tmp_path).jobs == 2


_TOMLISH = st.lists(
    st.one_of(
        st.sampled_from(
            ["[[oracle]]", "[oracle.limits]", "[oracle]", "[tool.nubbin]", "oracle.command"]
            + [f"{key} = " for key in ("jobs", "window", "stream", "files", "command", "stderr")]
            + [f"{key} = " for key in ("timeout", "exit_code", "limits", "memory", '"a.b"')]
            + ["\n", "\n\n", "# c", "'", '"', '"""', "'''", "[", "]", "{", "}", ",", "="]
            + ["'gcc {file}'", "['*.c']", "0x" + "f" * 5000, "1e999", "nan", "1979-05-27", "true"]
        ),
        st.text(max_size=5),
        st.integers().map(str),
    ),
    max_size=20,
).map("".join)


@given(text=_TOMLISH)
@example(text="timeout = " + "9" * 400 + "\n[[oracle]]\ncommand='x'\ntimeout = 0x" + "f" * 5000)
@example(text="a = " + "[" * 5000)
@example(text="[[oracle]]\ncommand = 'x'\nstdout = '[[a]'")
def test_no_text_makes_load_raise(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    root = tmp_path_factory.getbasetemp() / "tomlish"
    root.mkdir(exist_ok=True)
    (root / "nubbin.toml").write_bytes(text.encode(errors="surrogatepass"))
    settings = load(root)
    assert settings.jobs >= 1
    for problem in settings.problems:
        assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1


_JSONISH = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["oracle", "jobs", "command", "files", "limits", "stdout"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(overrides=st.dictionaries(st.sampled_from(["oracle", "jobs", "stream", "x"]), _JSONISH))
def test_no_overrides_make_load_raise(overrides: dict[str, object]) -> None:
    assert load(Path("/nonexistent"), overrides).jobs >= 1


def test_the_root_is_the_nearest_ancestor_with_a_mark(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (tmp_path / "nubbin.toml").touch()
    assert find_root(deep / "x.c") == tmp_path
    (tmp_path / "a" / ".git").mkdir()
    assert find_root(deep / "x.c") == tmp_path / "a"
    (deep / "pyproject.toml").write_text("[project]\n")
    assert find_root(deep / "x.c") == tmp_path / "a"
    (deep / "pyproject.toml").write_text("[tool.nubbin]\n")
    assert find_root(deep / "x.c") == deep


def test_without_a_mark_the_root_is_the_files_folder() -> None:
    assert find_root(Path("/nonexistent/x/y.c")) == Path("/nonexistent/x")


def test_near_names_are_found_whatever_their_case() -> None:
    assert nearest("HDDR", ["ddmin", "hddr*"]) == ("hddr*",)
    assert advice("zzz", ["b", "a"]) == "Known: a, b."


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("name", ["nubbin.toml", "pyproject.toml", ".git"])
def test_settings_that_another_user_put_into_a_folder_for_all_are_none(
    tmp_path: Path, name: str
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    planted = tmp_path / name
    planted.write_text("[tool.nubbin]\njobs = 3\n" if name == "pyproject.toml" else "jobs = 3\n")
    assert find_root(mine / "case.c") == tmp_path
    for owner, for_all, there in ((1, False, True), (0, True, True), (1, True, False)):
        os.chown(planted, owner, owner)
        tmp_path.chmod(0o1777 if for_all else 0o755)
        assert (find_root(mine / "case.c") == tmp_path) == there
        assert (load(tmp_path).jobs == 3) == (there and name != ".git")


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
