"""A file as a document of the protocol, without losing a byte."""

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
"""Our positions count characters, as Python does."""


def path_of(uri: str) -> Path:
    """Return the path of a file URI, whose bytes need not be UTF-8."""
    return Path(os.fsdecode(unquote_to_bytes(urlsplit(uri).path)))


@dataclass(slots=True)
class Document:
    """An open file; the version grows with every edit.

    The protocol carries characters, but the file holds bytes. UTF-8 is decoded as such, with its
    byte order mark; anything else as ISO 8859-1, in which every byte is a character.
    """

    uri: str
    text: str
    charset: str
    version: int = 1

    @classmethod
    def of(cls, file: Path, content: bytes) -> "Document":
        """Return the document of a file with this content."""
        try:
            text, charset = content.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, charset = content.decode("iso-8859-1"), "iso-8859-1"
        return cls(file.absolute().as_uri(), text, charset)

    @property
    def content(self) -> bytes:
        """The bytes of the document as a file."""
        return self.text.encode(self.charset)

    def range_of(self, span: Span) -> types.Range:
        """Return the range of a span of the content; its ends must be whole characters."""
        content = self.content
        before = (len(content[:end].decode(self.charset)) for end in span)
        start, end = (position_at(self.text, offset, ENCODING) for offset in before)
        return types.Range(start, end)

    def apply(self, version: int | None, edits: Sequence[types.TextEdit]) -> bool:
        """Apply edits made for a version; do nothing, and return False, if it is another one."""
        if version is not None and version != self.version:
            return False
        text = self.text
        spans = [
            (offset_at(text, edit.range.start, ENCODING), offset_at(text, edit.range.end, ENCODING))
            for edit in edits
        ]
        # From the last to the first, so that the offsets of those before stay valid.
        for (start, end), edit in sorted(
            zip(spans, edits, strict=True), key=lambda pair: pair[0], reverse=True
        ):
            text = text[:start] + edit.new_text + text[end:]
        self.text = text
        self.version += 1
        return True
