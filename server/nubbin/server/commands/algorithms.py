"""`nubbin algorithms` (floor 10)."""

from itertools import groupby
from operator import attrgetter

import click

from nubbin.engine.catalogue import catalogue


@click.command("algorithms")
def command() -> int:
    """List the strategies: their names, what they do, and where they come from."""
    for source, entries in groupby(catalogue(), attrgetter("source")):
        click.echo(f"{source}:")
        for entry in entries:
            click.echo(f"  {entry.name:14}  {entry.summary}")
    click.echo(
        "\nA * (or -star) behind a name repeats it until it changes nothing, and a + joins"
        "\nseveral: 'hoistr*+hddhr*'."
    )
    return 0
