"""Help with the first oracle (floor 8): ask, write it into the settings, and open these."""

import asyncio
import tomllib
from pathlib import Path

from lsprotocol import types

from nubbin.engine.oracles.files import read_regular, write_atomically
from nubbin.engine.vocabulary.errors import NubbinError, UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.server import messages
from nubbin.server.editor import Editor
from nubbin.server.question import Question
from nubbin.server.session_settings import SessionSettings
from nubbin.server.settings_files import place_for
from nubbin.server.templates import oracle_table, templates_for


class SetUp:
    """Sets up oracles; the question about a file can be put again, and is answered once."""

    def __init__(self, editor: Editor, configuration: SessionSettings) -> None:
        self._editor = editor
        self._configuration = configuration
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
        if problems := self._configuration.settings_for(path).problems:
            raise UsageError(messages.mistakes(problems))
        task = asyncio.create_task(self._run(path))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Forget the open questions."""
        for task in self._tasks:
            task.cancel()

    async def _run(self, path: Path) -> None:
        await self._configuration.settled()
        root = self._configuration.settings_for(path).root
        try:
            file, prefix = place_for(root)
        except OSError as error:
            self._failed(root, error)
            return
        templates = {template.title: template for template in templates_for(path)}
        name = shown(Path(path.name))
        if question := self._open.get(path):
            question.put()
            return
        words = messages.which_oracle(name, self._editor.local(file))
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
        try:
            async with self._writing:
                text = await self._add(file, oracle_table(template, inside, prefix))
        except (NubbinError, OSError) as error:
            self._failed(file, error)
            return
        await self._complete(name, file, _last(text, template.placeholder))

    async def _declined(self, path: Path, name: str, file: Path) -> None:
        """Tell a user who has not chosen which oracle is missing."""
        others = self._configuration.settings_for(path).patterns
        words = messages.no_oracle(name, self._editor.local(file), others)
        if await self._editor.lead(words, types.MessageType.Warning, messages.SET_UP):
            try:
                self.start(path)
            except UsageError as error:  # the user has begun to write one meanwhile
                self._editor.tell(str(error), types.MessageType.Error)

    async def _complete(self, name: str, file: Path, place: types.Range) -> None:
        """Show the user what is to be completed."""
        await self._editor.show(file.as_uri(), place)
        words = messages.complete_it(name, self._editor.local(file), place.start.line + 1)
        if await self._editor.lead(words, types.MessageType.Info, messages.OPEN_SETTINGS):
            await self._editor.show(file.as_uri(), place)

    def _failed(self, place: Path, error: Exception) -> None:
        self._editor.tell(messages.no_settings_written(place, error), types.MessageType.Error)

    async def _add(self, file: Path, table: str) -> str:
        """Add a table to a file, new or not, by an edit if it is open; return the file's text."""
        document = self._editor.document(file.as_uri())
        if document is not None:
            new = _added(document.source, table)
            if refusal := await self._editor.replace(document, new, "Set up an oracle"):
                raise UsageError(refusal)
            return new
        old = await asyncio.to_thread(_read, file)
        new = _added(old.decode("utf-8", "surrogateescape"), table)
        content = new.encode("utf-8", "surrogateescape")
        await asyncio.to_thread(write_atomically, file, content)
        return new


def _last(text: str, placeholder: str) -> types.Range:
    """Return the range of a placeholder's last occurrence; only ASCII stands before it there."""
    before = text[: text.rindex(placeholder)]
    line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
    end = types.Position(line, column + len(placeholder))
    return types.Range(types.Position(line, column), end)


def _read(file: Path) -> bytes:
    try:
        return read_regular(file)
    except FileNotFoundError:
        return b""


def _added(text: str, table: str) -> str:
    """Return the text of a settings file with one more oracle at its end.

    Raises:
        UsageError: that is not TOML, as the text has mistakes, or lists oracles in an array.
    """
    if not text:
        return f"# Settings of nubbin, the test-case reducer.\n\n{table}"
    gap = "\n" if text.endswith("\n") else "\n\n"
    new = f"{text}{gap}{table}"
    try:
        tomllib.loads(new)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"With it, the file would not be valid TOML: {error}.") from error
    return new
