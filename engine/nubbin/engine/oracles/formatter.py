"""What a formatter is: a command that runs as an oracle does (floor 3′: values only)."""

from dataclasses import replace
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.oracle import OracleSpec

_MOST: Final = 64 * 2**20
"""Bytes that are kept of what a formatter prints."""


def formatter_of(command: str | tuple[str, ...], folder: Path, workspace: Path) -> OracleSpec:
    """Return the formatter that a command is; it runs how and where an oracle does.

    Args:
        command: with the oracle's placeholders.
        folder: where a first word like `./format.sh` is sought.
        workspace: what `{workspace}` names.
    """
    return OracleSpec(command=command, folder=folder, workspace=workspace)


def beside_oracle(formatter: OracleSpec, oracle: OracleSpec) -> OracleSpec:
    """Return the formatter, isolated and limited as the oracle is."""
    limits = replace(oracle.limits, output=_MOST)
    return replace(formatter, isolation=oracle.isolation, timeout=oracle.timeout, limits=limits)
