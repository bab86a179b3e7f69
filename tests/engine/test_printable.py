import os
from pathlib import Path

from nubbin.engine.vocabulary.printable import shown


def test_any_path_can_be_shown() -> None:
    assert shown(Path(os.fsdecode(b"a \xe9\n\x1b[31m\xc3\xa9"))) == r"a \xe9\n\x1b[31mé"
