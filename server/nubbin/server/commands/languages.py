"""`nubbin languages` (floor 10)."""

import click

from nubbin.engine.trees.language import available, languages
from nubbin.server.commands.words import columns


@click.command("languages")
def command() -> int:
    """List the languages, how their files are told, and where their grammars come from."""
    rows = [("language", "files", "grammar from", "installed")]
    for language in languages():
        told_by = _few((*language.suffixes, *language.filenames))
        advice = f"no: pip install '{language.package}'"
        state = "yes" if available(language) else advice
        rows.append((language.name, told_by, language.package, state))
    click.echo(columns(rows))
    return 0


def _few(names: tuple[str, ...], room: int = 40) -> str:
    """Join as many names as there is room for."""
    text = ""
    for name in names:
        if len(text) + len(name) > room:
            return f"{text} …"
        text = f"{text} {name}".lstrip()
    return text
