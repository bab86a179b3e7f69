"""Whatever members of a list go, and in whatever order, one separator stands between two left.

Comments may stand anywhere, and stay or go: no separator is theirs.
"""

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.configurations.changes import Change, Cut, Prune
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import tight, untouched

LISTS = {
    "c": (b"int i = f(", [], b");"),
    "javascript": (b"f(", [], b");"),
    "css": (b"", [b"z"], b" { }"),
    "sql": (b"SELECT ", [b"z"], b" FROM t;"),
}
"""What stands before a list, in it where it must not be empty, and behind it."""
MEMBERS = [b"a", b"b", b"c", b"d", b"e"]
PARSING = {name: Parsing(named(name)) for name in LISTS}
Batches = list[list[bytes]]


@st.composite
def members_and_batches(draw: st.DrawFn) -> tuple[list[bytes], list[bytes], Batches]:
    """Draw members, what each looks like with comments around it, and what goes at once of both."""
    members = MEMBERS[: draw(st.integers(1, len(MEMBERS)))]
    comments: list[bytes] = []

    def gap() -> bytes:
        if not draw(st.booleans()):
            return b" "
        comments.append(b"/*%d*/" % len(comments))
        return b" %s " % comments[-1]

    written = [gap() + member + gap() for member in members]
    batches: Batches = [[], [], [], []]  # the last one stays
    for each in [*members, *comments]:
        batches[draw(st.integers(0, 3))].append(each)
    return members, written, batches[:3]


def removal(places: Mapping[bytes, int], batch: list[bytes], *, in_runs: bool) -> list[Change]:
    """Return what takes out a batch, runs of members as a whole or each by itself."""
    if not in_runs:
        return [Prune((places[each],)) for each in batch]
    runs = re.findall(rb"a?b?c?d?e?", b"".join(m if m in batch else b" " for m in MEMBERS))
    cuts = [Cut(tuple(places[bytes([code])] for code in run)) for run in runs if run]
    return [*cuts, *(Prune((places[each],)) for each in batch if each not in MEMBERS)]


@pytest.mark.parametrize("name", LISTS)
@given(members_and_batches(), st.booleans())
def test_one_separator_stands_between_each_two_that_are_left(
    name: str, case: tuple[list[bytes], list[bytes], Batches], in_runs: bool
) -> None:
    members, written, batches = case
    before, always, behind = LISTS[name]
    syntax = PARSING[name].syntax(before + b",".join([*always, *written]) + behind)
    tree = syntax.tree
    configuration = untouched(syntax, PARSING[name].table)
    # What may stand in a place is asked before anything goes.
    places = {
        tree.source(place): place
        for place in configuration.every_place()
        if configuration.prunable(place)
    }
    *made, last = batches
    for batch in made:
        configuration.apply(removal(places, batch, in_runs=in_runs))
    for member in members:
        gone = any(member in batch for batch in made)
        assert configuration.gone(Prune((places[member],))) == gone
    text = configuration.render(removal(places, last, in_runs=in_runs))
    left = [member for member in members if not any(member in batch for batch in batches)]
    assert tight(re.sub(rb"/\*\d*\*/", b"", text)) == tight(
        before + b",".join([*always, *left]) + behind
    )
    assert not syntax.breaks(text)
