"""The pool's end of one worker process (floor 3′)."""

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.channel import Channel
from nubbin.engine.oracles.leftovers import kill_leftovers
from nubbin.engine.oracles.liveness import LivenessPipe
from nubbin.engine.oracles.sandbox import remove
from nubbin.engine.oracles.worker import Run
from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.engine.vocabulary.printable import reason_of

# Not `-m`, by which the module would be `__main__`: what is pickled names the module it is from.
_MAIN = "from nubbin.engine.oracles.worker import main; main()"

GRACE: Final = 30.0
"""Seconds beyond a run's timeout after which a worker counts as stuck."""
LONGEST: Final = 3600.0
"""Seconds that one system call waits at most: a timeout may be more than it can take."""


@contextlib.contextmanager
def limits_told() -> Iterator[None]:
    """Say which limits to raise if the system grants no more processes or files.

    Raises:
        NubbinError: it allows no more processes, or no more open files.
    """
    try:
        yield
    except OSError as error:
        raise NubbinError(
            f"No worker process could be started: {reason_of(error)}. End other programs, or "
            "raise the limits on processes and open files (ulimit -a shows them)."
        ) from error


class WorkerProcess:
    """The pool's end of one worker process."""

    @limits_told()
    def __init__(self, root: Path, liveness: LivenessPipe) -> None:
        """Start the process; it makes and removes `root`.

        Raises:
            NubbinError: the system allows no more processes, or no more open files.
        """
        self.root = root
        self.run: Run | None = None
        self.stuck_at = 0.0
        self.ready = False
        ours, theirs = socket.socketpair()
        self.channel = Channel(ours)
        handed = (theirs.fileno(), *liveness.ends)
        with contextlib.ExitStack() as failed, theirs:
            failed.callback(ours.close)
            # A session of its own: Ctrl-C at the terminal is for us to decide about.
            # Descriptor 1 may be a language server's protocol: nothing may be written there.
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", _MAIN, root, *map(str, handed)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL if sys.stderr is None else 2,
                pass_fds=handed,
                start_new_session=True,
            )
            failed.pop_all()

    def ask(self, run: Run) -> None:
        """Send a text that is to be answered within its timeout and some grace."""
        patience = run.timeout + GRACE
        self.run = run
        self.stuck_at = time.monotonic() + patience
        # The worker may still have to start, or to sweep its folder, before it reads a long text.
        self.send(run, min(patience, LONGEST))

    def send(self, message: object, patience: float = GRACE) -> None:
        """Send a message; that a worker has died is noticed by `receive`, not here.

        A worker that does not take it within `patience` seconds counts as stuck from now on.
        """
        try:
            self.channel.send(message, patience)
        except TimeoutError:
            self.stuck_at = 0.0
        except OSError:
            pass

    def receive(self) -> object:
        """Return the next message, the beginning of which has come in.

        Raises:
            EOFError: the worker has died.
            TimeoutError: the worker got stuck in the middle of it.
        """
        return self.channel.receive(GRACE)

    def dismiss(self) -> None:
        """Tell the worker to kill its oracle, clean up and end; do not wait for it."""
        self.channel.close()
        self.process.send_signal(signal.SIGCONT)  # in case somebody has stopped it

    def destroy(self) -> None:
        """Kill the worker and whatever it leaves; return when nothing is left."""
        self.channel.close()
        self.process.kill()
        self.process.wait()
        kill_leftovers(self.root)
        remove(self.root)
