"""`nubbin lsp` (floor 10)."""

import click

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.server.app import build_server
from nubbin.server.commands.options import was_typed
from nubbin.server.interrupts import take_no_longer
from nubbin.server.sockets import serve_tcp, serve_ws
from nubbin.server.transport import serve_stdio

_PORT = click.IntRange(0, 65535)


@click.command("lsp")
@click.option("--tcp", type=_PORT, metavar="PORT", help="Listen on this port of the loopback.")
@click.option("--ws", type=_PORT, metavar="PORT", help="The same, for WebSockets.")
@click.option(
    "--token",
    metavar="T",
    help="The secret that every client must send; required with --tcp and --ws. Default: "
    "$NUBBIN_TOKEN, which other users cannot see, as they can a command line.",
)
def command(tcp: int | None, ws: int | None, token: str | None) -> int:
    """Run the language server, on standard input and output unless told otherwise.

    Whoever may connect may run commands: ports are opened on the loopback only, and every
    client has to show the token.
    """
    take_no_longer()  # the event loop handles signals
    if tcp is not None and ws is not None:
        raise UsageError("--tcp and --ws contradict each other: leave one out.")
    for port, serve in ((tcp, serve_tcp), (ws, serve_ws)):
        if port is not None:
            return serve(build_server, port, token or "")
    if was_typed("token"):
        raise UsageError("--token is for --tcp and --ws; standard input needs none.")
    return serve_stdio(build_server)
