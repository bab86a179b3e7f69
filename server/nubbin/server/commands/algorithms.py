"""`nubbin algorithms` (floor 10)."""

import click

from nubbin.engine.strategy import catalogue
from nubbin.server.commands.words import columns


@click.command("algorithms")
def command() -> int:
    """List the strategies: their names, what they do, and where they come from."""
    rows = [("strategy", "what it does", "source")]
    rows += [(entry.name, entry.summary, entry.source) for entry in catalogue()]
    click.echo(columns(rows))
    return 0
