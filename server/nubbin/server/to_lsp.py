"""From values of ours to what clients understand (floor 7)."""

import os
from pathlib import Path

from lsprotocol.types import (
    CodeAction,
    Command,
    Diagnostic,
    DiagnosticSeverity,
    OptionalVersionedTextDocumentIdentifier,
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from nubbin.engine.vocabulary.difference import common_head, common_tail
from nubbin.server.offer import Offer
from nubbin.server.positions import position_at
from nubbin.server.settings import Problem


def tellable(path: Path) -> Path:
    """Return a path that every client can read, with U+FFFD for bytes that are not UTF-8."""
    return Path(os.fsencode(path).decode(errors="replace"))


def minimal_edit(old: str, new: str) -> tuple[int, int, str]:
    """Return the one smallest edit `(start, end, replacement)` that turns `old` into `new`.

    Offsets count characters of `old`. Neither end lies between a CR and its LF, which is no
    position in the protocol.
    """
    start = common_head(old, new)
    end = len(old) - common_tail(old, new, start)
    if old[start - 1 : start + 1] == "\r\n" and start:
        start -= 1
    if old[end - 1 : end + 1] == "\r\n" and end:
        end += 1
    return start, end, new[start : len(new) - (len(old) - end)]


def text_edit(old: str, new: str, encoding: PositionEncodingKind) -> TextEdit:
    """Return the one smallest edit of a document, in the client's positions."""
    start, end, replacement = minimal_edit(old, new)
    return TextEdit(
        Range(position_at(old, start, encoding), position_at(old, end, encoding)), replacement
    )


def workspace_edit(
    uri: str, version: int | None, edit: TextEdit, *, versioned: bool
) -> WorkspaceEdit:
    """Return an edit of one document.

    Args:
        uri: the document.
        version: the version that the edit was made for.
        edit: the edit itself.
        versioned: whether the client knows `documentChanges`.
    """
    if not versioned:
        return WorkspaceEdit(changes={uri: [edit]})
    identifier = OptionalVersionedTextDocumentIdentifier(uri=uri, version=version)
    return WorkspaceEdit(document_changes=[TextDocumentEdit(identifier, [edit])])


def command_for(offer: Offer, uri: str, chosen: Range) -> Command:
    """Return the command of an offer, with its one argument.

    Args:
        offer: made for a document.
        uri: the document.
        chosen: what is selected in it.
    """
    argument: dict[str, object] = {"uri": uri}
    if offer.oracle:
        argument["oracle"] = offer.oracle
    if offer.selection is not None:
        argument[offer.selection] = chosen
    return Command(offer.title, offer.command, arguments=[argument])


def code_action(offer: Offer, command: Command) -> CodeAction:
    """Return an offer with its command as a code action."""
    return CodeAction(offer.title, kind=offer.kind, command=command)


def diagnostic(problem: Problem) -> Diagnostic:
    """Return a mistake in the settings as a warning at its line."""
    line = (problem.line or 1) - 1
    return Diagnostic(
        Range(Position(line, 0), Position(line + 1, 0)),
        problem.message,
        severity=DiagnosticSeverity.Warning,
        source="nubbin",
    )
