from pathlib import Path

import pytest

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.server.settings import load
from nubbin.server.settings_text import with_oracle

TABLE = '[[oracle]]\nfiles = ["case.c"]\ncommand = "new {file}"\n'
OTHER = '[[oracle]]\nfiles = "*.py"\ncommand = "other {file}"\n[oracle.limits]\nprocesses = 9\n'
FITS = '[[oracle]]\nfiles = ["*.c"]\ncommand = "old {file}"\n'


@pytest.mark.parametrize(
    "before, gap, behind",
    [
        pytest.param("jobs = 2\n\n", "", "", id="no oracle"),
        pytest.param(OTHER, "\n", "", id="none that fits"),
        pytest.param(OTHER.removesuffix("\n"), "\n\n", "", id="no last line end"),
        pytest.param("", "", FITS, id="the only one"),
        pytest.param(OTHER, "\n", FITS, id="behind another"),
        pytest.param("# mine\n\n", "", f"# old\n  # still\n{FITS}", id="with its comment"),
        pytest.param(f'{OTHER}x = """\n# no comment"""\n', "\n", FITS, id="behind a string"),
        pytest.param("", "", f"[[oracle]]\ncommand = 'old {{file}}'\n{FITS}", id="for all files"),
    ],
)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_new_oracle_goes_before_those_that_fit_its_file(
    tmp_path: Path, before: str, gap: str, behind: str, mark: str, end: str
) -> None:
    old = mark + (before + behind).replace("\n", end)
    added = with_oracle(old, TABLE, tmp_path / "case.c", tmp_path)
    rest = f"\n{behind}" if behind else ""
    assert added.text == mark + f"{before}{gap}{TABLE}{rest}".replace("\n", end)
    assert added.text[added.start :].startswith("[[oracle]]")
    (tmp_path / "nubbin.toml").write_bytes(added.text.encode())
    assert load(tmp_path).oracles_for(tmp_path / "case.c")[0].command == "new {file}"


def test_a_file_of_mixed_line_ends_gets_lf(tmp_path: Path) -> None:
    added = with_oracle("jobs = 1\r\nwindow = 2\n", TABLE, tmp_path / "case.c", tmp_path)
    assert added.text == f"jobs = 1\r\nwindow = 2\n\n{TABLE}"


def test_oracles_of_a_pyproject_are_told_apart_too(tmp_path: Path) -> None:
    old = "[tool.nubbin]\njobs = 2\n" + FITS.replace("[[", "[[tool.nubbin.")
    table = TABLE.replace("[[", "[[tool.nubbin.")
    added = with_oracle(old, table, tmp_path / "case.c", tmp_path, "tool.nubbin.")
    (tmp_path / "pyproject.toml").write_text(added.text)
    commands = [spec.command for spec in load(tmp_path).oracles_for(tmp_path / "case.c")]
    assert commands == ["new {file}", "old {file}"]


@pytest.mark.parametrize("text", ["jobs =\n", "oracle = [{ command = 'old {file}' }]\n"])
def test_what_would_not_be_toml_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match="With it, the file would not be valid TOML"):
        with_oracle(text, TABLE, tmp_path / "case.c", tmp_path)
