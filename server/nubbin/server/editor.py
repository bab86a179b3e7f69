"""The client, as the jobs see it (floor 8): only this module asks what it is capable of."""

import asyncio
import contextlib
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams, JsonRpcMethodNotFound
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from nubbin.engine.vocabulary.printable import shown
from nubbin.server import messages
from nubbin.server.documents import Documents
from nubbin.server.from_lsp import InitialOptions, file_path
from nubbin.server.positions import Extent, extent
from nubbin.server.progress import Progress
from nubbin.server.to_lsp import text_edit, workspace_edit

EVENT: Final = "nubbin/event"
_CUTTING: Final = frozenset({"helix"})
"""The names of clients that show one line of a sentence, and no error of a command."""
_READ: Final = "OK"
UNASKED: Final = ""
"""Stands for the answer of a client that cannot ask."""


class Editor:
    """The client of a server; every method may be called at any time after `initialize`."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self._telling: set[asyncio.Task[None]] = set()  # the loop keeps only weak references
        self._cuts = False
        self._asks = True
        self.shows_endings = False
        """Whether the client itself shows sentences, from the events `finished` and `told`.

        Such a client asks questions without blocking the user, and cuts sentences without buttons.
        """

    def introduce(self, options: InitialOptions, client: types.ClientInfo | None) -> None:
        """Take note of what a client says of itself."""
        self.shows_endings, self._asks = options.shows_endings, options.asks
        self._cuts = client is not None and client.name in _CUTTING

    @property
    def encoding(self) -> types.PositionEncodingKind:
        """The code units that the client's positions count."""
        return types.PositionEncodingKind(self._server.workspace.position_encoding)

    @property
    def can_progress(self) -> bool:
        """Whether the client shows progress."""
        window = self._server.client_capabilities.window
        return bool(window and window.work_done_progress)

    @property
    def can_show_documents(self) -> bool:
        """Whether the client opens a document for the user when asked to."""
        window = self._server.client_capabilities.window
        return bool(window and window.show_document and window.show_document.support)

    @property
    def can_configure(self) -> bool:
        """Whether the client can be asked for its settings."""
        workspace = self._server.client_capabilities.workspace
        return bool(workspace and workspace.configuration)

    @property
    def _edit(self) -> types.WorkspaceEditClientCapabilities:
        workspace = self._server.client_capabilities.workspace
        known = workspace.workspace_edit if workspace else None
        return known or types.WorkspaceEditClientCapabilities()

    @property
    def knows_versions(self) -> bool:
        """Whether the client refuses an edit that was made for an older version of a document."""
        return bool(self._edit.document_changes)

    @property
    def can_apply(self) -> bool:
        """Whether the client applies edits at all."""
        workspace = self._server.client_capabilities.workspace
        return bool(workspace and workspace.apply_edit)

    @property
    def knows_code_actions(self) -> bool:
        """Whether the client takes code actions; the first ones took commands only."""
        document = self._server.client_capabilities.text_document
        known = document.code_action if document else None
        return bool(known and known.code_action_literal_support)

    def document(self, uri: str) -> TextDocument | None:
        """Return an open document, None if it is not open."""
        return self._documents.opened(uri)

    @property
    def _documents(self) -> Documents:
        documents = self._server.workspace
        assert isinstance(documents, Documents)
        return documents

    def extent(self, uri: str, chosen: types.Range) -> Extent:
        """Return how much of a document a range selects."""
        document = self.document(uri)
        return extent(document.source if document else "", chosen, self.encoding)

    def tell(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show a sentence to the user."""
        if self.shows_endings:
            self.event("told", kind=kind.name.lower(), message=message)
        elif self._cuts and kind is not types.MessageType.Info:
            task = asyncio.ensure_future(self._tell_whole(message, kind))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)
        else:
            self._server.window_show_message(types.ShowMessageParams(kind, message))

    async def _tell_whole(self, message: str, kind: types.MessageType) -> None:
        """Show a sentence as a question with one answer, which is not cut; or else as it is."""
        if await self.ask(message, [_READ], kind, unasked=UNASKED) == UNASKED:
            self._server.window_show_message(types.ShowMessageParams(kind, message))

    def tell_too_late(self, answer: str) -> None:
        """Tell the user that an answer changes nothing."""
        self.tell(messages.answered_late(answer), types.MessageType.Warning)

    def tell_refusal(self, message: str) -> None:
        """Show why a command is refused, if the client does not show that itself."""
        if self._cuts:
            self.tell(message, types.MessageType.Error)

    def event(self, name: str, /, **fields: object) -> None:
        """Send a `nubbin/event`, for clients that know nubbin."""
        self._server.protocol.notify(EVENT, {"event": name, **fields})

    def local(self, path: Path) -> Path:
        """Return a path relative to the open folder that it is in; as it is, if it is in none."""
        inside = [path.relative_to(root) for root in self._folders() if path.is_relative_to(root)]
        return min(inside, key=lambda it: len(it.parts), default=path)

    def name_of(self, path: Path) -> str:
        """Return what a document is called in sentences, by which it can be told from open ones.

        That is the name of its file; or else its path in the open folder, which is named too if
        there are several.
        """
        documents = self._documents.text_documents.values()
        others = {file_path(document.uri) for document in documents} - {path}
        if not any(other and other.name == path.name for other in others):
            return shown(Path(path.name))
        folders = self._folders()
        inside = [root for root in folders if path.is_relative_to(root)]
        several = len(folders) > 1 and inside
        return shown(Path(max(inside).name, self.local(path)) if several else self.local(path))

    def is_outside(self, path: Path) -> bool:
        """Whether a file is in none of the open folders; False if the client never named any."""
        folders = map(_without_dots, self._folders())
        inside = any(map(_without_dots(path).is_relative_to, folders))
        return self._documents.names_folders and not inside

    def _folders(self) -> list[Path]:
        folders = self._documents.folders.values()
        return [path for folder in folders if (path := file_path(folder.uri))]

    def close(self) -> None:
        """Wait for nobody any more who has a sentence before them."""
        for task in self._telling:
            task.cancel()

    def watching(self, uri: str, heard: Callable[[str], None]) -> AbstractContextManager[None]:
        """Have a function called with a document's text after every single change of it."""
        return self._documents.watching(uri, heard)

    async def lead(self, message: str, kind: types.MessageType, button: str) -> bool:
        """Show a sentence with a button for what to do next; return whether it was pressed.

        If the client's questions block the user, only the sentence is shown.
        """
        if self.shows_endings and self._asks:
            return await self.ask(message, [button], kind) == button
        self.tell(message, kind)
        return False

    async def ask(
        self,
        message: str,
        answers: Sequence[str],
        kind: types.MessageType = types.MessageType.Info,
        *,
        unasked: str | None = None,
    ) -> str | None:
        """Ask the user; return None if they dismiss it, `unasked` if the client cannot ask.

        Emacs answers with an error where they break the question off, or with an empty title.
        """
        if not self._asks:
            return unasked
        actions = [types.MessageActionItem(answer) for answer in answers]
        params = types.ShowMessageRequestParams(kind, message, actions)
        try:
            chosen = await self._server.window_show_message_request_async(params)
        except JsonRpcMethodNotFound:
            return unasked
        except JsonRpcException:
            return None
        return (chosen.title or None) if chosen else None

    async def replace(self, document: TextDocument, text: str, label: str) -> str | None:
        """Turn a document's text into another by one minimal edit; return why that was not done.

        The edit is for the version known now: a client that knows versions refuses it if the
        document has changed since.
        """
        edit = text_edit(document.source, text, self.encoding)
        versioned = self.knows_versions
        return await self.apply(
            workspace_edit(document.uri, document.version, edit, versioned=versioned), label
        )

    async def apply(self, edit: types.WorkspaceEdit, label: str) -> str | None:
        """Have the client apply an edit; return why it cannot or did not, None if it did."""
        if not self.can_apply:
            return messages.CANNOT_EDIT
        params = types.ApplyWorkspaceEditParams(edit, label)
        try:
            answer = await self._server.workspace_apply_edit_async(params)
        except JsonRpcInvalidParams:  # null, as of a script that returns nothing
            return messages.edit_refused(None)
        except JsonRpcException as error:
            return messages.edit_refused(error.message)
        if answer is None:  # neither a result nor an error
            return messages.edit_refused(None)
        return None if answer.applied else messages.edit_refused(answer.failure_reason)

    async def configuration(self, section: str) -> Any:  # noqa: ANN401  # JSON of the client's
        """Return the client's settings under a section; None if it cannot tell them."""
        if not self.can_configure:
            return None
        item = types.ConfigurationItem(section=section)
        try:
            answer = await self._server.workspace_configuration_async(
                types.ConfigurationParams([item])
            )
        except JsonRpcException:
            return None
        return answer[0] if answer else None

    async def show(self, uri: str, selection: types.Range) -> None:
        """Open a document for the user with a range selected, if the client can."""
        if self.can_show_documents:
            params = types.ShowDocumentParams(uri, take_focus=True, selection=selection)
            with contextlib.suppress(JsonRpcException):
                await self._server.window_show_document_async(params)

    def publish(self, uri: str, diagnostics: Sequence[types.Diagnostic]) -> None:
        """Show these diagnostics for a file, in place of earlier ones."""
        self._server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, list(diagnostics))
        )

    def progress(self, token: str) -> Progress:
        """Return a progress display; its token is used for no other."""
        return Progress(self._server, token, shown=self.can_progress)


def _without_dots(path: Path) -> Path:
    """Return a path as the system goes it: dots lead back from where a link leads to."""
    return Path(os.path.realpath(path)) if ".." in path.parts else path
