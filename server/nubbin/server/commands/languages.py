"""`nubbin languages` (floor 10)."""

from typing import Final

import click

from nubbin.engine.trees.language import available, languages
from nubbin.server.commands.terminal_text import columns

_WIDTH: Final = 80
"""Characters of a line at most."""


@click.command("languages")
def command() -> int:
    """List the languages, where their grammars come from, and the names of their files."""
    rows = [("language", "installed", "grammar from")]
    missing = set()
    for language in languages():
        here = available(language)
        if not here:
            missing.add(language.installing)
        rows.append((language.name, "yes" if here else "no", language.package or "-"))
    room = _WIDTH - max(map(len, columns(rows).splitlines())) - 2
    files = [_few((*language.suffixes, *language.filenames), room) for language in languages()]
    click.echo(columns([(*row, each) for row, each in zip(rows, ["files", *files], strict=True)]))
    for command in sorted(missing):
        click.echo(f"\nWhat is not installed comes with\n    {command}")
    return 0


def _few(names: tuple[str, ...], room: int) -> str:
    """Join as many names as there is room for; `…` stands for the rest."""
    text = " ".join(names)
    return text if len(text) <= room else text[: room - 1].rpartition(" ")[0] + " …"
