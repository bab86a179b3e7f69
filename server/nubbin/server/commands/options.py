"""The options that commands share (floor 10): strings in, checked values out."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypedDict, TypeVar, get_args

import click
from click.core import ParameterSource

from nubbin.engine.checks import PATIENCE
from nubbin.engine.oracles.oracle import ExitCode, Isolation
from nubbin.engine.oracles.pools import complaint
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.settings_fields import ORACLE, RUN, TOP, Validator

F = TypeVar("F", bound=Callable[..., Any])
Callback = Callable[[click.Context, click.Parameter, object], object]
_DEFAULTS: Final = Options()


class OracleOptions(TypedDict):
    """The oracle, or what overrides that of nubbin.toml."""

    command: str | None
    exit_code: ExitCode | None
    stdout: str | None
    stderr: str | None
    output: str | None
    timeout: float | None
    isolation: str | None


class ReduceOptions(OracleOptions):
    """All options that `reduce` and `client` share."""

    strategy: str | None
    window: int | None
    rename: bool | None
    squeeze: bool | None
    formatter: str | None
    jobs: int | None
    pool: str | None
    language: str | None
    seed: int
    max_tests: int | None
    max_time: float | None
    allow_empty: bool
    resume: bool
    out: Path | None
    in_place: bool
    report: Path | None
    quiet: bool
    verbose: bool


def _number_or_word(text: str) -> int | str:
    """Read an exit status: a number if it looks like one, else a word."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else text


def _checked(validator: Validator, read: Callable[[Any], object] = lambda value: value) -> Callback:
    """Hold an option to the same rule as its key in nubbin.toml."""

    def callback(context: click.Context, option: click.Parameter, value: object) -> object:
        del context, option
        if value is None:
            return None
        meant = read(value)
        if complaint := validator(meant):
            raise click.BadParameter(f"it {complaint}")
        return meant

    return callback


def _seconds(name: str, meaning: str) -> Callable[[F], F]:
    """Return an option that takes a positive number of seconds."""
    check = _checked(ORACLE["timeout"])
    return click.option(name, type=float, metavar="S", callback=check, help=meaning)


