"""What settings say holds, and whatever they say, they can be loaded."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lsp_settings import settings_of
from nubbin.engine.oracles.cores import usable_cores
from nubbin.engine.oracles.oracle import Limits
from nubbin.server.settings import Settings, load


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


def test_overrides_win_and_are_checked(tmp_path: Path) -> None:
    text = "jobs = 2\nwindow = 3\n[[oracle]]\ncommand = 'a'\n"
    overrides = {"jobs": 5, "window": None, "oracle": [{"command": "b"}], "strateg": "x"}
    settings = settings_of(tmp_path, text, overrides)
    assert (settings.jobs, settings.window) == (5, 3)
    assert [entry.spec.command for entry in settings.oracles] == ["b", "a"]
    (problem,) = settings.problems
    assert (problem.file, problem.line) == (None, None)
    assert "Did you mean strategy?" in problem.message


def test_long_names_and_texts_are_read(tmp_path: Path) -> None:
    words = ".".join("ab" * 9)
    text = f'# {"a" * 300_000}\n[[oracle]]\nname = "{"x" * 300_000}"\ncommand = "echo {words}"\n'
    assert settings_of(tmp_path, text).problems == ()


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
