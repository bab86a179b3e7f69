"""The signals by which users end a process (floor 7)."""

import signal
from typing import Final

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Ctrl-C, `kill`, a terminal that is closed, Ctrl-\\."""
