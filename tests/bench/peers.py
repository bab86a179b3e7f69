"""Run another reducer on the cases, and record its curve.

    python -m bench.peers --cases CASES --tools TOOLS --into FOLDER --name NAME [--limit S]
        [--only CASE…] -- COMMAND…

(from `tests/`). The command is run in a folder of its own that holds a copy of the input. In the
command, `{file}` stands for the copy's path, `{name}` for its base name, `{folder}` for the folder,
and `{oracle}` for a script that asks the case's oracle and counts. The script takes its candidate
from the path it is given or, without one, from the current folder, and exits with 0 if it is
interesting. There is one job, so runs are numbered in their order. FOLDER gets `CASE.NAME.json`
(see `bench.curve`).
"""

import argparse
import contextlib
import os
import shlex
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.curve import Curve
from bench.papers_common import Case, arguments, chosen
from nubbin.engine.oracles.leftovers import kill_leftovers

_PATIENCE = 5.0
"""Seconds that a reducer has to save its best text, once it has been interrupted."""


def counting_oracle(case: Case, folder: Path) -> Path:
    """Write the script that asks the oracle and counts; return its path.

    For every run it adds a byte to the file `count`, and keeps the text, if interesting, under the
    number of the run. It does no more, as the reducer is being timed.
    """
    (folder / "kept").mkdir()
    count, name = shlex.quote(str(folder / "count")), shlex.quote(case.path.name)
    script = folder / "oracle.sh"
    script.write_text(
        f"""#!/bin/sh
printf . >> {count}
run=$(wc -c < {count})
room=$(mktemp -d {shlex.quote(str(folder))}/run.XXXXXXXX) || exit 125
cp -- "${{1:-{name}}}" "$room/"{name} || exit 125
cd "$room" || exit 125
if {shlex.quote(case.oracle.command[0])} {name} > /dev/null 2>&1 < /dev/null
then status=0; mv -- {name} {shlex.quote(str(folder / "kept"))}/$run
else status=1
fi
cd / && rm -rf "$room"
exit $status
""",
        encoding="utf-8",
    )
    script.chmod(0o755)
    return script


def kept(folder: Path) -> Iterator[tuple[int, bytes]]:
    """Yield what the script has kept: the number and the text of each interesting run."""
    for path in sorted((folder / "kept").iterdir(), key=lambda path: int(path.name)):
        yield int(path.name), path.read_bytes()


def followed(case: Case, name: str, command: Sequence[str], limit: float) -> Curve:
    """Run a reducer on a case, for at most `limit` seconds, and kill whatever it leaves."""
    with tempfile.TemporaryDirectory(prefix="nubbin-peer-") as place:
        folder = Path(place)
        oracle = counting_oracle(case, folder)
        (folder / "count").touch()
        work = folder / "work"
        work.mkdir()
        (work / case.path.name).write_bytes(case.text)
        stands = {
            "file": str(work / case.path.name),
            "name": case.path.name,
            "folder": str(work),
            "oracle": str(oracle),
        }
        words = [_filled(word, stands) for word in command]
        ended = _run(words, work, limit)
        runs = (folder / "count").stat().st_size
        return Curve.of(case.name, name, kept(folder), runs, ended=ended)


def _filled(word: str, stands: dict[str, str]) -> str:
    for key, value in stands.items():
        word = word.replace(f"{{{key}}}", value)
    return word


def _run(words: Sequence[str], work: Path, limit: float) -> bool:
    """Run a command; return whether it ended by itself; kill all its processes."""
    environment = {**os.environ, "TMPDIR": f"{work}/", "TERM": "dumb"}
    environment.pop("PYTHONPATH", None)
    process = subprocess.Popen(
        words,
        cwd=work,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        process.wait(limit)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_PATIENCE)
        return False
    else:
        return True
    finally:
        kill_leftovers(work.parent)
        process.wait()


def main() -> None:
    """Record the curves of the cases chosen."""
    parser = arguments("Run another reducer on the cases, and record its curve.")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--name", required=True, help="of the reducer")
    parser.add_argument("--limit", type=float, default=120.0, metavar="S", help="for each case")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="after --")
    options = parser.parse_args()
    command = [word for word in options.command if word != "--"]
    for case in chosen(options):
        began = time.monotonic()
        curve = followed(case, options.name, command, options.limit)
        if not curve.points:
            print(f"{case.name}: the oracle never held; is its tool installed?", flush=True)
            continue
        curve.write(options.into)
        seconds = time.monotonic() - began
        end = "ended" if curve.ended else "cut"
        print(
            f"{case.name}: {curve.best} after {curve.runs} runs, {seconds:.0f} s, {end}", flush=True
        )


if __name__ == "__main__":
    main()
