"""What the command line tells of itself: help, version, languages and algorithms."""

from pathlib import Path

import pytest

from frontdoor import nubbin

pytestmark = pytest.mark.e2e


def test_without_a_command_help_is_shown(tmp_path: Path) -> None:
    ran = nubbin(cwd=tmp_path)
    assert ran.status == 0
    assert b"reduce" in ran.stdout
    assert b"languages" in ran.stdout


def test_the_version_is_told(tmp_path: Path) -> None:
    ran = nubbin("--version", cwd=tmp_path)
    assert ran.status == 0
    assert ran.stdout.startswith(b"nubbin ")


def test_languages_are_listed_with_the_package_of_their_grammar(tmp_path: Path) -> None:
    ran = nubbin("languages", cwd=tmp_path)
    assert ran.status == 0
    lines = ran.stdout.decode().splitlines()
    assert ["python", "yes", "tree-sitter-python", ".py"] in [line.split()[:4] for line in lines]
    assert max(map(len, lines)) <= 80


def test_algorithms_are_listed_with_their_sources(tmp_path: Path) -> None:
    ran = nubbin("algorithms", cwd=tmp_path)
    assert ran.status == 0
    lines = ran.stdout.decode().splitlines()
    assert {"balanced", "ddmin", "hddhr"} <= {word for line in lines for word in line.split()[:1]}
    assert "Elyasov et al. 2014, Alg. 1:" in lines
    assert max(map(len, lines)) <= 80
