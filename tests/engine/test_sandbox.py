"""Where scratch folders go, and what a full disk says."""

import errno
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from living import LONG, ask, opened
from mounts import mounted, mounts_or_skips
from nubbin.engine.oracles.bases import bases, choose_base
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.oracles.pool_folder import PoolFolder, sweep
from nubbin.engine.oracles.sandbox import Scratch, no_room, remove
from nubbin.engine.oracles.workspace import WorkspaceCopy
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.errors import NoRoom, NubbinError
from nubbin.engine.vocabulary.events import Warned
from nubbin.engine.vocabulary.outcome import Outcome


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "mounted", "size=1m") as folder:
        yield folder


def test_a_folder_that_cannot_be_removed_is_told_and_takes_no_result_away(tmp_path: Path) -> None:
    file = tmp_path / "case.txt"
    file.write_bytes(b"drop\nkeep\ndrop\n")
    mounts_or_skips()
    mount = f"mount -t tmpfs nubbin-{tmp_path.name} ../../stays"
    oracle = OracleSpec(
        f"if [ $(wc -c <{{file}}) = 5 ] && mkdir ../../stays 2>/dev/null; then {mount}; fi; "
        "grep -q keep {file}",
        tmp_path,
    )
    told: list[str] = []
    try:
        reduction = reduce(
            Request(file.read_bytes(), file, oracle, Options(jobs=1)),
            emit=lambda event: told.append(event.message) if isinstance(event, Warned) else None,
        )
        assert (reduction.status, reduction.text) == (0, b"keep\n")
        assert "cannot be removed" in told[-1]
    finally:
        for line in Path("/proc/mounts").read_text().splitlines():
            source, place, *_ = line.split()
            if source == f"nubbin-{tmp_path.name}":
                subprocess.run(["umount", place], check=True)
                remove(Path(place).parent)


@pytest.fixture
def noexec(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "mounted", "size=1g,noexec") as folder:
        yield folder


def test_a_full_disk_is_told_and_the_pool_goes_on_when_there_is_room(
    small: Path, tmp_path: Path
) -> None:
    spec = OracleSpec("test -s {file}", tmp_path)
    with opened(spec, tmp_path / "case.txt", base=small / "base") as pool:
        with pytest.raises(NoRoom, match=f"No room is left in {small}.*TMPDIR"):
            ask(pool, b"x" * 2**21)
        assert ask(pool, b"x").outcome is Outcome.INTERESTING


def test_a_disk_filled_by_one_run_has_room_for_the_next(small: Path, tmp_path: Path) -> None:
    spec = OracleSpec("head -c 10000000 /dev/zero > big; grep -q x {file}", tmp_path)
    with opened(spec, tmp_path / "case.txt", base=small / "base") as pool:
        for _ in range(3):
            assert ask(pool, b"x" * 500_000).outcome is Outcome.INTERESTING


def test_a_workspace_too_large_to_copy_is_told(small: Path, tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "big").write_bytes(bytes(2**21))
    spec = OracleSpec("true", tmp_path, isolation="workspace", workspace=tmp_path / "root")
    with pytest.raises(NoRoom, match="No room is left for a copy"):
        LocalPool(spec, tmp_path / "root" / "case.txt", base=small)
    assert os.listdir(small) == []


@pytest.fixture
def ticking(tmp_path: Path) -> Iterator[Path]:
    """Where files are dated by a clock that ticks, as on older kernels everywhere."""
    with mounted(tmp_path / "mounted", "mode=755", kind="ramfs") as folder:
        yield folder


