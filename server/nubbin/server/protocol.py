"""The parts of the protocol that pygls lacks or does otherwise (floor 9).

Every request gets an answer, malformed ones too. Nothing is done before `initialize`, which is
accepted once. Documents are kept exactly as the client has them, form feeds included. `exit` ends
the connection; what the process does then is up to the transport.
"""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Generator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from cattrs import transform_error
from lsprotocol import types
from pygls.exceptions import FeatureNotificationError, JsonRpcException
from pygls.protocol import LanguageServerProtocol, lsp_method

from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.server.documents import Documents
from nubbin.server.positions import changed

_LOG = logging.getLogger(__name__)
_OF_ITSELF = ("capabilities", "clientInfo", "trace")
"""The parameters of `initialize` in which a client tells of itself."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """A message that is not one of the protocol."""

    id: int | str | None
    asks: bool
    """Whether it is a request, whose sender waits for an answer."""
    reason: str
    changes: str | None = None
    """The URI of the document of which it is a change."""
    jsonrpc: str = "2.0"


class Protocol(LanguageServerProtocol):
    """The protocol of a server that `build_server` makes."""

    ended: asyncio.Event | None = None
    """Set when the connection has ended; the transport creates it, and waits for it."""
    too_late: Callable[[str], None] = staticmethod(lambda answer: None)
    """Called with an answer that the user has chosen after its question was settled, or ended."""

    def take(self, message: bytes | str) -> None:
        """Handle a message in the form in which it arrived; whatever goes wrong is logged.

        Some editors send the bytes of a document that are not UTF-8 as they are. They are kept, as
        Python keeps them in names of files: whoever reads the document sees them.
        """
        if isinstance(message, bytes):
            message = message.decode("utf-8", "surrogateescape")
        try:
            read = json.loads(message, object_hook=self.structure_message)
        except (ValueError, RecursionError) as error:
            self._refuse_unread(f"This is not JSON: {error}", types.ErrorCodes.ParseError)
            return
        except Exception:
            _LOG.exception("A message could not be read")
            return
        try:
            self.handle_message(read)
        except Exception:
            _LOG.exception("A message could not be handled")

    def structure_message(self, data: dict[str, Any]) -> Any:  # noqa: ANN401  # pygls' own
        """Return the message, or a `Malformed` if pygls would drop it."""
        if "jsonrpc" in data:  # a whole message, not an object in one
            if data.get("error", "") is None:
                del data["error"]  # some clients send `null` with every answer
            if "method" in data:
                data.setdefault("params", None)  # also for methods that pygls does not know
            if data.get("method") == types.TEXT_DOCUMENT_DID_CHANGE:
                _drop_nulls(data)
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            what, where = _complaint(error.__cause__ or error)
            if data.get("method") == types.INITIALIZE and _dropped(data, where):
                return self.structure_message(data)
            reason = f"Malformed message: {what} at {where}."
            return Malformed(data.get("id"), "method" in data, reason, changes=_uri_of_change(data))

    def handle_message(self, message: Any) -> None:  # noqa: ANN401  # pygls' own
        """Handle a message, or refuse it if it is malformed or comes at the wrong time."""
        if isinstance(message, Malformed):
            code = types.ErrorCodes.InvalidParams
            self._refuse(message.id, message.reason, code, asks=message.asks)
            if message.changes and self._workspace:  # nobody knows its text any more
                self._workspace.remove_text_document(message.changes)
        elif not hasattr(message, "jsonrpc"):
            reason = "Not a JSON-RPC message; batches are not known."
            self._refuse_unread(reason, types.ErrorCodes.InvalidRequest)
        elif untimely := self._untimely(message):
            self._refuse(getattr(message, "id", None), *untimely)
        else:
            super().handle_message(message)

    def _untimely(self, message: Any) -> tuple[str, types.ErrorCodes] | None:  # noqa: ANN401  # pygls' own
        """Return why a message must not come now, and the error's code; None if it may."""
        method = getattr(message, "method", None)
        if self._workspace is None and method not in (types.INITIALIZE, types.EXIT):
            return "The server has not been initialized.", types.ErrorCodes.ServerNotInitialized
        if self._workspace is not None and method == types.INITIALIZE:
            return "The server has been initialized already.", types.ErrorCodes.InvalidRequest
        if self._shutdown and method is not None and hasattr(message, "id"):
            return "The server has been shut down.", types.ErrorCodes.InvalidRequest
        return None

    def _send_handler_result(self, future: Future[Any], *, msg_id: int | str) -> None:
        """Answer a request; if we refuse it, that is not logged as a fault."""
        error = None if future.cancelled() else future.exception()
        if isinstance(error, JsonRpcException):
            self._request_futures.pop(msg_id, None)
            self._send_response(msg_id, error=error.to_response_error())
        else:
            super()._send_handler_result(future, msg_id=msg_id)

    def _handle_response(
        self,
        msg_id: int | str,
        result: Any | None = None,  # noqa: ANN401  # pygls' own
        error: types.ResponseError | None = None,
    ) -> None:
        """Take an answer; if nobody waits for it any longer, tell the user who has chosen it."""
        asked = self._request_futures.get(msg_id)
        if asked is not None and asked.cancelled():
            del self._request_futures[msg_id]
            if isinstance(result, types.MessageActionItem) and result.title:
                self.too_late(result.title)
        else:
            super()._handle_response(msg_id, result, error)

    def _check_handler_result(self, future: Future[Any]) -> None:
        """If a notification failed, tell the user why in our own words; a fault is logged, too."""
        error = None if future.cancelled() else future.exception()
        if isinstance(error, Exception):
            if not isinstance(error, NubbinError):
                _LOG.error("A notification could not be handled", exc_info=error)
            self._server._report_server_error(error, FeatureNotificationError)

    def _refuse(
        self, number: int | str | None, reason: str, code: types.ErrorCodes, *, asks: bool = True
    ) -> None:
        """Refuse a message.

        Args:
            number: the message's id; a notification has none, and gets no answer.
            reason: a sentence for the client and the log.
            code: of the error.
            asks: whether it is a request; if it is an answer, it becomes this error.
        """
        _LOG.warning("%s", reason)
        if number is None:
            return
        error = types.ResponseError(code=code, message=reason)
        if asks:
            self._send_response(number, error=error)
        else:
            self._handle_response(number, error=error)

    def _refuse_unread(self, reason: str, code: types.ErrorCodes) -> None:
        """Refuse what may have been a request, of which no number is known."""
        _LOG.warning("%s", reason)
        error = types.ResponseError(code=code, message=reason)
        self._send_data({"jsonrpc": "2.0", "id": None, "error": error})

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        """Initialize the server; its documents are kept by `Documents`."""
        # pygls would stumble over roots that it cannot read; no more than a folder is made of one.
        root, params.root_uri, params.root_path = params.root_uri, None, None
        result = yield from super().lsp_initialize(params)
        folders = params.workspace_folders
        if root and not folders:  # clients that know no folders have a root
            folders = [types.WorkspaceFolder(root, "")]
        self._workspace = Documents(
            None,
            workspace_folders=folders,
            position_encoding=self.workspace.position_encoding,
        )
        return result

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Change a document as the client did; our `positions` interpret the ranges.

        Changes that come in one message are made at once, unless each is looked at.
        """
        uri = params.text_document.uri
        documents = self.workspace
        assert isinstance(documents, Documents)
        document = documents.opened(uri)
        if document is None:
            _LOG.warning("A change of %s is passed over: it is not open.", uri)
            return
        encoding = types.PositionEncodingKind(documents.position_encoding)
        changes = params.content_changes
        singly = documents.is_watched(uri)
        for together in [[change] for change in changes] if singly else [changes]:
            text = changed(document.source, together, encoding)
            whole = types.TextDocumentContentChangeWholeDocument(text)
            documents.update_text_document(params.text_document, whole)

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: object) -> Generator[Any, Any, None]:
        """Cancel what is not answered yet; pygls' own stumbles over what is so cancelled."""
        yield self.fm.features[types.SHUTDOWN], args, None
        for number, future in [*self._request_futures.items()]:
            if number != self.msg_id and not future.done():
                future.cancel()
        self._shutdown = True

    @lsp_method(types.EXIT)
    def lsp_exit(self, *args: object) -> Any:  # noqa: ANN401  # pygls' own
        """End this connection."""
        self._stop()

    def _stop(self) -> None:
        if self.ended:
            self.ended.set()

    @property
    def ended_well(self) -> bool:
        """Whether the client asked for a shutdown before it left."""
        return self._shutdown


