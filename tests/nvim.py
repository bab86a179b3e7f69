"""The plugin in the real Neovim: a workspace for it, where scenarios of tests/e2e/neovim run."""

import contextlib
import fcntl
import json
import os
import pty
import shutil
import struct
import subprocess
import sys
import termios
import threading
import uuid
from pathlib import Path
from typing import Any

import pytest

MARKS = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed"),
]
SCENARIOS = Path(__file__).with_name("e2e") / "neovim"
PLUGIN = Path(__file__).parents[1] / "editors" / "neovim"
NUBBIN = Path(sys.executable).with_name("nubbin")
ORIGINAL = """\
#include <stdio.h>

static int unused(int a) { return a + 1; }

int main(void) {
    int i = 0; /* from here */
    while (i < 10) { printf("%d", unused(i)); i++; }
    crash(i); /* up to here */
    return 0;
}
"""
NEEDED = "crash("
STUCK = 900.0
"""Seconds that no scenario takes: the driver gives up what it waits for in vain before."""

Seen = dict[str, Any]


class Workspace:
    """A folder with a case and nubbin's settings, and a user's own folders: all of them fresh."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "work space"
        self.folder.mkdir()
        self.case = self.folder / "case.c"
        self.case.write_text(ORIGINAL)
        self.mark = f"nubbin-e2e-{uuid.uuid4()}"
        homes = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        folders = {name: root / name.lower() for name in (*homes, "XDG_RUNTIME_DIR", "TMPDIR")}
        for folder in folders.values():
            folder.mkdir(mode=0o700)
        self.temporary = folders["TMPDIR"]
        self.environment = {
            **os.environ,
            **{name: str(folder) for name, folder in folders.items()},
            "NUBBIN_TEST_MARK": self.mark,
            "NUBBIN_TEST_PLUGIN": str(PLUGIN),
            "NUBBIN_TEST_DRIVER": str(SCENARIOS / "driver.lua"),
            "NUBBIN_TEST_CMD": json.dumps([str(NUBBIN), "lsp"]),
            "NUBBIN_TEST_SETTINGS": "{}",
            "NUBBIN_TEST_INIT": "",
            "NUBBIN_TEST_OUT": str(root / "seen.json"),
        }

    def oracle(self, command: str) -> None:
        """Set the workspace up for one oracle."""
        (self.folder / "nubbin.toml").write_text(
            f'jobs = 2\n[[oracle]]\nfiles = ["*.c"]\ncommand = {json.dumps(command)}\n'
        )

    def set(self, **settings: object) -> None:
        """Set Neovim up with settings of nubbin's."""
        self.environment["NUBBIN_TEST_SETTINGS"] = json.dumps(settings)

    def init(self, command: str) -> None:
        """End the user's init.lua with a command."""
        self.environment["NUBBIN_TEST_INIT"] = command

    def drive(self, scenario: str) -> Seen:
        """Run a scenario in Neovim without a screen; return what it saw."""
        ended = subprocess.run(
            self._neovim(scenario, "--headless"),
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=STUCK,
            check=False,
        )
        return self._seen(ended.returncode, ended.stdout + ended.stderr)

    def drive_by_keys(
        self, scenario: str, *answers: tuple[bytes, bytes], columns: int = 250
    ) -> Seen:
        """Run a scenario in a terminal; once something is on the screen, type some keys."""
        screen, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        environment = {**self.environment, "TERM": "xterm"}
        neovim = subprocess.Popen(
            self._neovim(scenario),
            cwd=self.folder,
            env=environment,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        stuck = threading.Timer(STUCK, neovim.kill)
        stuck.start()
        shown, waiting = b"", [*answers]
        with contextlib.suppress(OSError):  # EIO: the terminal's other end is closed
            while piece := os.read(screen, 65536):
                shown += piece
                while waiting and waiting[0][0] in shown:
                    os.write(screen, waiting.pop(0)[1])
        os.close(screen)
        status = neovim.wait()
        stuck.cancel()
        return self._seen(status, shown.decode("utf-8", "replace"))

    def _neovim(self, scenario: str, *options: str) -> list[str]:
        init, script = SCENARIOS / "init.lua", SCENARIOS / f"{scenario}.lua"
        flags = ["-i", "NONE", "-n", "-u", str(init)]
        return ["nvim", *options, *flags, self.case.name, "-c", f"luafile {script}"]

    def _seen(self, status: int, said: str) -> Seen:
        """Return what a scenario saw; it must have ended well."""
        written = Path(self.environment["NUBBIN_TEST_OUT"])
        assert written.exists(), f"status {status}\n{said}"
        seen: Seen = json.loads(written.read_text())
        written.unlink()
        assert "problem" not in seen, seen["problem"]
        assert "timeout" not in seen, f"no {seen['timeout']}; {seen}; {said}"
        assert status == 0, said
        return seen

    def by_command_line(self) -> str:
        """Return what `nubbin reduce` makes of the case."""
        ended = subprocess.run(
            [NUBBIN, "reduce", self.case.name, "-o", "-", "--quiet"],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            check=True,
        )
        return ended.stdout.decode()


def sentences(seen: Seen) -> str:
    """Return what the user was told."""
    return "\n".join(message["text"] for message in seen["messages"])
