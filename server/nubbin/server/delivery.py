"""How a result comes to the user (floor 8): into the document, or else beside its file.

The user's own changes are never overwritten: the document is edited only as long as it holds what
we last saw in it, and only with a text that its editor will save as exactly the bytes that the
oracle was asked about. Whether an edit was made is seen from the document: a client may say so and
be wrong, it may make another edit (Helix and Emacs take a lone CR for no line end, Qt Creator
indents what it inserts), and one that knows no versions cannot refuse an edit that crosses what the
user types. Who undoes all our edits has the document as it was, and we go on as if there had been
none.
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pygls.workspace import TextDocument

from nubbin.engine.oracles.files import read_regular, write_atomically
from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.server import messages
from nubbin.server.destinations import keep_elsewhere, put_beside
from nubbin.server.editor import Editor
from nubbin.server.order import Order
from nubbin.server.saving import Saved

_SETTLING: Final = 60.0
"""Seconds that a client has to report the change that our own edit has made.

Emacs and Vim do so only once the user, who may be reading it, has pressed a key.
"""
_ANSWERING: Final = 2.0
"""Seconds that a client has to answer once the document holds the edit, or to take that back."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """Where a result is."""

    applied: bool = False
    """Whether the document holds it."""
    path: Path | None = None
    """The file that holds it, if one does."""
    note: str = ""
    """A sentence on why it is there, or on how to undo the edit."""

    @property
    def is_found(self) -> bool:
        """Whether the result is where the user finds it."""
        return self.applied or self.path is not None

    def told(self, sentence: str) -> str:
        """Return a sentence with the note behind it."""
        return f"{sentence} {self.note}".rstrip()


NOWHERE: Final = Delivered()


class Delivery:
    """Brings texts into one document."""

    def __init__(self, editor: Editor, order: Order, saved: Saved) -> None:
        self._editor = editor
        self._wish = order.wish
        self._settings = order.settings
        self._saved = saved
        self._shown = order.wish.text
        """What the document holds if only we have changed it."""
        self._edits = 0
        self._awaits = False  # whether an edit, counted already, is not known to have been made
        self._held = False  # whether the document has held what the last edit puts there
        self._beside: Path | None = None  # the file into which we have already put a text
        self._lock = asyncio.Lock()

    async def deliver(self, content: bytes) -> Delivered:
        """Bring a result into the document, or beside its file if it must not be edited."""
        if content == self._saved.content and not self._edits:
            return Delivered(applied=True)
        if self._settings.stream == "none":
            return await self.put_beside(content, messages.NOT_ASKED_FOR)
        if reason := await self._apply(content):
            return await self.put_beside(content, reason)
        note = messages.undoing(self._edits, saved=await self._is_overwritten())
        return Delivered(applied=True, note=note)

    async def apply(self, content: bytes) -> str | None:
        """Make the document hold this text; return why it does not, None if it does."""
        reason = await self._apply(content)
        return reason and await self._explained(reason)

    async def _apply(self, content: bytes) -> str | None:
        text = self._saved.saving.load(content)
        if text is None:
            return messages.NOT_EXPRESSIBLE
        async with self._lock:
            document = self._document()
            if document is None or not self._untouched(document.source):
                return self._why_not()
            if text == self._shown:
                return None
            return await self._edit(document, text)

    async def _edit(self, document: TextDocument, text: str) -> str | None:
        """Let the editor change the document; return why it does not hold the text, if so."""
        before = document.source, self._shown, self._edits
        self._shown, self._edits, self._awaits, self._held = text, self._edits + 1, True, False
        label = messages.title(self._wish.name, self._wish.work)
        with self._editor.watching(document.uri, self._notice):
            refusal = await self._answered(self._editor.replace(document, text, label))
            await self._settle(refused=refusal is not None)
        self._awaits = False
        now = self._editor.document(self._wish.arguments.uri)
        if now is not None and self._untouched(now.source):
            return None  # whatever the client has answered
        if refusal or (now is not None and now.source == before[0]):
            _, self._shown, self._edits = before
            return self._why_not() or refusal or messages.EDIT_NOT_REPORTED
        if now is None:
            return messages.DOCUMENT_CLOSED
        if self._editor.knows_versions and self._held:
            return None  # what is there besides was typed afterwards
        return self._why_not() and messages.DOCUMENT_CROSSED

    async def put_beside(self, content: bytes, reason: str) -> Delivered:
        """Write a result beside the file, replacing at most our own; elsewhere if that fails.

        Its name is `STEM.reduced.SUFFIX`, with a number if there is such a file already. If this is
        cancelled, which a job does once at most, the answer is returned all the same.
        """
        writing = asyncio.create_task(self._write_beside(content, reason))
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:
            return await writing  # its thread goes on writing, so there will be a file

    async def _write_beside(self, content: bytes, reason: str) -> Delivered:
        reason = await self._explained(reason)
        try:
            path = await asyncio.to_thread(self._put_beside, content)
        except NubbinError as error:
            kept = await asyncio.to_thread(keep_elsewhere, self._wish.path, content)
            if kept is None:
                return Delivered(note=f"{reason} {error}")
            path, reason = kept, f"{reason} {error}"
        return Delivered(path=path, note=messages.beside(reason, path))

    def _put_beside(self, content: bytes) -> Path:
        """Write a text beside the file; it replaces one that we have put there before."""
        if self._beside is None:
            self._beside = put_beside(self._wish.path, content)
        else:
            write_atomically(self._beside, content, self._wish.path, follow=False)
        return self._beside

    async def _answered(self, edit: Coroutine[Any, Any, str | None]) -> str | None:
        """Return the client's answer to an edit; none is needed once the edit is seen."""
        answer = asyncio.create_task(edit)
        seen = asyncio.create_task(self._see())
        try:
            await asyncio.wait([answer, seen], return_when=asyncio.FIRST_COMPLETED)
            if seen.done():  # as a rule the answer comes right behind
                await asyncio.wait([answer], timeout=_ANSWERING)
            if answer.done():
                return answer.result()
            return None if self._document() else messages.EDIT_UNANSWERED
        finally:
            answer.cancel()
            seen.cancel()

    async def _settle(self, *, refused: bool) -> None:
        """Wait until the client has reported our edit, or that it has taken it back if it refused.

        It may do so after its answer. One that refuses an edit that it has made is waited for, too.
        """
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._see(gone=refused), _ANSWERING if refused else _SETTLING)

    async def _see(self, *, gone: bool = False) -> None:
        """Wait until the document holds what we have put there, or does not, or is closed."""
        while (document := self._editor.document(self._wish.arguments.uri)) is not None:
            self._notice(document.source)
            if self._untouched(document.source) != gone:
                return
            await asyncio.sleep(0.02)

    def _notice(self, source: str) -> None:
        """Remember whether the document has ever held what the last edit puts there.

        As soon as it has, the user may go on typing.
        """
        self._held |= self._untouched(source)

    def _document(self) -> TextDocument | None:
        """Return the document, None if it is closed; notice if the user has undone our edits."""
        document = self._editor.document(self._wish.arguments.uri)
        if document and document.source == self._wish.text and not self._awaits:
            self._shown, self._edits = self._wish.text, 0
        return document

    def _untouched(self, source: str) -> bool:
        """Whether the document holds what we have put there, without changes by the user.

        If we have edited it, a line break more or less at its end does not count: an editor may
        add or remove one.
        """
        if self._edits:
            return _unended(source) == _unended(self._shown)
        return source == self._shown

    def _why_not(self) -> str | None:
        """Return why the document must not be edited, None if it may be."""
        document = self._document()
        if document is None:
            return messages.DOCUMENT_CLOSED
        return None if self._untouched(document.source) else messages.DOCUMENT_CHANGED

    async def _explained(self, reason: str) -> str:
        """Return why the document does not hold a text, and what it holds if we have edited it."""
        document = self._document()
        if not self._edits:
            return reason
        ours, saved = document and self._untouched(document.source), await self._is_overwritten()
        now = (
            messages.holds_earlier(self._edits, saved=saved)
            if ours
            else messages.may_hold(saved=saved)
        )
        return f"{reason} {now}"

    async def _is_overwritten(self) -> bool:
        """Whether the file on disk holds something else by now: some editors save by themselves."""
        try:
            return await asyncio.to_thread(read_regular, self._wish.path) != self._saved.content
        except OSError:
            return True


def _unended(text: str) -> str:
    """Return a text without its last line break."""
    return text.removesuffix("\n").removesuffix("\r")
