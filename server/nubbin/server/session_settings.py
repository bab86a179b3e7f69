"""The settings of a session (floor 8): files and the client's wishes, read when they change."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.files import read_regular
from nubbin.engine.vocabulary.nearest import is_slip
from nubbin.server.editor import Editor
from nubbin.server.saving import may_show
from nubbin.server.settings import Problem, Settings, load
from nubbin.server.settings_fields import TOP
from nubbin.server.settings_files import OWN_FILE, SHARED_FILE, find_root, place_for
from nubbin.server.to_lsp import diagnostic

SECTION: Final = "nubbin"
_ANSWERING: Final = 2.0
"""Seconds in which a client says what it has set; who says it later is heard, not waited for."""

_Stamp = tuple[tuple[int, int] | None, ...]


class SessionSettings:
    """Settings by workspace root; mistakes in files are shown as diagnostics."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._initial: Mapping[str, object] = {}
        self._configured: Mapping[str, object] = {}
        self._loaded: dict[Path, tuple[_Stamp, Settings]] = {}
        self._published: dict[Path, set[Path]] = {}
        self._asking: asyncio.Task[None] | None = None
        self._settling: asyncio.Task[object] | None = None

    def initialize(self, table: Mapping[str, object]) -> None:
        """Take over the settings that the client begins with."""
        self._initial = table
        self._loaded.clear()

    def refresh(self) -> None:
        """Begin to ask the client for its configuration, which wins over initializationOptions.

        One that cannot be asked is not.
        """
        self.close()
        if self._editor.can_configure:
            self._asking = asyncio.create_task(self._ask())
            answered = asyncio.wait([self._asking], timeout=_ANSWERING)
            self._settling = asyncio.create_task(answered)

    @property
    def is_settled(self) -> bool:
        """Whether there is no answer to wait for."""
        return self._settling is None or self._settling.done()

    async def settled(self) -> None:
        """Return when there is none: the client has answered, or had time enough."""
        if self._settling:
            await asyncio.wait([self._settling])

    def close(self) -> None:
        """Wait for no answer any more."""
        for task in (self._asking, self._settling):
            if task:
                task.cancel()

    async def _ask(self) -> None:
        self.configure(await self._editor.configuration(SECTION))

    def configure(self, table: object) -> None:
        """Take over the client's configuration; None values mean nothing.

        Keys that are none of ours are the client's own, such as where it finds the server; but one
        that is a slip away from ours is meant for us, and told as a mistake.
        """
        given = table if isinstance(table, Mapping) else {}
        self._configured = {
            key: value
            for key, value in given.items()
            if value is not None and (key in TOP or any(is_slip(key, name) for name in TOP))
        }
        self._loaded.clear()

    def settings_for(self, path: Path) -> Settings:
        """Return what holds for a file; loads settings only if their files have changed.

        Where mistakes are shown it looks again as well: that root may have no settings any more,
        so that no file leads to it.
        """
        for root in [root for root, files in self._published.items() if files]:
            self._at(root)
        return self._at(find_root(path))

    def unsaved(self, path: Path) -> Path | None:
        """Return a settings file of a file's that the editor shows otherwise than it is on disk."""
        root = find_root(path)
        try:
            files = dict.fromkeys((root / OWN_FILE, place_for(root)[0]))
        except OSError:
            return None  # a mistake, and told as such
        return next(filter(self._is_unsaved, files), None)

    def _is_unsaved(self, file: Path) -> bool:
        """Whether the editor shows something else than a file holds."""
        document = self._editor.document(file.as_uri())
        if document is None:
            return False
        try:
            saved = read_regular(file)
        except OSError:
            saved = b""
        return not may_show(document.source, saved)

    def _at(self, root: Path) -> Settings:
        """Return what holds at a root, and show its mistakes."""
        stamp = tuple(_stamp(root / name) for name in (OWN_FILE, SHARED_FILE))
        known = self._loaded.get(root)
        if known and known[0] == stamp:
            return known[1]
        settings = load(root, {**self._initial, **self._configured})
        self._loaded[root] = stamp, settings
        self._publish(root, settings.problems)
        return settings

    def _publish(self, root: Path, problems: tuple[Problem, ...]) -> None:
        """Show the mistakes in files at their lines."""
        by_file: dict[Path, list[Problem]] = {}
        for problem in problems:
            if problem.file:
                by_file.setdefault(problem.file, []).append(problem)
        for file in self._published.get(root, set()) - set(by_file):
            by_file[file] = []
        for file, found in by_file.items():
            self._editor.publish(file.as_uri(), [diagnostic(problem) for problem in found])
        self._published[root] = {file for file, found in by_file.items() if found}


def _stamp(file: Path) -> tuple[int, int] | None:
    """Return what changes when a file does."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
