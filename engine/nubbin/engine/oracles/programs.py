"""From a word of a command to the program that it names (floor 3′: nothing is run here)."""

import os
import re
import shlex
import shutil
from collections.abc import Iterator, Sequence
from itertools import chain, islice, takewhile

from nubbin.engine.vocabulary.errors import OracleNotFound

_SHELLS = frozenset(("sh", "ash", "bash", "dash", "ksh", "mksh", "yash", "zsh", "busybox"))
_WITH_OPERAND = re.compile("[-+][A-Za-z]*[oO]|--(rc|init-)file")
"""The options of a shell whose operand is the next word: `pipefail` in `bash -euo pipefail -c`."""


def program(word: str, folder: str) -> str:
    """Return the absolute path of a program.

    Raises:
        OracleNotFound: the program is missing, or cannot be executed.
    """
    if "/" not in word:
        found = shutil.which(word)
        if found is None:
            is_here = os.path.isfile(os.path.join(folder, word))
            here = f"Write ./{word} to run the one in {folder}."
            advice = here if is_here else "Install it, or mend the name."
            raise OracleNotFound(f"The program {word!r} is not on PATH. {advice}")
        return os.path.abspath(found)
    path = os.path.normpath(os.path.join(folder, word))
    if not os.path.exists(path):
        raise OracleNotFound(f"The program {path} does not exist. Mend its path.")
    if not os.path.isfile(path):
        raise OracleNotFound(f"The program {path} is not a file. Name a program.")
    if not os.access(path, os.X_OK):
        raise OracleNotFound(
            f"The program {path} is not executable. Run: chmod +x {shlex.quote(path)}"
        )
    words = interpreter(path)
    if words and words[-1].endswith("\r"):
        raise OracleNotFound(
            f"The program {path} has line ends of Windows, so that its first line names "
            f"a program that no system finds. Run: sed -i 's/\\r$//' {shlex.quote(path)}"
        )
    if words and not shutil.which(words[0]):
        raise OracleNotFound(
            f"The program {path} wants {words[0]} in its first line, "
            "which does not exist. Mend that line, or install it."
        )
    return path


def is_shell(program: str) -> bool:
    """Return whether a program is a shell or a shell script."""
    words = [program, *interpreter(program)] if os.path.isabs(program) else [program]
    return any(os.path.basename(word) in _SHELLS for word in words)


def scripts_in(words: Sequence[str]) -> Iterator[str]:
    """Yield the scripts among a command's words: what a shell is given to run, as by `sh -c`."""
    for place, word in enumerate(words):
        if os.path.basename(word) in _SHELLS:
            rest, is_given = iter(words[place + 1 :]), False
            for option in takewhile(lambda each: each != "--", rest):
                if option[:1] not in ("-", "+"):
                    rest = chain((option,), rest)
                    break
                is_given = is_given or re.fullmatch("-[A-Za-z]*c[A-Za-z]*", option) is not None
                if _WITH_OPERAND.fullmatch(option):
                    next(rest, None)
            if is_given:
                yield from islice(rest, 1)


def interpreter(path: str) -> list[str]:
    """Return the words behind a script's `#!`, or an empty list."""
    try:
        with open(path, "rb") as file:
            line = file.readline(512)
    except OSError:
        return []  # executable but not readable: no script
    words = re.split("[ \t\n]+", os.fsdecode(line[2:])) if line.startswith(b"#!") else []
    return [word for word in words if word]
