"""`stream = "live"`: the document shows the best text while the work goes on (floor 8)."""

import asyncio
import time
from typing import Final

from nubbin.server.delivery import Delivery

_SECONDS: Final = 1.0
"""Seconds between the beginnings of two edits, at least."""


class Live:
    """Shows some of the texts it is given in a document; at most one edit is under way.

    Args:
        delivery: makes the edits.
    """

    def __init__(self, delivery: Delivery) -> None:
        self._delivery = delivery
        self._edit: asyncio.Task[str | None] | None = None
        self._since = 0.0

    def show(self, text: bytes) -> None:
        """Show a text, unless an edit is under way or was begun less than a second ago."""
        now = time.monotonic()
        if now - self._since >= _SECONDS and (self._edit is None or self._edit.done()):
            self._since = now
            self._edit = asyncio.create_task(self._delivery.apply(text))

    async def settle(self) -> None:
        """Wait until no edit is under way."""
        if self._edit:
            await self._edit

    def drop(self) -> None:
        """Stop waiting for the editor to answer an edit."""
        if self._edit:
            self._edit.cancel()
