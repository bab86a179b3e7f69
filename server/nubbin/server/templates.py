"""Oracles for newcomers to complete, by language, as text for a nubbin.toml (floor 8)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Final

from nubbin.server.settings_fields import COMMAND_HERE, MESSAGE_HERE


@dataclass(frozen=True, slots=True)
class Template:
    """One kind of oracle, for the user to complete."""

    title: str
    """The words by which the user chooses it."""
    body: str
    """The lines of the `[[oracle]]`, except `files`; the user replaces `placeholder` in them."""

    @property
    def placeholder(self) -> str:
        """The text that the user has to replace; settings that still hold it are refused."""
        return COMMAND_HERE if COMMAND_HERE in self.body else MESSAGE_HERE


OWN: Final = Template(
    "A command of my own",
    f"""\
# Interesting while this command exits with 0, where {{file}} is the
# candidate's path, as in "./still-interesting.sh {{file}}".
command = "{COMMAND_HERE}"
# Or look at what it does instead; all conditions given must hold:
# exit_code = "nonzero"    # a number, "nonzero" or "signal"
# stderr = "a regular expression"
# timeout = 10             # seconds
""",
)


def _crash(compiler: str, flags: str, example: str) -> Template:
    return Template(
        f"{compiler} crashes",
        f"""\
command = "{compiler} {flags} {{file}}"
# Interesting while {compiler} says what you write here, a regular expression.
# Let it name the place of your crash, so that no other is taken for it:
# '{example}'
stderr = "{MESSAGE_HERE}"
""",
    )


def _fails(program: str, title: str, example: str, stream: str = "stderr") -> Template:
    return Template(
        title,
        f"""\
command = "{program} {{file}}"
exit_code = "nonzero"
timeout = 10
# Interesting while it says what you write here, a regular expression.
# Let it be of your bug, so that no other is taken for it:
# '{example}'
{stream} = "{MESSAGE_HERE}"
""",
    )


_C: Final = (
    _crash("gcc", "-O2 -c", "internal compiler error: in fold_binary"),
    _crash("clang", "-O2 -c", "Assertion .Idx < size.. failed"),
)
_CPP: Final = (
    _crash("g++", "-O2 -c", "internal compiler error: in fold_binary"),
    _crash("clang++", "-O2 -c", "Assertion .Idx < size.. failed"),
)
_JAVASCRIPT: Final = (_fails("node", "node fails", "TypeError: .* is not iterable"),)

BY_SUFFIX: Final[Mapping[str, tuple[Template, ...]]] = {
    ".c": _C,
    ".h": _C,
    ".cc": _CPP,
    ".cpp": _CPP,
    ".cxx": _CPP,
    ".hpp": _CPP,
    ".py": (_fails("python3", "Python raises", "ZeroDivisionError: division by zero"),),
    ".js": _JAVASCRIPT,
    ".mjs": _JAVASCRIPT,
    ".cjs": _JAVASCRIPT,
    ".ts": (
        # tsc prints errors to standard output; `npx` would look for tsc in the scratch folder.
        _fails("{workspace}/node_modules/.bin/tsc --noEmit", "tsc fails", "error TS2339", "stdout"),
    ),
    ".rs": (_crash("rustc", "--emit=metadata", "panicked at .*/layout.rs"),),
    ".go": (_fails("go run", "Go panics", "panic: .*nil map"),),
    ".java": (_fails("java", "Java throws", "java.lang.ArithmeticException"),),
    ".sh": (_fails("bash", "bash fails", "unbound variable"),),
    ".rb": (_fails("ruby", "Ruby raises", "NoMethodError"),),
}


def templates_for(path: Path) -> tuple[Template, ...]:
    """Return the templates that suit a file, the general one last."""
    return (*BY_SUFFIX.get(path.suffix.lower(), ()), OWN)


def oracle_table(template: Template, path: PurePath, prefix: str = "") -> str:
    """Return an `[[oracle]]` for one file, ready to be completed.

    It fits that file only, so that files which have an oracle are not offered a second one. It has
    no name, as names tell oracles apart, and there may be others of the same template.

    Args:
        template: the kind of oracle.
        path: the file, relative to the root of the settings or absolute.
        prefix: what the table's name begins with, such as `tool.nubbin.`.
    """
    pattern = re.sub(r"([*?\[{])", r"[\1]", path.as_posix())
    if pattern.startswith("!"):
        pattern = f"/{pattern}"
    # What TOML cannot hold, such as bytes that are not UTF-8, becomes `?`: any character.
    quoted = json.dumps(re.sub(r"[\x7f\ud800-\udfff]", "?", pattern), ensure_ascii=False)
    return f"[[{prefix}oracle]]\nfiles = [{quoted}]\n{template.body}"
