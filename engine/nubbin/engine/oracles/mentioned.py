"""Files that an oracle's command names (floor 3′: nothing is run here)."""

import os
import re
import shutil

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.oracles.shell import ASSIGNMENT, BUILT_IN, RESERVED, words_of

_ROOT = re.compile(r"(?<!\$)\{(workspace)\}|\$\{?NUBBIN_(WORKSPACE|FOLDER)\b\}?")


def programs_of(spec: OracleSpec) -> list[str]:
    """Return the files that a command runs, as far as its words tell; mistakes in it are passed.

    That is what the first word resolves to that is not the shell's own, and whatever a word is the
    path of, from the oracle's folder or from the workspace: a command may go to either first.
    """
    roots = {"workspace": str(spec.workspace or ""), "folder": str(spec.folder)}

    def root(found: re.Match[str]) -> str:
        return roots[(found[1] or found[2]).lower()]

    words = [_ROOT.sub(root, word) for word in words_of(spec.command)]
    own = RESERVED | BUILT_IN
    first = next((w for w in words if w not in own and not ASSIGNMENT.match(w)), "/")
    folders = dict.fromkeys([spec.folder, spec.workspace or spec.folder])
    paths = [os.path.join(folder, word) for folder in folders for word in words]
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
    for word in words_of(spec.command)[1:] if spec.isolation == "scratch" else ():
        path = os.path.normpath(os.path.join(spec.folder, word))
        if word != name and not os.path.isabs(word) and os.path.isfile(path):
            return f" It runs in a scratch folder, where there is no {word}: write {path}."
    return ""
