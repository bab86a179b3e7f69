"""SIGKILL for any one of the processes: nothing is left, and no answer is lost."""

import errno
import os
import select
import signal
import struct
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from living import LONG, ask, collect, eventually, needs_proc, opened, running, unique_seconds
from nubbin.engine.oracles import worker_process
from nubbin.engine.oracles.leftovers import Leader, clock, kill_leftovers
from nubbin.engine.oracles.oracle import Limits, OracleSpec
from nubbin.engine.oracles.pool_folder import sweep
from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.engine.vocabulary.outcome import Outcome

pytestmark = needs_proc


def workers_below(folder: Path) -> list[int]:
    """The workers whose scratch folders lie below a folder; each is named in its command line."""
    return [pid for pid in running(f"{folder}/base/") if pid in running("engine.oracles.worker")]


def test_a_killed_workers_text_is_asked_again_and_its_oracle_is_gone(path: Path) -> None:
    go = path.parent / "go"
    seconds = f"4{os.getpid()}.1"
    command = (
        f"(setsid sleep {seconds} &); sleep {seconds} & "
        f"until [ -e {go} ]; do sleep 0.01; done; grep -q yes {{file}}"
    )
    with opened(OracleSpec(command, path.parent), path, 2) as pool:
        expected = {pool.submit(text, LONG): text for text in (b"yes", b"no", b"yes, too")}
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 4)
        victims = workers_below(path.parent)
        assert len(victims) == 2
        first = running(f"sleep\0{seconds}")
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        assert eventually(
            lambda: pool.wait(0) == [] and not {*first} & {*running(f"sleep\0{seconds}")}
        )
        assert eventually(lambda: pool.wait(0) == [] and len(running(f"sleep\0{seconds}")) == 4)
        go.touch()
        for ticket, verdict in collect(pool, 3).items():
            assert (verdict.outcome is Outcome.INTERESTING) == (b"yes" in expected[ticket])
    assert running(seconds) == []


def test_who_interrupts_a_worker_sees_no_traceback(
    path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    begun = path.with_name("begun")
    command = f"touch {begun}; sleep 0.3; grep -q yes {{file}}"
    with opened(OracleSpec(command, path.parent), path, 1) as pool:
        pool.submit(b"yes", LONG)
        assert eventually(begun.exists)
        for worker in workers_below(path.parent):
            os.kill(worker, signal.SIGINT)
        (verdict,) = collect(pool, 1).values()
        assert verdict.outcome is Outcome.INTERESTING
    assert capfd.readouterr().err == ""


def test_a_run_is_not_lost_where_nothing_can_be_cleared_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    destroy = worker_process.WorkerProcess.destroy
    failed: list[worker_process.WorkerProcess] = []

    def fail(worker: worker_process.WorkerProcess) -> None:
        if not failed:
            failed.append(worker)
            worker._hang_up()
            raise OSError(errno.EMFILE, "Too many open files")
        destroy(worker)

    monkeypatch.setattr(worker_process.WorkerProcess, "destroy", fail)
    with opened(OracleSpec("sleep 0.5; grep -q yes {file}", path.parent), path, 1) as pool:
        pool.submit(b"yes", LONG)
        assert eventually(lambda: workers_below(path.parent))
        os.kill(workers_below(path.parent)[0], signal.SIGKILL)
        with pytest.raises(OSError, match="Too many"):
            collect(pool, 1)
        (verdict,) = collect(pool, 1).values()
        assert verdict.outcome is Outcome.INTERESTING
        destroy(failed[0])


KEPT = {
    "neither": "cd / && exec env -i sh -c 'sleep {0} & sleep {0}; true'",
    "its environment": "cd / && (setsid sleep {0} &) && sleep {0}",
    "its current folder": "(env -i setsid sleep {0} &) && env -i sleep {0}",
}


@pytest.mark.parametrize("kept", KEPT)
def test_an_oracle_does_not_outlive_its_killed_worker_if_it_keeps(path: Path, kept: str) -> None:
    seconds = unique_seconds()
    command = KEPT[kept].format(seconds)
    with opened(OracleSpec(f"{command} # {{file}}", path.parent), path) as pool:
        pool.submit(b"x", LONG)
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 2)
        [victim] = workers_below(path.parent)
        first = running(seconds)
        os.kill(victim, signal.SIGKILL)
        assert eventually(lambda: not pool.wait(0) and {*workers_below(path.parent)} - {victim})
        assert not {*first} & {*running(seconds)}
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 2)
        [victim] = workers_below(path.parent)
        os.kill(victim, signal.SIGKILL)
        pool.close()
        assert running(seconds) == []


