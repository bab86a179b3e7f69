"""Oracles that compile and run: what the figures of Vince 2024 are judged by."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="compiles with gcc")
needs_jdk = pytest.mark.skipif(
    shutil.which("java") is None or shutil.which("javac") is None,
    reason="compiles with a JDK; apt-get install openjdk-17-jdk-headless",
)

_AS_THEN = ("-std=gnu17", "-Wno-implicit-function-declaration")
"""What gcc took for granted when the figures were made: they call `printf` undeclared."""


def compiled_by_gcc(folder: Path, flag: str, says: bytes) -> Callable[[bytes], bool]:
    """Return whether a C program compiles with the flag and then prints `says`.

    Every text is compiled once, whoever asks.
    """
    known: dict[bytes, bool] = {}

    def judge(text: bytes) -> bool:
        (folder / "a.c").write_bytes(text)
        compiled = subprocess.run(
            ["gcc", *_AS_THEN, flag, "a.c", "-o", "a"],
            cwd=folder,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if compiled.returncode != 0:
            return False
        try:
            ran = subprocess.run(["./a"], cwd=folder, capture_output=True, timeout=30, check=False)
        except subprocess.TimeoutExpired:
            return False
        return says in ran.stdout

    def oracle(text: bytes) -> bool:
        if text not in known:
            known[text] = judge(text)
        return known[text]

    return oracle


def squeezed(text: bytes) -> bytes:
    """Return a text without its white space."""
    return b"".join(text.split())


@contextmanager
def judged_by_java(folder: Path) -> Iterator[Callable[[bytes], bool]]:
    """An oracle in a virtual machine of its own that stays up: see JavaOracle.java.

    `main` has to be public and static, as the launcher wants it; the class need not be public.
    """
    server = Path(__file__).with_name("JavaOracle.java")
    known: dict[bytes, bool] = {}
    with subprocess.Popen(
        ["java", "-XX:TieredStopAtLevel=1", "-Xshare:auto", str(server)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asks, answers = process.stdin, process.stdout

        def oracle(text: bytes) -> bool:
            if text not in known:
                path = folder / "LocalizedPi.java"
                path.write_bytes(text)
                print(path, file=asks, flush=True)
                answer = answers.readline()
                assert answer in ("1\n", "0\n"), "the virtual machine has died"
                known[text] = answer == "1\n"
            return known[text]

        yield oracle
        asks.close()  # ends its loop
