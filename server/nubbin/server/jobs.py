"""The reductions of a session (floor 8): at most one job for each document."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.server import messages
from nubbin.server.editor import Editor
from nubbin.server.gate import Gate
from nubbin.server.job import Job
from nubbin.server.order import Order, Wish
from nubbin.server.work_words import Work


class Jobs:
    """The jobs that have not ended."""

    def __init__(self, editor: Editor, gate: Gate) -> None:
        self._editor = editor
        self._gate = gate
        self._running: dict[int, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()  # the loop keeps only weak references
        self._count = 0
        self._closed = False

    def start(self, wish: Wish, ordered: Callable[[], Awaitable[Order]]) -> int:
        """Begin a job; return its number.

        If the document's job waits for the user, and may have the same wish, its number is
        returned, and it waits no longer: what the user has been asked may be out of sight.

        Args:
            wish: what is wanted of which document.
            ordered: returns the order for that wish; awaited in the job.

        Raises:
            UsageError: the document has a job already, or the session is over.
        """
        if self._closed:
            raise UsageError(messages.SHUTTING_DOWN)
        if (job := self._on(wish.path)) is not None:
            if job.wish.may_be(wish) and job.wait_no_longer():
                return job.number
            raise UsageError(messages.already_running(wish.name, job.wish.work))
        self._count += 1
        job = Job(self._count, wish, ordered, self._editor, self._gate)
        self._running[job.number] = job
        task = job.start()
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._running.pop(job.number, None))
        return job.number

    def stoppable(self, path: Path) -> Work | None:
        """Return what is being done with a document and can be stopped; None if nothing is.

        What has ended but for its edit is not offered to be stopped, though it may be.
        """
        job = self._on(path)
        return job.wish.work if job and not job.is_placing else None

    def number_of(self, path: Path) -> int:
        """Return the number of the job of a document.

        Raises:
            UsageError: it has none, or none any more.
        """
        if (job := self._on(path)) is None:
            raise UsageError(messages.not_running(self._editor.name_of(path)))
        return job.number

    def cancel(self, number: int | None = None) -> list[int]:
        """Cancel one job, or all; return the numbers of those that were cancelled."""
        chosen = self._chosen(number)
        for job in chosen:
            job.cancel()
        return [job.number for job in chosen]

    def cancel_by_token(self, token: int | str) -> None:
        """Cancel the job whose progress has this token, if there is one."""
        for job in self._running.values():
            if job.progress.token == token:
                job.cancel()

    async def apply_best(self, number: int | None = None) -> list[int]:
        """Put the best so far into the documents; return the numbers of the jobs that did so.

        Raises:
            UsageError: no job did; the message says why.
        """
        reasons = {job.number: await job.apply_best() for job in self._chosen(number)}
        if applied := [job for job, reason in reasons.items() if reason is None]:
            return applied
        told = dict.fromkeys(reason for reason in reasons.values() if reason)
        raise UsageError(" ".join(told) or messages.NOTHING_TO_APPLY)

    def abandon(self, *, distrusted: bool = False) -> None:
        """End every job now, with the best so far beside its file; nothing is run any more."""
        for job in self._running.values():
            job.abandon(distrusted=distrusted)

    async def close(self) -> None:
        """End every job now, and return when their processes are gone; none begins any more."""
        self._closed = True
        self.abandon()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _on(self, path: Path) -> Job | None:
        """Return the job of a document; None if it has none.

        Documents are compared by path: a client may spell the URI of one in several ways.
        """
        return next((job for job in self._running.values() if job.wish.path == path), None)

    def _chosen(self, number: int | None) -> list[Job]:
        return [job for job in self._running.values() if number in (None, job.number)]
