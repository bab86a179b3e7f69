"""A module names its floor and is short; that imports only go down, `lint-imports` checks."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = {
    "engine": (
        ROOT / "engine" / "nubbin" / "engine",
        ["6", "5", "4", "3", "3", "2 3", "1", "3′", "0"],
    ),
    "server": (ROOT / "server" / "nubbin" / "server", ["10", "9", "8", "7"]),
}
CONTRACTS = {
    contract["id"]: contract
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
        "importlinter"
    ]["contracts"]
}


def declared(house: str) -> dict[str, str]:
    """Return the floor of each module or room by its house's contract; a room may be on two."""
    layers = CONTRACTS[house]["layers"]
    floors = PACKAGES[house][1]
    return {
        module: floor
        for floor, layer in zip(floors, layers, strict=True)
        for module in re.sub(r"[()]", "", layer).split(" : ")
    }


def said(source: Path) -> str | None:
    """Return the floor that a module's docstring names; None if it names none."""
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    found = re.search(r"\(floor (\d+′?)[):]", docstring)
    return found[1] if found else None


def modules() -> list[tuple[str, Path]]:
    """Return the modules of each house, except `__init__` and `__main__`."""
    return [
        (house, source)
        for house, (folder, _) in PACKAGES.items()
        for source in sorted(folder.rglob("*.py"))
        if not source.name.startswith("__") and source.parent.name not in ("grammars", "samples")
    ]


@pytest.mark.parametrize(
    "house,source", [pytest.param(*each, id=f"{each[0]}.{each[1].stem}") for each in modules()]
)
def test_a_module_is_on_the_floor_its_docstring_names(house: str, source: Path) -> None:
    top = source.relative_to(PACKAGES[house][0]).parts[0].removesuffix(".py")
    assert said(source) in declared(house)[top].split()


def test_only_the_questioner_and_the_whole_know_how_answers_come_about() -> None:
    """The contract on algorithms names every module of the floors it is about."""
    contract = CONTRACTS["algorithms"]
    by_floor = declared("engine")

    def on(*floors: str) -> set[str]:
        return {f"nubbin.engine.{module}" for module, floor in by_floor.items() if floor in floors}

    assert set(contract["source_modules"]) == on("1", "2 3", "3", "5")
    assert on("3′") <= set(contract["forbidden_modules"])


def sources() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each module of the packages."""
    for house in ("engine", "server", "editors/headless"):
        for source in sorted((ROOT / house).rglob("*.py")):
            yield source.relative_to(ROOT).as_posix(), source.read_text(encoding="utf-8")


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many lines a function has without its signature and its docstring."""
    does = function.body[ast.get_docstring(function) is not None :]
    return (does[-1].end_lineno or 0) - does[0].lineno + 1 if does else 0


def test_a_module_has_300_lines_at_most() -> None:
    lengths = {name: text.count("\n") for name, text in sources()}
    assert {name: length for name, length in lengths.items() if length > 300} == {}


def test_what_a_function_does_is_within_40_lines() -> None:
    lengths = {
        f"{name}:{node.lineno} {node.name}": lines_of(node)
        for name, text in sources()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {name: length for name, length in lengths.items() if length > 40} == {}
