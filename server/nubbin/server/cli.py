"""The command line (floor 10): `nubbin` and its commands, with README's exit statuses."""

import os
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from nubbin.engine.vocabulary.errors import Fault, Interrupted, NubbinError, with_sentence
from nubbin.engine.vocabulary.nearest import did_you_mean
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.interrupts import end_with, take_as_interrupts
from nubbin.server.streams import Unread, prepare

_COMMANDS = {
    "reduce": "Make FILE as small as its oracle allows.",
    "check": "Try the oracle on FILE: does it hold, is it steady, how long does it take?",
    "rules": "Learn from LOGS how traces of events can be rewritten.",
    "client": "Reduce FILE through the language server, as an editor would.",
    "algorithms": "List the strategies and where they come from.",
    "languages": "List the languages and where their grammars come from.",
    "demo": "Watch a small reduction, done through the language server.",
    "lsp": "Run the language server.",
}

_BEGINNINGS = ("init", "setup", "set-up", "config")
"""Words that newcomers try: not commands, but similar to the names of some."""
_SET_UP = "Say what is interesting by --oracle, or by an [[oracle]] in nubbin.toml."


class _Commands(click.Group):
    """Commands that are imported only when they are used, so that `nubbin --version` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which a newcomer needs them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, or return None when there is none of that name."""
        if cmd_name not in _COMMANDS:
            return None
        command = import_module(f"nubbin.server.commands.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"{cmd_name} is no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; for a wrong name, offer the nearest."""
        name = args[0]
        if name not in _COMMANDS and not name.startswith("-"):
            known = "`nubbin --help` lists them."
            begins = name in _BEGINNINGS
            advice = f"{_SET_UP} {known}" if begins else did_you_mean(name, _COMMANDS, known)
            ctx.fail(f"There is no command {name!r}. {advice}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="`nubbin reduce --help` says more.",
)
@click.version_option(package_name="nubbin", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> int:
    """Nubbin makes test cases smaller.

    It removes whatever your check, the oracle, does not need.
    """
    # Oracles inherit the environment, and whoever has the token may run commands.
    token = os.environ.pop("NUBBIN_TOKEN", None)
    context.default_map = {name: {"token": token} for name in ("client", "lsp")}
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return 0


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status; every failure is a sentence on stderr."""
    prepare()
    take_as_interrupts()
    status = status_of(arguments)
    end_with(status)  # everything is written: a late Ctrl-C could only add a traceback
    sys.exit(status)


def status_of(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    try:
        status: Any = cli.main(arguments, prog_name="nubbin", standalone_mode=False)
        sys.stdout.flush()  # at exit, the interpreter would fail without a sentence
    except click.ClickException as error:
        error.show()
        for word in sys.argv[1:] if arguments is None else arguments:
            if word.startswith("-") and os.path.isfile(word):
                click.echo(
                    f"For the file {shown(Path(word))}, write ./{shown(Path(word))}", err=True
                )
        return error.exit_code
    except Unread:  # a reader that has read enough, such as `head`, needs no sentence
        return 128 + signal.SIGPIPE
    except NubbinError as error:
        click.echo(f"nubbin: {error}", err=True)
        return error.exit_status
    except (click.Abort, KeyboardInterrupt):
        click.echo("nubbin: Interrupted; nothing was written.", err=True)
        return Interrupted.exit_status
    except Exception as error:
        told = with_sentence(error)
        if isinstance(told, Fault):
            traceback.print_exc()
        click.echo(f"nubbin: {told}", err=True)
        return told.exit_status
    return status if isinstance(status, int) else 0
