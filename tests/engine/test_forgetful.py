"""Grammars whose scanners cannot go on from the middle of a text."""

import subprocess
import sys

import pytest

from nubbin.engine.trees.language import available, named

_TWICE = """
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing

text = b"Title\\n=====\\n\\n* a\\n* b\\n\\n.. note:: c\\n"
parser = Parsing(named("rst"))._parser
base = parser.parse(text)
for start, end, row, behind in ((0, 12, 0, 2), (13, 20, 3, 5), (21, 33, 6, 7)):
    edited = base.copy()
    edited.edit(start, end, start, (row, 0), (behind, 0), (row, 0))
    print(parser.parse(text[:start] + text[end:], edited).root_node)
"""


@pytest.mark.skipif(
    not available(named("rst")), reason="tree-sitter-languages has no wheels from Python 3.13 on"
)
def test_rst_has_the_same_tree_in_each_process() -> None:
    ran = [subprocess.check_output([sys.executable, "-c", _TWICE]) for _ in range(12)]
    assert len(set(ran)) == 1
