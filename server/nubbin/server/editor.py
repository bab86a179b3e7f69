"""The client, as the jobs see it (floor 8): what it can do is checked here, once."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from nubbin.server import messages
from nubbin.server.documents import key
from nubbin.server.from_lsp import file_path
from nubbin.server.progress import Progress
from nubbin.server.to_lsp import text_edit, workspace_edit

EVENT: Final = "nubbin/event"


class Editor:
    """The client of a server; every method may be called at any time after `initialize`."""

    def __init__(self, server: LanguageServer) -> None:
        self._server = server
        self.shows_endings = False
        """Whether it tells the user by itself how a job ended, from the event `finished`.

        Its questions are in nobody's way, and it cuts a sentence that has no button.
        """

    @property
    def encoding(self) -> types.PositionEncodingKind:
        """What positions count."""
        return types.PositionEncodingKind(self._server.workspace.position_encoding)

    @property
    def can_progress(self) -> bool:
        """Whether it shows progress."""
        window = self._server.client_capabilities.window
        return bool(window and window.work_done_progress)

    @property
    def can_show_documents(self) -> bool:
        """Whether it opens a document for the user when asked to."""
        window = self._server.client_capabilities.window
        return bool(window and window.show_document and window.show_document.support)

    @property
    def can_configure(self) -> bool:
        """Whether it can be asked for its settings."""
        workspace = self._server.client_capabilities.workspace
        return bool(workspace and workspace.configuration)

    @property
    def _edit(self) -> types.WorkspaceEditClientCapabilities:
        workspace = self._server.client_capabilities.workspace
        known = workspace.workspace_edit if workspace else None
        return known or types.WorkspaceEditClientCapabilities()

    @property
    def knows_versions(self) -> bool:
        """Whether it refuses an edit that was made for what a document held before."""
        return bool(self._edit.document_changes)

    @property
    def can_apply(self) -> bool:
        """Whether it applies edits at all."""
        workspace = self._server.client_capabilities.workspace
        return bool(workspace and workspace.apply_edit)

    def document(self, uri: str) -> TextDocument | None:
        """Return an open document, None if it is not open."""
        documents: dict[str, TextDocument] = self._server.workspace.text_documents
        return documents.get(key(uri))

    def tell(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show a sentence to the user."""
        self._server.window_show_message(types.ShowMessageParams(kind, message))

    def event(self, name: str, /, **fields: object) -> None:
        """Tell clients that know nubbin what goes on."""
        self._server.protocol.notify(EVENT, {"event": name, **fields})

    def local(self, path: Path) -> Path:
        """Return a path as the user sees it, from the folder that is open, if it is in one."""
        folders = self._server.workspace.folders.values()
        roots = [root for folder in folders if (root := file_path(folder.uri))]
        inside = [path.relative_to(root) for root in roots if path.is_relative_to(root)]
        return min(inside, key=lambda it: len(it.parts), default=path)

    async def lead(self, message: str, kind: types.MessageType, button: str) -> bool:
        """Show a sentence with a button for what to do next; return whether it was pressed.

        Just the sentence where a question would stand in the user's way.
        """
        if self.shows_endings:
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
        """Put a question to the user; None if it was dismissed, `unasked` if it cannot be put."""
        actions = [types.MessageActionItem(answer) for answer in answers]
        params = types.ShowMessageRequestParams(kind, message, actions)
        try:
            chosen = await self._server.window_show_message_request_async(params)
        except JsonRpcException:
            return unasked
        return chosen.title if chosen else None

    async def replace(self, document: TextDocument, text: str, label: str) -> str | None:
        """Turn a document's text into another by one minimal edit; return why that was not done.

        The edit is for the version known now: a client that has moved on, and knows versions,
        refuses it.
        """
        edit = text_edit(document.source, text, self.encoding)
        versioned = self.knows_versions
        return await self.apply(
            workspace_edit(document.uri, document.version, edit, versioned=versioned), label
        )

    async def apply(self, edit: types.WorkspaceEdit, label: str) -> str | None:
        """Have an edit applied; return why the client cannot or would not, None if it did."""
        if not self.can_apply:
            return messages.CANNOT_EDIT
        params = types.ApplyWorkspaceEditParams(edit, label)
        try:
            answer = await self._server.workspace_apply_edit_async(params)
        except JsonRpcException as error:
            return messages.edit_refused(error.message)
        return None if answer.applied else messages.edit_refused(answer.failure_reason)

    async def configuration(self, section: str) -> Any:  # noqa: ANN401  # JSON of the client's
        """Return what the client has set under a section; None if it cannot tell."""
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
        """Open a document for the user with something selected, if the client can."""
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
        """Return a progress display under a token that is used once."""
        return Progress(self._server, token, shown=self.can_progress)
