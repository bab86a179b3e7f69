"""The distributions: the wheel is built from the sdist, inspected, and installed by itself."""

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from email.message import Message
from email.parser import BytesParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CLEAN = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
"""The environment variables of nubbin where it is installed: none leads back to the checkout."""
ROOTS = ("engine", "server", "editors/headless")


def sources() -> set[str]:
    """Return our modules, as the paths that they have when installed."""
    return {
        source.relative_to(ROOT / root).as_posix()
        for root in ROOTS
        for source in (ROOT / root).rglob("*.py")
    }


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and with the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(words, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="session")
def wheel(distributions: Path) -> Path:
    (found,) = distributions.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def shipped(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="session")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return BytesParser().parsebytes(archive.read(name))


def test_nubbin_is_a_namespace() -> None:
    """A stray `__init__.py` would hide the other roots."""
    assert [str(root) for root in ROOTS if not (ROOT / root / "nubbin").is_dir()] == []
    assert [root for root in ROOTS if (ROOT / root / "nubbin" / "__init__.py").exists()] == []


def test_the_wheel_holds_every_module_and_no_other(shipped: set[str]) -> None:
    modules = {name for name in shipped if name.endswith(".py")}
    assert modules == sources()


def test_the_wheel_holds_the_data(shipped: set[str]) -> None:
    data = {
        path.relative_to(ROOT / "engine").as_posix()
        for path in (ROOT / "engine/nubbin/engine/trees/grammars").rglob("*")
        if path.suffix in (".json", ".toml")
    }
    assert len(data) > 10
    assert data <= shipped
    assert {f"nubbin/{house}/py.typed" for house in ("engine", "server", "headless")} <= shipped
    assert any(name.startswith("nubbin/server/samples/harbour") for name in shipped)


def test_the_wheel_holds_the_licences_of_what_it_ships(shipped: set[str]) -> None:
    licences = {name.partition(".dist-info/licenses/")[2] for name in shipped} - {""}
    assert licences == {"LICENSE", "engine/nubbin/engine/trees/grammars/NOTICE"}


def test_the_wheel_holds_nothing_else(shipped: set[str]) -> None:
    strays = {
        name
        for name in shipped
        if not name.startswith(("nubbin/engine/", "nubbin/server/", "nubbin/headless/"))
        and ".dist-info/" not in name
    }
    assert strays == set()
    assert [name for name in shipped if "__pycache__" in name or "/tests/" in name] == []


def test_the_sdist_holds_what_its_tests_need(distributions: Path) -> None:
    (sdist,) = distributions.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    words = ["git", "ls-files", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, check=False).stdout
    tracked = {os.fsdecode(name) for name in listed.split(b"\0") if name}
    assert tracked or not (ROOT / ".git").exists()  # an unpacked sdist has nothing to compare with
    assert tracked - inside == set()
    assert {"tests/run", ".ci/run", "editors/vscode/package.json", "README.md"} <= inside
    assert [name for name in inside if "node_modules" in name or name.endswith(".pyc")] == []


def test_the_metadata_is_the_projects(metadata: Message) -> None:
    assert metadata["Name"] == PROJECT["name"]
    assert metadata["Version"] == PROJECT["version"]
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert len(metadata.get_all("Requires-Dist", [])) >= len(PROJECT["dependencies"])
    assert metadata.get_all("Classifier") == PROJECT["classifiers"]
    assert "# nubbin" in str(metadata.get_payload())


def environment(folder: Path, *words: str) -> Path:
    """Make an environment, let pip install what the words say, and return its scripts."""
    venv.create(folder, with_pip=False)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install"]
    done = subprocess.run(
        [*pip, "--no-compile", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "bin"


@pytest.fixture(scope="session")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of an environment that has the wheel, and what it needs, but no checkout.

    The dependencies are borrowed from the environment of the tests; nubbin itself is not.
    """
    folder = tmp_path_factory.mktemp("elsewhere")
    scripts = environment(folder / "venv", "--no-deps", "--no-index", str(wheel))
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    library = folder / "venv" / "lib" / version / "site-packages"
    for entry in Path(pytest.__file__).parents[1].iterdir():
        if "nubbin" not in entry.name and not (library / entry.name).exists():
            (library / entry.name).symlink_to(entry)
    for link in library.glob("*.pth"):
        link.unlink()  # an editable install's, which would lead back to the checkout
    return scripts


def test_the_installed_command_is_the_wheels(elsewhere: Path, tmp_path: Path) -> None:
    def says(*words: str) -> str:
        return subprocess.run(
            [elsewhere / words[0], *words[1:]],
            cwd=tmp_path,
            env=CLEAN,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    assert says("nubbin", "--version").split()[-1] == PROJECT["version"]
    where = "import nubbin.engine, nubbin.server, nubbin.headless as h; print(*h.__path__)"
    assert str(elsewhere.parent) in says("python", "-c", where)
    assert "javascript" in says("nubbin", "languages")
    (tmp_path / "case.json").write_text('{"keep": [1, 2, 3], "drop": {"a": null}}\n')
    says("nubbin", "reduce", "case.json", "--oracle", "grep -q keep {file}", "-o", "small.json")
    assert len((tmp_path / "small.json").read_text()) < 12


def test_the_oldest_dependencies_that_are_allowed_will_do(wheel: Path, tmp_path: Path) -> None:
    oldest = tmp_path / "constraints.txt"
    bounds = (re.sub(r"\[\w+\]", "", each) for each in PROJECT["dependencies"])
    oldest.write_text("\n".join(each.replace(">=", "==") for each in bounds))
    scripts = environment(tmp_path / "venv", "--constraint", str(oldest), str(wheel))
    subprocess.run([scripts / "nubbin", "demo"], cwd=tmp_path, env=CLEAN, check=True)


def test_the_extensions_commands_are_there_in_remote_windows_too() -> None:
    """There, VS Code's own window calls the files of the other machine something else."""
    manifest = (ROOT / "editors" / "vscode" / "package.json").read_text(encoding="utf-8")
    conditions = re.findall(r'"when": "(.*resourceScheme.*)"', manifest)
    assert len(conditions) == 4
    assert all("resourceScheme =~ /^(file|vscode-remote)$/" in each for each in conditions)
