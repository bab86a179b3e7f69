"""Messages between an engine process and the process that started it (floor 6).

Each message is a frame (`vocabulary.frames`) on a private pipe.

    in    a `Request`; then maybe a `Cancel`, at any time; a `Taken` after the `Reduction`; the end
          of the stream ends the process
    out   any number of events; then one `Reduction` or one `Failure`
"""

import os
from dataclasses import dataclass
from functools import partial

from nubbin.engine.vocabulary import frames


@dataclass(frozen=True, slots=True)
class Cancel:
    """Stop with the best text so far."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The result is where its user finds it, and nothing has to be kept for another attempt."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The reduction raised an error; there is no result."""

    status: int
    """An exit status of README's."""
    message: str
    """For the user: what happened, why, what to do next."""


def private_pipes() -> tuple[int, int]:
    """Reserve descriptors 0 and 1 for messages; return their copies, input first.

    From now on, what a `print` or a child process writes to standard output goes to standard error,
    and standard input is empty: neither can get between two messages.
    """
    incoming, outgoing = os.dup(0), os.dup(1)  # copies made by dup are not inherited
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return incoming, outgoing


def receive(descriptor: int) -> object:
    """Wait for the next message and return it.

    Raises:
        EOFError: the stream has ended.
    """
    return frames.read(partial(_exactly, descriptor))


def send(descriptor: int, message: object) -> None:
    """Write one message as a whole frame.

    Raises:
        BrokenPipeError: nobody reads the pipe any more.
    """
    frame = memoryview(frames.pack(message))
    while frame:
        frame = frame[os.write(descriptor, frame) :]


def _exactly(descriptor: int, length: int) -> bytes:
    """Read `length` bytes, which may come through the pipe in pieces."""
    pieces: list[bytes] = []
    while length:
        piece = os.read(descriptor, min(length, 2**20))
        if not piece:
            raise EOFError("The stream of messages has ended.")
        pieces.append(piece)
        length -= len(piece)
    return b"".join(pieces)
