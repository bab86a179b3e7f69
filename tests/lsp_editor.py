"""An editor for tests: pytest-lsp's client on the real server, which really edits documents."""

import asyncio
import contextlib
import functools
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcMethodNotFound
from pytest_lsp import LanguageClient
from pytest_lsp.client import register_lsp_features

from nubbin.headless.session import make_converter
from nubbin.server.positions import offset_at

SERVER = (sys.executable, "-P", "-m", "nubbin.server")
TOKEN = "s3cret"
"""What a server on a socket asks for."""
PATIENCE = 240.0
"""Seconds that anything may take on a machine under load."""
T = TypeVar("T")
GREP = {"name": "keep", "files": ["*.c"], "command": "grep -q keep {file}"}
SLOW = {"name": "slow", "files": ["*.c"], "command": "sleep 0.05; grep -q keep {file}"}
"""Slow enough to be caught at work, on texts that can shrink for a while."""
TEXT = "int a;\nint keep;\nint b;\n"
LONG = "".join(f"int a{number};\n" for number in range(60)) + "int keep;\n"
_converter = functools.cache(make_converter)  # what it has learnt of a type serves all editors


def capabilities(
    *,
    apply_edit: bool = True,
    document_changes: bool = True,
    progress: bool = True,
    configuration: bool = False,
    encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16,
) -> types.ClientCapabilities:
    """Return the capabilities of an editor."""
    return types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=[encoding]),
        text_document=types.TextDocumentClientCapabilities(
            code_action=types.CodeActionClientCapabilities(
                code_action_literal_support=types.ClientCodeActionLiteralOptions(
                    types.ClientCodeActionKindOptions([])
                )
            )
        ),
        window=types.WindowClientCapabilities(
            work_done_progress=progress,
            show_document=types.ShowDocumentClientCapabilities(support=True),
        ),
        workspace=types.WorkspaceClientCapabilities(
            apply_edit=apply_edit,
            configuration=configuration,
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=document_changes),
        ),
    )


@dataclass
class Buffer:
    """An open document."""

    text: str
    version: int = 1


