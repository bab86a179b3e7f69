"""Values over a socket, between the pool and its workers (floor 3′)."""

import socket
from collections import deque

from nubbin.engine.vocabulary import frames


class Channel:
    """Sends and receives whole values; for one thread at each end.

    Both ends are ours: the descriptor is closed in whatever a worker executes, so no oracle can
    write here and unpickling is safe. After a timeout the channel is of no more use: the value
    that was under way is cut off, and whatever followed it could not be read.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        self._unsent: deque[memoryview] = deque()

    def fileno(self) -> int:
        """Return the descriptor, to be polled."""
        return self._end.fileno()

    def send(self, value: object) -> None:
        """Send a value; wait until the other end has taken it.

        Raises:
            OSError: nobody is at the other end.
        """
        self._end.settimeout(None)
        self._end.sendall(frames.pack(value))

    def post(self, value: object) -> bool:
        """Send a value without waiting; see `flush`."""
        self._unsent.append(memoryview(frames.pack(value)))
        return self.flush()

    def flush(self) -> bool:
        """Send as much of what was posted as the other end takes now.

        Returns:
            Whether that was all. If not, more can be sent when the descriptor is writable.

        Raises:
            OSError: nobody is at the other end.
        """
        self._end.settimeout(0)
        while self._unsent:
            try:
                count = self._end.send(self._unsent[0])
            except BlockingIOError:
                return False
            self._unsent[0] = self._unsent[0][count:]
            if not self._unsent[0]:
                self._unsent.popleft()
        return True

    def receive(self, patience: float | None = None) -> object:
        """Wait for the next value.

        Raises:
            TimeoutError: nothing has come for `patience` seconds.
            EOFError: the other end was closed, or its process died.
        """
        self._end.settimeout(patience)
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
