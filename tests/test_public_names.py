"""The public names, which are those of `nubbin.engine`, and are loaded when first used."""

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nubbin.engine

INIT = Path(nubbin.engine.__file__)
HOMES = {
    alias.name: node.module
    for node in ast.walk(ast.parse(INIT.read_text(encoding="utf-8")))
    if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("nubbin.")
    for alias in node.names
}
"""Public name → the module in which type checkers find it."""


def test_the_names_are_sorted_and_those_the_type_checker_sees() -> None:
    assert nubbin.engine.__all__ == sorted(HOMES)


@pytest.mark.parametrize("name", nubbin.engine.__all__)
def test_a_public_name_is_its_homes_own_and_says_what_it_is(name: str) -> None:
    thing = getattr(nubbin.engine, name)
    assert thing is getattr(importlib.import_module(str(HOMES[name])), name)
    assert thing.__doc__


def test_what_help_says_of_other_homes_is_there() -> None:
    homes = re.findall(r"^- `([a-z_.]+?)(?:\.([A-Z]\w+))?`:", str(nubbin.engine.__doc__), re.M)
    assert len(homes) == 5
    for module, name in homes:
        home = importlib.import_module(f"nubbin.engine.{module}")
        assert getattr(home, name or "__doc__")


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing_of_the_kind"):
        getattr(nubbin.engine, "nothing_of_the_kind")  # noqa: B009  # mypy would refuse the plain form


def test_importing_the_engine_loads_no_grammar_and_no_editor() -> None:
    code = "import sys, nubbin.engine; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ended.stdout.split())
    assert "nubbin.engine" in loaded
    assert not loaded & {"tree_sitter", "pygls", "lsprotocol", "click", "rich", "asyncio"}


def test_a_server_starts_without_the_algorithms() -> None:
    code = "import sys, nubbin.server.app; print(*sys.modules)"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(ended.stdout.split())
    assert "nubbin.server.settings" in loaded
    assert not loaded & {"tree_sitter", "nubbin.engine.strategies", "nubbin.engine.naming"}


def test_the_engine_reduces_without_the_server(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from nubbin.engine import OracleSpec, Options, Request, reduce

spec = OracleSpec("grep -q keep {{file}}", folder=Path({str(tmp_path)!r}))
found = reduce(Request(b'{{"keep": 1, "go": [2]}}\\n', Path("case.json"), spec, Options(jobs=1)))
print(found.text.decode().strip())
print(*(name for name in sys.modules if name.startswith(("nubbin.server", "pygls", "click"))))
"""
    script = tmp_path / "library.py"
    script.write_text(f"if __name__ == '__main__':\n{_indented(code)}")
    ended = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert ended.returncode == 0, ended.stderr
    text, others = ended.stdout.split("\n")[:2]
    assert "keep" in text
    assert "go" not in text
    assert others == ""


def _indented(code: str) -> str:
    return "".join(f"    {line}\n" for line in code.strip().splitlines())
