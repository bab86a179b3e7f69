"""Tokens counted beside each other are those that a parse of each text alone counts."""

from pathlib import Path
from random import Random

import pytest

from nubbin.engine.trees.language import load, named
from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.tally import Tally
from nubbin.engine.vocabulary.text import Edit, apply_edits
from oracles import parsing
from strategies import TEXTS

CORPUS = Path(__file__).parents[1] / "corpus"


def test_a_count_does_not_depend_on_what_else_was_counted() -> None:
    """Where there are errors the parser, going on from another text, may recover otherwise."""
    text = (CORPUS / "sql-sqlglot-typeless-column" / "migrate.sql").read_bytes()
    parser = Parser(load(named("sql")))
    near = apply_edits(text, [Edit(13_219, 13_234)])
    other = apply_edits(text, [Edit(5_884, 5_885), Edit(7_533, 7_534), Edit(13_326, 13_327)])
    alone, after, at_hand = (Tally(parser, text, Syntax(parser, text)) for _ in range(3))
    after.count(near)
    at_hand.keep(near)
    counts = {tally.count(other) for tally in (alone, after, at_hand)}
    assert counts == {Syntax(parser, other).tree.tokens()}


SIMILAR = {name: text * 48 for name, text in TEXTS.items() if name != "case.txt"} | {
    "comments.rs": b"/// says a lot\nfn f() { /* and (more) */ g(1) } // and more\n" * 48,
    "macro.c": b"#define X " + b" w0 + f(w1)" * 300 + b"\nint a;\n",
}
"""Long enough to be counted from one another; a macro's body is one leaf, a comment may be many."""


SEEDS = 20
STEPS = 6
"""Times that a text is edited, each time counted from those before."""


def changed(syntax: Syntax, luck: Random) -> bytes:
    """Return the base text with some of its nodes cut, or replaced by others of their kind.

    What would be an error is left: where there are errors, a count may be another one than that of
    a parse.
    """
    tree, edits = syntax.tree, list[Edit]()
    for row in luck.sample(range(1, len(tree)), min(8, len(tree) - 1)):
        start, end = tree.start[row], tree.end[row]
        if end - start > 80 and tree.is_leaf(row):  # a macro's body: some of it
            start = luck.randrange(start, end - 80)
            end = start + luck.randrange(80)
        alike = [other for other in range(len(tree)) if tree.kind[other] == tree.kind[row]]
        source = tree.source(luck.choice(alike)) if luck.random() < 0.5 else b""
        edit = Edit(start, end, source[:80])
        if end - start <= 80 and not syntax.breaks_with((*edits, edit)):
            edits.append(edit)
    return apply_edits(tree.text, edits)


@pytest.mark.parametrize("name", sorted(SIMILAR))
def test_tokens_counted_from_what_is_known_are_those_of_a_parse(name: str) -> None:
    """Beyond a kilobyte a count starts from a similar text: here one edited at several places."""
    reader = parsing(name)
    assert reader is not None
    parser, counted = Parser(reader.grammar), 0
    for seed in range(SEEDS):
        luck, syntax = Random(seed), Syntax(parser, SIMILAR[name])
        tally = Tally(parser, syntax.text, syntax)
        for _ in range(STEPS):
            text = changed(syntax, luck)
            counted += text != syntax.text and len(text) > 1024
            syntax = Syntax(parser, text)
            assert not syntax.errors
            assert tally.count(text) == syntax.tree.tokens()
            if luck.random() < 0.5:
                tally.keep(text)
    assert counted > 0.9 * SEEDS * STEPS
