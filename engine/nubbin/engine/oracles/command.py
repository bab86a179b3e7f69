"""From the oracle's settings to what is executed (floor 3′: nothing is run here)."""

import os
import re
import shlex
from collections.abc import Iterable
from pathlib import Path

from nubbin.engine.oracles.launch import Launch
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.oracles.placeholders import PLACEHOLDER, check_spelling
from nubbin.engine.oracles.programs import is_shell, program, scripts_in
from nubbin.engine.oracles.shell import (
    ASSIGNMENT,
    BUILT_IN,
    RESERVED,
    Role,
    first_word,
    only_plain,
    roles_in,
    simple,
    words_of,
)
from nubbin.engine.vocabulary.errors import UsageError

_OWN_VARIABLE = re.compile(r"\$\{?NUBBIN_(FILE|NAME|WORKSPACE)\b")
_EXPANDED = frozenset("$`*?[{~")
_GIVEN = "what a shell is given to run"
_SCRIPT_LIKE = re.compile(r"""[\s;|&<>()$`'"\\]""")
_SHELL = "/bin/sh"


class Command:
    """An oracle's command whose first word was found to be a program."""

    def __init__(self, spec: OracleSpec, name: str) -> None:
        """Check the command, and find out how the candidate's path gets into it.

        Args:
            spec: the oracle.
            name: the candidate's base name.

        Raises:
            UsageError: a placeholder stands in quotes, in what may be a script, or is misspelt,
                or there is no place for the path.
            OracleNotFound: the first word is no program that can be run.
        """
        self._folder = os.path.abspath(spec.folder)
        self._name = f"./{name}" if name.startswith("-") else name
        self._words = (
            self._of_string(spec.command, persistent=spec.persistent)
            if isinstance(spec.command, str)
            else self._of_words(spec.command, persistent=spec.persistent)
        )
        if spec.workspace is None and any(map(_names_workspace, self._words)):
            raise UsageError(
                "The command has {workspace}, but there is no workspace here. "
                "Write the path itself, or start from a workspace."
            )
        self._in_shell = isinstance(spec.command, str)
        self.shell = self._in_shell or is_shell(self._words[0])
        """Whether exit statuses come from a shell, so that 126, 127 and 128+n have a meaning."""

    def launch(self, file: Path, workspace: Path | None) -> Launch:
        """Return what to execute when the candidate is at `file`.

        Args:
            file: absolute.
            workspace: what `{workspace}` names.
        """
        texts = {"file": str(file), "name": self._name, "workspace": str(workspace or "")}
        variables = {f"NUBBIN_{key.upper()}": text for key, text in texts.items() if text}
        variables["NUBBIN_FOLDER"] = self._folder
        if self._in_shell:
            return Launch(self._words, variables)
        argv = tuple(PLACEHOLDER.sub(lambda found: texts[found[1]], w) for w in self._words)
        return Launch(argv, variables)

    def _of_words(self, command: tuple[str, ...], *, persistent: bool) -> tuple[str, ...]:
        if not command or not command[0]:
            raise UsageError("The command is empty. Give a program and its arguments.")
        # A word with blanks in it may be a script, whose braces are its own.
        check_spelling(word for word in command if not re.search(r"\s", word))
        _keep_out(scripts_in(command), _GIVEN)
        _keep_out(filter(_may_be_script, command), "a word that may be a script")
        words = list(command)
        if not persistent and not any(map(_has_placeholder, words)):
            words.append("{file}")
        if not PLACEHOLDER.search(words[0]):
            words[0] = program(words[0], self._folder)
        return tuple(words)

    def _of_string(self, command: str, *, persistent: bool) -> tuple[str, ...]:
        if not command.strip():
            raise UsageError("The command is empty. Give a shell command.")
        filled = _with_variables(command)
        _keep_out(scripts_in(words_of(command)), _GIVEN)
        if not persistent and not _has_placeholder(filled):
            filled = f'{simple(command)} "$NUBBIN_FILE"'
        start, end = first_word(command)
        word = command[start:end].replace("\\\n", "")
        redirects = word.isdecimal() and command[end : end + 1] in ("<", ">")  # `2>&1 cc {file}`
        if word and not redirects and _EXPANDED.isdisjoint(word) and not ASSIGNMENT.match(word):
            word = shlex.split(word)[0]
            defined = command[end:].lstrip().startswith("(")  # a function of the command's own
            if not defined and word not in RESERVED and word not in BUILT_IN:
                program(word, self._folder)
            if "/" in word and not word.startswith("/"):
                start = len(_with_variables(command[:start]))
                filled = f'{filled[:start]}"$NUBBIN_FOLDER"/{filled[start:]}'
        return (_SHELL, "-c", filled, "nubbin")


def _with_variables(command: str) -> str:
    """Return a shell command with a quoted variable for each placeholder.

    Raises:
        UsageError: a placeholder stands in quotes or is misspelt, or a quote is never closed.
    """
    roles = roles_in(command)
    check_spelling([only_plain(command, roles)])
    pieces: list[str] = []
    last = 0
    for found in PLACEHOLDER.finditer(command):
        role = roles[found.start()]
        if role is Role.QUOTED:
            raise UsageError(
                f"The command has {found[0]} inside quotes: {command!r}. "
                "Take it out of them: nubbin quotes what it puts there. "
                f"Where only quotes will do, use single ones, and quote it inside: {_quoted(found)}"
            )
        if role is Role.PLAIN:
            pieces += command[last : found.start()], f'"$NUBBIN_{found[1].upper()}"'
            last = found.end()
    return "".join(pieces) + command[last:]


def _keep_out(scripts: Iterable[str], kind: str) -> None:
    """Refuse a placeholder in what may be run: a file's name would be run as well.

    Raises:
        UsageError: there is one; `kind` tells the user what it stands in.
    """
    for script in scripts:
        if found := PLACEHOLDER.search(script):
            raise UsageError(
                f"The command has {found[0]} in {kind}: {script!r}. "
                f"What a file is called would be run as well. Quote its variable: {_quoted(found)}"
            )


def _may_be_script(word: str) -> bool:
    """Whether a word has blanks or signs of a shell, whatever stands for its placeholders.

    Programs that run such a word are too many to be known: `perl -e`, `env -S`, `fish -c`.
    """
    return _SCRIPT_LIKE.search(PLACEHOLDER.sub("", word)) is not None


def _quoted(found: re.Match[str]) -> str:
    """Return an example of a script that uses a placeholder's variable, quoted."""
    return f"sh -c 'prog \"$NUBBIN_{found[1].upper()}\"'."


def _names_workspace(text: str) -> bool:
    found = (*PLACEHOLDER.finditer(text), *_OWN_VARIABLE.finditer(text))
    return any(each[1].lower() == "workspace" for each in found)


def _has_placeholder(text: str) -> bool:
    return bool(PLACEHOLDER.search(text) or _OWN_VARIABLE.search(text))
