"""The engine process: it makes one reduction, and is spoken to over private pipes (floor 6).

It does not outlive the process that started it. When its input ends, because that process has
closed it or has died, even by SIGKILL, it stops, and within `PATIENCE` its oracles are gone too.
"""

import os
import sys
import threading
import traceback
from typing import Final

from nubbin.engine import wire
from nubbin.engine.figures import Reduction
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.errors import Fault, NubbinError

PATIENCE: Final = 1.0
"""Seconds in which a reduction that nobody waits for may still end in good order."""


def listen(incoming: int, cancelled: threading.Event, finished: threading.Event) -> None:
    """Set `cancelled` when told to, or when the stream ends; then end the process if it goes on."""
    try:
        while True:
            if isinstance(wire.receive(incoming), wire.Cancel):
                cancelled.set()
    except (EOFError, OSError):
        cancelled.set()
    if not finished.wait(PATIENCE):
        os._exit(1)  # the workers notice that their parent died, and kill their oracles


def outcome(
    request: Request, outgoing: int, cancelled: threading.Event
) -> Reduction | wire.Failure:
    """Reduce, and send every event; errors are returned as a `Failure`, not raised.

    Raises:
        BrokenPipeError: nobody reads the events any more.
    """
    try:
        return reduce(request, lambda event: wire.send(outgoing, event), cancelled.is_set)
    except BrokenPipeError:
        raise
    except NubbinError as error:
        return wire.Failure(error.exit_status, str(error))
    except Exception as error:
        traceback.print_exc()
        fault = Fault.of(error)
        return wire.Failure(fault.exit_status, str(fault))


def main() -> None:
    """Serve the single request that comes on standard input."""
    incoming, outgoing = wire.private_pipes()
    try:
        request = wire.receive(incoming)
    except EOFError:
        sys.exit("Start `nubbin reduce FILE`: this process is for the language server.")
    if not isinstance(request, Request):
        sys.exit("The first message to the engine process has to be a request.")
    cancelled, finished = threading.Event(), threading.Event()
    threading.Thread(target=listen, args=(incoming, cancelled, finished), daemon=True).start()
    try:
        wire.send(outgoing, outcome(request, outgoing, cancelled))
    except BrokenPipeError:
        sys.exit(1)
    finally:
        finished.set()


if __name__ == "__main__":
    main()
