"""`nubbin demo` (floor 10)."""

import click

from nubbin.server.demo import run


@click.command("demo")
def command() -> int:
    """Watch a small reduction, done by the language server as for an editor."""
    return run()
