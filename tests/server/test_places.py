"""What two paths have to do with each other."""

import subprocess
import sys
from pathlib import Path

from frontdoor import UNPRIVILEGED

_CLOSED = """
from pathlib import Path
from nubbin.server.commands.places import is_same

assert not is_same(Path("link"), Path("settings"))
assert not is_same(Path("settings"), Path("link"))
assert is_same(Path("link"), Path("closed/file"))
"""


def test_a_link_to_where_nobody_may_look_is_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "settings").touch()
    (tmp_path / "closed").mkdir(mode=0)
    (tmp_path / "link").symlink_to("closed/file")
    command = [*UNPRIVILEGED, sys.executable, "-c", _CLOSED]
    subprocess.run(command, cwd=tmp_path, check=True)
