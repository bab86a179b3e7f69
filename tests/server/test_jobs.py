"""However often and whenever a job is cancelled, it ends with one `finished` event."""

import asyncio
import contextlib
import os
import signal
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from lsp_jobs import LONG, TEXT, Listener, jobs_of, order_in
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.request import Request
from nubbin.engine.resuming import earlier
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.events import Asked
from nubbin.server import engine_process, job
from nubbin.server.from_lsp import ReduceArguments
from nubbin.server.jobs import Jobs
from nubbin.server.order import Order
from nubbin.server.progress import Progress
from nubbin.server.work_words import REDUCING


@pytest.fixture
def order(tmp_path: Path) -> Order:
    return order_in(tmp_path)


@pytest.mark.parametrize("turns", [0, 1, 3])
async def test_a_job_that_is_abandoned_twice_keeps_its_best_and_ends_once(
    turns: int, order: Order
) -> None:
    """Distrust comes first, and so many turns of the loop later the server is shut down."""
    editor = Listener()
    jobs = jobs_of(editor, order)
    await asyncio.wait_for(editor.improved.wait(), LONG)
    jobs.abandon()
    for _ in range(turns):
        await asyncio.sleep(0)
    await asyncio.wait_for(jobs.close(), LONG)
    [ending] = editor.endings
    assert ending["status"] == 130
    kept = Path(str(ending["path"])).read_text()
    assert "keep" in kept
    assert len(kept) < len(TEXT)


async def test_a_job_that_is_abandoned_before_it_has_found_anything_says_just_that(
    order: Order,
) -> None:
    editor, runs = Listener(), order.wish.path.with_name("runs")
    command = f"echo run >> {runs}; cmp -s {{file}} {order.wish.path}"
    jobs = jobs_of(editor, replace(order, spec=OracleSpec(command, order.spec.folder)))
    async with asyncio.timeout(LONG):
        while not (runs.exists() and runs.read_text().count("run") > 8):
            await asyncio.sleep(0.01)
        jobs.abandon()
        await jobs.close()
    [ending] = editor.endings
    assert (ending["status"], ending["path"]) == (130, None)
    assert ending["message"] == (
        "case.c: cancelled before anything smaller was found; nothing was changed."
    )


async def test_a_job_that_is_abandoned_when_it_has_ended_by_itself_still_says_so(
    order: Order,
) -> None:
    """Its process is waited for when the server is shut down."""
    editor = Listener()
    jobs = jobs_of(editor, order)
    await asyncio.wait_for(editor.improved.wait(), LONG)
    jobs.cancel()
    while not (order.wish.path.with_name("case.reduced.c").exists() or editor.endings):
        await asyncio.sleep(0.001)
    await asyncio.wait_for(jobs.close(), LONG)
    assert [ending["status"] for ending in editor.endings] == [130]


async def test_a_job_that_is_cancelled_twice_does_not_wait_for_an_oracle_that_hangs(
    order: Order,
) -> None:
    editor = Listener()
    flag = order.wish.path.with_name("flag")
    hangs = f"test -e {flag} && touch {flag}.seen && sleep 600; {order.spec.command}"
    jobs = jobs_of(editor, replace(order, spec=OracleSpec(hangs, order.spec.folder)))
    await asyncio.wait_for(editor.improved.wait(), LONG)
    flag.touch()
    async with asyncio.timeout(LONG):
        jobs.cancel()
        while not Path(f"{flag}.seen").exists():
            await asyncio.sleep(0.01)
        jobs.cancel()
        while not editor.endings:
            await asyncio.sleep(0.01)
    [ending] = editor.endings
    assert ending["status"] == 130
    assert "keep" in Path(str(ending["path"])).read_text()