def test_no_process_is_taken_for_one_that_had_its_number_before(tmp_path: Path) -> None:
    root = tmp_path / "0000"
    leader = Leader(root)
    began = clock()
    words = ["env", "-i", "sleep", str(LONG)]
    with subprocess.Popen(words, cwd="/", start_new_session=True) as process:
        for since in (began - 10, began + 10):
            leader.began(process.pid, since)
            if since < began:  # it has begun since, but was not there when that was written
                (root / "leader").write_bytes(struct.pack("qdd", process.pid, since, since + 1))
            kill_leftovers(root)
            assert process.poll() is None
        leader.began(process.pid, began)
        kill_leftovers(tmp_path)
        assert process.wait(LONG) == -signal.SIGKILL


def test_a_worker_killed_while_idle_is_replaced_in_silence(path: Path) -> None:
    with opened(OracleSpec("grep -q yes", path.parent), path) as pool:
        for _ in range(3):
            ticket = pool.submit(b"yes", LONG)
            assert [(t, v.outcome) for t, v in pool.wait()] == [(ticket, Outcome.INTERESTING)]
            [victim] = workers_below(path.parent)
            os.kill(victim, signal.SIGKILL)


def test_a_text_that_kills_every_worker_ends_with_a_sentence(path: Path) -> None:
    command = "kill -KILL $PPID; sleep 60 # {file}"
    with opened(OracleSpec(command, path.parent), path) as pool:
        pool.submit(b"x", LONG)
        with pytest.raises(NubbinError, match="died 3 times"):
            pool.wait()


def test_a_stopped_worker_does_not_hold_up_closing_for_ever(path: Path) -> None:
    with opened(OracleSpec("true", path.parent), path) as pool:
        pool.submit(b"x", LONG)
        assert len(pool.wait()) == 1
        [victim] = workers_below(path.parent)
        os.kill(victim, signal.SIGSTOP)
        pool.close()
        assert running(f"{path.parent}/base/") == []


@pytest.mark.parametrize("text", [b"x", b"x" * 2**21], ids=["short", "longer than a socket holds"])
def test_a_stopped_worker_is_given_up_when_its_time_is_over(
    path: Path, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "GRACE", 0.5)
    with opened(OracleSpec("true", path.parent), path) as pool:
        assert ask(pool, b"x").outcome is Outcome.INTERESTING
        [victim] = workers_below(path.parent)
        os.kill(victim, signal.SIGSTOP)
        verdict = ask(pool, text, 0.5)
        assert (verdict.outcome, verdict.timed_out) == (Outcome.UNRESOLVED, True)
        assert workers_below(path.parent) == []
        assert ask(pool, text).outcome is Outcome.INTERESTING


def test_submitting_waits_for_no_worker_however_long_the_text(path: Path) -> None:
    text = b"x" * 2**22  # more than a socket holds
    with opened(OracleSpec("test $(wc -c < {file}) = 4194304", path.parent), path) as pool:
        ask(pool, b"x")
        [victim] = workers_below(path.parent)
        os.kill(victim, signal.SIGSTOP)  # in place of one that still sweeps a large folder
        begun = time.monotonic()
        ticket = pool.submit(text, LONG)
        assert time.monotonic() - begun < 5
        os.kill(victim, signal.SIGCONT)
        assert [(t, v.outcome) for t, v in pool.wait()] == [(ticket, Outcome.INTERESTING)]
        assert workers_below(path.parent) == [victim]


