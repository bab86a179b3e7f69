"""From settings to what is executed; whether a shell agrees is asked of a real one."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from nubbin.engine.oracles.command import Command
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.errors import OracleNotFound, UsageError

NASTY = "a'; touch pwned; '$(touch pwned)\" b.c"


def said(command: str | tuple[str, ...], folder: Path, name: str = "a.c") -> str:
    """What the launched command prints, run with the candidate in `folder / "scratch"`."""
    scratch = folder / "scratch"
    scratch.mkdir(exist_ok=True)
    spec = OracleSpec(command, folder, workspace=folder)
    launch = Command(spec, name).launch(scratch / name, folder)
    done = subprocess.run(
        launch.argv,
        env={**os.environ, **launch.variables},
        cwd=scratch,
        capture_output=True,
        text=True,
        check=True,
    )
    assert os.listdir(scratch) == []
    return done.stdout.rstrip("\n")


def script(path: Path, text: str, mode: int = 0o755) -> Path:
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.mark.parametrize("name", ["a.c", "a b.c", NASTY, "-rf", "a\nb.c", "*"])
def test_any_name_stays_one_word(tmp_path: Path, name: str) -> None:
    """As text in a list, as a variable in a string, and appended to either."""
    path = str(tmp_path / "scratch" / name)
    given = f"./{name}" if name.startswith("-") else name
    assert said(("printf", "[%s]", "{file}", "{name}"), tmp_path, name) == f"[{path}][{given}]"
    assert said("printf '[%s]' {file} {name}", tmp_path, name) == f"[{path}][{given}]"
    assert said("printf [%s]", tmp_path, name) == f"[{path}]"
    assert said(("printf", "[%s]"), tmp_path, name) == f"[{path}]"


def test_placeholders_inside_words_of_a_list_and_that_of_the_workspace_are_filled(
    tmp_path: Path,
) -> None:
    assert said(("echo", "-i={workspace}/x:{name}"), tmp_path) == f"-i={tmp_path}/x:a.c"
    assert said("echo {workspace}/x {name}", tmp_path) == f"{tmp_path}/x a.c"


def test_the_shells_own_variables_are_no_placeholders(tmp_path: Path) -> None:
    assert said("for file in 1 2; do echo ${file}; done; echo {name}", tmp_path) == "1\n2\na.c"


def test_a_comment_and_an_escape_are_left_alone(tmp_path: Path) -> None:
    assert said("echo \\{file} {name} # don't ask for {file}", tmp_path) == "{file} a.c"


def test_a_command_may_begin_with_comments(tmp_path: Path) -> None:
    script(tmp_path / "run.sh", "#!/bin/sh\necho $1\n")
    command = "# it's in the way\n  # {file}\n ./run.sh {name}\n"
    assert said(command, tmp_path) == "a.c"


def test_a_variable_of_ours_counts_as_naming_the_candidate(tmp_path: Path) -> None:
    assert said('echo "<$NUBBIN_NAME>"', tmp_path) == "<a.c>"


@pytest.mark.parametrize("command", ["grep x '{file}'", 'grep x "{file}"', 'sh -c "cat {name}"'])
def test_a_placeholder_in_quotes_is_refused(tmp_path: Path, command: str) -> None:
    with pytest.raises(UsageError, match="inside quotes"):
        Command(OracleSpec(command, tmp_path), "a.c")


@pytest.mark.parametrize(
    "command",
    [
        ("sh", "-c", "cat {file}"),
        ("/bin/bash", "-e", "-uc", "cat '{name}'"),
        ("timeout", "5", "busybox", "sh", "-c", "-x", 'cat "{workspace}"'),
        ("bash", "-o", "pipefail", "-c", "cat {file} | grep x"),
        ("bash", "-euo", "pipefail", "-c", "{file}"),
        ("bash", "+O", "extglob", "--rcfile", "x", "-c", "--", "{file}"),
        "bash -o pipefail -c 'cat '{file}",
        "sh -c 'cat '{file}",
        "cd / && dash -c {file}",
    ],
)
def test_a_placeholder_in_what_a_shell_is_given_to_run_is_refused(
    tmp_path: Path, command: str | tuple[str, ...]
) -> None:
    with pytest.raises(UsageError, match="what a shell is given to run"):
        Command(OracleSpec(command, tmp_path, workspace=tmp_path), "a.c")


@pytest.mark.parametrize(
    "command",
    [
        ("fish", "-c", "cat {file}"),
        ("env", "-S", "sh -c 'cat {name}'"),
        ("perl", "-e", "print`cat<{workspace}`"),
    ],
)
def test_a_placeholder_in_what_looks_like_a_script_is_refused_whatever_runs_it(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    with pytest.raises(UsageError, match="may be a script"):
        Command(OracleSpec(command, tmp_path, workspace=tmp_path), "a.c")


@pytest.mark.parametrize(
    "command",
    [
        ("sh", "-c", 'echo "$1"', "sh", "{name}"),
        ("bash", "-o", "pipefail", "-c", 'echo "$0"', "{name}"),
        ("sh", "./script", "-c", "{name}"),
        "sh ./script -c {name}",
        "true sh; cat ./script > /dev/null; echo {name}",
    ],
)
def test_a_placeholder_among_a_scripts_arguments_is_a_word(
    tmp_path: Path, command: str | tuple[str, ...]
) -> None:
    (tmp_path / "script").write_text("shift; echo $1\n")
    if isinstance(command, str):
        command = command.replace("./script", f"{tmp_path}/script")
    else:
        command = tuple(str(tmp_path / "script") if w == "./script" else w for w in command)
    assert said(command, tmp_path) == "a.c"


def test_what_is_advised_where_only_quotes_will_do_runs_no_name(tmp_path: Path) -> None:
    for command in ('sh -c "cat {name}"', ("sh", "-c", "cat {name}")):
        with pytest.raises(UsageError) as caught:
            Command(OracleSpec(command, tmp_path), NASTY)
        advised = re.search(r"sh -c '.*'", str(caught.value))
        assert advised
        string = advised[0].replace("prog", "printf %s")
        assert said(string, tmp_path, NASTY) == NASTY
        assert said(tuple(shlex.split(string)), tmp_path, NASTY) == NASTY


@pytest.mark.parametrize(
    "command",
    [
        "grep x {fil}",
        "grep x {File}",
        "cat {FILE} {file}",
        ("grep", "x", "{nam}"),
        ("x", "-i{files}"),
    ],
)
def test_a_misspelt_placeholder_is_refused_with_the_nearest(
    tmp_path: Path, command: str | tuple[str, ...]
) -> None:
    with pytest.raises(UsageError, match=r"Did you mean \{(file|name)\}\?"):
        Command(OracleSpec(command, tmp_path), "a.c")


@pytest.mark.parametrize(
    "command",
    [
        "echo '{fil}' ${fil} \\{fil} {} {upstream} {1} # {fil}",
        ("echo", "{fil} {files}", "{}", "{upstream}", "${fil}"),
    ],
)
def test_other_braces_are_the_commands_own(tmp_path: Path, command: str | tuple[str, ...]) -> None:
    launched = Command(OracleSpec(command, tmp_path, persistent=True), "a.c")
    words = launched.launch(tmp_path / "a.c", tmp_path).argv
    assert words[2] == command if isinstance(command, str) else words[1:] == command[1:]


@pytest.mark.parametrize(
    "command",
    [
        "cat|grep x",
        "true; false",
        "true && false",
        "true\nfalse",
        "cat < x",
        "cat > x",
        "(true)",
        "{ true",
        "if true",
        "! grep x",
        "true # why",
        "cat `x`",
        "i=0",
        "X=1 Y=2",
    ],
)
def test_nothing_is_appended_to_more_than_a_simple_command(tmp_path: Path, command: str) -> None:
    with pytest.raises(UsageError, match=re.escape("Write {file}")):
        Command(OracleSpec(command, tmp_path), "a.c")


def test_operators_in_quotes_leave_a_command_simple(tmp_path: Path) -> None:
    assert said("printf '%s;|&\\n'", tmp_path).endswith("/a.c;|&")


@pytest.mark.parametrize("command", ["grep 'x", 'grep "x', "grep x\\"])
def test_an_open_quote_is_refused(tmp_path: Path, command: str) -> None:
    with pytest.raises(UsageError, match="ends too early"):
        Command(OracleSpec(command, tmp_path), "a.c")


def test_quotes_in_a_here_document_are_left_to_the_shell(tmp_path: Path) -> None:
    assert said("cat {file} - 2>&1 <<E | tail -n 1\nit's said\nE\n", tmp_path) == "it's said"


@pytest.mark.parametrize("command", ["", "  ", (), ("",)])
def test_an_empty_command_is_refused(tmp_path: Path, command: str | tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="is empty"):
        Command(OracleSpec(command, tmp_path), "a.c")


def test_a_relative_first_word_is_sought_from_the_settings_folder(tmp_path: Path) -> None:
    folder = tmp_path / "it's $HOME"
    folder.mkdir()
    script(folder / "my check.sh", '#!/bin/sh\necho "checked $1"\n')
    (folder / "sub").mkdir()
    script(folder / "sub" / "check.sh", '#!/bin/sh\necho "checked $1"\n')
    assert said(("./my check.sh", "{name}"), folder) == "checked a.c"
    assert said("./my\\ check.sh {name}", folder) == "checked a.c"
    assert said("X=1 './my check.sh' {name}", folder) == "checked a.c"
    assert said("X='a b' Y=$HOME ./my\\ check.sh {name}", folder) == "checked a.c"
    assert said("X={file} ./my\\ check.sh {name}", folder) == "checked a.c"
    assert said("sub/check.sh {name}", folder) == "checked a.c"


@pytest.mark.parametrize(
    "command",
    [
        "i=0; while [ $i -lt 2 ]; do i=$((i+1)); done; echo $i {name}",
        "i=2\necho $i {name}",
        "i=2 j=3; echo $i {name}",
        'i="$(echo 2)" && echo $i {name}',
        "i=`echo 2` j=3; echo $i {name}",
        "i=$(echo 2); echo $i {name}",
        "i='2' sh -c 'echo $i \"$1\"' sh {name}",
        "2>&1 i=2; echo 2 {name}",
        "1>&2 2>&1 echo 2 {name}; echo 2 {name}",
        "echo\\\n 2 {name}",
    ],
)
def test_assignments_in_front_are_no_program(tmp_path: Path, command: str) -> None:
    assert said(command, tmp_path) == "2 a.c"


def test_the_program_behind_an_assignment_is_looked_for(tmp_path: Path) -> None:
    with pytest.raises(OracleNotFound, match="no-such-program"):
        Command(OracleSpec("X='1 2' Y= no-such-program {file}", tmp_path), "a.c")


@pytest.mark.parametrize("form", ["string", "list"])
def test_a_program_that_cannot_run_is_told_before_anything_runs(tmp_path: Path, form: str) -> None:
    script(tmp_path / "plain.sh", "#!/bin/sh\n", mode=0o644)
    script(tmp_path / "odd.sh", "#!/no/such/interpreter\n")
    script(tmp_path / "dos.sh", "#!/bin/sh\r\n")
    (tmp_path / "folder").mkdir()

    def problem(word: str) -> str:
        command = f"{word} -x" if form == "string" else (word, "-x")
        with pytest.raises(OracleNotFound) as caught:
            Command(OracleSpec(command, tmp_path), "a.c")
        return str(caught.value)

    assert "is not on PATH" in problem("no-such-program-anywhere")
    assert "Write ./plain.sh" in problem("plain.sh")
    assert "does not exist" in problem("./none.sh")
    assert "chmod +x" in problem("./plain.sh")
    assert "is not a file" in problem("./folder")
    assert "/no/such/interpreter" in problem("./odd.sh")
    assert "line ends of Windows" in problem("./dos.sh")
