"""Who still uses a pool's folder (floor 3′)."""

import io
import os


class LivenessPipe:
    """A pipe whose ends the pool and each of its workers hold open; no oracle does.

    Nothing is ever written to it. A process that dies lets go of it, so end of file means that all
    others are gone.
    """

    def __init__(self, ends: tuple[int, int] | None = None) -> None:
        """Hold the ends that were handed down; None: make the pipe."""
        reader, writer = ends or os.pipe()
        self._reader = io.FileIO(reader, "rb")
        self._writer = io.FileIO(writer, "wb")
        self.ends = reader, writer
        """To be handed down to a worker."""
        os.set_inheritable(reader, False)
        os.set_inheritable(writer, False)
        os.set_blocking(reader, False)

    def leave(self) -> bool:
        """Leave for good; return whether all others have left before."""
        self._writer.close()
        last = self._reader.read(1) == b""
        self._reader.close()
        return last

    def close(self) -> None:
        """Leave, whoever is left."""
        self._writer.close()
        self._reader.close()
