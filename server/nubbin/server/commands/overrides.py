"""From the command line and the settings to oracle, formatter and options (floor 10)."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from nubbin.engine.oracles.formatter import beside_oracle
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.commands.input import current_folder
from nubbin.server.commands.options import OracleOptions, ReduceOptions
from nubbin.server.oracle_messages import mistakes, none_fits
from nubbin.server.settings import Settings, load
from nubbin.server.settings_files import find_root, place_for

_SETTINGS: Final = ("jobs", "strategy", "window", "rename", "squeeze", "formatter")
"""Settings that the command line can override, besides the oracle."""
_ORACLES: Final = ("exit_code", "stdout", "stderr", "output", "timeout", "isolation")
"""Fields of an oracle that the command line can set, besides its command."""


def settings_for(file: Path, given: OracleOptions) -> Settings:
    """Return the settings that hold for a file, overridden by the command line.

    Args:
        file: what is to be reduced.
        given: the options' values by name; those that are not settings are ignored.

    Raises:
        UsageError: an option or the settings have mistakes; the message lists them.
    """
    wishes: Mapping[str, object] = given
    overrides: dict[str, object] = {key: wishes[key] for key in _SETTINGS if key in wishes}
    if given["command"] is not None:
        overrides["oracle"] = [{key: wishes[key] for key in ("command", *_ORACLES)}]
    settings = load(find_root(file), overrides)
    for problem in settings.problems:
        if problem.file is None:  # it is on the command line, which comes first
            raise UsageError(problem.message)
    if settings.problems:
        raise UsageError(mistakes(settings.problems))
    return settings


def oracle_for(settings: Settings, file: Path, given: OracleOptions) -> OracleSpec:
    """Return the oracle: the command line's, else the first in nubbin.toml that fits the file.

    Without `--oracle`, what else the command line says of it replaces what nubbin.toml says.

    Raises:
        UsageError: there is no oracle for the file.
    """
    matching = settings.oracles_for(file.absolute())
    if not matching:
        place, prefix = place_for(settings.root)
        raise UsageError(
            f"{none_fits(shown(file), settings.patterns)} Give one with --oracle "
            f"'COMMAND {{file}}', or write into {shown(place)}:\n"
            f'  [[{prefix}oracle]]\n  files = ["*{file.suffix}"]\n  command = "COMMAND {{file}}"'
        )
    if given["command"] is not None:
        return replace(matching[0], folder=current_folder())
    wishes: Mapping[str, Any] = given
    said = {key: wishes[key] for key in _ORACLES if wishes[key] is not None}
    return replace(matching[0], **said)


def formatter_for(
    settings: Settings, oracle: OracleSpec, given: ReduceOptions
) -> OracleSpec | None:
    """Return the formatter: the command line's, else nubbin.toml's; it runs as the oracle does."""
    if settings.formatter is None:
        return None
    formatter = beside_oracle(settings.formatter, oracle)
    return (
        replace(formatter, folder=current_folder()) if given["formatter"] is not None else formatter
    )


def options_of(settings: Settings, given: ReduceOptions) -> Options:
    """Return how to reduce: the settings, with the options that only the command line has.

    Raises:
        UsageError: names are to stay, and the text is to be squeezed.
    """
    if settings.squeeze and given["rename"] is False:
        raise UsageError("Squeezing renames too, so --no-rename contradicts it: leave one out.")
    return settings.options(
        jobs=given["jobs"] if given["pool"] else settings.jobs,
        pool=given["pool"],
        language=given["language"],
        seed=given["seed"],
        max_tests=given["max_tests"],
        max_time=given["max_time"],
        allow_empty=given["allow_empty"],
        resume=given["resume"],
    )
