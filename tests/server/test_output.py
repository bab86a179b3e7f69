"""A text on its way to where it belongs."""

import fcntl
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest

from nubbin.engine.oracles.files import write_atomically
from nubbin.engine.vocabulary.errors import NubbinError, UsageError
from nubbin.server.commands.output import put_text
from nubbin.server.commands.places import Output
from nubbin.server.interrupts import Interrupts


def test_who_comes_second_to_replace_a_file_finds_it_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    file = tmp_path / "case.c"
    file.write_bytes(b"old")
    output = Output(file, file, True, True, None, False, quiet=True, verbose=False)
    with ThreadPoolExecutor() as other:
        with file.open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            second = other.submit(put_text, b"old", b"new", output, Interrupts())
            sleep(0.2)
            assert not second.done()
            write_atomically(file, b"first")
        with pytest.raises(NubbinError, match="has changed meanwhile"):
            second.result()
    assert file.read_bytes() == b"first"


def test_where_a_place_that_was_named_is_gone_another_one_can_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    place = tmp_path / "gone" / "out.c"
    output = Output(tmp_path / "case.c", place, True, False, None, False, quiet=True, verbose=False)
    with pytest.raises(UsageError) as caught:
        put_text(b"old", b"new", output, Interrupts())
    said = f"Cannot write {place}: no such file or directory. Name another place.\nThe reduced text"
    assert str(caught.value).startswith(said)
