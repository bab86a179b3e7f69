"""Help with the first oracle (floor 8): ask, write it into the settings, and open these."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from lsprotocol import types

from nubbin.engine.oracles.files import read_regular, write_atomically
from nubbin.engine.vocabulary.errors import NubbinError, UsageError
from nubbin.server import oracle_messages
from nubbin.server.editor import Editor
from nubbin.server.question import Question
from nubbin.server.session_settings import SessionSettings
from nubbin.server.settings_files import place_for
from nubbin.server.settings_text import Added, with_oracle
from nubbin.server.templates import oracle_table, templates_for


class SetUp:
    """Sets up oracles; the question about a file can be put again, and is answered once."""

    def __init__(self, editor: Editor, settings: SessionSettings) -> None:
        self._editor = editor
        self._settings = settings
        self._tasks: set[asyncio.Task[None]] = set()
        self._open: dict[Path, Question] = {}
        """The questions that have not been answered, by file."""
        self._writing = asyncio.Lock()

    def start(self, path: Path) -> None:
        """Ask the user about an oracle for a file.

        An open question may be out of sight, so it is put once more; the first answer counts.

        Raises:
            UsageError: the settings hold mistakes, such as an oracle that is not complete.
        """
        if problems := self._settings.for_file(path).problems:
            raise UsageError(oracle_messages.mistakes(problems))
        task = asyncio.create_task(self._run(path))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Forget the open questions."""
        for task in self._tasks:
            task.cancel()

    async def _run(self, path: Path) -> None:
        await self._settings.settled()
        root = self._settings.for_file(path).root
        try:
            file, prefix = place_for(root)
        except OSError as error:
            self._failed(root, error)
            return
        templates = {template.title: template for template in templates_for(path)}
        name = self._editor.name_of(path)
        if question := self._open.get(path):
            question.put()
            return
        fitting = self._settings.for_file(path).oracles_for(path)
        words = oracle_messages.which_oracle(name, self._editor.local(file), fitting)
        self._open[path] = Question(self._editor, words, list(templates))
        try:
            answer = await self._open[path].answer()
        finally:
            del self._open[path]
        template = templates.get(answer or "")
        if template is None:
            await self._declined(path, name, file)
            return
        inside = path.relative_to(file.parent) if path.is_relative_to(file.parent) else path
        table = oracle_table(template, inside, prefix)
        try:
            async with self._writing:
                added = await self._add(
                    file, lambda text: with_oracle(text, table, path, root, prefix)
                )
        except (NubbinError, OSError) as error:
            self._failed(file, error)
            return
        await self._complete(path, name, file, _range(added, template.placeholder))

    async def _declined(self, path: Path, name: str, file: Path) -> None:
        """Tell a user who has not chosen which oracle is missing."""
        settings = self._settings.for_file(path)
        if fitting := settings.oracles_for(path):
            self._editor.tell(oracle_messages.no_other_oracle(name, fitting[0]))
            return
        words = oracle_messages.no_oracle(name, self._editor.local(file), settings.patterns)
        if await self._editor.lead(words, types.MessageType.Warning, oracle_messages.SET_UP):
            try:
                self.start(path)
            except UsageError as error:  # the user has begun to write one meanwhile
                self._editor.tell(str(error), types.MessageType.Error)

    async def _complete(self, path: Path, name: str, file: Path, place: types.Range) -> None:
        """Show the user what is to be completed."""
        await self._editor.show(file.as_uri(), place)
        entries = self._settings.for_file(path).entries_for(path)
        sent = next((entry.spec for entry in entries if entry.file is None), None)
        words = oracle_messages.complete_it(
            name, self._editor.local(file), place.start.line + 1, before=sent
        )
        if await self._editor.lead(words, types.MessageType.Info, oracle_messages.OPEN_SETTINGS):
            await self._editor.show(file.as_uri(), place)

    def _failed(self, place: Path, error: Exception) -> None:
        self._editor.tell(
            oracle_messages.no_settings_written(place, error), types.MessageType.Error
        )

    async def _add(self, file: Path, add: Callable[[str], Added]) -> Added:
        """Add a table to a file, new or not, by an edit if it is open."""
        document = self._editor.document(file.as_uri())
        if document is not None:
            added = add(document.source)
            if refusal := await self._editor.replace(document, added.text, "Set up an oracle"):
                raise UsageError(refusal)
            return added
        old = await asyncio.to_thread(_read, file)
        added = add(old.decode("utf-8", "surrogateescape"))
        content = added.text.encode("utf-8", "surrogateescape")
        await asyncio.to_thread(write_atomically, file, content)
        return added


def _range(added: Added, placeholder: str) -> types.Range:
    """Return the range of a placeholder in a new table; only ASCII stands before it in its line."""
    before = added.text[: added.text.index(placeholder, added.start)]
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    end = types.Position(line, column + len(placeholder))
    return types.Range(types.Position(line, column), end)


def _read(file: Path) -> bytes:
    try:
        return read_regular(file)
    except FileNotFoundError:
        return b""
