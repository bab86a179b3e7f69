"""What two paths have to do with each other."""

import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

_CLOSED = """
    import os
    from pathlib import Path
    from nubbin.server.commands.places import is_same

    if os.geteuid() == 0: os.setuid(65534)
    Path("settings").touch()
    os.mkdir("closed", 0)
    os.symlink("closed/file", "link")
    assert not is_same(Path("link"), Path("settings"))
    assert not is_same(Path("settings"), Path("link"))
    assert is_same(Path("link"), Path("closed/file"))
"""


def test_a_link_to_where_nobody_may_look_is_no_other_file() -> None:
    place = Path(tempfile.mkdtemp())
    place.chmod(0o777)
    try:
        code = [sys.executable, "-c", textwrap.dedent(_CLOSED)]
        subprocess.run(code, cwd=place, check=True)
    finally:
        shutil.rmtree(place)
