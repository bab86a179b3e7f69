"""What `nubbin client` is to do (floor 10): from files and options to tasks for the server."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import cast

import click

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.errors import NothingToReduce, UsageError
from nubbin.engine.vocabulary.printable import shown
from nubbin.headless.client import Task
from nubbin.server.commands.hints import span_of
from nubbin.server.commands.input import check_not_empty, current_folder, read_bytes
from nubbin.server.commands.options import OracleOptions, ReduceOptions
from nubbin.server.commands.output import clear_reports
from nubbin.server.commands.overrides import formatter_for, oracle_for, settings_for
from nubbin.server.commands.places import Output, check_spared, entry, output_of, read_beside
from nubbin.server.commands.terminal_text import command_words
from nubbin.server.settings_fields import RUN

Planned = tuple[Task, Output]
"""What is asked of the server, and where the result goes."""


def planned(
    files: Sequence[Path], hint: tuple[int, int] | None, given: ReduceOptions
) -> tuple[list[Planned], int]:
    """Return what is planned for each file, and the status if one of several files is empty.

    A file that is named twice is reduced once. Of several files, an empty one does not stop the
    others: the user is told, and the status is that of a file with nothing to reduce.

    Raises:
        NothingToReduce: the only file is empty.
        UsageError: whatever `nubbin reduce` raises, or a result would be written over another of
            the files.
    """
    plans, status = list[Planned](), 0
    for file in files:
        try:
            plans.append(_plan(file, hint, given))
        except NothingToReduce as error:
            if len(files) == 1:
                raise
            click.echo(f"nubbin: {error}", err=True)
            status = error.exit_status
    return _once_each(plans), status


def _plan(file: Path, hint: tuple[int, int] | None, given: ReduceOptions) -> Planned:
    """Return a file's task and where the result goes; raises whatever `nubbin reduce` would."""
    content = read_bytes(file)
    output = output_of(file, given)
    clear_reports(output)
    check_not_empty(file, content)
    settings = settings_for(file, given)
    spec = oracle_for(settings, file, given)
    check_spared(output, [*read_beside(settings, spec, formatter_for(settings, spec, given))])
    return _task(file, content, spec, hint, given), output


def _once_each(plans: Iterable[Planned]) -> list[Planned]:
    """Return what is planned with each file once, even if it is named twice.

    Raises:
        UsageError: a result would be written over another of the files.
    """
    by_place: dict[str, Planned] = {}
    for task, output in plans:
        by_place.setdefault(output.place, (task, output))
    files = [task.file for task, _ in by_place.values()]
    inputs = {*map(os.path.realpath, files), *map(entry, files)}
    for place, (_, output) in by_place.items():
        if place in inputs and not output.in_place:
            raise UsageError(
                f"The result of {shown(output.file)} would be written over {shown(Path(place))}, "
                "which is to be reduced as well. Leave that out, or give it another name."
            )
    return list(by_place.values())


def _task(
    file: Path,
    content: bytes,
    spec: OracleSpec,
    hint: tuple[int, int] | None,
    given: ReduceOptions,
) -> Task:
    """Return what to ask of the server; print the oracle if that was asked for."""
    if given["verbose"]:
        click.echo(f"oracle: {command_words(spec)}", err=True)
    wishes: Mapping[str, object] = given
    return Task(
        file=file.absolute(),  # the current folder may be gone when its turn comes
        content=content,
        oracle=_table(spec) if _changes_oracle(given) else None,
        strategy=given["strategy"],
        hint=None if hint is None else span_of(file, content, *hint),
        formatter=None
        if given["formatter"] is None
        else {"command": given["formatter"], "folder": str(current_folder())},
        options={name: wishes[name] for name in RUN if wishes[name] is not None},
    )


def _changes_oracle(given: OracleOptions) -> bool:
    """Whether the command line says anything about the oracle."""
    wishes: Mapping[str, object] = given
    return any(wishes[name] is not None for name in OracleOptions.__annotations__)


def _table(spec: OracleSpec) -> dict[str, object]:
    """Return an oracle as a table of nubbin.toml, with its folder added."""
    defaults = {field.name: field.default for field in fields(spec)}
    table = {key: value for key, value in asdict(spec).items() if value != defaults[key]}
    table.pop("workspace", None)
    limits = cast("dict[str, object]", table["limits"])
    table["limits"] = {key: value for key, value in limits.items() if value is not None}
    return table | {"folder": str(spec.folder)}
