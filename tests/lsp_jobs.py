"""Jobs of the server with the test as their client, and what they are about."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from lsprotocol.types import MessageType, PositionEncodingKind
from pygls.workspace import TextDocument

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.server.app import build_server
from nubbin.server.editor import Editor
from nubbin.server.from_lsp import ReduceArguments
from nubbin.server.gate import Gate
from nubbin.server.jobs import Jobs
from nubbin.server.order import Order, Wish
from nubbin.server.progress import Progress
from nubbin.server.settings import Settings
from nubbin.server.trust import TrustStore

TEXT = "".join(f"int a{number};\n" for number in range(60)) + "int keep;\n"
LONG = 240.0
"""Seconds that anything may take on a machine under load."""


class Listener(Editor):
    """A client that keeps what it is told, is never asked, and has closed its document."""

    def __init__(self) -> None:
        self.server = build_server()
        super().__init__(self.server)
        self.events: list[tuple[str, dict[str, object]]] = []
        self.improved = asyncio.Event()

    def tell(self, message: str, kind: MessageType = MessageType.Info) -> None:
        pass

    def event(self, name: str, /, **fields: object) -> None:
        self.events.append((name, fields))
        if name == "improved":
            self.improved.set()

    def document(self, uri: str) -> TextDocument | None:
        return None

    def watching(self, uri: str, heard: Callable[[str], None]) -> AbstractContextManager[None]:
        return nullcontext()

    def is_outside(self, path: Path) -> bool:
        return False

    def progress(self, token: str) -> Progress:
        return Progress(self.server, token, shown=False)

    @property
    def endings(self) -> list[dict[str, object]]:
        return [fields for name, fields in self.events if name == "finished"]


def order_in(folder: Path) -> Order:
    """Return an order to reduce a file that is made in a folder."""
    path = folder / "case.c"
    path.write_text(TEXT)
    arguments, encoding = ReduceArguments(path.as_uri()), PositionEncodingKind.Utf16
    return Order(
        Wish(arguments, path, path.name, TEXT, encoding),
        OracleSpec("sleep 0.05; grep -q keep {file}", folder),
        Settings(folder, jobs=1),
    )


def jobs_of(editor: Editor, order: Order) -> Jobs:
    gate = Gate(editor, TrustStore(order.wish.path.parent / "state"))
    gate.trusted = True
    jobs = Jobs(editor, gate)

    async def ordered() -> Order:
        return order

    jobs.start(order.wish, ordered)
    return jobs
