"""`nubbin client`: a reduction through the language server. An example for scripts.

async with connected() as session:
    result = await reduce_file(session, Task(Path("crash.c"), content))
"""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from nubbin.engine.vocabulary.errors import Interrupted, NubbinError, UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.engine.vocabulary.text import Span
from nubbin.headless.document import Document, path_of
from nubbin.headless.session import Session
from nubbin.server.destinations import taken

KIND: Final = "refactor.rewrite.reduce"
REDUCE: Final = "nubbin.reduce"
CANCEL: Final = "nubbin.cancel"


@dataclass(frozen=True, slots=True)
class Task:
    """A file, and how it is to be reduced."""

    file: Path
    content: bytes
    """The content of the file."""
    oracle: Mapping[str, object] | None = None
    """A table as in `[[oracle]]`, and `folder`, where a command like `./check.sh` is sought.
    None: the first oracle of the workspace's settings that fits the file."""
    strategy: str | None = None
    hint: Span | None = None
    """Bytes of the content that probably matter."""
    formatter: Mapping[str, object] | None = None
    """`command`, and `folder` as above. None: the formatter of the workspace's settings."""
    options: Mapping[str, object] = field(default_factory=dict)
    """`jobs`, `window`, `rename`, `squeeze`, `language`, `seed`, `max_tests`, `max_time`,
    `allow_empty`, `resume`."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a reduction has come to."""

    status: int
    """The exit status that `nubbin reduce` would have."""
    message: str
    content: bytes | None
    """The reduced text; None if there is none."""
    report: dict[str, Any] | None
    """The object that `--json` writes; None if there is none."""


async def reduce_file(
    session: Session,
    task: Task,
    *,
    on_event: Callable[[dict[str, Any]], None] = lambda event: None,
    cancelled: asyncio.Event | None = None,
) -> Result:
    """Reduce a file; return the result, with the text that the document holds in the end.

    If this is cancelled when the document holds the result already, the result is returned all the
    same. Otherwise the server puts the best so far beside the file once it loses its client.

    Args:
        session: a connection that has been initialized.
        task: what to do.
        on_event: called with every `nubbin/event` of this reduction.
        cancelled: once set, the reduction stops with the best so far.

    Raises:
        UsageError: there is no oracle for the file.
        NubbinError: the server refuses, is gone, or names a file that is no place for a result.
    """
    document = Document.of(task.file, task.content)
    session.open(document)
    try:
        job = (await session.execute(REDUCE, await _argument(session, document, task)))["job"]
        if job is None:  # the server asks the user to set up an oracle, and does nothing else
            raise _no_oracle(task)
        watch = asyncio.create_task(_cancel_when(session, job, cancelled))
        try:
            finished = await _finished(session, job, on_event)
        except asyncio.CancelledError:
            if document.content == task.content:
                raise
            # The server has handed over its result, so it puts none beside the file any more.
            words = f"{shown(Path(task.file.name))}: interrupted when the result was there."
            return Result(Interrupted.exit_status, words, document.content, None)
        finally:
            watch.cancel()
        return _result(task, document, finished)
    finally:
        session.close(document)


async def _argument(session: Session, document: Document, task: Task) -> dict[str, object]:
    """Return the argument of `REDUCE`: that of the first action, with the task's wishes added.

    Raises:
        UsageError: there is no oracle for the file.
    """
    for action in await session.code_actions(document, KIND):
        if action.command and action.command.command == REDUCE:
            argument = cast("dict[str, object]", (action.command.arguments or [{}])[0])
            break
    else:
        if task.oracle is None:
            raise _no_oracle(task)
        argument = {"uri": document.uri}
    wishes = {
        "oracle": task.oracle,
        "strategy": task.strategy,
        "hint": None if task.hint is None else document.range_of(task.hint),
        "formatter": task.formatter,
        "options": dict(task.options),
    }
    return argument | {name: wish for name, wish in wishes.items() if wish}


def _no_oracle(task: Task) -> UsageError:
    """Return the error to raise if there is no oracle."""
    return UsageError(
        f"There is no oracle for {task.file.name}. Give one with --oracle 'COMMAND {{file}}', "
        "or write an [[oracle]] into nubbin.toml."
    )


async def _finished(
    session: Session, job: int, on_event: Callable[[dict[str, Any]], None]
) -> dict[str, Any]:
    """Pass on the events of a job until it has ended; return the last one."""
    try:
        while True:
            event = await session.ask(session.events[job].get())
            on_event(event)
            if event["event"] == "finished":
                return event
    finally:
        del session.events[job]


async def _cancel_when(session: Session, job: int, cancelled: asyncio.Event | None) -> None:
    if cancelled:
        await cancelled.wait()
        with contextlib.suppress(NubbinError):  # a server that is gone has cancelled it, too
            await session.execute(CANCEL, {"job": job})


def _result(task: Task, document: Document, finished: Mapping[str, Any]) -> Result:
    """Return the result: from the document, or from the file into which the server put it.

    That file is removed, so that the text ends up only where our caller wants it.

    Raises:
        NubbinError: the server names a file that is no place for a result.
    """
    message, content = finished["message"], None
    if finished["applied"]:
        content = document.content
    elif finished["uri"]:
        content = taken(path_of(finished["uri"]), task.file)
    else:
        message = f"{message} {finished['note']}".rstrip()
    return Result(finished["status"], message, content, finished["report"])
