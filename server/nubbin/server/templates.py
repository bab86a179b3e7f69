"""Oracles to begin with, by language (floor 8): data, as the text of a nubbin.toml."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final


@dataclass(frozen=True, slots=True)
class Template:
    """One way to tell interesting texts, for the user to complete."""

    title: str
    """What the user chooses it by."""
    body: str
    """Lines of an `[[oracle]]` but `files`."""


OWN: Final = Template(
    "A command of my own",
    """\
# Interesting while this command exits with 0; {file} is the candidate's path.
command = "./still-interesting.sh {file}"
# Or look at what it does instead; all conditions given must hold:
# exit_code = "nonzero"    # a number, "nonzero" or "signal"
# stderr = "a regular expression"
# timeout = 10             # seconds
""",
)


def _crash(compiler: str, flags: str, message: str) -> Template:
    return Template(
        f"{compiler} crashes",
        f"""\
# Interesting while {compiler} breaks down with this message. Put the function's name into
# it, so that no other crash is taken for yours.
command = "{compiler} {flags} {{file}}"
stderr = "{message}"
""",
    )


def _fails(program: str, title: str, message: str, stream: str = "stderr") -> Template:
    return Template(
        title,
        f"""\
# Interesting while the program fails with this message. Put your own message into it.
command = "{program} {{file}}"
exit_code = "nonzero"
{stream} = "{message}"
timeout = 10
""",
    )


_C: Final = (
    _crash("gcc", "-O2 -c", "internal compiler error: in "),
    _crash("clang", "-O2 -c", "Stack dump:|Assertion .* failed"),
)
_CPP: Final = (
    _crash("g++", "-O2 -c", "internal compiler error: in "),
    _crash("clang++", "-O2 -c", "Stack dump:|Assertion .* failed"),
)
_JAVASCRIPT: Final = (_fails("node", "node fails", "Error: "),)

BY_SUFFIX: Final[Mapping[str, tuple[Template, ...]]] = {
    ".c": _C,
    ".h": _C,
    ".cc": _CPP,
    ".cpp": _CPP,
    ".cxx": _CPP,
    ".hpp": _CPP,
    ".py": (_fails("python3", "Python raises", "Error: "),),
    ".js": _JAVASCRIPT,
    ".mjs": _JAVASCRIPT,
    ".cjs": _JAVASCRIPT,
    ".ts": (
        # What it complains of is its output; `npx` would look for it in the scratch folder.
        _fails("{workspace}/node_modules/.bin/tsc --noEmit", "tsc fails", "error TS", "stdout"),
    ),
    ".rs": (_crash("rustc", "--emit=metadata", "internal compiler error|panicked at"),),
    ".go": (_fails("go run", "Go panics", "panic: "),),
    ".java": (_fails("java", "Java throws", "Exception in thread"),),
    ".sh": (_fails("bash", "bash fails", "error"),),
    ".rb": (_fails("ruby", "Ruby raises", "Error"),),
}


def templates_for(path: Path) -> tuple[Template, ...]:
    """Return the templates that suit a file, the general one last."""
    return (*BY_SUFFIX.get(path.suffix.lower(), ()), OWN)


def oracle_table(template: Template, path: PurePath, prefix: str = "") -> str:
    """Return an `[[oracle]]` for one file, ready to be completed.

    It is for no file of another name, lest one that has an oracle be offered a second. It has no
    name: there may be others of the same template, and names tell oracles apart.

    Args:
        template: what it looks for.
        path: the file it is for, from the root of the settings.
        prefix: of the table's name, such as `tool.nubbin.`.
    """
    pattern = re.sub(r"([*?\[{])", r"[\1]", path.as_posix())
    if pattern.startswith("!"):
        pattern = f"/{pattern}"
    # What TOML cannot hold, such as bytes that are no character, is left open.
    quoted = json.dumps(re.sub(r"[\x7f\ud800-\udfff]", "?", pattern), ensure_ascii=False)
    return f"[[{prefix}oracle]]\nfiles = [{quoted}]\n{template.body}"
