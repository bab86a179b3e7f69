"""Journals: what is kept of a reduction that was cut short, and for whom."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mounts import mounted
from nubbin.engine.oracles import journal as journals
from nubbin.engine.oracles.journal import Journal, identity
from nubbin.engine.oracles.oracle import Limits, OracleSpec
from nubbin.engine.vocabulary.outcome import Answer, Outcome

YES, NO = Answer(Outcome.INTERESTING), Answer(Outcome.UNINTERESTING)
STUCK = Answer(Outcome.UNRESOLVED, 3)
FILE = "a"


def left_by(folder: Path, answers: Iterable[tuple[bytes, Answer]], *, resume: bool = False) -> None:
    """Keep some answers of a reduction, and cut it short."""
    journal = Journal(folder, FILE, resume=resume)
    journal.keep(answers)
    assert journal.close(cut_short=True)


def resumed(folder: Path) -> Journal:
    return Journal(folder, FILE, resume=True)


def grow_old(file: Path) -> None:
    """Let a file look as if nobody had written it for a month."""
    month = time.time() - 31 * 24 * 3600
    os.utime(file, (month, month))


def known(folder: Path, *texts: bytes) -> list[Answer | None]:
    """Return what whoever goes on would be answered."""
    journal = resumed(folder)
    answers = [journal.answer(text) for text in texts]
    journal.close(cut_short=True)
    return answers


def test_answers_are_known_to_whoever_goes_on(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES), (b"2", NO), (b"3", STUCK)])
    journal = resumed(tmp_path)
    assert journal.earlier == 3
    assert [journal.answer(text) for text in (b"1", b"2", b"3", b"4")] == [YES, NO, STUCK, None]
    journal.keep([(b"4", NO)])
    assert journal.close(cut_short=True)
    assert known(tmp_path, b"4") == [NO]


def test_answers_are_not_known_to_whoever_begins_anew(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    journal = Journal(tmp_path, FILE, resume=False)
    assert (journal.earlier, journal.answer(b"1")) == (1, None)


def test_what_has_come_farthest_is_gone_on_with(tmp_path: Path) -> None:
    """Whoever forgot to say that they go on, and stops at once, has lost nothing."""
    left_by(tmp_path, [(b"1", YES), (b"2", YES)])
    left_by(tmp_path, [(b"1", NO)])
    assert known(tmp_path, b"1") == [YES]
    left_by(tmp_path, [(b"1", NO), (b"2", NO), (b"3", NO)])
    assert known(tmp_path, b"1", b"3") == [NO, NO]


def test_nothing_is_left_of_what_came_to_its_end(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    journal = resumed(tmp_path)
    journal.keep([(b"2", YES)])
    assert not journal.close(cut_short=False)
    assert not list(tmp_path.iterdir())


def test_what_has_no_answer_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "journals"
    journal = Journal(folder, FILE, resume=True)
    assert not journal.close(cut_short=True)
    assert not folder.exists()


def test_a_spoiled_journal_holds_nothing_and_goes(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    (file,) = tmp_path.iterdir()
    file.write_bytes(b"no database at all" * 1000)
    journal = resumed(tmp_path)
    assert journal.earlier == 0
    assert not file.exists()
    journal.keep([(b"1", NO)])
    assert journal.close(cut_short=True)
    assert known(tmp_path, b"1") == [NO]


PRELUDE = (
    "import os, resource, signal, sys; from pathlib import Path\n"
    "from nubbin.engine.oracles.journal import Journal\n"
    "from nubbin.engine.vocabulary.outcome import Answer, Outcome\n"
    "YES = Answer(Outcome.INTERESTING)\n"
    f"journal = Journal(Path(sys.argv[1]), {FILE!r}, resume=False)\n"
)


def in_a_process(folder: Path, code: str) -> int:
    """Do something with a new journal, called `journal`, in a process; return its status."""
    return subprocess.run(
        [sys.executable, "-c", PRELUDE + code, folder], check=False, timeout=240
    ).returncode


def test_a_disk_that_takes_no_more_ends_the_journal_alone(tmp_path: Path) -> None:
    """What is there stays, also where the end cannot be noted any more."""
    code = (
        "journal.keep([(b'1', YES)])\n"
        "(wal,) = Path(sys.argv[1]).glob('*-wal')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size, resource.RLIM_INFINITY))\n"
        "journal.keep([(b'2', YES)])\n"
        "journal.keep([(b'3', YES)])\n"
        "assert journal.close(cut_short=True)\n"
    )
    assert in_a_process(tmp_path, code) == 0
    assert known(tmp_path, b"1", b"2", b"3") == [YES, None, None]


def test_what_was_killed_is_told_from_what_was_stopped(tmp_path: Path) -> None:
    code = "journal.keep([(b'1', YES)])\nos.kill(os.getpid(), signal.SIGKILL)\n"
    assert in_a_process(tmp_path, code) == -signal.SIGKILL
    assert Journal(tmp_path, FILE, resume=False).crashed
    journal = resumed(tmp_path)
    assert journal.answer(b"1") == YES
    journal.keep([(b"2", NO)])
    assert journal.close(cut_short=True)
    assert not Journal(tmp_path, FILE, resume=False).crashed


def test_who_comes_beside_another_takes_nothing_from_it(tmp_path: Path) -> None:
    """Nor looks at it, be it to go on; what ends first leaves the other alone."""
    first = Journal(tmp_path, FILE, resume=False)
    first.keep([(b"1", YES), (b"2", NO)])
    second = Journal(tmp_path, FILE, resume=True)
    assert (second.earlier, second.answer(b"1")) == (0, None)
    second.keep([(b"1", NO)])
    assert not second.close(cut_short=False)
    first.keep([(b"3", NO)])
    assert first.close(cut_short=True)
    assert known(tmp_path, b"1", b"2", b"3") == [YES, NO, NO]


def test_of_those_that_nobody_goes_on_with_the_farthest_is_kept(tmp_path: Path) -> None:
    for number in (1, 3, 2, 1):
        left_by(tmp_path, [(bytes([at]), YES) for at in range(number)])
    assert Journal(tmp_path, FILE, resume=False).earlier == 3
    assert len(list(tmp_path.iterdir())) == 2


def test_answers_that_mean_nothing_are_none(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    (file,) = tmp_path.iterdir()
    with sqlite3.connect(file) as database:
        database.execute("UPDATE answers SET outcome = 'perhaps'")
    database.close()
    journal = resumed(tmp_path)
    assert (journal.earlier, journal.answer(b"1")) == (0, None)
    journal.close(cut_short=False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("said", ["perhaps", None])
def test_what_means_nothing_stands_in_nobodys_way(said: str | None, tmp_path: Path) -> None:
    """Be it that another version wrote it, or that it is damaged: what it has is left alone."""
    left_by(tmp_path, [(b"1", YES), (b"2", YES)])
    (strange,) = tmp_path.iterdir()
    with sqlite3.connect(strange) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')")
    database.close()
    with sqlite3.connect(strange) as database:
        database.execute("UPDATE answers SET outcome = ? WHERE text = ?", (said, b"1"))
    database.close()
    left_by(tmp_path, [(b"1", NO)], resume=True)
    left_by(tmp_path, [(b"3", YES)], resume=True)
    assert known(tmp_path, b"1", b"2", b"3") == [NO, None, YES]


@given(st.data())
def test_no_damage_stands_in_anybodys_way(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("journals")
    left_by(folder, [(bytes([digest]), YES) for digest in range(200)])
    (file,) = folder.iterdir()
    content = file.read_bytes()
    start = data.draw(st.integers(0, len(content)))
    length = data.draw(st.integers(0, 8))
    file.write_bytes(content[:start] + data.draw(st.binary(max_size=8)) + content[start + length :])
    journal = resumed(folder)
    journal.keep([(b"new", NO)])
    journal.close(cut_short=True)
    (answer,) = known(folder, b"new")
    assert answer in (NO, None)  # None: only now was it seen that nothing more could be kept


def test_what_is_damaged_is_told_in_its_own_bytes_and_goes(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes().replace(b"PRIMARY KEY", b"PRIMARY \xa4EY"))
    left_by(tmp_path, [(b"2", NO)], resume=True)
    assert known(tmp_path, b"1", b"2") == [None, NO]


def test_a_folder_that_cannot_be_made_ends_the_journal_alone() -> None:
    journal = Journal(Path(os.devnull, "journals"), FILE, resume=True)
    journal.keep([(b"1", YES)])
    assert not journal.close(cut_short=True)


def test_a_journal_is_for_its_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "journals"
    left_by(folder, [(b"1", YES)])
    assert folder.stat().st_mode & 0o777 == 0o700


def test_what_nobody_has_gone_on_with_for_a_month_goes(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    (old,) = tmp_path.iterdir()
    grow_old(old)
    other = Journal(tmp_path, "b", resume=False)
    other.keep([(b"1", YES)])
    assert not old.exists()
    assert other.close(cut_short=True)


def test_what_somebody_goes_on_with_stays_however_old_it_is(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    (old,) = tmp_path.iterdir()
    going_on = resumed(tmp_path)
    grow_old(old)
    other = Journal(tmp_path, "b", resume=False)
    other.keep([(b"1", YES)])
    going_on.keep([(b"2", NO)])
    assert other.close(cut_short=True)
    assert going_on.close(cut_short=True)
    assert known(tmp_path, b"1", b"2") == [YES, NO]


def test_what_was_gone_on_with_is_as_young_as_what_was_begun(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    (old,) = tmp_path.iterdir()
    grow_old(old)
    assert resumed(tmp_path).close(cut_short=True)
    other = Journal(tmp_path, "b", resume=False)
    other.keep([(b"1", YES)])
    assert other.close(cut_short=True)
    assert known(tmp_path, b"1") == [YES]


def test_a_spoiled_journal_goes_after_a_month_too(tmp_path: Path) -> None:
    left_by(tmp_path, [(b"1", YES)])
    (old,) = tmp_path.iterdir()
    old.write_bytes(b"no database at all" * 1000)
    grow_old(old)
    other = Journal(tmp_path, "b", resume=False)
    other.keep([(b"1", YES)])
    assert not old.exists()
    assert other.close(cut_short=True)


SPEC = OracleSpec("./check.sh {file}", Path("/nowhere"))


@pytest.mark.parametrize(
    "other",
    [
        replace(SPEC, command="./check.sh -v {file}"),
        replace(SPEC, folder=Path("/elsewhere")),
        replace(SPEC, stderr="error"),
        replace(SPEC, exit_code=1),
        replace(SPEC, isolation="workspace"),
        replace(SPEC, limits=Limits(memory=2**30)),
    ],
)
def test_another_oracle_has_another_journal(other: OracleSpec) -> None:
    path = Path("/nowhere/case.c")
    assert identity(other, b"int a;", path) != identity(SPEC, b"int a;", path)


def test_another_text_and_another_file_have_other_journals() -> None:
    path = Path("/nowhere/case.c")
    same = identity(SPEC, b"int a;", path)
    assert identity(SPEC, b"int b;", path) != same
    assert identity(SPEC, b"int a;", Path("/elsewhere/case.c")) != same
    assert identity(replace(SPEC, timeout=3.0, name="gcc"), b"int a;", path) == same


def test_a_changed_script_is_another_oracle(tmp_path: Path) -> None:
    script, path = tmp_path / "check.sh", tmp_path / "case.c"
    script.write_text("grep -q a $1")
    spec = OracleSpec("./check.sh {file}", tmp_path)
    before = identity(spec, b"int a;", path)
    script.write_text("grep -q b $1")
    assert identity(spec, b"int a;", path) != before


def test_where_there_is_no_room_for_a_journal_there_is_none_to_continue(tmp_path: Path) -> None:
    with mounted(tmp_path / "small", "size=64k") as folder:
        (folder / "full").write_bytes(bytes(2**16 - 4096))
        journal = Journal(folder / "journals", FILE, resume=False)
        journal.keep([(b"1", YES)])
        assert not journal.close(cut_short=True)
        assert not any((folder / "journals").iterdir())


def test_a_journal_that_is_gone_already_is_not_made_again(tmp_path: Path) -> None:
    """Whoever keeps one removes it in the end, perhaps while others look at it."""
    with pytest.raises(sqlite3.OperationalError):
        journals._opened(tmp_path / "gone.sqlite")
    assert not any(tmp_path.iterdir())
