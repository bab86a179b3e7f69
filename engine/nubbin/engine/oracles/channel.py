"""Values over a socket, between the pool and its workers (floor 3′)."""

import socket

from nubbin.engine.vocabulary import frames


class Channel:
    """Sends and receives whole values; blocking, for one thread at each end.

    Both ends are ours: the descriptor is closed in whatever a worker executes, so no oracle
    can write here and unpickling is safe.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    def fileno(self) -> int:
        """Return the descriptor, to be polled."""
        return self._end.fileno()

    def send(self, value: object) -> None:
        """Send a value.

        Raises:
            OSError: nobody is at the other end.
        """
        self._end.sendall(frames.pack(value))

    def receive(self) -> object:
        """Wait for the next value.

        Raises:
            EOFError: the other end was closed, or its process died.
        """
        return frames.read(self._exactly)

    def close(self) -> None:
        """Close this end; the other end sees it."""
        self._end.close()

    def _exactly(self, count: int) -> bytearray:
        data = bytearray(count)
        view = memoryview(data)
        while view:
            try:
                got = self._end.recv_into(view)
            except ConnectionError:
                got = 0
            if not got:
                raise EOFError
            view = view[got:]
        return data
