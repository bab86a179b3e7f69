"""The open documents, told apart by the bytes of their names (floor 8).

A name need not be UTF-8. pygls reads U+FFFD for each byte that is not, so that two documents
could be one to it, and the text of one would stand for the other's.
"""

from urllib.parse import unquote

from lsprotocol import types
from pygls.workspace import Workspace


def key(uri: str) -> str:
    """Return what the spellings of one URI, and no others, have in common."""
    return unquote(uri, errors="surrogateescape")


class Documents(Workspace):
    """What `pygls` keeps of a client's documents."""

    def put_text_document(
        self, text_document: types.TextDocumentItem, notebook_uri: str | None = None
    ) -> None:
        """Take a document that was opened; of notebooks nothing more is known than their cells."""
        self.text_documents[key(text_document.uri)] = self._create_text_document(
            text_document.uri, text_document.text, text_document.version, text_document.language_id
        )

    def remove_text_document(self, doc_uri: str) -> None:
        """Forget a document that was closed."""
        self.text_documents.pop(key(doc_uri), None)

    def update_text_document(
        self,
        text_doc: types.VersionedTextDocumentIdentifier,
        change: types.TextDocumentContentChangeEvent,
    ) -> None:
        """Change an open document."""
        document = self.text_documents[key(text_doc.uri)]
        document.apply_change(change)
        document.version = text_doc.version
