"""With `stream = "live"`, the document shows the latest text, and nothing once the job ended."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from pygls.workspace import TextDocument

from lsp_jobs import LONG, TEXT, Listener, jobs_of, order_in
from nubbin.server.delivery import Delivery
from nubbin.server.live import Live
from nubbin.server.order import Order
from nubbin.server.saving import as_saved


class Showing(Listener):
    """A client that shows a document, and takes its time for each edit."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.text: str | None = TEXT
        self.seconds = seconds
        self.begun = asyncio.Event()
        self.over = asyncio.Event()
        self.edits: list[tuple[float, str]] = []

    @property
    def knows_versions(self) -> bool:
        return True

    def document(self, uri: str) -> TextDocument | None:
        return None if self.text is None else TextDocument(uri, self.text)

    @contextmanager
    def watching(self, uri: str, heard: Callable[[str], None]) -> Iterator[None]:
        yield
        self.over.set()  # whoever makes the edit goes on to its end before anyone else

    async def replace(self, document: TextDocument, text: str, label: str) -> str | None:
        self.begun.set()
        await asyncio.sleep(self.seconds)
        self.text = text
        self.edits.append((time.monotonic(), text))
        return None


@pytest.fixture
def order(tmp_path: Path) -> Order:
    live = order_in(tmp_path)
    return replace(live, settings=replace(live.settings, stream="live"))


def live_in(editor: Showing, order: Order) -> Live:
    return Live(Delivery(editor, order, as_saved(TEXT, TEXT.encode(), "case.c")))


async def test_the_latest_text_is_shown_also_if_none_comes_after_it(order: Order) -> None:
    editor = Showing(0.1)
    live = live_in(editor, order)
    live.show(b"1")
    await editor.begun.wait()
    live.show(b"2")  # while the edit is under way
    live.show(b"3")
    async with asyncio.timeout(LONG):
        while editor.text != "3":
            await asyncio.sleep(0.01)
    (first, one), (second, three) = editor.edits
    assert (one, three) == ("1", "3")
    assert second - first > 1
    await live.drop()


async def test_no_edit_begins_once_it_is_settled_and_what_has_begun_is_waited_for(
    order: Order,
) -> None:
    editor = Showing(0.2)
    live = live_in(editor, order)
    live.show(b"1")
    await editor.begun.wait()
    live.show(b"2")
    await live.settle()
    assert editor.text == "1"
    await asyncio.sleep(1.5)
    assert editor.text == "1"


async def test_the_document_is_not_edited_once_the_job_has_ended(order: Order) -> None:
    editor = Showing(2)
    jobs = jobs_of(editor, order)
    async with asyncio.timeout(LONG):
        await editor.begun.wait()
        jobs.abandon()
        await jobs.close()
    [ending] = editor.endings
    assert (ending["status"], ending["applied"]) == (130, False)
    shown = len(editor.edits)
    await asyncio.sleep(2.5)
    assert len(editor.edits) == shown


@pytest.mark.parametrize(
    "then, told",
    [
        ("as it was shown", "The document holds what was found before"),
        ("int mine;\n", "The document may hold something of what was found"),
        (None, "The document may hold something of what was found"),
        (TEXT, None),
    ],
)
async def test_who_breaks_it_off_is_told_what_the_document_holds(
    order: Order, then: str | None, told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "nubbin.server.live._PAUSE", LONG
    )  # no second edit crosses what the user does
    editor = Showing(0)
    jobs = jobs_of(editor, order)
    async with asyncio.timeout(LONG):
        await editor.over.wait()
        editor.text = editor.text if then == "as it was shown" else then
        jobs.abandon()
        await jobs.close()
    [ending] = editor.endings
    note = str(ending["note"])
    assert note.startswith("Because that was not checked, it is not put into the document.")
    assert (told or "The result is in ") in note
    assert ("undo" in note.lower()) == (told is not None)
