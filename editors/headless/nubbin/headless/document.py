"""A file as a document that both sides can edit, without losing a byte."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote_to_bytes, urlsplit

from lsprotocol import types

from nubbin.engine.vocabulary.text import Span
from nubbin.server.positions import offset_at, position_at

ENCODING: Final = types.PositionEncodingKind.Utf32
"""What our positions count: characters, as Python does."""


def path_of(uri: str) -> Path:
    """Return the file that a URI of the server's leads to, whatever bytes its name is made of."""
    return Path(os.fsdecode(unquote_to_bytes(urlsplit(uri).path)))


@dataclass(slots=True)
class Document:
    """An open file; the version grows with every edit.

    The protocol carries characters, the file holds bytes. UTF-8 is taken as it is, byte
    order mark and all; anything else goes as ISO 8859-1, in which every byte is a character.
    """

    uri: str
    text: str
    charset: str
    version: int = 1

    @classmethod
    def of(cls, file: Path, content: bytes) -> "Document":
        """Open a file that holds these bytes."""
        try:
            text, charset = content.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, charset = content.decode("iso-8859-1"), "iso-8859-1"
        return cls(file.absolute().as_uri(), text, charset)

    @property
    def content(self) -> bytes:
        """The bytes that the file would hold now."""
        return self.text.encode(self.charset)

    def range_of(self, span: Span) -> types.Range:
        """Return where whole characters of the file stand in the document."""
        content = self.content
        before = (len(content[:end].decode(self.charset)) for end in span)
        start, end = (position_at(self.text, offset, ENCODING) for offset in before)
        return types.Range(start, end)

    def apply(self, version: int | None, edits: Sequence[types.TextEdit]) -> bool:
        """Apply edits made for a version; False, and nothing is done, if it is not this one."""
        if version is not None and version != self.version:
            return False
        text = self.text
        spans = [
            (offset_at(text, edit.range.start, ENCODING), offset_at(text, edit.range.end, ENCODING))
            for edit in edits
        ]
        # From the last to the first: what comes before an edit stays where it was.
        for (start, end), edit in sorted(
            zip(spans, edits, strict=True), key=lambda pair: pair[0], reverse=True
        ):
            text = text[:start] + edit.new_text + text[end:]
        self.text = text
        self.version += 1
        return True
