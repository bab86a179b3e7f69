"""Design §2.2: a text is accepted only if it is strictly smaller, tokens first; and it holds.

An algorithm over pieces of text knows no tokens, so there they do not count.
"""

import zlib
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nubbin.engine.catalogue import catalogue
from nubbin.engine.configurations.partition import lexemes
from nubbin.engine.record import Record
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.tally import Tally
from nubbin.engine.vocabulary.text import Edit, Size, apply_edits
from oracles import parsing, reduce_inline, size
from strategies import json_cases

CORPUS = Path(__file__).parents[1] / "corpus"
Case = tuple[str, bytes, Callable[[bytes], bool]]
OURS = [entry.name for entry in catalogue() if entry.source == "nubbin"]
TEXTS = {
    "case.c": b"struct s { int a; char b[12]; };\nint f(struct s *p) { return p->a + 0x1f; }\n",
    "case.js": b"class A { b(c) { return `x${c}y` + 'long text' ; } }\nlet d = new A().b(1.50);\n",
    "case.py": b"def f(a, b='text'):\n    if a:\n        return b\n    return [1, 22, f(0)]\n",
    "case.css": b"@media print { a.b, c > d { margin: 10px 0 auto; color: #ffffff } }\n",
    "case.txt": b"A text that has no grammar: only words,\nand signs.\n",
}


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a text and an oracle that is not monotone: some of its lexemes, and luck."""
    if draw(st.booleans()):
        return "case.json", *draw(json_cases())
    name = draw(st.sampled_from(sorted(TEXTS)))
    text = TEXTS[name]
    pieces = [piece for piece in lexemes(text) if not piece.isspace()]
    wanted = draw(st.lists(st.sampled_from(pieces), min_size=1, max_size=4))
    luck = draw(st.integers(1, 4))

    def holds(candidate: bytes) -> bool:
        lucky = candidate == text or zlib.crc32(candidate) % luck == 0
        return lucky and all(piece in candidate for piece in wanted)

    return name, text, holds


@pytest.mark.parametrize("squeeze", [False, True], ids=["", "squeeze"])
@pytest.mark.parametrize("strategy", [*OURS, "hddhr*", "ddmin*"])
@settings(max_examples=25)
@given(cases())
def test_the_result_is_the_smallest_of_all_that_held(
    strategy: str, squeeze: bool, case: Case
) -> None:
    """So whatever was accepted was smaller than all before it, the input among them."""
    name, text, holds = case
    held = [text]

    def oracle(candidate: bytes) -> bool:
        if holds(candidate):
            held.append(candidate)
        return holds(candidate)

    improved: list[bytes] = []
    reduction = reduce_inline(
        text, oracle, strategy, name, squeeze=squeeze, on_improved=improved.append
    )
    assert reduction.status == 0

    def place(each: bytes) -> Size:
        return Size.of(each) if strategy == "ddmin*" else size(name, text, each)

    assert reduction.text == min(held, key=place)
    sizes = [place(each) for each in [text, *improved]]
    assert all(later < earlier for earlier, later in pairwise(sizes))
    assert improved == [] or improved[-1] == reduction.text


@given(st.lists(st.binary(max_size=4)))
def test_a_record_takes_what_is_smaller_than_all_before(texts: list[bytes]) -> None:
    def of(text: bytes) -> Size:
        return Size.of(text, tokens=len(set(text)))

    record = Record(b"\0\1\2\3", of, lambda text: None, lambda event: None)
    for run, text in enumerate(texts):
        record.offer(text, run)
    sizes = [of(text) for text in record.accepted]
    assert all(later < earlier for earlier, later in pairwise(sizes))
    assert record.best == min(map(of, [b"\0\1\2\3", *texts]))


def test_a_count_does_not_depend_on_what_else_was_counted() -> None:
    """Where there are errors the parser, going on from another text, may recover otherwise."""
    text = (CORPUS / "sql-sqlglot-typeless-column" / "migrate.sql").read_bytes()
    grammar = Parsing(named("sql"))
    near = apply_edits(text, [Edit(13_219, 13_234)])
    other = apply_edits(text, [Edit(5_884, 5_885), Edit(7_533, 7_534), Edit(13_326, 13_327)])
    alone, after, at_hand = (Tally(grammar.grammar, text, grammar.syntax(text)) for _ in range(3))
    after.count(near)
    at_hand.keep(near)
    counts = {tally.count(other) for tally in (alone, after, at_hand)}
    assert counts == {grammar.syntax(other).tree.tokens()}


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
    grammar = parsing(name)
    assert grammar is not None
    counted = 0
    for seed in range(SEEDS):
        luck, syntax = Random(seed), grammar.syntax(SIMILAR[name])
        tally = Tally(grammar.grammar, syntax.text, syntax)
        for _ in range(STEPS):
            text = changed(syntax, luck)
            counted += text != syntax.text and len(text) > 1024
            syntax = grammar.syntax(text)
            assert not syntax.errors
            assert tally.count(text) == syntax.tree.tokens()
            if luck.random() < 0.5:
                tally.keep(text)
    assert counted > 0.9 * SEEDS * STEPS