def test_a_change_of_the_workspace_in_the_moment_of_a_restore_is_seen(
    ticking: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Faster than any oracle: within one tick of the clock by which files are dated."""
    pristine = tmp_path / "pristine"
    pristine.mkdir()
    (pristine / "file").write_text("as it was")
    with monkeypatch.context() as there:
        there.chdir(tmp_path)  # the copy is going to be the current folder
        copy = WorkspaceCopy(ticking / "0000", "case.txt", pristine, executable=False)
        file = ticking / "0000" / "w" / "file"
        for _ in range(30):
            copy.put(b"x")
            assert file.read_text() == "as it was"
            with open(file, "r+") as stream:
                stream.write("AS")


def test_memory_is_used_when_it_has_room_and_may_execute(
    noexec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fallback = Path(tempfile.gettempdir())
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(noexec))
    assert choose_base(1) in (fallback, Path("/dev/shm"))
    shm = Path("/dev/shm")
    if choose_base(1) == shm:
        assert choose_base(1, workspace=shutil.disk_usage(shm).free) == fallback
        assert choose_base(10**9) == fallback


def test_a_relative_runtime_folder_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "run").mkdir()
    monkeypatch.chdir(tmp_path)
    expected = [Path("/dev/shm"), Path(tempfile.gettempdir())]
    for ignored in ("run", ""):
        monkeypatch.setenv("XDG_RUNTIME_DIR", ignored)
        assert bases() == expected
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "run"))
    assert tmp_path / "run" in bases()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(NubbinError, match=r"cannot be written: No such file.*TMPDIR"):
        LocalPool(OracleSpec("true", tmp_path), tmp_path / "x", base=tmp_path / "none")


def test_a_folder_without_room_for_its_lock_goes_again(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
    try:
        with pytest.raises(NubbinError, match=r"Too many open files.*ulimit -n"):
            PoolFolder(1, base=tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_and_a_full_quota_are_the_same(number: int, tmp_path: Path) -> None:
    assert isinstance(no_room(tmp_path, OSError(number, "full")), NoRoom)


def test_a_pools_folder_is_for_this_user_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        folder = PoolFolder(1, base=tmp_path)
        assert folder.path.stat().st_mode & 0o777 == 0o700
        folder.close()
    finally:
        os.umask(before)


def test_a_folder_behind_a_link_is_no_dead_pools(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "pool").write_text("my only copy")
    (tmp_path / "base").mkdir()
    link = tmp_path / "base" / "nubbin-elsewher"
    link.symlink_to(precious)
    sweep(tmp_path / "base")
    assert link.is_symlink()
    assert os.listdir(precious) == ["pool"]


def test_another_users_folder_is_left_to_that_user() -> None:
    if os.geteuid() != 0:
        pytest.skip("giving a folder to somebody else needs root")
    base = Path(tempfile.mkdtemp())
    base.chmod(0o777)
    names = ("nubbin-somebody", "nubbin-nobody_s")
    for name in names:
        (base / name).mkdir()
        (base / name).chmod(0o777)
        (base / name / "pool").touch(0o666)
    os.chown(base / names[1], 65534, 65534)
    try:
        as_nobody(f"sweep(Path({str(base)!r}))")
        assert os.listdir(base) == [names[0]]
        assert os.listdir(base / names[0]) == ["pool"]
    finally:
        shutil.rmtree(base)


def test_a_candidate_is_never_written_through_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An oracle that stays may put one there after the folder was cleared."""
    monkeypatch.chdir(tmp_path)  # the folder is going to be the current one
    precious = tmp_path / "precious"
    precious.write_text("my only copy")
    scratch = Scratch(tmp_path / "0000", "case.txt", executable=False)
    scratch.clear()
    Path(scratch.folder, "case.txt").symlink_to(precious)
    with pytest.raises(NubbinError, match="cannot be written: File exists"):
        scratch.put(b"candidate")
    assert precious.read_text() == "my only copy"


def test_removing_follows_no_link(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir(mode=0o755)
    (kept / "file").touch()
    gone = tmp_path / "gone"
    gone.mkdir()
    (gone / "link").symlink_to(kept)
    gone.chmod(0)
    remove(gone)
    remove(gone)
    link = tmp_path / "link"
    link.symlink_to(kept)
    remove(link)
    assert sorted(os.listdir(tmp_path)) == ["kept"]
    assert (kept / "file").exists()
    assert kept.stat().st_mode & 0o777 == 0o755


NOBODY = """
    import os
    from pathlib import Path
    from nubbin.engine.oracles.pool_folder import sweep
    from nubbin.engine.oracles.sandbox import Scratch, remove
    from nubbin.engine.vocabulary.errors import NubbinError
    if os.geteuid() == 0: os.setuid(65534)
"""


def as_nobody(script: str) -> None:
    """Run a script of Python in a new folder; for root it would prove nothing."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)
    script = f"{textwrap.dedent(NOBODY)}{textwrap.dedent(script)}"
    try:
        subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, timeout=LONG)
    finally:
        shutil.rmtree(folder)


def test_an_unprivileged_user_gets_rid_of_unreadable_folders() -> None:
    as_nobody("""
        os.makedirs('a/b/c'); os.symlink('/etc', 'a/b/c/d')
        for place in ('a/b/c', 'a/b', 'a'): os.chmod(place, 0)
        remove('a')
        assert os.listdir('.') == []
    """)


@pytest.mark.parametrize("closed", [("..",), ("../..",), (".", "..", "../..")])
def test_folders_that_a_run_has_closed_are_opened_up_again(closed: tuple[str, ...]) -> None:
    as_nobody(f"""
        os.mkdir('pool')
        scratch = Scratch(Path('pool', '0000').absolute(), 'case.c', executable=False)
        scratch.put(b'first')
        for folder in map(os.path.abspath, {closed}): os.chmod(folder, 0)
        scratch.put(b'second')
        assert open('case.c', 'rb').read() == b'second'
        assert os.listdir('../..') == ['0000']
        os.chdir('../../..')
        remove('pool')
    """)


def test_what_cannot_be_removed_keeps_the_modes_of_what_it_leads_to() -> None:
    as_nobody("""
        os.mkdir('home'); open('home/secret', 'w').close(); os.chmod('home/secret', 0o400)
        os.mkdir('a'); os.symlink('../home', 'a/link'); os.link('home/secret', 'a/same')
        os.chmod('a', 0o500)
        try:
            remove('a/link')
        except NubbinError:
            assert os.stat('home/secret').st_mode & 0o777 == 0o400
        else:
            raise AssertionError
        remove('a')
        assert os.stat('home/secret').st_mode & 0o777 == 0o400
        assert os.listdir('.') == ['home']
    """)
