import contextlib
import errno
import os
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import textwrap
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from frontdoor import UNPRIVILEGED
from nubbin.engine.oracles.files import check_writable, write_atomically, write_new
from nubbin.engine.vocabulary.errors import NoRoom, UsageError


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_gets_the_permissions_of_its_model(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.touch()
    model.chmod(0o751)
    write_atomically(tmp_path / "new", b"text", like=model)
    assert (tmp_path / "new").read_bytes() == b"text"
    assert mode(tmp_path / "new") == 0o751


def test_what_a_model_does_for_its_owner_a_new_file_does_not(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.touch()
    model.chmod(0o6755)
    write_atomically(tmp_path / "new", b"text", like=model)
    assert mode(tmp_path / "new") == 0o755


def test_a_new_file_without_a_model_is_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").touch()
    write_atomically(tmp_path / "new", b"")
    assert mode(tmp_path / "new") == mode(tmp_path / "other")


def test_a_new_file_whose_model_nobody_may_look_at_is_private(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    code = (
        "from pathlib import Path; from nubbin.engine.oracles.files import write_atomically; "
        "write_atomically(Path('new'), b'text', like=Path('closed/model'))"
    )
    subprocess.run([*UNPRIVILEGED, sys.executable, "-c", code], cwd=tmp_path, check=True)
    assert (tmp_path / "new").read_bytes() == b"text"
    assert mode(tmp_path / "new") == 0o600


def test_an_old_file_keeps_its_permissions_and_is_replaced_whole(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"before")
    old.chmod(0o600)
    with old.open("rb") as reader:
        write_atomically(old, b"after")
        assert reader.read() == b"before"  # whoever had it open keeps the old one
    assert old.read_bytes() == b"after"
    assert mode(old) == 0o600
    assert os.listdir(tmp_path) == ["old"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_an_old_file_keeps_its_owner(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.touch()
    os.chown(old, 1234, 4321)
    write_atomically(old, b"after")
    assert (old.stat().st_uid, old.stat().st_gid) == (1234, 4321)


_IN_ANOTHER_GROUP = """
    import os, sys
    from pathlib import Path
    from nubbin.engine.oracles.files import write_atomically

    os.setgroups([int(sys.argv[1])]), os.setgid(1234), os.setuid(1234)
    write_atomically(Path("new"), b"text", like=Path("secret"))
    what = os.stat("new")
    print(what.st_gid, oct(what.st_mode & 0o777))
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
@pytest.mark.parametrize(
    "mode, member, told",
    [
        (0o640, 4321, "4321 0o640"),
        (0o640, 4322, "1234 0o600"),
        (0o664, 4322, "1234 0o644"),
    ],
)
def test_what_a_group_may_do_no_other_group_may_unless_all_may(
    mode: int, member: int, told: str
) -> None:
    place = Path(
        tempfile.mkdtemp()
    )  # unlike `tmp_path`, with nothing around it that is closed to others
    secret = place / "secret"
    secret.touch()
    os.chown(secret, 0, 4321)
    secret.chmod(mode)
    place.chmod(0o777)
    try:
        code = [sys.executable, "-c", textwrap.dedent(_IN_ANOTHER_GROUP), str(member)]
        ran = subprocess.run(code, cwd=place, capture_output=True, text=True, check=True)
        assert ran.stdout.strip() == told
    finally:
        shutil.rmtree(place)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    link = tmp_path / "link"
    link.symlink_to("folder/target")
    write_atomically(link, b"text")
    assert link.is_symlink()
    assert (tmp_path / "folder" / "target").read_bytes() == b"text"
    assert os.listdir(tmp_path / "folder") == ["target"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_device_has_no_room() -> None:
    with pytest.raises(NoRoom, match="no space left"):
        write_atomically(Path("/dev/full"), b"text")
    assert Path("/dev/full").is_char_device()


def test_a_write_that_fails_leaves_nothing_but_the_old_file(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_bytes(b"before")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        with pytest.raises(NoRoom, match="file too large"):
            write_atomically(old, b"x" * 5000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert old.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["old"]


@pytest.mark.parametrize("place", ["", "missing/file", "file/below"])
def test_what_cannot_be_written_is_known_beforehand(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError):
        check_writable(tmp_path / place)
    with pytest.raises(UsageError):
        write_atomically(tmp_path / place, b"text")


_CLOSED = """
from pathlib import Path
from nubbin.engine.oracles.files import check_writable
from nubbin.engine.vocabulary.errors import UsageError

for place in ("closed/new", "closed/folder/new", "n" * 256):
    try:
        check_writable(Path(place))
    except UsageError as error:
        print(str(error).partition(": ")[2])
"""


def test_where_nothing_can_be_seen_the_reason_is_told_beforehand(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    command = [*UNPRIVILEGED, sys.executable, "-c", _CLOSED]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    reasons = ("permission denied", "permission denied", "file name too long")
    assert told == "".join(f"{reason}. Name another place.\n" for reason in reasons)


def test_what_can_be_written_is_known_beforehand(tmp_path: Path) -> None:
    (tmp_path / "old").touch()
    for name in ("old", "new"):
        check_writable(tmp_path / name)
    assert os.listdir(tmp_path) == ["old"]


def test_a_link_is_followed_only_where_the_user_has_named_it(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    for follow in (True, False):
        precious.write_bytes(b"mine")
        link = tmp_path / f"link {follow}"
        link.symlink_to(precious)
        write_atomically(link, b"text", like=precious, follow=follow)
        assert link.read_bytes() == b"text"
        assert link.is_symlink() == follow
        assert precious.read_bytes() == (b"text" if follow else b"mine")


def test_a_private_text_is_private_while_it_is_written(tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.touch()
    model.chmod(0o600)
    modes: set[int] = set()
    with ThreadPoolExecutor() as other:
        writing = other.submit(write_atomically, tmp_path / "new", b"x" * 2**26, like=model)
        while not writing.done():
            for entry in os.scandir(tmp_path):
                with contextlib.suppress(FileNotFoundError):
                    modes |= {stat.S_IMODE(entry.stat().st_mode)} - {mode(model)}
        writing.result()
    assert modes == set()
    assert mode(tmp_path / "new") == 0o600


def test_a_new_name_is_never_that_of_a_part(tmp_path: Path) -> None:
    """Whoever is killed meanwhile leaves nothing that stands in the way of the next."""
    new, size = tmp_path / "new", 2**26
    sizes: set[int] = set()
    with ThreadPoolExecutor() as other:
        writing = other.submit(write_new, new, b"x" * size, like=new)
        while not writing.done():
            with contextlib.suppress(FileNotFoundError):
                sizes.add(new.stat().st_size)
    assert sizes <= {size}
    assert new.stat().st_size == size
    with pytest.raises(FileExistsError):
        write_new(new, b"", like=new)
    assert os.listdir(tmp_path) == ["new"]


def test_a_file_system_without_links_takes_new_files_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    new = tmp_path / "new"
    write_new(new, b"text", like=new)
    assert new.read_bytes() == b"text"
    with pytest.raises(FileExistsError):
        write_new(new, b"", like=new)
    assert os.listdir(tmp_path) == ["new"]
