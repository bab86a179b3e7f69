"""From the oracle's settings to what is executed (floor 3′: nothing is run here)."""

import os
import re
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.oracles.placeholders import PLACEHOLDER, check_spelling
from nubbin.engine.vocabulary.errors import OracleNotFound, UsageError

_ROOT = re.compile(r"(?<!\$)\{(workspace)\}|\$\{?NUBBIN_(WORKSPACE|FOLDER)\b\}?")
_OWN_VARIABLE = re.compile(r"\$\{?NUBBIN_(FILE|NAME|WORKSPACE)\b")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*=", re.ASCII)
_WORKED_OUT = ("`", "$(", "${")
_NOT_SIMPLE = frozenset(";|&<>()`\n#")
_ENDS_WORD = frozenset(" \t\n;|&<>()")
_EXPANDED = frozenset("$`*?[{~")
_RESERVED = frozenset(
    shlex.split("! { } case do done elif else esac fi for if in then until while")
)
_BUILT_IN = frozenset(
    shlex.split(
        ". : [ alias bg break cd command continue echo eval exec exit export false fg getopts"
        " hash jobs kill printf pwd read readonly return set shift test times trap true type"
        " ulimit umask unalias unset wait"
    )
)
_SHELLS = frozenset(("sh", "ash", "bash", "dash", "ksh", "mksh", "yash", "zsh", "busybox"))
_SHELL = "/bin/sh"


@dataclass(frozen=True, slots=True)
class Launch:
    """What a worker executes, and around it."""

    argv: tuple[str, ...]
    """The first word is an absolute path."""
    variables: dict[str, str]
    """Added to the environment."""


class Command:
    """An oracle's command whose first word was found to be a program."""

    def __init__(self, spec: OracleSpec, name: str) -> None:
        """Check the command, and see how the candidate's path gets into it.

        Args:
            spec: the oracle.
            name: the candidate's base name.

        Raises:
            UsageError: a placeholder stands in quotes or is misspelt, or there is no place for
                the path.
            OracleNotFound: the first word is no program that can be run.
        """
        self._folder = os.path.abspath(spec.folder)
        self._name = f"./{name}" if name.startswith("-") else name
        self._words = (
            self._of_string(spec.command, spec.persistent)
            if isinstance(spec.command, str)
            else self._of_words(spec.command, spec.persistent)
        )
        if any(m[1] == "workspace" for w in self._words for m in PLACEHOLDER.finditer(w)) or any(
            m[1] == "WORKSPACE" for w in self._words for m in _OWN_VARIABLE.finditer(w)
        ):
            _need_workspace(spec)
        self._in_shell = isinstance(spec.command, str)
        self.shell = self._in_shell or _is_shell(self._words[0])
        """Exit statuses are a shell's: 126, 127 and 128+n have a meaning."""

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

    def _of_words(self, command: tuple[str, ...], persistent: bool) -> tuple[str, ...]:
        if not command or not command[0]:
            raise UsageError("The oracle's command is empty. Give a program and its arguments.")
        # A word with blanks in it may be a script, whose braces are its own.
        check_spelling(word for word in command if not re.search(r"\s", word))
        words = list(command)
        if not persistent and not any(map(_names_candidate, words)):
            words.append("{file}")
        if not PLACEHOLDER.search(words[0]):
            words[0] = _program(words[0], self._folder)
        return tuple(words)

    def _of_string(self, command: str, persistent: bool) -> tuple[str, ...]:
        if not command.strip():
            raise UsageError("The oracle's command is empty. Give a shell command.")
        filled = _with_variables(command)
        if not persistent and not _names_candidate(filled):
            filled = f'{_simple(command)} "$NUBBIN_FILE"'
        start, end = _first_word(command)
        word = command[start:end]
        if word and _EXPANDED.isdisjoint(word) and not _ASSIGNMENT.match(word):
            word = shlex.split(word)[0]
            if word not in _RESERVED and word not in _BUILT_IN:
                _program(word, self._folder)
            if "/" in word and not word.startswith("/"):
                start = len(_with_variables(command[:start]))
                filled = f'{filled[:start]}"$NUBBIN_FOLDER"/{filled[start:]}'
        return (_SHELL, "-c", filled, "nubbin")


