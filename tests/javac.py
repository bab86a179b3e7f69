"""Java's own compiler, as a judge of whether texts are valid."""

import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

JUDGE = Path(__file__).with_name("Judge.java")


def taken_of(texts: Iterable[bytes]) -> frozenset[bytes]:
    """Return those texts that the compiler accepts, each compiled by itself.

    One process compiles all of them, as starting it takes a hundred times as long as one text.
    """
    judged = list(texts)
    with tempfile.TemporaryDirectory() as folder:
        rooms = [Path(folder) / str(number) for number in range(len(judged))]
        for room, text in zip(rooms, judged, strict=True):
            room.mkdir()
            (room / "a.java").write_bytes(text)
        command = ["java", "-XX:TieredStopAtLevel=1", str(JUDGE), *map(str, rooms)]
        ran = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    answers = zip(judged, ran.stdout.split(), strict=True)
    return frozenset(text for text, answer in answers if answer == b"0")
