"""Which files a command is seen to run: a consent to it holds as long as they are the same."""

from pathlib import Path

import pytest

from nubbin.engine.oracles.mentioned import programs_of
from nubbin.engine.oracles.oracle import OracleSpec


@pytest.mark.parametrize(
    "command",
    [
        "./check.sh {file}",
        "bash -c './check.sh case.c'",
        "bash -c './check.sh; true'",
        ("bash", "-c", "./check.sh case.c"),
        ("bash", "-c", "./check.sh;true"),
        "bash -c 'cd $NUBBIN_FOLDER && ./check.sh $NUBBIN_FILE'",
        "bash -c '\"${NUBBIN_WORKSPACE}/check.sh\" $NUBBIN_FILE'",
        "D={workspace}; $D/check.sh {file}",
        "bash -c 'D=$NUBBIN_FOLDER; E=\"${D}\"; D=/none; $E/check.sh'",
        "cd {workspace}/.. && work/check.sh {file}",
        ("python3", "-c", "import os; os.system('./check.sh')"),
    ],
)
def test_a_script_is_seen_behind_quotes_and_variables(
    tmp_path: Path, command: str | tuple[str, ...]
) -> None:
    root = tmp_path / "work"
    root.mkdir()
    (root / "check.sh").touch()
    found = programs_of(OracleSpec(command, root, workspace=root))
    assert root / "check.sh" in {Path(path).resolve() for path in found}


@pytest.mark.parametrize("command", ["echo $none/check.sh", "echo ${workspace}/check.sh", "X=1"])
def test_what_a_variable_holds_is_not_guessed(tmp_path: Path, command: str) -> None:
    (tmp_path / "check.sh").touch()
    found = programs_of(OracleSpec(command, tmp_path, workspace=tmp_path))
    assert "check.sh" not in {Path(path).name for path in found}


@pytest.mark.parametrize(
    "command",
    [
        "~/check.sh {file}",
        "$PLACE/check.sh {file}",
        "cc --rules=$PLACE/check.sh {file}",
        "cc -r$PLACE/check.sh {file}",
        "RULES=~/check.sh cc {file}",
        "timeout 5 check.sh {file}",
        "test -s {file} && check.sh {file}",
        "ulimit -t 5; check.sh {file}",
        "env A=1 nice check.sh {file}",
    ],
)
def test_what_the_environment_leads_to_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "home").mkdir()
    script = tmp_path / "home" / "check.sh"
    script.touch(mode=0o700)
    for name in ("HOME", "PLACE", "PATH"):
        monkeypatch.setenv(name, str(script.parent))
    assert str(script) in programs_of(OracleSpec(command, tmp_path, workspace=tmp_path))
