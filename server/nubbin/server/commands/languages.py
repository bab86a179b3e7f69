"""`nubbin languages` (floor 10)."""

from typing import Final

import click

from nubbin.engine.trees.language import available, languages
from nubbin.server.commands.words import columns

_ROOM: Final = 22
"""Characters that the names of a language's files may take up."""


@click.command("languages")
def command() -> int:
    """List the languages, where their grammars come from, and the names of their files."""
    rows = [("language", "installed", "grammar from", "files")]
    missing = set()
    for language in languages():
        here = available(language)
        if not here:
            missing.add(language.installing)
        told_by = _few((*language.suffixes, *language.filenames))
        rows.append((language.name, "yes" if here else "no", language.package or "-", told_by))
    click.echo(columns(rows))
    for command in sorted(missing):
        click.echo(f"\nWhat is not installed comes with: {command}")
    return 0


def _few(names: tuple[str, ...]) -> str:
    """Join as many names as there is room for; `…` stands for the rest."""
    text = ""
    for name in names:
        if len(text) + len(name) > _ROOM:
            return f"{text} …"
        text = f"{text} {name}".lstrip()
    return text
