"""Case folders made for tests of the measurements."""

from pathlib import Path


def write_case(folder: Path, text: str, oracle: str) -> None:
    """Write a case of C whose oracle is a shell command; `$1` is the candidate."""
    folder.mkdir(parents=True)
    (folder / "case.toml").write_text('file = "input.c"\nlanguage = "c"\n')
    (folder / "input.c").write_text(text)
    (folder / "oracle.sh").write_text(f"#!/bin/sh\n{oracle}\n")
    (folder / "oracle.sh").chmod(0o755)