def test_a_worker_stopped_while_it_answers_is_given_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_process, "GRACE", 0.5)
    limits = Limits(output=2**23)  # more than a socket holds
    spec = OracleSpec("head -c 4000000 /dev/zero # {file}", path.parent, limits=limits)
    with opened(spec, path) as pool:
        assert ask(pool, b"x").outcome is Outcome.INTERESTING
        [victim] = workers_below(path.parent)
        pool.submit(b"x", LONG)
        assert select.select([pool.fileno()], [], [], LONG)[0]
        os.kill(victim, signal.SIGSTOP)
        # While somebody reads, it may go on writing: it stops when it would wait for that.
        assert eventually(lambda: Path(f"/proc/{victim}/stat").read_text().split()[2] == "T")
        [(_, verdict)] = pool.wait()
        assert (verdict.outcome, verdict.timed_out) == (Outcome.UNRESOLVED, True)
        assert ask(pool, b"x").outcome is Outcome.INTERESTING


PARENT = """
    import sys, time
    from pathlib import Path
    from nubbin.engine.oracles.local_pool import LocalPool
    from nubbin.engine.oracles.oracle import OracleSpec
    command, path = sys.argv[1], Path(sys.argv[2])
    spec = OracleSpec(command, path.parent, isolation=sys.argv[3], workspace=path.parent / "root")
    pool = LocalPool(spec, path, 3, base=path.parent / "base")
    for text in (b"1", b"2", b"3", b"4"):
        pool.submit(text, 600.0)
    print("started", flush=True)
    pool.wait()
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("isolation", ["scratch", "workspace"])
def test_nothing_survives_the_death_of_the_parent(
    path: Path, number: signal.Signals, isolation: str
) -> None:
    seconds = f"5{os.getpid()}.{number}{len(isolation)}"
    (path.parent / "base").mkdir()
    (path.parent / "root").mkdir()
    file = path.parent / "root" / "case.txt"
    file.touch()
    case = path if isolation == "scratch" else file
    script = textwrap.dedent(PARENT).replace("path.parent", f"Path({str(path.parent)!r})")
    command = f"(setsid sleep {seconds} &); sleep {seconds} # {{file}}"
    with subprocess.Popen(
        [sys.executable, "-c", script, command, case, isolation], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"started\n"
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 6)
        parent.send_signal(number)
        parent.wait()
        died = time.monotonic()
        base = path.parent / "base"
        assert eventually(lambda: not running(seconds) and not os.listdir(base))
        assert time.monotonic() - died < 20  # a second, on a machine that is not loaded
    assert eventually(lambda: not {*running("engine.oracles.worker")} & {*running(str(base))})


def test_the_last_worker_removes_what_oracles_put_beside_their_folders(path: Path) -> None:
    base, kept = path.parent / "base", path.parent / "kept"
    for folder in (base, kept):
        folder.mkdir()
    (kept / "file").touch()
    script = textwrap.dedent(PARENT).replace("path.parent", f"Path({str(path.parent)!r})")
    seconds = unique_seconds()
    command = f"mkdir -p ../../made/here; ln -sn {kept} ../../link; sleep {seconds} # {{file}}"
    with subprocess.Popen(
        [sys.executable, "-c", script, command, path, "scratch"], stdout=subprocess.PIPE
    ) as parent:
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 3)
        stopped = workers_below(path.parent)[0]
        os.kill(stopped, signal.SIGSTOP)
        parent.kill()
        parent.wait()
        assert eventually(lambda: workers_below(path.parent) == [stopped])
        [inside] = base.glob("*/*/w/*")
        os.kill(stopped, signal.SIGCONT)
    assert inside.name == path.name
    assert eventually(lambda: not os.listdir(base))
    assert os.listdir(kept) == ["file"]


def test_the_next_pool_clears_up_after_one_of_which_nobody_is_left(path: Path) -> None:
    base = path.parent / "base"
    (base / "nubbin-document").mkdir(parents=True)  # by its name it could be a pool's
    script = textwrap.dedent(PARENT).replace("path.parent", f"Path({str(path.parent)!r})")
    seconds = unique_seconds()
    command = f"(setsid sleep {seconds} &); sleep {seconds} # {{file}}"
    with subprocess.Popen(
        [sys.executable, "-c", script, command, path, "scratch"], stdout=subprocess.PIPE
    ) as parent:
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 6)
        at_once = [*workers_below(path.parent), parent.pid]
        for victim in at_once:
            os.kill(victim, signal.SIGSTOP)
        for victim in at_once:
            os.kill(victim, signal.SIGKILL)
    [left] = [folder for folder in base.iterdir() if folder.name != "nubbin-document"]
    with opened(OracleSpec("true", path.parent), path) as pool:
        assert not left.exists()
        assert not running(f"sleep\0{seconds}")
        living = {*base.iterdir()}
        sweep(base)
        assert {*base.iterdir()} == living
        pool.submit(b"x", LONG)
        assert len(pool.wait()) == 1
        (base / "nubbin-document").rmdir()


def test_ctrl_c_at_the_terminal_reaches_no_worker(path: Path) -> None:
    with opened(OracleSpec("true", path.parent), path) as pool:
        pool.submit(b"x", LONG)
        pool.wait()
        [worker] = workers_below(path.parent)
        assert os.getpgid(worker) != os.getpgid(0)
        assert os.getsid(worker) != os.getsid(0)


def test_a_worker_does_not_touch_our_standard_streams(path: Path) -> None:
    """A language server speaks its protocol there."""
    with opened(OracleSpec("true", path.parent), path) as pool:
        pool.submit(b"x", LONG)
        pool.wait()
        [worker] = workers_below(path.parent)
        assert os.readlink(f"/proc/{worker}/fd/0") == "/dev/null"
        assert os.readlink(f"/proc/{worker}/fd/1") == os.readlink("/proc/self/fd/2")


def test_a_worker_knows_no_grammar(path: Path) -> None:
    with opened(OracleSpec("true", path.parent), path) as pool:
        pool.submit(b"x", LONG)
        pool.wait()
        [worker] = workers_below(path.parent)
        assert "tree_sitter" not in Path(f"/proc/{worker}/maps").read_text()
        assert int(Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[16]) >= 10


COPYING = """
    import sys
    from pathlib import Path
    from nubbin.engine.oracles.local_pool import LocalPool
    from nubbin.engine.oracles.oracle import OracleSpec
    root, base, go = map(Path, sys.argv[1:])
    command = f"until [ -e {go} ]; do sleep 0.01; done # {{file}}"
    spec = OracleSpec(command, root, isolation="workspace", workspace=root)
    pool = LocalPool(spec, root / "case.txt", 1, base=base)
    pool.submit(b"x", 60.0)
    pool.wait()
    pool.close()
"""


@pytest.mark.parametrize("phase", ["copying", "removing"])
def test_nothing_of_a_workspace_survives_a_death_while_it_is_copied_or_removed(
    path: Path, phase: str
) -> None:
    root, base, go = (path.parent / name for name in ("root", "base", "go"))
    for folder in (root, base):
        folder.mkdir()
    for number in range(3000):
        (root / f"{number}").touch()
    (root / "case.txt").touch()
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(COPYING), root, base, go], start_new_session=True
    ) as parent:
        assert eventually(lambda: list(base.glob("*/p/*")))
        if phase == "removing":
            assert eventually(lambda: list(base.glob("*/0000/w/2999")))
            go.touch()
            assert eventually(lambda: not list(base.glob("*/0000")))
        parent.kill()
    assert eventually(lambda: not os.listdir(base))
    assert eventually(lambda: not running(str(base)))
