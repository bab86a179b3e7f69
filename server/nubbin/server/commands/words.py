"""Sentences about oracles and reductions (floor 10): values in, text for a terminal out."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.printable import shown
from nubbin.server.in_words import figures, stopped
from nubbin.server.messages import command_line


def command_words(oracle: OracleSpec) -> str:
    """Return an oracle's command and its conditions, as the user would write them."""
    words = [command_line(oracle)]
    for name in ("exit_code", "stdout", "stderr", "output"):
        value = getattr(oracle, name)
        if value is not None:
            words.append(f"{name} = {value!r}")
    return ", ".join(words)


def written(where: Path, earlier: int | None) -> str:
    """Say where a result is, and the size in bytes of the file that it has replaced, if any."""
    place = f"Written to {shown(where)}"
    if earlier is None:
        return f"{place}."
    return f"{place}, in place of an earlier one of {counted(earlier, 'byte')}."


def summary(reduction: Reduction, file: Path, where: Path | None, earlier: int | None) -> str:
    """Return the sentences that end a reduction: sizes before and after, cost, and place."""
    place = "" if where is None else f" {written(where, earlier)}"
    sentences = [f"{shown(file)}: {figures(reduction)}.{place}"]
    if reduction.problem is not None:
        sentences.append(reduction.problem)
    if reduction.stopped is not None:
        how = stopped(reduction.stopped).capitalize()
        sentences.append(f"{how}: going on might make it smaller.")
    elif reduction.output.bytes == reduction.input.bytes and reduction.problem is None:
        sentences.append("Nothing could be removed.")
    if reduction.resumable and where != file:
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