def with_options(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Apply several options, so that help lists them in the given order."""

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


class FileName(click.Path):
    """A path that is not empty: a script's unset variable is, and would mean the current folder."""

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> str | bytes | os.PathLike[str]:
        """Accept a path that is not empty, and that ends with a slash only if it is a folder."""
        path = os.fspath(value)
        if not path:
            self.fail("it is empty: name a file.", param, ctx)
        if path.endswith(os.sep) and not os.path.isdir(path):  # `Path` would drop the slash
            self.fail(f"there is no folder {shown(Path(path))}: name a file.", param, ctx)
        return super().convert(value, param, ctx)


# Whoever reads the file complains if it cannot be read.
FILE_NAME: Final = FileName(path_type=Path, readable=False)
FILE_OR_DASH: Final = FileName(path_type=Path, readable=False, allow_dash=True)
"""`-` is standard output."""
FILE = click.argument("file", type=FILE_NAME, metavar="FILE")

ORACLE_OPTIONS = with_options(
    click.option(
        "--oracle",
        "command",
        metavar="CMD",
        callback=_checked(ORACLE["command"]),
        help="The command that says whether a text is interesting, in place of nubbin.toml's. "
        "{file} is the text's path; without it the path comes last.",
    ),
    click.option(
        "--exit-code",
        metavar="X",
        callback=_checked(ORACLE["exit_code"], _number_or_word),
        help="Interesting with this exit status: a number, nonzero or signal.",
    ),
    click.option(
        "--stdout",
        metavar="RE",
        callback=_checked(ORACLE["stdout"]),
        help="Interesting if its standard output holds this.",
    ),
    click.option(
        "--stderr",
        metavar="RE",
        callback=_checked(ORACLE["stderr"]),
        help="Interesting if its standard error holds this.",
    ),
    click.option(
        "--output-re",
        "output",
        metavar="RE",
        callback=_checked(ORACLE["output"]),
        help="Interesting if either of them holds this.",
    ),
    _seconds(
        "--timeout",
        f"Seconds a run may take. Default: {PATIENCE:.0f} for the first run on FILE, then ten "
        "times the slowest one on it, at least 10.",
    ),
    click.option(
        "--isolation",
        type=click.Choice(get_args(Isolation)),
        help="Where it runs: in a scratch folder that holds the text alone (default), or at the "
        "root of a private copy of the workspace, for texts that need files beside them.",
    ),
)


def _pool(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Check the URL of a pool; return None for this machine."""
    del context, option
    if value is None or value == "local":
        return None
    if wrong := complaint(value):
        raise click.BadParameter(f"{wrong} Give such a URL, or local for this machine.")
    return value


HOW_OPTIONS = with_options(
    click.option(
        "--strategy",
        metavar="S",
        callback=_checked(TOP["strategy"]),
        help=f"How to reduce; default: {_DEFAULTS.strategy}. `nubbin algorithms` lists all.",
    ),
    click.option(
        "--rename/--no-rename",
        default=None,
        help="Rename identifiers to a, b, c...; default: they keep their names.",
    ),
    click.option(
        "--squeeze/--no-squeeze",
        default=None,
        help="Go for bytes, whatever the result looks like; renames too.",
    ),
    click.option(
        "--formatter",
        metavar="CMD",
        callback=_checked(TOP["formatter"]),
        help="A command that formats the result; kept if the oracle still holds.",
    ),
    click.option(
        "--window",
        type=int,
        metavar="W",
        callback=_checked(RUN["window"]),
        help="Questions asked at a time, whatever the number of jobs; default: "
        f"{_DEFAULTS.window}.",
    ),
    click.option(
        "--jobs",
        type=int,
        metavar="N",
        callback=_checked(RUN["jobs"]),
        help="Oracles run at once; default: the cores this process may use.",
    ),
    click.option(
        "--language",
        metavar="L",
        callback=_checked(RUN["language"]),
        help="Default: by file name, then by shebang; none: go without a grammar.",
    ),
    click.option(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        callback=_checked(RUN["seed"]),
        help="Break ties in another order; the result may differ.",
    ),
    click.option(
        "--max-tests",
        type=int,
        metavar="N",
        callback=_checked(RUN["max_tests"]),
        help="Stop after N runs of the oracle.",
    ),
    _seconds("--max-time", "Stop after S seconds."),
    click.option("--allow-empty", is_flag=True, help="Go on if the empty file is interesting."),
    click.option(
        "--resume",
        is_flag=True,
        help="Continue a reduction of the same FILE by the same oracle that was cut short.",
    ),
)


def was_typed(option: str) -> bool:
    """Whether an option of this command comes from the command line, not the environment."""
    source = click.get_current_context().get_parameter_source(option)
    return source is ParameterSource.COMMANDLINE


def pool_option(*, hidden: bool = False) -> Callable[[F], F]:
    """Return the option `--pool`; it is hidden where it is accepted only to be refused."""
    return click.option(
        "--pool",
        metavar="URL",
        callback=_pool,
        hidden=hidden,
        help="Where oracles run: dask://HOST:PORT, with as many jobs as it has threads; "
        "default: local, on this machine.",
    )


OUTPUT_OPTIONS = with_options(
    click.option(
        "-o",
        "--output",
        "out",
        type=FILE_OR_DASH,
        metavar="OUT",
        help="Write the result to OUT; default: STEM.reduced.SUFFIX beside FILE; - is standard "
        "output.",
    ),
    click.option("--in-place", is_flag=True, help="Write over FILE."),
    click.option(
        "--json",
        "report",
        type=FILE_OR_DASH,
        metavar="FILE",
        help="Write figures for scripts; - is standard output.",
    ),
    click.option("--quiet", is_flag=True, help="Print only warnings and errors."),
    click.option("--verbose", is_flag=True, help="Print what is run, and each pass's figures."),
)