@dataclass
class Editor:
    """A client, with a record of what the server sent, and switches for how it answers."""

    client: LanguageClient
    encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16
    buffers: dict[str, Buffer] = field(default_factory=dict)
    edits: list[types.WorkspaceEdit] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    questions: list[types.ShowMessageRequestParams] = field(default_factory=list)
    answers: list[str | None] = field(default_factory=list)
    """The answers to the questions, in order; a question without one stays open."""
    asks: bool = True
    """Whether the client can put questions to the user."""
    applies: bool = True
    before_edit: Callable[[], None] = lambda: None
    """Called when an edit has arrived, before it is looked at."""

    async def until(self, condition: Callable[[], T], what: str) -> T:
        """Wait until a condition holds; fail if that takes too long."""
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while not (found := condition()):
            assert asyncio.get_running_loop().time() < deadline, f"waited in vain for {what}"
            await asyncio.sleep(0.01)
        return found

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, by default as UTF-8 with its line ends; return its URI."""
        uri = path.as_uri()
        self.buffers[uri] = Buffer(path.read_bytes().decode() if text is None else text)
        item = types.TextDocumentItem(uri, "", 1, self.buffers[uri].text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return uri

    def type(self, uri: str, start: int, end: int, text: str) -> None:
        """Replace characters of a document, as a keystroke does: incrementally."""
        buffer = self.buffers[uri]
        before = buffer.text
        lines = before[:start].split("\n"), before[:end].split("\n")
        ends = [types.Position(len(line) - 1, len(line[-1])) for line in lines]
        buffer.text = before[:start] + text + before[end:]
        buffer.version += 1
        self._changed(uri, types.TextDocumentContentChangePartial(types.Range(*ends), text))

    def _changed(self, uri: str, change: types.TextDocumentContentChangeEvent) -> None:
        identifier = types.VersionedTextDocumentIdentifier(self.buffers[uri].version, uri)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(identifier, [change])
        )

    async def actions(
        self, uri: str, only: list[str] | None = None, selected: types.Range | None = None
    ) -> list[types.CodeAction]:
        """Ask for code actions."""
        start = types.Position(0, 0)
        found = await self.client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri),
                selected or types.Range(start, start),
                types.CodeActionContext([], only=only),
            )
        )
        return [action for action in found or () if isinstance(action, types.CodeAction)]

    async def execute(self, command: str, *arguments: object) -> Any:  # noqa: ANN401  # any JSON
        """Execute a command."""
        params = types.ExecuteCommandParams(command, list(arguments))
        return await self.client.workspace_execute_command_async(params)

    async def refused(self, command: str, *arguments: object) -> tuple[int, str]:
        """Execute a command that is refused; return the error's code and message."""
        try:
            answer = await self.execute(command, *arguments)
        except JsonRpcException as error:
            return error.code, error.message
        raise AssertionError(f"{command} was answered with {answer}")

    async def reduce(self, uri: str, **more: object) -> int:
        """Start a reduction; return its job."""
        job = (await self.execute("nubbin.reduce", {"uri": uri, **more}))["job"]
        assert isinstance(job, int)
        return job

    async def event(self, name: str, job: int | None = None) -> dict[str, Any]:
        """Wait for an event, of a job or of any; return it."""

        def find() -> dict[str, Any] | None:
            for event in self.events:
                if event["event"] == name and job in (None, event["job"]):
                    return event
            return None

        found = await self.until(find, f"{name} of job {job}; came: {self.events}")
        assert found is not None
        return found

    @property
    def progress(self) -> list[Any]:
        """All values of the only progress there was."""
        [values] = self.client.progress_reports.values()
        return values

    @property
    def told(self) -> list[str]:
        """Every sentence shown to the user, by the client's window or by nubbin's own event."""
        by_event = [event["message"] for event in self.events if event["event"] == "told"]
        return [*(message.message for message in self.client.messages), *by_event]

    def apply(self, params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        """Apply an edit of one document, if it is for the version at hand."""
        self.before_edit()
        self.edits.append(params.edit)
        if params.edit.document_changes:
            [change] = params.edit.document_changes
            assert isinstance(change, types.TextDocumentEdit)
            uri, version = change.text_document.uri, change.text_document.version
            edits: Sequence[Any] = change.edits
        else:
            [(uri, edits)] = (params.edit.changes or {}).items()
            version = None
        buffer = self.buffers[uri]
        if not self.applies or version not in (None, buffer.version):
            return types.ApplyWorkspaceEditResult(False, "not now")
        [edit] = edits
        ends = [
            offset_at(buffer.text, end, self.encoding) for end in (edit.range.start, edit.range.end)
        ]
        buffer.text = buffer.text[: ends[0]] + edit.new_text + buffer.text[ends[1] :]
        buffer.version += 1
        self._changed(uri, types.TextDocumentContentChangeWholeDocument(buffer.text))
        return types.ApplyWorkspaceEditResult(True)

    async def answer(
        self, params: types.ShowMessageRequestParams
    ) -> types.MessageActionItem | None:
        """Answer a question with the test's next answer, once there is one."""
        if not self.asks:
            raise JsonRpcMethodNotFound
        self.questions.append(params)
        answer = await self.until(lambda: self.answers and [self.answers.pop(0)], "an answer")
        return types.MessageActionItem(answer[0]) if answer and answer[0] else None


async def begun(editor: Editor, uri: str, **more: object) -> int:
    """Start a reduction, and wait until it has found something."""
    job = await editor.reduce(uri, **more)
    await editor.event("improved", job)
    return job


@contextlib.asynccontextmanager
async def editing(
    port: int | None = None,
    *,
    trusted: bool | None = True,
    options: dict[str, object] | None = None,
    can: types.ClientCapabilities | None = None,
    env: dict[str, str] | None = None,
    folders: list[types.WorkspaceFolder] | None = None,
    root: Path | None = None,
) -> AsyncIterator[Editor]:
    """Start an editor on a server, with a session of its own; end both.

    Args:
        port: of a server that listens on the loopback, as the fixture `server` does; None: start
            one on pipes for this editor alone, as most editors do, which takes a second.
        trusted: whether the editor trusts its workspace; None: it does not know of trust.
        options: further `initializationOptions`.
        can: the editor's capabilities.
        env: variables added to the environment of a server that is started.
        folders: the folders that are open in the editor.
        root: the one folder that is, of an editor that knows of no others.
    """
    client = _make_client()
    if port is None:
        await client.start_io(*SERVER, env={**os.environ, **(env or {})})
    else:
        await client.start_tcp("127.0.0.1", port)
    can = can or capabilities()
    assert can.general is not None
    assert can.general.position_encodings is not None
    editor = Editor(client, types.PositionEncodingKind(can.general.position_encodings[0]))
    _wire(editor)
    told = {} if trusted is None else {"trusted": trusted}
    try:
        await client.initialize_session(
            types.InitializeParams(
                can,
                initialization_options={"token": TOKEN, **told, **(options or {})},
                workspace_folders=folders,
                root_uri=root.as_uri() if root else None,
            )
        )
        yield editor
    finally:
        await asyncio.wait_for(client.shutdown_session(), PATIENCE)
        await asyncio.wait_for(client.stop(), PATIENCE)  # type: ignore[no-untyped-call]  # pytest-lsp
        if isinstance(writer := client.protocol.writer, asyncio.StreamWriter):
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def _make_client() -> LanguageClient:
    client = LanguageClient(converter_factory=_converter)
    register_lsp_features(client)
    return client


def _wire(editor: Editor) -> None:
    """Let the editor answer the server's requests."""

    async def answer(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        return await editor.answer(params)

    feature = editor.client.feature
    feature(types.WORKSPACE_APPLY_EDIT)(lambda params: editor.apply(params))
    feature(types.WINDOW_SHOW_MESSAGE_REQUEST)(answer)
    feature("nubbin/event")(lambda params: editor.events.append(params))
