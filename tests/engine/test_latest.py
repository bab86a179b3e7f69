"""The end of a text: a program's own code is cut first, and what it does not need goes at once."""

import re

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.slices import slices
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask


def library(name: bytes, size: int) -> bytes:
    """Return types of which each needs the next, and the last the first."""
    line = b"struct %b%d { struct %b%d *one, *other; int first, second, third, fourth; };\n"
    return b"".join(line % (name, n, name, (n + 1) % size) for n in range(size))


PROGRAM = library(b"f", 256) + library(b"g", 256)
OWN = b"int main(void) { int n = 1; struct f7 it; it.first = n; n << 33; }\n"


def sliced(text: bytes, wanted: bytes) -> tuple[bytes, int]:
    """Return what is left of a program in which all types are there, and how many questions."""
    questions: list[bytes] = []

    def holds(candidate: bytes) -> bool:
        questions.append(candidate)
        types = {*re.findall(rb"struct (\w+)", candidate)}
        named_so = b"it;" in candidate or b"it." not in candidate
        defined = types <= {*re.findall(rb"struct (\w+) {", candidate)}
        return defined and named_so and wanted in candidate

    return slices(Context(ask(holds), Parsing(named("c"))), text), len(questions)


def test_what_the_end_of_a_text_does_not_need_once_it_is_cut_goes_at_once() -> None:
    left, questions = sliced(PROGRAM + OWN, b"n << 33")
    assert b"struct" not in left
    assert questions <= 32


def test_that_the_end_of_a_text_is_not_what_matters_is_known_by_one_question() -> None:
    _, questions = sliced(PROGRAM + OWN, b"struct g9 {")
    _, without = sliced(PROGRAM, b"struct g9 {")
    assert questions <= without + 1


def test_where_the_end_of_a_text_needs_nothing_nothing_is_asked_about_it() -> None:
    assert sliced(b"".join(b"int a%d;\n" % n for n in range(8193)), b"b")[1] == 0
