"""`stream = "live"`: the document shows the best text while the work goes on (floor 8)."""

import asyncio
from typing import Final

from nubbin.server.delivery import Delivery

_PAUSE: Final = 1.0
"""Seconds between an edit and the next."""


class Live:
    """Shows the latest text in a document; at most one edit is under way.

    Args:
        delivery: makes the edits.
    """

    def __init__(self, delivery: Delivery) -> None:
        self._delivery = delivery
        self._latest: bytes | None = None
        self._edit: asyncio.Task[str | None] | None = None
        self._following: asyncio.Task[None] | None = None

    def show(self, text: bytes) -> None:
        """Show a text, or a later one, once the edit before it and a pause are over."""
        self._latest = text
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow())

    async def settle(self) -> None:
        """Begin no more edits, and wait until none is under way."""
        if self._following:
            self._following.cancel()
        if self._edit:
            await self._edit

    async def drop(self) -> None:
        """Begin no more edits, and do not wait for the editor to answer one."""
        tasks = [task for task in (self._following, self._edit) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _follow(self) -> None:
        """Show the latest text again and again, until there is none that is not shown."""
        while self._latest is not None:
            text, self._latest = self._latest, None
            self._edit = asyncio.create_task(self._delivery.apply(text))
            await asyncio.wait([self._edit])  # who ends the following does not end the edit
            await asyncio.sleep(_PAUSE)
