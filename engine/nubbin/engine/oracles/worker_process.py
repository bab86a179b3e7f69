"""The pool's end of one worker process (floor 3′)."""

import contextlib
import selectors
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
from nubbin.engine.vocabulary.errors import RAISE_LIMITS, NubbinError
from nubbin.engine.vocabulary.printable import reason_of

# Not `-m`, by which the module would be `__main__`: what is pickled names the module it is from.
_MAIN = "from nubbin.engine.oracles.worker import main; main()"

GRACE: Final = 30.0
"""Seconds beyond a run's timeout after which a worker counts as stuck."""
STARTING: Final = 600.0
"""As many seconds while it starts, when it may have to copy a large workspace."""


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
            f"No worker process could be started: {reason_of(error)}. {RAISE_LIMITS}"
        ) from error


class WorkerProcess:
    """The pool's end of one worker process."""

    @limits_told()
    def __init__(self, root: Path, liveness: LivenessPipe, watched: selectors.BaseSelector) -> None:
        """Start the process; it makes and removes `root`.

        Args:
            root: its folder.
            liveness: tells who still uses the pool's folder.
            watched: to be told when `receive` or `go_on_sending` has something to do.

        Raises:
            NubbinError: the system allows no more processes, or no more open files.
        """
        self.root = root
        self.run: Run | None = None
        self.stuck_at = 0.0
        self.ready = False
        ours, theirs = socket.socketpair()
        self.channel = Channel(ours)
        self._watched = watched
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
        watched.register(self.channel, selectors.EVENT_READ, self)

    def ask(self, run: Run) -> None:
        """Send a text that is to be answered within its timeout and some grace.

        The worker may have to sweep its folder before it reads a long text.
        """
        self.run = run
        self.stuck_at = time.monotonic() + run.timeout + (GRACE if self.ready else STARTING)
        self.send(run)

    def is_ready(self) -> None:
        """Take note that the worker has started; from now on, its time counts."""
        self.ready = True
        if self.run is not None:
            self.stuck_at = time.monotonic() + self.run.timeout + GRACE

    def send(self, message: object) -> None:
        """Send a message without waiting; that a worker has died is noticed by `receive`."""
        with contextlib.suppress(OSError):
            self._watch(self.channel.post(message))

    def go_on_sending(self) -> None:
        """Send more of what the worker did not take at once."""
        with contextlib.suppress(OSError):
            self._watch(self.channel.flush())

    def receive(self) -> object:
        """Return the next message, the beginning of which has come in.

        Raises:
            EOFError: the worker has died.
            TimeoutError: the worker got stuck in the middle of it.
        """
        return self.channel.receive(GRACE)

    def dismiss(self) -> None:
        """Tell the worker to kill its oracle, clean up and end; do not wait for it."""
        self._hang_up()
        self.process.send_signal(signal.SIGCONT)  # in case somebody has stopped it

    def see_off(self, patience: float) -> None:
        """Wait until the time `patience` for the worker to end; clear up after it if need be."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.0, patience - time.monotonic()))
        if self.process.returncode != 0:
            self.destroy()

    def destroy(self) -> None:
        """Kill the worker and whatever it leaves; return when nothing is left."""
        self._hang_up()
        self.process.kill()
        self.process.wait()
        kill_leftovers(self.root)
        remove(self.root)

    def _watch(self, all_sent: bool) -> None:
        writing = 0 if all_sent else selectors.EVENT_WRITE
        self._watched.modify(self.channel, selectors.EVENT_READ | writing, self)

    def _hang_up(self) -> None:
        with contextlib.suppress(ValueError):  # it was dismissed before, and is closed
            self._watched.unregister(self.channel)
        self.channel.close()
