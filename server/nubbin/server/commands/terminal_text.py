"""Sentences about oracles and reductions (floor 10): values in, text for a terminal out."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import OracleSpec, command_line
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.reduction_words import figures, stopped


def command_words(oracle: OracleSpec) -> str:
    """Return an oracle's command, its conditions and how it runs, as the user would write them."""
    usual = OracleSpec(oracle.command, oracle.folder)
    words = [command_line(oracle)]
    for name in ("exit_code", "stdout", "stderr", "output", "timeout", "isolation", "persistent"):
        value = getattr(oracle, name)
        if value != getattr(usual, name):
            words.append(f"{name} = {'true' if value is True else repr(value)}")
    for name, value in asdict(oracle.limits).items():
        if value != getattr(usual.limits, name):
            words.append(f"limits.{name} = {value}")
    return ", ".join(words)


def written(where: Path, why: str) -> str:
    """Say where a result is; `why` is a clause on why it is there, or empty."""
    return f"Written to {shown(where)}{why}."


def in_place_of(size: int) -> str:
    """Return the clause on an earlier result of so many bytes that is replaced."""
    return f", in place of an earlier one of {counted(size, 'byte')}"


NOT_IN_PLACE = ", as it was not checked; the file itself was left as it is"
"""The clause on a result that does not replace its input, though it should."""


def smaller(place: Path) -> str:
    """Return the clause on an earlier result that stays."""
    return f", as {shown(place)}, of an earlier run, is smaller"


def summary(reduction: Reduction, file: Path, where: Path | None, why: str) -> str:
    """Return the sentences that end a reduction: sizes before and after, cost, and place.

    `why` is a clause on why the result is there, or empty.
    """
    place = "" if where is None else f" {written(where, why)}"
    sentences = [f"{shown(file)}: {figures(reduction)}.{place}"]
    if reduction.problem is not None:
        sentences.append(reduction.problem)
    if reduction.stopped is not None:
        how = stopped(reduction.stopped).capitalize()
        sentences.append(f"{how}: going on might make it smaller.")
    elif reduction.unchanged and reduction.problem is None:
        sentences.append("Nothing could be removed.")
    if reduction.resumable and where != file and os.path.exists(file):
        sentences.append(resuming(reduction.stopped))
    return "\n".join(sentences)


def resuming(reason: str | None) -> str:
    """Say how to go on with a reduction that was cut short, for this reason."""
    more = " and a larger --max-tests" if reason == "max-tests" else ""
    return f"With --resume{more}, the same command goes on from here."


def table_of_passes(passes: Iterable[Mapping[str, Any]]) -> str:
    """Return a table of the passes' figures, given under their names in the report."""
    rows = [("pass", "runs", "tokens", "seconds")]
    rows += [
        (
            each["name"],
            f"{each['runs']:,}",
            "-"
            if each["tokens_before"] is None or each["tokens_after"] is None
            else f"{each['tokens_before']:,} → {each['tokens_after']:,}",
            f"{each['seconds']:.2f}",
        )
        for each in passes
    ]
    return columns(rows, right=(1, 3))


def columns(rows: Sequence[Sequence[str]], right: tuple[int, ...] = ()) -> str:
    """Lay out rows of equal length in columns two blanks apart.

    Args:
        rows: at least one.
        right: numbers of the columns that are aligned to the right.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(width) if number in right else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
