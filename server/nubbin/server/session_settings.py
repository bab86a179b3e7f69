"""The settings of a session (floor 8): the files' and the client's, read when they change."""

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
"""Seconds that a client's settings are waited for; they are still taken over if they come later."""

_Stamp = tuple[tuple[int, int, int] | None, ...]


class SessionSettings:
    """The settings of each workspace root; mistakes in files are shown as diagnostics."""

    def __init__(self, editor: Editor) -> None:
        self._editor = editor
        self._initial: Mapping[str, object] = {}
        self._configured: Mapping[str, object] = {}
        self._loaded: dict[Path, tuple[_Stamp, Settings]] = {}
        self._published: dict[Path, set[Path]] = {}
        self._asking: asyncio.Task[None] | None = None
        self._settling: asyncio.Task[object] | None = None

    def initialize(self, table: Mapping[str, object]) -> None:
        """Take over the settings in the client's `initializationOptions`."""
        self._initial = _ours(table)
        self._loaded.clear()

    def refresh(self) -> None:
        """Ask the client for its configuration, if it can be asked; do not wait for the answer.

        The configuration overrides `initializationOptions`.
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
        """Wait until the client has answered, or has had enough time."""
        if self._settling:
            await asyncio.wait([self._settling])

    def close(self) -> None:
        """Stop waiting for an answer."""
        for task in (self._asking, self._settling):
            if task:
                task.cancel()

    async def _ask(self) -> None:
        self.configure(await self._editor.configuration(SECTION))

    def configure(self, table: object) -> None:
        """Take over the client's configuration."""
        self._configured = _ours(table) if isinstance(table, Mapping) else {}
        self._loaded.clear()

    def for_file(self, path: Path) -> Settings:
        """Return the settings for a file; they are loaded only if their files have changed.

        Roots with mistakes that are shown are checked again as well: if such a root has lost its
        settings, no file leads to it any more.
        """
        for root in [root for root, files in self._published.items() if files]:
            self._at(root)
        return self._at(find_root(path))

    def unsaved(self, path: Path) -> Path | None:
        """Return a settings file for a path that has unsaved changes in the editor, if any."""
        root = find_root(path)
        try:
            files = dict.fromkeys((root / OWN_FILE, place_for(root)[0]))
        except OSError:
            return None  # reported as a mistake in the settings
        return next(filter(self._is_unsaved, files), None)

    def _is_unsaved(self, file: Path) -> bool:
        """Whether the editor shows something else than what a file holds."""
        document = self._editor.document(file.as_uri())
        if document is None:
            return False
        try:
            saved = read_regular(file)
        except OSError:
            saved = b""
        return not may_show(document.source, saved)

    def _at(self, root: Path) -> Settings:
        """Return the settings of a root, and show their mistakes."""
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


def _ours(table: Mapping[str, object]) -> dict[str, object]:
    """Return the settings among what a client sends; a value of None counts as absent.

    Unknown keys are the client's own, such as the path of the server. But a key that is a slip of
    the pen away from one of ours is kept, so that it is reported as a mistake.
    """
    return {
        key: value
        for key, value in table.items()
        if value is not None and (key in TOP or any(is_slip(key, name) for name in TOP))
    }


def _stamp(file: Path) -> tuple[int, int, int] | None:
    """Return a value that differs once a file, or who may read it, has changed; None: no file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size
