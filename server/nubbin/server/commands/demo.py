"""`nubbin demo` (floor 10): one real reduction through the language server, shown as it runs.

The test case is a program that ships with nubbin. Its oracle needs only the Python that runs
nubbin: a text is interesting as long as running it ends with the same exception.
"""

import contextlib
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import click

from nubbin.engine.oracles.pool_folder import PoolFolder
from nubbin.engine.oracles.sandbox import no_room
from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.headless.client import Result, Task, reduce_file
from nubbin.headless.connection import connected
from nubbin.server.awake import run_awake

SAMPLE: Final = "harbour.py"
FAILURE: Final = "KeyError: 'quay'"


@click.command("demo")
def command() -> int:
    """Watch a small reduction, done by the language server as for an editor."""
    content = (files("nubbin.server") / "samples" / SAMPLE).read_bytes()
    # A pool's folder: if this process is killed, the next run of nubbin removes it.
    with contextlib.closing(PoolFolder(jobs=1)) as folder:
        file = folder.path / SAMPLE
        try:
            file.write_bytes(content)
        except OSError as error:
            raise no_room(folder.path, error) from error
        return run_awake(_show(file, content))


async def _show(file: Path, content: bytes) -> int:
    print(f"{SAMPLE}, {len(content.splitlines())} lines, ends with {FAILURE}:\n")
    print(_indented(content))
    print(f"Reducing it; interesting is what still ends with {FAILURE}.")
    async with connected() as session:
        result = await reduce_file(session, _task(file, content), on_event=_tell)
    return _tell_result(result)


def _task(file: Path, content: bytes) -> Task:
    oracle: dict[str, object] = {
        "name": FAILURE,
        # -I, -S: the text alone decides, not modules or settings of this machine.
        "command": [sys.executable, "-I", "-S", "{file}"],
        "exit_code": "nonzero",
        "stderr": f"^{FAILURE}$",
        "timeout": 5,
    }
    return Task(file, content, oracle)


def _tell(event: dict[str, Any]) -> None:
    if event["event"] == "improved":
        tokens = "" if event["tokens"] is None else f"{event['tokens']:5,} tokens,"
        print(f"  {event['bytes']:5,} bytes,{tokens} after {event['runs']:,} runs", flush=True)


def _tell_result(result: Result) -> int:
    if result.content is None:
        raise NubbinError(f"The demo failed: {result.message}")
    print(f"\n{result.message} What is left:\n")
    print(_indented(result.content))
    print("Your turn: nubbin reduce FILE --oracle 'COMMAND {file}'")
    return result.status


def _indented(content: bytes) -> str:
    lines = content.decode().splitlines()
    return "".join(f"    {line}".rstrip() + "\n" for line in lines)