def programs_of(spec: OracleSpec) -> list[str]:
    """Return the files that a command runs, as far as its words tell; mistakes in it are passed.

    That is what the first word resolves to that is not the shell's own, and whatever a word gives
    the path of.
    """
    roots = {"workspace": str(spec.workspace or ""), "folder": str(spec.folder)}

    def root(found: re.Match[str]) -> str:
        return roots[(found[1] or found[2]).lower()]

    words = [_ROOT.sub(root, word) for word in _words(spec.command)]
    own = _RESERVED | _BUILT_IN
    first = next((w for w in words if w not in own and not _ASSIGNMENT.match(w)), "/")
    paths = [os.path.join(spec.folder, word) for word in words if "/" in word]
    if spec.isolation == "workspace":  # there a name without a folder is a file of its root
        paths += [os.path.join(spec.workspace or spec.folder, word) for word in words]
    named = paths if "/" in first else [shutil.which(first) or "", *paths]
    return [path for path in named if os.path.isfile(path)]


def out_of_reach(spec: OracleSpec, name: str) -> str:
    """Return what to do about a file that the command names and its scratch folder has not.

    Args:
        spec: the oracle.
        name: the candidate's, which is there.

    Returns:
        A sentence behind a space; empty if there is no such file.
    """
    for word in _words(spec.command)[1:] if spec.isolation == "scratch" else ():
        path = os.path.normpath(os.path.join(spec.folder, word))
        if word != name and not os.path.isabs(word) and os.path.isfile(path):
            return f" It runs in a scratch folder, where there is no {word}: write {path}."
    return ""


def _words(command: str | tuple[str, ...]) -> Sequence[str]:
    """Return a command's words without quotes, operators and comments."""
    if not isinstance(command, str):
        return command
    try:
        states = zip(command, _plain(command), strict=True)
    except UsageError:
        return command.split()
    blanked = (" " if s == "c" or (s == "p" and c in _ENDS_WORD) else c for c, s in states)
    return shlex.split("".join(blanked))


def _with_variables(command: str) -> str:
    """Return a shell command with a quoted variable for each placeholder.

    Raises:
        UsageError: a placeholder stands in quotes or is misspelt, or a quote is never closed.
    """
    plain = _plain(command)
    check_spelling(["".join(c if s == "p" else " " for c, s in zip(command, plain, strict=True))])
    pieces: list[str] = []
    last = 0
    for found in PLACEHOLDER.finditer(command):
        state = plain[found.start()]
        if state == "q":
            raise UsageError(
                f"The oracle's command has {found[0]} inside quotes: {command!r}. "
                f"Take it out of them: nubbin quotes what it puts there. Where only quotes will "
                f"do, write $NUBBIN_{found[1].upper()}."
            )
        if state == "p":
            pieces += command[last : found.start()], f'"$NUBBIN_{found[1].upper()}"'
            last = found.end()
    return "".join(pieces) + command[last:]


def _need_workspace(spec: OracleSpec) -> None:
    if spec.workspace is None:
        raise UsageError(
            "The oracle's command has {workspace}, but there is no workspace here. "
            "Write the path itself, or start from a workspace."
        )


def _names_candidate(text: str) -> bool:
    return bool(PLACEHOLDER.search(text) or _OWN_VARIABLE.search(text))


def _plain(command: str) -> str:
    """Return, character by character: p plain, q in quotes, e escaped, c in a comment.

    Raises:
        UsageError: a quote is never closed.
    """
    states: list[str] = []
    quote = ""
    escaped = comment = False
    for index, character in enumerate(command):
        if comment and character != "\n":
            states.append("c")
            continue
        comment = False
        if escaped:
            escaped = False
            states.append("q" if quote else "e")
        elif quote:
            states.append("q")
            if character == quote:
                quote = ""
            elif character == "\\" and quote == '"':
                escaped = True
        elif character in "'\"":
            quote = character
            states.append("q")
        elif character == "#" and (index == 0 or command[index - 1] in _ENDS_WORD):
            comment = True
            states.append("c")
        else:
            escaped = character == "\\"
            states.append("e" if escaped else "p")
    if quote or escaped:
        what = f"the quote {quote}" if quote else "its last backslash"
        raise UsageError(f"The oracle's command ends too early, after {what}: {command!r}.")
    return "".join(states)


