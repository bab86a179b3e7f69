"""`nubbin algorithms` (floor 10)."""

import click

from nubbin.engine.naming import catalogue
from nubbin.server.commands.words import columns


@click.command("algorithms")
def command() -> int:
    """List the strategies: their names, what they do, and where they come from."""
    rows = [("strategy", "what it does", "source")]
    rows += [(entry.name, entry.summary, entry.source) for entry in catalogue()]
    click.echo(columns(rows))
    click.echo(
        "\nA * (or -star) behind a name repeats it until it changes nothing; + joins several: "
        "'hoistr*+hddhr*'."
    )
    return 0
