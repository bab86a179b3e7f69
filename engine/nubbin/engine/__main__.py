"""The engine process: it makes one reduction, and is spoken to over private pipes (floor 6).

It does not outlive the process that started it. When its input ends, because that process has
closed it or has died, even by SIGKILL, it stops, and within `PATIENCE` its oracles are gone too.
"""

import os
import queue
import sys
import threading
import traceback
from typing import Final

from nubbin.engine import wire
from nubbin.engine.figures import Reduction
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.errors import NubbinError, with_sentence

PATIENCE: Final = 1.0
"""Seconds in which a reduction that nobody waits for may still end in good order."""


class Client:
    """The process that started this one.

    Args:
        incoming: a descriptor to read its messages from.
        outgoing: a descriptor to write messages to.
    """

    def __init__(self, incoming: int, outgoing: int) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._taken = queue.SimpleQueue[bool]()
        self.cancelled = threading.Event()
        """Whether it does not want the reduction to go on."""
        self.finished = threading.Event()
        """Whether there is nothing left to do."""

    def listen(self) -> None:
        """Take in messages until the stream ends; then end the process if it goes on."""
        try:
            while True:
                match wire.receive(self._incoming):
                    case wire.Cancel():
                        self.cancelled.set()
                    case wire.Taken():
                        self._taken.put(True)
        except (EOFError, OSError):
            self.cancelled.set()
            self._taken.put(False)
        if not self.finished.wait(PATIENCE):
            os._exit(1)  # the workers notice that their parent died, and kill their oracles

    def tell(self, message: object) -> None:
        """Send a message.

        Raises:
            BrokenPipeError: nobody reads it.
        """
        wire.send(self._outgoing, message)

    def deliver(self, reduction: Reduction) -> bool:
        """Send the result, and wait; return whether it is where its user finds it."""
        self.tell(reduction)
        return self._taken.get()


def serve(request: Request, client: Client) -> None:
    """Reduce, and send every event and the result; an error is sent as a `Failure`, not raised.

    Raises:
        BrokenPipeError: nobody reads them any more.
    """
    try:
        cancelled = client.cancelled.is_set
        reduce(request, emit=client.tell, cancelled=cancelled, deliver=client.deliver)
    except BrokenPipeError:
        raise
    except NubbinError as error:
        client.tell(wire.Failure(error.exit_status, str(error)))
    except Exception as error:
        traceback.print_exc()
        told = with_sentence(error)
        client.tell(wire.Failure(told.exit_status, str(told)))


def main() -> None:
    """Serve the single request that comes on standard input."""
    incoming, outgoing = wire.private_pipes()
    try:
        request = wire.receive(incoming)
    except EOFError:
        sys.exit(1)  # whoever has started it could not go on
    if not isinstance(request, Request):
        sys.exit("The first message to the engine process has to be a request.")
    client = Client(incoming, outgoing)
    threading.Thread(target=client.listen, daemon=True).start()
    try:
        serve(request, client)
    except BrokenPipeError:
        sys.exit(1)
    finally:
        client.finished.set()


if __name__ == "__main__":
    main()
