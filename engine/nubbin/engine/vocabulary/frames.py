"""Values as bytes, between processes of our own (floor 0).

A frame is the length of what follows (8 bytes, most significant first) and a pickled value. Frames
travel between two processes of one user, of which one has started the other, on pipes and sockets
that nobody else holds: pickle is safe there, and nowhere else.
"""

import pickle
import struct
from collections.abc import Callable
from typing import Final

HEADER: Final = struct.Struct(">Q")


def pack(value: object) -> bytes:
    """Return the frame that carries a value."""
    body = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(body)) + body


def unpack(body: bytes | bytearray) -> object:
    """Return the value of a frame's body."""
    return pickle.loads(body)


def read(exactly: Callable[[int], bytes | bytearray]) -> object:
    """Return the next value of a stream.

    Args:
        exactly: returns exactly as many bytes as it is asked for.
    """
    (length,) = HEADER.unpack(exactly(HEADER.size))
    return unpack(exactly(length))
