"""A progress display (floor 8)."""

import asyncio

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer


class Progress:
    """A progress bar with a cancel button, if the client has any; percentages never fall."""

    def __init__(self, server: LanguageServer, token: str, *, shown: bool) -> None:
        self.token = token
        self._server = server
        self._shown = shown
        self._percentage = 0
        self._message: str | None = None
        self._begun: asyncio.Task[bool] | None = None

    def begin(self, title: str) -> None:
        """Open it; does not wait for the client."""
        if self._shown:
            self._begun = asyncio.create_task(self._create(title))

    async def _create(self, title: str) -> bool:
        bars = self._server.work_done_progress
        try:
            await bars.create_async(self.token)
        except JsonRpcException:
            return False  # the client would not have it
        begin = types.WorkDoneProgressBegin(
            title, cancellable=True, message=self._message, percentage=0
        )
        bars.begin(self.token, begin)
        return True

    @property
    def _open(self) -> bool:
        return bool(self._begun and self._begun.done() and self._begun.result())

    def report(self, message: str, fraction: float = 0.0) -> None:
        """Show how far it is, a guess in [0, 1]; 100 % are shown by the end only."""
        self._message = message
        self._percentage = max(self._percentage, min(99, int(fraction * 100)))
        if self._open:
            self._server.work_done_progress.report(
                self.token,
                types.WorkDoneProgressReport(message=message, percentage=self._percentage),
            )

    def end(self, message: str) -> None:
        """Close it with a sentence."""
        if self._open:
            bars = self._server.work_done_progress
            bars.end(self.token, types.WorkDoneProgressEnd(message=message))
            bars.tokens.pop(self.token, None)
        elif self._begun:
            self._begun.cancel()
