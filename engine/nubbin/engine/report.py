"""The report of a reduction for scripts (floor 6): README's `--json`."""

import json
from pathlib import Path
from typing import BinaryIO, Final

from nubbin.engine.figures import Measures, PassFigures, Reduction

SCHEMA: Final = 1
_DIGITS: Final = 6
"""The decimal places of seconds: microseconds."""


def document(reduction: Reduction, source: Path, written: Path | None) -> dict[str, object]:
    """Return the report of a reduction, made of JSON values.

    Args:
        reduction: what is reported.
        source: the file that was reduced.
        written: the file that holds the reduced text; None if it went to no file.
    """
    from importlib.metadata import version  # slow, and most reductions make no report

    oracle = reduction.oracle
    return {
        "schema": SCHEMA,
        "status": reduction.status,
        "nubbin": version("nubbin"),
        "language": reduction.language,
        "strategy": reduction.strategy,
        "jobs": reduction.jobs,
        "window": reduction.window,
        "input": _measures(source, reduction.input),
        "output": _measures(written, reduction.output),
        "oracle": {
            "runs": oracle.runs,
            "discarded": oracle.discarded,
            "checks": oracle.checks,
            "cache_hits": oracle.cache_hits,
            "timeouts": oracle.timeouts,
            "resumed": oracle.resumed,
            "seconds": round(oracle.seconds, _DIGITS),
        },
        "iterations": reduction.iterations,
        "seconds": round(reduction.seconds, _DIGITS),
        "engine_seconds": round(reduction.engine_seconds, _DIGITS),
        "peak_cache_bytes": reduction.peak_cache_bytes,
        "fixpoint": reduction.fixpoint,
        "minimal": list(reduction.minimal),
        "stopped": reduction.stopped,
        "unchecked": reduction.unchecked,
        "passes": [_pass(figures) for figures in reduction.passes],
        "history": [
            [run, size, tokens, round(seconds, _DIGITS)]
            for run, size, tokens, seconds in reduction.history
        ],
    }


def encoded(report: dict[str, object]) -> bytes:
    """Return a report as JSON with a line end; in ASCII, so that no file name can break it."""
    return json.dumps(report, indent=2).encode("ascii") + b"\n"


def is_report(file: BinaryIO) -> bool:
    """Whether a file, from its current position on, begins like a report written by `encoded`."""
    beginning = encoded({"schema": SCHEMA}).rstrip(b"\n}")
    return file.read(len(beginning)) == beginning


def _pass(figures: PassFigures) -> dict[str, object]:
    """Return the part of the report that is about one pass."""
    return {
        "name": figures.name,
        "runs": figures.runs,
        "tokens_before": figures.tokens_before,
        "tokens_after": figures.tokens_after,
        "seconds": round(figures.seconds, _DIGITS),
    }


def _measures(path: Path | None, measures: Measures) -> dict[str, object]:
    """Return the part of the report that is about one text."""
    return {
        "path": None if path is None else str(path),
        "bytes": measures.bytes,
        "chars": measures.chars,
        "lines": measures.lines,
        "tokens": measures.tokens,
    }
