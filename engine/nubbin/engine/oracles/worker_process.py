"""The pool's end of one worker process (floor 3′)."""

import contextlib
import signal
import socket
import subprocess
import sys
from pathlib import Path

from nubbin.engine.oracles.channel import Channel
from nubbin.engine.oracles.leftovers import kill_leftovers
from nubbin.engine.oracles.liveness import LivenessPipe
from nubbin.engine.oracles.sandbox import remove
from nubbin.engine.oracles.worker import Run

# Not `-m`: what is pickled has to come from the module of that name on both sides.
_MAIN = "from nubbin.engine.oracles.worker import main; main()"


class WorkerProcess:
    """The pool's end of one worker process."""

    def __init__(self, root: Path, liveness: LivenessPipe) -> None:
        """Start the process; it makes and removes `root`.

        Raises:
            OSError: the system allows no more processes, or no more open files.
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

    def send(self, message: object) -> None:
        """Send a message; a dead worker is noticed by its silence, not here."""
        with contextlib.suppress(OSError):
            self.channel.send(message)

    def dismiss(self) -> None:
        """Tell the worker to kill its oracle, clean up and end; do not wait for it."""
        self.channel.close()
        self.process.send_signal(signal.SIGCONT)  # somebody may have stopped it

    def destroy(self) -> None:
        """Kill the worker and whatever it leaves; return when nothing is left."""
        self.channel.close()
        self.process.kill()
        self.process.wait()
        kill_leftovers(self.root)
        remove(self.root)