def _first_word(command: str) -> tuple[int, int]:
    """Return where the first word after assignments starts and ends.

    An assignment itself is returned where no word of the same command follows, or where its
    value is the shell's to work out.
    """
    plain = _plain(command)
    end = 0
    while True:
        start = end
        while start < len(command) and (command[start].isspace() or plain[start] == "c"):
            start += 1
        end = start
        while end < len(command) and not (plain[end] == "p" and command[end] in _ENDS_WORD):
            end += 1
        word = command[start:end]
        alone = not command[end:].strip() or command[end] not in " \t"
        if alone or not _ASSIGNMENT.match(word) or any(mark in word for mark in _WORKED_OUT):
            return start, end


def _simple(command: str) -> str:
    """Return the command if a path can be put behind it.

    Raises:
        UsageError: it is more than one simple command.
    """
    command = command.rstrip(" \t\n")
    start, end = _first_word(command)
    word = command[start:end]
    if (
        word in _RESERVED
        or _ASSIGNMENT.match(word)
        or any(
            state in "pc" and character in _NOT_SIMPLE
            for character, state in zip(command, _plain(command), strict=True)
        )
    ):
        raise UsageError(
            f"The oracle's command is not a single simple command: {command!r}. "
            "Write {file} where the path of the candidate belongs."
        )
    return command


def _program(word: str, folder: str) -> str:
    """Return the absolute path of a program.

    Raises:
        OracleNotFound: it is missing, or cannot be executed.
    """
    if "/" not in word:
        found = shutil.which(word)
        if found is None:
            hint = f"Write ./{word} to" if os.path.isfile(os.path.join(folder, word)) else ""
            raise OracleNotFound(
                f"The oracle's program {word!r} is not on PATH. "
                + (f"{hint} run the one in {folder}." if hint else "Install it, or mend the name.")
            )
        return os.path.abspath(found)
    path = os.path.normpath(os.path.join(folder, word))
    if not os.path.exists(path):
        raise OracleNotFound(f"The oracle's program {path} does not exist. Mend its path.")
    if not os.path.isfile(path):
        raise OracleNotFound(f"The oracle's program {path} is not a file. Name a program.")
    if not os.access(path, os.X_OK):
        raise OracleNotFound(
            f"The oracle's program {path} is not executable. Run: chmod +x {shlex.quote(path)}"
        )
    interpreter = _interpreter(path)
    if interpreter and interpreter[-1].endswith("\r"):
        raise OracleNotFound(
            f"The oracle's program {path} has line ends of Windows, so that its first line names "
            f"a program that no system finds. Run: sed -i 's/\\r$//' {shlex.quote(path)}"
        )
    if interpreter and not shutil.which(interpreter[0]):
        raise OracleNotFound(
            f"The oracle's program {path} wants {interpreter[0]} in its first line, "
            "which does not exist. Mend that line, or install it."
        )
    return path


def _interpreter(path: str) -> list[str]:
    """Return the words behind a script's `#!`, or an empty list."""
    try:
        with open(path, "rb") as file:
            line = file.readline(512)
    except OSError:
        return []  # executable but not readable: no script
    words = re.split("[ \t\n]+", os.fsdecode(line[2:])) if line.startswith(b"#!") else []
    return [word for word in words if word]


def _is_shell(program: str) -> bool:
    """Return whether a program is a shell, or a shell's script."""
    words = [program, *_interpreter(program)] if os.path.isabs(program) else [program]
    return any(os.path.basename(word) in _SHELLS for word in words)
