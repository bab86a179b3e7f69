"""The list of languages."""

import sys

import pytest

from nubbin.engine.trees import language
from nubbin.server.commands.languages import command


@pytest.mark.parametrize("without_bundle", [False, True])
def test_the_list_fits_a_terminal_with_any_python(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], without_bundle: bool
) -> None:
    if without_bundle:
        monkeypatch.setattr(language, "_BUNDLE_ENDS", sys.version_info)
    command.main([], standalone_mode=False)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert ["python", "yes", "tree-sitter-python", ".py"] in [line.split()[:4] for line in lines]
