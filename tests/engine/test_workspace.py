"""`isolation = "workspace"`: a private copy, the same at the start of each run."""

import os
import resource
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from living import ask, collect
from living import opened as opened_in
from nubbin.engine.oracles import worker_process
from nubbin.engine.oracles.bases import bases, choose_base
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.mapped_writes import shows_mapped_writes
from nubbin.engine.oracles.oracle import Limits, OracleSpec
from nubbin.engine.oracles.workspace import copy_workspace
from nubbin.engine.vocabulary.errors import NubbinError, UsageError
from nubbin.engine.vocabulary.outcome import Outcome

LOOK = (
    "find . -mindepth 1 -printf '%M %y %p %l\\n' | LC_ALL=C sort; "
    "find data empty -printf '%T@ %p\\n' | LC_ALL=C sort; cat data/a data/b src/x.c"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "work space"
    for folder in ("src", "data/deep/deeper", "empty"):
        (root / folder).mkdir(parents=True)
    for name in ("src/x.c", "data/a", "data/b", "data/deep/deeper/c"):
        (root / name).write_text(f"{name} as it was\n")
    (root / "run").write_text('#!/bin/sh\ncat "$@"\n')
    (root / "run").chmod(0o755)
    (root / "link").symlink_to("data/a")
    (root / "loop").symlink_to(".")
    os.mkfifo(root / "pipe")
    return root


@contextmanager
def opened(spec: OracleSpec, path: Path, jobs: int = 1) -> Iterator[LocalPool]:
    assert spec.workspace is not None
    with opened_in(spec, path, jobs, base=spec.workspace.parent / "base") as pool:
        yield pool


def isolated(root: Path, command: str) -> OracleSpec:
    return OracleSpec(command, root, isolation="workspace", workspace=root)


@pytest.mark.parametrize("harm", ["../w ../../p", "data ../../p/data", "run ../../p/run"])
def test_a_run_that_removes_what_copies_are_made_of_is_said_to_have(root: Path, harm: str) -> None:
    with opened(isolated(root, f"rm -rf {harm} # {{file}}"), root / "src" / "x.c") as pool:
        ask(pool, b"first")
        with pytest.raises(
            NubbinError, match=f"{harm.split('..')[-1]} is gone, which nubbin needs"
        ):
            ask(pool, b"second")


def test_the_candidate_is_in_its_place_and_the_rest_as_it_was(root: Path) -> None:
    with opened(isolated(root, f"{LOOK}; pwd # {{file}}"), root / "src" / "x.c") as pool:
        said = ask(pool, b"candidate").stdout.decode()
    assert "data/a as it was\ndata/b as it was\ncandidate" in said
    assert "-rwxr-xr-x f ./run" in said
    assert "lrwxrwxrwx l ./link data/a" in said
    assert "./pipe" not in said
    assert str(root) not in said
    assert (root / "src" / "x.c").read_text() == "src/x.c as it was\n"


def test_the_workspace_placeholder_names_the_copy(root: Path) -> None:
    command = 'test {workspace} = "$PWD" && test {file} = "$PWD"/src/x.c && test {name} = x.c'
    (root / "linked.c").symlink_to("src/x.c")
    for path in (root / "src" / "x.c", root / "linked.c"):  # a link's candidate is where it leads
        with opened(isolated(root, command), path) as pool:
            assert ask(pool, b"x").outcome is Outcome.INTERESTING


@pytest.mark.parametrize(
    "harm",
    [
        "echo changed > data/a",
        "printf 'DATA' | dd of=data/a conv=notrunc 2>/dev/null",
        "rm -rf data",
        "mv data src/data",
        "rm data/a; ln -s /etc/passwd data/a",
        "rm -rf data; ln -s / data",
        "rm -rf data/deep; touch data/deep",
        "chmod 600 run; chmod 700 data; chmod 0 empty",
        "touch new empty/new; mkdir -p x/y/z",
        "rm -rf src",
        "rm -rf ./* .[!.]*",
        'rm -rf "$PWD"',
        "ln data/a data/hard",
        "rm link; ln -s data/b link",
        "touch data/new; rm data/new",
        "touch -d 2000-01-01 data data/a",
    ],
)
def test_whatever_a_run_changes_is_restored(root: Path, harm: str) -> None:
    command = f"if grep -q harm src/x.c; then {harm}; exit; fi; {LOOK} # {{file}}"
    with opened(isolated(root, command), root / "src" / "x.c") as pool:
        before = ask(pool, b"good").stdout
        for _ in range(2):
            assert ask(pool, b"harm").outcome is Outcome.INTERESTING
            assert ask(pool, b"good").stdout == before
    assert (root / "data" / "a").read_text() == "data/a as it was\n"


def test_files_larger_than_a_run_may_write_are_copied_and_restored(root: Path) -> None:
    (root / "data" / "a").write_bytes(b"a" * 5_000)
    command = "if grep -q harm src/x.c; then : > data/a; fi; wc -c < data/a # {file}"
    spec = replace(isolated(root, command), limits=Limits(file_size=1_000))
    with opened(spec, root / "src" / "x.c") as pool:
        assert ask(pool, b"good").stdout == b"5000\n"
        assert ask(pool, b"harm").stdout == b"0\n"
        assert ask(pool, b"good").stdout == b"5000\n"


def test_the_time_of_a_copy_is_not_that_of_the_first_run(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6_000):
        (root / "empty" / f"{number}").touch()
    began = time.monotonic()
    with opened(isolated(root, "true # {file}"), root / "src" / "x.c") as pool:
        # It has been copied once here; the worker, which copies that, has a fourth of the time.
        moment = (time.monotonic() - began) / 8
        monkeypatch.setattr(worker_process, "GRACE", moment)
        assert ask(pool, b"good", timeout=moment).outcome is Outcome.INTERESTING


def test_what_a_run_links_to_is_not_the_workspace(root: Path) -> None:
    """A file of the candidate's name behind a link in its folder's place is somebody's own."""
    precious = root.parent / "precious"
    precious.mkdir()
    (precious / "x.c").write_text("my only copy")
    harm = f"rm -rf src; ln -s '{precious}' src"
    command = f"if grep -q harm src/x.c; then {harm}; exit; fi; {LOOK} # {{file}}"
    with opened(isolated(root, command), root / "src" / "x.c") as pool:
        before = ask(pool, b"good").stdout
        assert ask(pool, b"harm").outcome is Outcome.INTERESTING
        assert ask(pool, b"good").stdout == before
    assert (precious / "x.c").read_text() == "my only copy"


def test_links_that_lead_into_the_workspace_from_outside_lead_into_the_copy(root: Path) -> None:
    (root.parent / "alias").symlink_to(root)
    (root / "whole").symlink_to(root)
    (root / "data" / "lib").symlink_to(root / "src")
    (root / "data" / "aliased.c").symlink_to(root.parent / "alias" / "data" / ".." / "src" / "x.c")
    (root / "data" / "around.c").symlink_to(Path("..", "..", root.name, "src", "x.c"))
    (root / "outside").symlink_to("/etc/passwd")
    (root / "later").symlink_to(root / "none yet")
    ways = "whole/src/x.c data/lib/x.c data/aliased.c data/around.c"
    command = (
        f"cat {ways} && test -s outside && echo changed > later && cat 'none yet'; "
        f"for way in {ways}; do echo changed > $way; done # {{file}}"
    )
    for given in (root, root.parent / "alias"):
        with opened(isolated(given, command), given / "src" / "x.c") as pool:
            for _ in range(2):
                assert ask(pool, b"new\n").stdout == b"new\n" * 4 + b"changed\n"
    assert (root / "src" / "x.c").read_text() == "src/x.c as it was\n"
    assert not (root / "none yet").exists()


def test_a_change_of_equal_size_right_after_a_restore_is_seen(root: Path) -> None:
    command = "cat data/a; printf 'DATA' | dd of=data/a conv=notrunc 2>/dev/null # {file}"
    with opened(isolated(root, command), root / "src" / "x.c") as pool:
        for _ in range(30):
            assert ask(pool, b"x").stdout == b"data/a as it was\n"


@pytest.mark.parametrize("place", [each for each in bases() if os.access(each, os.W_OK)])
def test_what_a_run_writes_through_a_mapping_is_restored(root: Path, place: Path) -> None:
    """In memory, such a write shows neither in the file's size nor in its times."""
    write = (
        "import mmap; file = open('data/a', 'r+b'); page = mmap.mmap(file.fileno(), 0); "
        "print(page[:4]); page[:4] = b'DATA'; print(page[:4])"
    )
    spec = isolated(root, f'{sys.executable} -c "{write}" # {{file}}')
    with (
        tempfile.TemporaryDirectory(dir=place) as base,
        opened_in(spec, root / "src" / "x.c", base=Path(base)) as pool,
    ):
        for _ in range(3):
            assert ask(pool, b"x").stdout == b"b'data'\nb'DATA'\n"


def test_workers_have_copies_of_their_own(root: Path) -> None:
    command = "test $(cat data/a | wc -l) = 1 && echo >> data/a; sleep 0.01 # {file}"
    with opened(isolated(root, command), root / "src" / "x.c", 3) as pool:
        for n in range(12):
            pool.submit(b"%d" % n, 60)
        verdicts = collect(pool, 12)
    assert {verdict.outcome for verdict in verdicts.values()} == {Outcome.INTERESTING}


def test_a_file_never_saved_may_be_reduced_in_its_place(root: Path) -> None:
    with opened(isolated(root, "grep -q x src/new.c # {file}"), root / "src" / "new.c") as pool:
        assert ask(pool, b"x").outcome is Outcome.INTERESTING
        assert ask(pool, b"y").outcome is Outcome.UNINTERESTING


def test_the_workspace_has_to_be_there_and_hold_the_file(root: Path, tmp_path: Path) -> None:
    nowhere = OracleSpec("true", root, isolation="workspace")
    with pytest.raises(UsageError, match="needs a workspace"):
        LocalPool(nowhere, root / "src" / "x.c")
    with pytest.raises(UsageError, match="is not in the workspace"):
        LocalPool(isolated(root, "true"), tmp_path / "elsewhere.c")


def test_what_comes_and_goes_while_the_workspace_is_copied_is_left_out_or_not(
    root: Path, tmp_path: Path
) -> None:
    over = threading.Event()

    def build() -> None:
        while not over.is_set():
            for number in range(50):
                (root / "data" / f"{number}").mkdir()
                (root / "data" / f"{number}" / "x.o").touch()
                (root / "empty" / f"{number}.swp").touch()
            for number in range(50):
                shutil.rmtree(root / "data" / f"{number}")
                (root / "empty" / f"{number}.swp").unlink()

    builder = threading.Thread(target=build)
    builder.start()
    try:
        for number in range(30):
            copy_workspace(str(root), str(tmp_path / f"{number}"))
            assert (tmp_path / f"{number}" / "src" / "x.c").read_text() == "src/x.c as it was\n"
            assert (tmp_path / f"{number}" / "run").stat().st_mode & 0o777 == 0o755
    finally:
        over.set()
        builder.join()


def test_a_file_that_cannot_be_copied_is_told(root: Path, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4, before[1]))
    try:
        with pytest.raises(UsageError, match=r"cannot be copied: .*File too large"):
            copy_workspace(str(root), str(tmp_path / "copy"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_workspace_that_is_not_on_this_machine_is_told(root: Path) -> None:
    spec, path = isolated(root, "true"), root / "src" / "x.c"
    root.rename(root.with_name("elsewhere"))
    with pytest.raises(UsageError, match=r"workspace cannot be copied: .*No such file"):
        opened(spec, path).__enter__()


def test_scratch_folders_inside_the_workspace_are_not_copied_into_themselves(root: Path) -> None:
    command = "test ! -e scratch/nubbin-* && test -d scratch # {file}"
    with opened_in(isolated(root, command), root / "src/x.c", base=root / "scratch") as pool:
        assert ask(pool, b"x").outcome is Outcome.INTERESTING


def test_copies_go_where_mapped_writes_show_if_any_folder_is_such() -> None:
    somewhere = any(map(shows_mapped_writes, bases()))
    assert shows_mapped_writes(choose_base(1, workspace=1)) == somewhere
