"""Settings that tests of the server share."""

import re
from collections.abc import Mapping
from pathlib import Path

from nubbin.server.settings import Settings, load

TOML = """\
[[oracle]]
name = "one"
files = ["*.c"]
command = "touch {workspace}/ran; grep -q keep {file}"
"""
"""An oracle that leaves a mark in the workspace when it runs."""


def settings_of(root: Path, text: str, overrides: Mapping[str, object] | None = None) -> Settings:
    """Write a folder's `nubbin.toml`, and read its settings."""
    (root / "nubbin.toml").write_text(text)
    return load(root, overrides)


def complete(toml: Path, words: str) -> Settings:
    """Complete the oracles that nubbin has begun, as a user does."""
    toml.write_text(re.sub(r"PUT THE \w+ HERE", words, toml.read_text()))
    settings = load(toml.parent)
    assert settings.problems == ()
    return settings