async def test_a_job_that_is_cancelled_does_not_wait_for_an_engine_that_reads_a_large_text(
    order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = engine_process.EngineProcess.start

    async def stopped(request: Request) -> engine_process.EngineProcess:
        engine = await start(request)
        engine._signal(signal.SIGSTOP)
        return engine

    monkeypatch.setattr(job, "_PATIENCE", 0.1)
    monkeypatch.setattr(engine_process.EngineProcess, "start", stopped)
    editor = Listener()
    jobs = jobs_of(editor, order)
    async with asyncio.timeout(LONG / 2):
        while not editor.events:
            await asyncio.sleep(0.01)
        jobs.cancel()
        while not editor.endings:
            await asyncio.sleep(0.01)
    [ending] = editor.endings
    assert (ending["status"], ending["path"]) == (130, None)


@pytest.mark.parametrize("unread", [0, 2**20])
async def test_an_engine_that_is_stuck_is_not_waited_for_without_an_end(
    monkeypatch: pytest.MonkeyPatch, unread: int
) -> None:
    monkeypatch.setattr(engine_process, "_GRACE", 0.1)
    pipe = asyncio.subprocess.PIPE
    stuck = await asyncio.create_subprocess_exec("sleep", "600", stdin=pipe, stdout=pipe)
    engine = engine_process.EngineProcess(stuck)
    assert stuck.stdin is not None
    stuck.stdin.write(b"x" * unread)
    try:
        status = await asyncio.wait_for(engine.close(), LONG / 2)
    finally:
        with contextlib.suppress(ProcessLookupError):
            stuck.kill()
    assert status == -signal.SIGKILL


@pytest.mark.parametrize("stop", [Jobs.cancel, Jobs.abandon])
async def test_a_result_that_is_being_put_beside_is_not_put_there_again_by_who_stops_the_job(
    stop: Callable[[Jobs], object], order: Order
) -> None:
    class Impatient(Listener):
        def document(self, uri: str) -> TextDocument | None:
            """Be asked for the last time when the result is about to be written."""
            loop = asyncio.get_running_loop()
            for _ in range(2):
                loop.call_soon(stop, jobs)
            return super().document(uri)

    editor = Impatient()
    jobs = jobs_of(editor, replace(order, wish=replace(order.wish, text="int keep;\n")))
    async with asyncio.timeout(LONG):
        while not editor.endings:
            await asyncio.sleep(0.001)
    [ending] = editor.endings
    assert ending["path"] == str(order.wish.path.with_name("case.reduced.c"))
    assert str(ending["note"]).startswith("The document was closed or renamed meanwhile.")
    assert sorted(path.name for path in order.wish.path.parent.iterdir()) == [
        "case.c",
        "case.reduced.c",
    ]


@pytest.mark.parametrize("room", [False, True])
async def test_the_answers_stay_until_the_result_has_found_a_place(
    room: bool, order: Order, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name of full length has no room for `.reduced`."""
    path = order.wish.path.rename(order.wish.path.with_name("a" * 253 + ".c"))
    arguments = ReduceArguments(path.as_uri())
    wish = replace(order.wish, path=path, name=path.name, arguments=arguments)
    order = replace(order, wish=wish)
    monkeypatch.setenv("XDG_STATE_HOME", str(path.with_name("state")))
    monkeypatch.setenv("HOME", os.devnull)
    monkeypatch.setattr(tempfile, "tempdir", str(path.parent) if room else os.devnull)
    editor = Listener()
    jobs = jobs_of(editor, order)
    async with asyncio.timeout(LONG):
        while not editor.endings:
            await asyncio.sleep(0.01)
        await jobs.close()
    [ending] = editor.endings
    assert (ending["status"], ending["path"] is not None) == (0, room)
    answers = earlier(order.request(order.saved())).answers
    assert (answers > 0) != room


async def test_a_job_that_is_cancelled_before_it_began_ends_too(order: Order) -> None:
    editor = Listener()
    jobs = jobs_of(editor, order)
    jobs.cancel()
    jobs.cancel()
    await asyncio.wait_for(jobs.close(), LONG)
    assert [(ending["status"], ending["path"]) for ending in editor.endings] == [(130, None)]


async def test_no_job_begins_once_the_session_is_over(order: Order) -> None:
    jobs = jobs_of(Listener(), order)
    await asyncio.wait_for(jobs.close(), LONG)

    async def ordered() -> Order:
        return order

    with pytest.raises(UsageError, match="shutting down"):
        jobs.start(order.wish, ordered)


async def test_who_asks_anew_while_the_editor_does_not_answer_finds_the_result_beside_the_file(
    order: Order,
) -> None:
    """In Emacs, whoever breaks off the question whether the edit may be made leaves no answer."""

    class Silent(Listener):
        asked = asyncio.Event()

        def document(self, uri: str) -> TextDocument | None:
            return TextDocument(uri, order.wish.text)

        async def replace(self, document: TextDocument, text: str, label: str) -> str | None:
            self.asked.set()
            await asyncio.Event().wait()
            return None

    editor = Silent()
    jobs = jobs_of(editor, order)
    await asyncio.wait_for(editor.asked.wait(), LONG)

    async def ordered() -> Order:
        return order

    assert jobs.start(order.wish, ordered) == 1
    async with asyncio.timeout(LONG):
        while not editor.endings:
            await asyncio.sleep(0.001)
    [ending] = editor.endings
    assert (ending["status"], ending["applied"]) == (0, False)
    assert Path(str(ending["path"])).read_bytes() == b"keep\n"
    assert "has not said whether it applied the edit" in str(ending["note"])


class Said(Progress):
    """A progress display that keeps what it was to show."""

    def __init__(self, server: LanguageServer) -> None:
        super().__init__(server, "token", shown=False)
        self.messages: list[str] = []

    def report(self, message: str, fraction: float = 0.0) -> None:
        self.messages.append(message)


async def test_that_a_job_is_stopping_stays_in_sight_whatever_the_engine_tells_after_that(
    order: Order,
) -> None:
    class Showing(Listener):
        def progress(self, token: str) -> Progress:
            self.said = Said(self.server)
            return self.said

    editor = Showing()
    jobs = jobs_of(editor, order)
    await asyncio.wait_for(editor.improved.wait(), LONG)
    [running] = jobs._running.values()
    running._note(Asked(7, 0.5), len(TEXT))
    assert "7 runs" in editor.said.messages[-1]
    jobs.cancel()
    running._note(Asked(8, 0.5), len(TEXT))
    assert editor.said.messages[-1] == REDUCING.stopping
    await asyncio.wait_for(jobs.close(), LONG)
