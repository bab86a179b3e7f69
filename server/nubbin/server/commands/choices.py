"""How to reduce, as the command line and the settings say (floor 10): wishes in, values out."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from nubbin.engine.oracles.formatter import beside_oracle
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.commands.options import OracleOptions, ReduceOptions
from nubbin.server.messages import mistakes, none_fits
from nubbin.server.settings import Settings, load
from nubbin.server.settings_files import find_root, place_for

_SETTINGS: Final = ("jobs", "strategy", "window", "rename", "squeeze", "formatter")
"""Settings that the command line can override, besides the oracle."""
_CONDITIONS: Final = ("exit_code", "stdout", "stderr", "output", "timeout")
"""Fields of an oracle that the command line can set, besides its command."""


def current_folder() -> Path:
    """Return the folder from where the command line means what it names.

    Raises:
        UsageError: it has been deleted.
    """
    try:
        return Path.cwd()
    except OSError as error:
        raise UsageError(
            "The current folder is gone, so a command that is run from there cannot be found. "
            "Go to another folder, then run the same again."
        ) from error


def settings_for(file: Path, given: OracleOptions) -> Settings:
    """Return the settings that hold for a file, the command line's wishes on top.

    Args:
        file: what is to be reduced.
        given: the options' values by name; those that are no settings are passed over.

    Raises:
        UsageError: an option or the settings hold mistakes; the message lists them.
    """
    wishes: Mapping[str, object] = given
    overrides: dict[str, object] = {key: wishes[key] for key in _SETTINGS if key in wishes}
    if given["command"] is not None:
        overrides["oracle"] = [{key: wishes[key] for key in ("command", *_CONDITIONS)}]
    settings = load(find_root(file), overrides)
    for problem in settings.problems:
        if problem.file is None:  # it was on the command line, which is mended first
            raise UsageError(problem.message)
    if settings.problems:
        raise UsageError(mistakes(settings.problems))
    return settings


def oracle_for(file: Path, settings: Settings, given: OracleOptions) -> OracleSpec:
    """Return the oracle: the command line's, else the first of nubbin.toml's for this file.

    Without `--oracle`, conditions on the command line take the place of nubbin.toml's.

    Raises:
        UsageError: there is none.
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
    wishes: dict[str, Any] = {key: value for key, value in given.items() if key in _CONDITIONS}
    return replace(
        matching[0], **{key: value for key, value in wishes.items() if value is not None}
    )


def formatter_for(
    settings: Settings, oracle: OracleSpec, given: ReduceOptions
) -> OracleSpec | None:
    """Return the formatter, where the oracle runs: the command line's, else nubbin.toml's."""
    if settings.formatter is None:
        return None
    formatter = beside_oracle(settings.formatter, oracle)
    return (
        replace(formatter, folder=current_folder()) if given["formatter"] is not None else formatter
    )


def options_of(settings: Settings, given: ReduceOptions) -> Options:
    """Return how to reduce: the settings', and what only the command line can say."""
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
