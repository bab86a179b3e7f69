"""From a document's text to the bytes that the editor would save (floor 7).

A client sends characters, the oracle reads bytes, and only the editor knows how it turns the one
into the other: encoding, byte order mark, line ends. The saved file tells us: of the `Saving`s in
a fixed order, the first that turns the document's text into exactly the bytes on disk is the
editor's. ISO 8859-1 comes last, and any bytes are a text in it, so a client that wants every byte
kept sends what is not UTF-8 as ISO 8859-1 (our own does).

VS Code gives all lines of a document the same end, and so does Neovim if they end with CRLF. A
line that we send with another end would not be saved with it. So if all lines of a document end
with CRLF, a text in which a line ends otherwise is never put into it.

A document with unsaved changes equals no file; then byte order mark and line ends are taken from
the file, and the encoding has to be UTF-8.

Of a file that is not UTF-8, an editor may show replacement characters, or send the bytes as they
are, which are characters from U+DC80 to U+DCFF here. If it is as on disk, the file is known.
"""

import codecs
import contextlib
import re
from dataclasses import dataclass, replace
from io import StringIO
from typing import Final

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span


@dataclass(frozen=True, slots=True)
class Saving:
    """How an editor turns a document into a file."""

    encoding: str = "utf-8"
    mark: bytes = b""
    """The byte order mark that stands in the file but not in the document."""
    newline: str = "\n"
    """What the file has in place of each LF of the document."""
    crlf: bool = False
    """Whether every line of the document ends with CRLF, and so has to end every line we send."""

    def save(self, text: str) -> bytes:
        """Return the bytes of a document.

        Raises:
            UnicodeEncodeError: the encoding has no bytes for one of the characters.
        """
        if self.newline != "\n":
            text = text.replace("\n", self.newline)
        return self.mark + text.encode(self.encoding)

    def load(self, saved: bytes) -> str | None:
        """Return the document text that is saved as exactly these bytes; None if there is none."""
        try:
            text = saved.removeprefix(self.mark).decode(self.encoding)
        except UnicodeDecodeError:
            return None
        if self.newline != "\n":
            text = text.replace(self.newline, "\n")
        holds = self.save(text) == saved and (not self.crlf or _ends_with_crlf(text))
        return text if holds else None

    def span(self, text: str, start: int, end: int) -> Span:
        """Return the span in the file of the characters `[start, end)` of a document."""
        before = len(self.save(text[:start]))
        return Span(before, before + len(self.save(text[start:end])) - len(self.mark))


_SAVINGS = tuple(
    Saving(encoding, mark, newline)
    for newline in ("\n", "\r\n")
    for encoding, mark in (
        ("utf-8", b""),
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("utf-16-le", b""),
        ("utf-16-be", b""),
        ("cp1252", b""),
        ("iso-8859-1", b""),
    )
)
_LOSSY: Final = ("replace", "surrogateescape")
"""What may have become of bytes that are not UTF-8 on their way to us."""
_BYTE: Final = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Saved:
    """A document as a file."""

    content: bytes
    saving: Saving
    exact: bool = True
    """False: the document has other characters for bytes of the file that are not UTF-8."""

    @property
    def reducible(self) -> Span | None:
        """The bytes that a reduction may change: all (None), or those behind a byte order mark.

        The editor writes the mark again, so it could not save a result without it.
        """
        mark = len(self.saving.mark)
        return Span(mark, len(self.content)) if mark else None


def as_saved(text: str, disk: bytes | None, name: str) -> Saved:
    """Return a document as the file that its editor would make of it.

    Args:
        text: the document as the client sent it.
        disk: the saved file, None if there is none.
        name: names the document in messages.

    Raises:
        UsageError: the document cannot be saved, or it is not known how.
    """
    saved = _as_saved(text, disk, name)
    return replace(saved, saving=replace(saved.saving, crlf=all_crlf(text)))


def _as_saved(text: str, disk: bytes | None, name: str) -> Saved:
    if disk is not None:
        for saving in _SAVINGS:
            if saving.load(disk) == text:
                return Saved(disk, saving)
        if text in (disk.decode("utf-8", errors) for errors in _LOSSY):
            return Saved(disk, Saving(), exact=False)
    if odd := _BYTE.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        raise UsageError(
            f"{name} has unsaved changes, and in line {line} a byte that is not UTF-8 or half a "
            "character, so that it is not known what would be saved. Save it and try again, or use "
            "`nubbin reduce`."
        )
    saving = _like(disk, text, name)
    try:
        return Saved(saving.save(text), saving)
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        code = f"U+{ord(text[error.start]):04X}"
        raise UsageError(
            f"{name} cannot be saved as {saving.encoding}: line {line} holds {code}, half a "
            "character. Remove it, then try again."
        ) from error


def may_show(text: str, disk: bytes) -> bool:
    """Whether a document without unsaved changes may be what an editor shows of a file.

    The editor may have read the file in any encoding, hide a byte order mark, give all lines the
    same end, and add an end to the last one (of an empty file, some show a line end alone).
    """
    shown = _without_ends(text)
    readings = dict.fromkeys((saving.encoding, "strict") for saving in _SAVINGS)
    for encoding, errors in (*readings, *(("utf-8", errors) for errors in _LOSSY)):
        with contextlib.suppress(UnicodeDecodeError):
            if _without_ends(disk.decode(encoding, errors)) == shown:
                return True
    return False


def _without_ends(text: str) -> str:
    """Return a text without a byte order mark or a last line end, its lines separated by LF."""
    return StringIO(text.removeprefix("\ufeff"), newline=None).read().removesuffix("\n")


def all_crlf(text: str) -> bool:
    """Whether a text has line ends, and every one is CRLF."""
    return "\r\n" in text and _ends_with_crlf(text)


def _ends_with_crlf(text: str) -> bool:
    """Whether every line end of a text is CRLF; true of a text without any."""
    return text.count("\n") == text.count("\r") == text.count("\r\n")


def _like(disk: bytes | None, text: str, name: str) -> Saving:
    """Return how a document with unsaved changes will be saved, judging by its file."""
    if not disk:
        return Saving()
    marked = (saving for saving in _SAVINGS if saving.mark and disk.startswith(saving.mark))
    like = Saving() if text.startswith("\ufeff") else next(marked, Saving())
    try:
        plain = disk.removeprefix(like.mark).decode(like.encoding)
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{name} is not UTF-8 on disk, and it has unsaved changes or the editor shows it in an "
            "encoding that nubbin does not know, so that it cannot tell how a result would be "
            "saved. Save it, then try again. If that does not help, reduce a copy in UTF-8, or use "
            "`nubbin reduce`."
        ) from error
    breaks = plain.count("\n")
    dos = 0 < breaks == plain.count("\r\n") and "\r" not in text
    return replace(like, newline="\r\n" if dos else "\n")
