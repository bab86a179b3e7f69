"""Each row has the value of the innermost node around it."""

from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing

_TREE = Parsing(named("python")).syntax(b"def f(a):\n    g([a, [1, (2, a)]])\n\n\nf(f(0))\n").tree


@given(st.sets(st.integers(0, len(_TREE) - 1)), st.booleans())
def test_each_row_has_the_value_of_the_innermost_node_around_it(
    nodes: set[int], below: bool
) -> None:
    rows = sorted(nodes)
    found = _TREE.innermost(zip(rows, rows, strict=True), -1, below=below)
    wanted = [
        max((one for one in rows if one + below <= row < _TREE.skip[one]), default=-1)
        for row in range(len(_TREE))
    ]
    assert list(found) == wanted
