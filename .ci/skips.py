"""Fails when a test was skipped for a reason that CONTRIBUTING.md does not allow.

python .ci/skips.py JUNIT CONTRIBUTING.md    (a folder of reports)
"""

import re
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from xml.etree import ElementTree

_HEADING = "## Allowed skips"
_REPORTS = tuple(f"{line}.xml" for line in ("editors", "clients", "fronts", "engine", "claims"))


def allowed(contributing: str) -> list[str]:
    """Return the reasons in the list under the heading of allowed skips: code spans, one a line."""
    _, _, section = contributing.partition(f"{_HEADING}\n")
    section = section.partition("\n## ")[0]
    return re.findall(r"^- `([^`]+)`", section, re.MULTILINE)


def skipped(junit: Path) -> dict[str, list[str]]:
    """Return the reasons given for skipping, each with the tests that gave it."""
    reports = [junit / name for name in _REPORTS]
    missing = [report.name for report in reports if not report.is_file()]
    if missing:
        sys.exit(f"No {', '.join(missing)} in {junit}: not all tests were run, or without JUNIT.")
    reasons: dict[str, list[str]] = {}
    for case in chain.from_iterable(map(_cases, reports)):
        for skip in case.iter("skipped"):
            name = f"{case.get('classname')}::{case.get('name')}"
            reasons.setdefault(skip.get("message", ""), []).append(name)
    return reasons


def _cases(report: Path) -> Iterator[ElementTree.Element]:
    return ElementTree.parse(report).getroot().iter("testcase")


def main(junit: str, contributing: str) -> int:
    """Return 1 if some reason is not allowed, and say which; an allowed one may go on."""
    known = allowed(Path(contributing).read_text(encoding="utf-8"))
    status = 0
    for reason, names in sorted(skipped(Path(junit)).items()):
        fine = any(reason.startswith(start) for start in known)
        status |= not fine
        print(f"{'allowed' if fine else 'NOT ALLOWED'}: {len(names)} skipped: {reason}")
        if not fine:
            print(*(f"    {name}" for name in names), sep="\n")
    if status:
        print(f"Make these tests run, or list the reason in {contributing} under '{_HEADING}'.")
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
