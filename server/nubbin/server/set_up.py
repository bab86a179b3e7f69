"""Help with the first oracle (floor 8): a question, a nubbin.toml, and the file opened."""

import asyncio
import tomllib
from pathlib import Path

from lsprotocol import types

from nubbin.engine.oracles.files import read_regular, write_atomically
from nubbin.engine.vocabulary.errors import NubbinError, UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.server import messages
from nubbin.server.editor import Editor
from nubbin.server.session_settings import SessionSettings
from nubbin.server.settings_files import place_for
from nubbin.server.templates import oracle_table, templates_for


class SetUp:
    """Sets up oracles, one question at a time for each file."""

    def __init__(self, editor: Editor, configuration: SessionSettings) -> None:
        self._editor = editor
        self._configuration = configuration
        self._asking: dict[Path, asyncio.Task[None]] = {}
        self._writing = asyncio.Lock()

    def start(self, path: Path) -> None:
        """Ask the user about an oracle for a file, unless that question is open."""
        if path not in self._asking:
            task = self._asking[path] = asyncio.create_task(self._run(path))
            task.add_done_callback(lambda _: self._asking.pop(path))

    def close(self) -> None:
        """Forget the open questions."""
        for task in self._asking.values():
            task.cancel()

    async def _run(self, path: Path) -> None:
        await self._configuration.settled()
        root = self._configuration.settings_for(path).root
        try:
            file, prefix = place_for(root)
        except OSError as error:
            self._editor.tell(messages.no_settings_written(root, error), types.MessageType.Error)
            return
        templates = {template.title: template for template in templates_for(path)}
        name = shown(Path(path.name))
        answer = await self._editor.ask(messages.which_oracle(name, file), list(templates))
        template = templates.get(answer or "")
        if template is None:
            others = self._configuration.settings_for(path).patterns
            words = messages.no_oracle(name, file, others)
            self._editor.tell(words, types.MessageType.Warning)
            return
        try:
            inside = path.relative_to(file.parent) if path.is_relative_to(file.parent) else path
            async with self._writing:
                line = await self._add(file, oracle_table(template, inside, prefix))
        except (NubbinError, OSError) as error:
            self._editor.tell(messages.no_settings_written(file, error), types.MessageType.Error)
            return
        await self._editor.show(file.as_uri(), line)
        self._editor.tell(messages.complete_it(name, file))

    async def _add(self, file: Path, table: str) -> int:
        """Write a new file, or add to the one there is, by an edit if it is open.

        Returns:
            The line, counted from 0, where the table begins.
        """
        document = self._editor.document(file.as_uri())
        if document is not None:
            new = _added(document.source, table)
            if await self._editor.replace(document, new, "Set up an oracle"):
                return _begins(new, table)
            raise OSError("the editor did not apply the edit")
        old = await asyncio.to_thread(_read, file)
        new = _added(old.decode("utf-8", "surrogateescape"), table)
        content = new.encode("utf-8", "surrogateescape")
        await asyncio.to_thread(write_atomically, file, content)
        return _begins(new, table)


def _begins(text: str, end: str) -> int:
    """Return the line, counted from 0, in which the end of a text begins."""
    return text[: len(text) - len(end)].count("\n")


def _read(file: Path) -> bytes:
    try:
        return read_regular(file)
    except FileNotFoundError:
        return b""


def _added(text: str, table: str) -> str:
    """Return a settings file with one more oracle at its end.

    Raises:
        UsageError: that is not TOML; the text has mistakes, or its oracles stand in one line.
    """
    if not text:
        return f"# Settings of nubbin, the test-case reducer.\n\n{table}"
    gap = "\n" if text.endswith("\n") else "\n\n"
    new = f"{text}{gap}{table}"
    try:
        tomllib.loads(new)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"with it, the file would not be valid TOML: {error}") from error
    return new
