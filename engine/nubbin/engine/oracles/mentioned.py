"""Files that an oracle's command names (floor 3′: nothing is run here)."""

import hashlib
import os
import re
import shutil
from collections.abc import Iterator

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.oracles.shell import ASSIGNMENT, BUILT_IN, RESERVED, words_of

_VARIABLE = re.compile(r"(?<!\$)(\{workspace\})|\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})", re.ASCII)


def programs_of(spec: OracleSpec) -> list[str]:
    """Return the files that a command may run, as far as its words tell; ignore mistakes in it.

    These are the programs that words name which are not the shell's own (`timeout 5 cc` has two),
    and every file whose path is a word, or the end of one (`--rules=FILE`), from the oracle's
    folder, the workspace or a folder that the command names, as the command may change to any of
    these first. A word may itself be a command for another shell; its words count too.
    """
    own = RESERVED | BUILT_IN
    words = list(dict.fromkeys(path for word in _filled_in(spec) for path in _paths_in(word)))
    programs = [shutil.which(word) or "" for word in words if "/" not in word and word not in own]
    roots = dict.fromkeys(map(str, [spec.folder, spec.workspace or spec.folder]))
    below = [os.path.join(root, word) for root in roots for word in words]
    folders = [path for path in below if os.path.isdir(path)]
    paths = [*below, *(os.path.join(folder, word) for folder in folders for word in words)]
    return [path for path in dict.fromkeys((*programs, *paths)) if os.path.isfile(path)]


def _paths_in(word: str) -> Iterator[str]:
    """Yield a word, and its end where that may be a path: `--rules=FILE`, `-r/FILE`, `A=FILE`."""
    yield os.path.expanduser(word)
    _, sign, behind = word.partition("=")
    if sign:
        yield os.path.expanduser(behind)
    elif word.startswith("-") and "/" in word:
        yield word[word.index("/") :]


def digests_of(spec: OracleSpec) -> tuple[str, ...]:
    """Return the SHA-256 of each file of `programs_of` once, or its path if it cannot be read."""
    return tuple(dict.fromkeys(map(_digest, programs_of(spec))))


def _digest(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return path


def _filled_in(spec: OracleSpec) -> list[str]:
    """Return a command's words, and the words in these, with the known variables filled in."""
    folder, workspace = str(spec.folder), str(spec.workspace or "")
    known = {"{workspace}": workspace, "NUBBIN_WORKSPACE": workspace, "NUBBIN_FOLDER": folder}

    def value(found: re.Match[str]) -> str:
        name = found[found.lastindex or 0]
        return known.get(name, os.environ.get(name, found[0]))

    words: list[str] = []
    for outer in words_of(spec.command):
        for word in dict.fromkeys([outer, *words_of(outer)]):
            words.append(_VARIABLE.sub(value, word))
            if ASSIGNMENT.match(words[-1]):
                name, _, text = words[-1].partition("=")
                known[name] = text
    return words
