"""The progress display of a job (floor 8)."""

import asyncio

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer


class Progress:
    """A progress bar with a cancel button, if the client shows any; percentages never fall."""

    def __init__(self, server: LanguageServer, token: str, *, shown: bool) -> None:
        self.token = token
        self._server = server
        self._shown = shown
        self._percentage = 0
        self._message: str | None = None
        self._begun: asyncio.Task[bool] | None = None

    def begin(self, title: str) -> None:
        """Open the display, without waiting for the client."""
        if self._shown:
            self._begun = asyncio.create_task(self._create(title))

    async def _create(self, title: str) -> bool:
        bars = self._server.work_done_progress
        try:
            await bars.create_async(self.token)
        except JsonRpcException:
            return False  # the client refuses the token
        begin = types.WorkDoneProgressBegin(
            title, cancellable=True, message=self._message, percentage=0
        )
        bars.begin(self.token, begin)
        return True

    @property
    def _open(self) -> bool:
        return bool(self._begun and self._begun.done() and self._begun.result())

    def report(self, message: str, fraction: float = 0.0) -> None:
        """Show a message and a fraction, a guess in [0, 1]; 100 % is shown only at the end."""
        self._message = message
        self._percentage = max(self._percentage, min(99, int(fraction * 100)))
        if self._open:
            self._server.work_done_progress.report(
                self.token,
                types.WorkDoneProgressReport(message=message, percentage=self._percentage),
            )

    def end(self, message: str) -> None:
        """Close the display with a sentence."""
        if self._open:
            bars = self._server.work_done_progress
            bars.end(self.token, types.WorkDoneProgressEnd(message=message))
            bars.tokens.pop(self.token, None)
        elif self._begun:
            self._begun.cancel()
        self._begun = None  # what comes later, as a second cancel may, is not shown any more
