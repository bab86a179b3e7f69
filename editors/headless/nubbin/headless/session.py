"""A session with a language server, from `initialize` to `exit`.

It does what the protocol asks of any client, and no more: it opens documents, applies the edits
that it is sent, and listens. Only the notification `nubbin/event` is nubbin's own.
"""

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar, cast

from cattrs import Converter
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient
from pygls.protocol import JsonRPCNotification, default_converter

from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.headless.document import ENCODING, Document

T = TypeVar("T")
GOODBYE: Final = 10.0
"""Seconds that the server has to end what it is doing."""

CAPABILITIES: Final = types.ClientCapabilities(
    general=types.GeneralClientCapabilities(position_encodings=[ENCODING]),
    text_document=types.TextDocumentClientCapabilities(
        code_action=types.CodeActionClientCapabilities(
            code_action_literal_support=types.ClientCodeActionLiteralOptions(
                types.ClientCodeActionKindOptions([])
            )
        )
    ),
    window=types.WindowClientCapabilities(work_done_progress=True),
    workspace=types.WorkspaceClientCapabilities(
        apply_edit=True,
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
    ),
)


class Refused(NubbinError):
    """The server refused a request, with a sentence that says why."""

    exit_status = 2


class Session:
    """The client's side of a connection."""

    def __init__(self) -> None:
        self.client = LanguageClient("nubbin client", "1", converter_factory=make_converter)
        self.documents: dict[str, Document] = {}
        self.events = defaultdict[int, asyncio.Queue[dict[str, Any]]](asyncio.Queue)
        """Every `nubbin/event` of each job, in order."""
        self.on_progress: Callable[[dict[str, Any]], None] = lambda value: None
        """Called with every value of `$/progress`."""
        self.on_warning: Callable[[str], None] = lambda message: None
        """Called with every warning that the server has for the user."""
        self._listening: asyncio.Task[None] | None = None
        self._answer_the_server()

    def listen(self, conversation: Awaitable[None]) -> None:
        """Handle what the server sends until it sends no more."""
        self._listening = asyncio.ensure_future(conversation)

    async def ask(self, request: Awaitable[T]) -> T:
        """Return the server's answer to a request.

        Raises:
            Refused: the server answered with an error.
            NubbinError: the server is gone, and will never answer.
        """
        assert self._listening is not None
        answer = asyncio.ensure_future(request)
        await asyncio.wait({answer, self._listening}, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            answer.cancel()
            raise NubbinError(
                "The language server broke the connection. Its log may say why. What it had found "
                "until then, if anything, is beside the file, unless it was killed."
            )
        try:
            return answer.result()
        except JsonRpcException as error:
            raise Refused(error.message) from error

    async def initialize(self, options: Mapping[str, object]) -> None:
        """Initialize the server, with these `initializationOptions`."""
        params = types.InitializeParams(CAPABILITIES, initialization_options=dict(options))
        await self.ask(self.client.initialize_async(params))
        self.client.initialized(types.InitializedParams())

    def open(self, document: Document) -> None:
        """Open a document, which the server may edit from now on."""
        self.documents[document.uri] = document
        item = types.TextDocumentItem(document.uri, "", document.version, document.text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def close(self, document: Document) -> None:
        """Close a document; tell the server so if it is still there."""
        del self.documents[document.uri]
        if self._listening is not None and not self._listening.done():
            identifier = types.TextDocumentIdentifier(document.uri)
            self.client.text_document_did_close(types.DidCloseTextDocumentParams(identifier))

    async def code_actions(self, document: Document, kind: str) -> list[types.CodeAction]:
        """Return what the server offers at the start of a document."""
        start = types.Position(0, 0)
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(document.uri),
            types.Range(start, start),
            types.CodeActionContext([], only=[kind]),
        )
        found = await self.ask(self.client.text_document_code_action_async(params))
        return [action for action in found or () if isinstance(action, types.CodeAction)]

    async def execute(self, command: str, argument: Mapping[str, object]) -> dict[str, Any]:
        """Let the server execute a command; return its answer, empty if that is not an object."""
        params = types.ExecuteCommandParams(command, [dict(argument)])
        answer = await self.ask(self.client.workspace_execute_command_async(params))
        return answer if isinstance(answer, dict) else {}

    async def goodbye(self) -> None:
        """Shut the server down; wait a while for it to end what it is doing."""
        assert self._listening is not None
        with contextlib.suppress(NubbinError, TimeoutError):
            async with asyncio.timeout(GOODBYE):
                await self.ask(self.client.shutdown_async(None))
                self.client.exit(None)
                await asyncio.wait([self._listening])

    async def hang_up(self) -> None:
        """Wait a while for the last messages of a connection that has been closed."""
        if self._listening:
            await asyncio.wait([self._listening], timeout=GOODBYE)
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    def _answer_the_server(self) -> None:
        """Register a handler for each kind of message that the server may send."""
        feature = self.client.feature

        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            reason = self._apply(params.edit)
            return types.ApplyWorkspaceEditResult(reason is None, failure_reason=reason)

        def create(params: types.WorkDoneProgressCreateParams) -> None:
            """Accept any token."""

        handlers: dict[str, Callable[[Any], Any]] = {
            types.WORKSPACE_APPLY_EDIT: apply,
            types.WINDOW_WORK_DONE_PROGRESS_CREATE: create,
            types.PROGRESS: lambda params: self.on_progress(params.value),
            types.WINDOW_SHOW_MESSAGE: lambda params: self._hear(params),
            "nubbin/event": lambda params: self.events[params["job"]].put_nowait(params),
        }
        for method, handler in handlers.items():
            feature(method)(handler)

    def _hear(self, params: types.ShowMessageParams) -> None:
        if params.type == types.MessageType.Warning:
            self.on_warning(params.message)

    def _apply(self, edit: types.WorkspaceEdit) -> str | None:
        """Edit documents as the server asks; return why that was not done, None if it was."""
        if edit.changes:
            return "This client takes edits of versions of documents only."
        for change in edit.document_changes or ():
            if not isinstance(change, types.TextDocumentEdit):
                return "This client makes, moves and deletes no files."
            document = self.documents.get(change.text_document.uri)
            if document is None:
                return f"{change.text_document.uri} is not open here."
            edits = [each for each in change.edits if isinstance(each, types.TextEdit)]
            if not document.apply(change.text_document.version, edits):
                return "The edit is for another version."
            self.client.text_document_did_change(
                types.DidChangeTextDocumentParams(
                    types.VersionedTextDocumentIdentifier(document.version, document.uri),
                    [types.TextDocumentContentChangeWholeDocument(document.text)],
                )
            )
        return None


def make_converter() -> Converter:
    """Return pygls' converter, with two changes.

    A code action that holds a command is not read as a command, and the parameters of
    `nubbin/event` stay dictionaries instead of becoming objects.
    """
    converter = cast("Converter", default_converter())  # type: ignore[no-untyped-call]  # pygls

    def action(value: Any, _: object) -> types.Command | types.CodeAction:  # noqa: ANN401  # JSON
        if isinstance(value.get("command"), str):
            return converter.structure(value, types.Command)
        return converter.structure(value, types.CodeAction)

    def notification(value: dict[str, Any], _: object) -> JsonRPCNotification:
        return JsonRPCNotification(**value)

    converter.register_structure_hook(types.Command | types.CodeAction, action)
    converter.register_structure_hook(JsonRPCNotification, notification)
    return converter