def _drop_nulls(message: dict[str, Any]) -> None:
    """Leave out the ranges of a change that a client sends as `null`: it has none."""
    match message:
        case {"params": {"contentChanges": [*changes]}}:
            for change in changes:
                for key in ("range", "rangeLength"):
                    if isinstance(change, dict) and change.get(key, "") is None:
                        del change[key]


def _uri_of_change(message: dict[str, Any]) -> str | None:
    """Return the URI of the document that a message reports to be changed, None if it does not."""
    match message:
        case {
            "method": types.TEXT_DOCUMENT_DID_CHANGE,
            "params": {"textDocument": {"uri": str(uri)}},
        }:
            return uri
    return None


def _complaint(error: BaseException) -> tuple[str, str]:
    """Return the first mistake in a message, and the path of the key as it was sent."""
    what, _, where = transform_error(error, path="message")[0].partition(" @ ")
    return what, re.sub("_(.)", lambda found: found[1].upper(), where)


def _dropped(message: dict[str, Any], where: str) -> bool:
    """Take what cannot be read out of what a client says of itself; return whether it is of that.

    An older or a newer client may have values there that the protocol does not know.
    """
    _, *keys = re.sub(r"\[.*?]", "", where).split(".")
    if len(keys) < 2 or keys[0] != "params" or keys[1] not in _OF_ITSELF:
        return False
    path, inside = list[tuple[dict[str, Any], str]](), message
    for name in keys:
        if not isinstance(inside, dict):
            break
        path.append((inside, name))
        inside = inside.get(name, {})
    for holder, name in path[:0:-1]:  # what is missing makes what lacks it unreadable
        if name in holder:
            del holder[name]
            return True
    return False
