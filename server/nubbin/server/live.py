"""The best so far in the document while the work goes on (floor 8): `stream = "live"`."""

import asyncio
import time
from typing import Final

from nubbin.server.delivery import Delivery

_SECONDS: Final = 1.0
"""Between two edits."""


class Live:
    """Shows texts in a document, not all of them; one edit is under way at most.

    Args:
        delivery: brings them there.
    """

    def __init__(self, delivery: Delivery) -> None:
        self._delivery = delivery
        self._edit: asyncio.Task[str | None] | None = None
        self._since = 0.0

    def show(self, text: bytes) -> None:
        """Show a text, unless the last one was shown just now."""
        now = time.monotonic()
        if now - self._since >= _SECONDS and (self._edit is None or self._edit.done()):
            self._since = now
            self._edit = asyncio.create_task(self._delivery.apply(text))

    async def settle(self) -> None:
        """Return when no edit is under way."""
        if self._edit:
            await self._edit

    def drop(self) -> None:
        """Wait no longer for the editor."""
        if self._edit:
            self._edit.cancel()
