"""The open documents, told apart by the bytes of their names (floor 8).

A name need not be UTF-8. pygls reads every byte that is not as U+FFFD, so it could take two
documents for the same, and confuse their texts.
"""

import contextlib
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import TextDocument, Workspace


def _key(uri: str) -> str:
    """Return a key that is the same for all spellings of a URI, and for no other URI."""
    return unquote(uri, errors="surrogateescape")


class Documents(Workspace):
    """The client's documents, as pygls keeps them, but under our keys."""

    names_folders = False
    """Whether the client has ever named a folder, if only one that is none of files."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # pygls' own
        super().__init__(*args, **kwargs)
        self._watchers: dict[str, Callable[[str], None]] = {}

    def opened(self, uri: str) -> TextDocument | None:
        """Return an open document; None if it is not open."""
        document: TextDocument | None = self.text_documents.get(_key(uri))
        return document

    @contextlib.contextmanager
    def watching(self, uri: str, heard: Callable[[str], None]) -> Iterator[None]:
        """Call a function with the text of a document after every single change of it."""
        self._watchers[_key(uri)] = heard
        try:
            yield
        finally:
            del self._watchers[_key(uri)]

    def is_watched(self, uri: str) -> bool:
        """Whether every single change of a document is looked at."""
        return _key(uri) in self._watchers

    def add_folder(self, folder: types.WorkspaceFolder) -> None:
        """Add a folder that the client names."""
        self.names_folders = True
        super().add_folder(folder)

    def put_text_document(
        self, text_document: types.TextDocumentItem, notebook_uri: str | None = None
    ) -> None:
        """Add a document that was opened; a notebook's cell is a document like any other.

        One whose URI cannot be read is none of a file, and so none that anything is done with.
        """
        new = text_document
        with contextlib.suppress(ValueError):
            self.text_documents[_key(new.uri)] = self._create_text_document(
                new.uri, new.text, new.version, new.language_id
            )

    def remove_text_document(self, doc_uri: str) -> None:
        """Forget a document that was closed."""
        self.text_documents.pop(_key(doc_uri), None)

    def update_text_document(
        self,
        text_doc: types.VersionedTextDocumentIdentifier,
        change: types.TextDocumentContentChangeEvent,
    ) -> None:
        """Change an open document."""
        document = self.text_documents[_key(text_doc.uri)]
        document.apply_change(change)
        document.version = text_doc.version
        if heard := self._watchers.get(_key(text_doc.uri)):
            heard(document.source)
