"""Questions to the user that can be put again, as editors may hide them (floor 8)."""

import asyncio
from collections.abc import Sequence

from nubbin.server.editor import Editor


class Question:
    """A question to the user that can be put more than once; the first answer counts.

    Args:
        editor: shows the question.
        message: what is asked.
        answers: what the user can choose.
        unasked: what counts as chosen if the editor cannot put questions.
    """

    def __init__(
        self, editor: Editor, message: str, answers: Sequence[str], *, unasked: str | None = None
    ) -> None:
        self._editor = editor
        self._message = message
        self._answers = answers
        self._unasked = unasked
        self._open: set[asyncio.Task[str | None]] = set()
        self._chosen: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()

    async def answer(self) -> str | None:
        """Put the question; return what the user has chosen, None if it was dismissed."""
        self.put()
        try:
            return await self._chosen
        finally:
            for task in self._open:
                task.cancel()

    def put(self) -> None:
        """Put the question, again if it has been put before."""
        asked = self._editor.ask(self._message, self._answers, unasked=self._unasked)
        task = asyncio.ensure_future(asked)
        self._open.add(task)
        task.add_done_callback(self._heard)

    def _heard(self, task: asyncio.Task[str | None]) -> None:
        self._open.discard(task)
        if task.cancelled() or self._chosen.done():
            return
        if error := task.exception():
            self._chosen.set_exception(error)
        elif task.result() is not None or not self._open:
            # No answer to one of several: a client may drop a question that is put again.
            self._chosen.set_result(task.result())


class Questions:
    """The questions of one job that the user has not answered yet."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._open: list[Question] = []

    async def ask(
        self, message: str, answers: Sequence[str], *, unasked: str | None = None
    ) -> str | None:
        """Put a question; return what the user has chosen, None if it was dismissed."""
        question = Question(self._editor, message, answers, unasked=unasked)
        self._open.append(question)
        try:
            return await question.answer()
        finally:
            self._open.remove(question)

    def put_again(self) -> bool:
        """Put the open questions once more; return whether there are any."""
        for question in self._open:
            question.put()
        return bool(self._open)
