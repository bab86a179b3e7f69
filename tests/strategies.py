"""What hypothesis draws: oracles, configurations, texts with a grammar; and samples of these."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from zlib import crc32

from hypothesis import strategies as st

from nubbin.engine.configurations.partition import words_and_signs

Kept = frozenset[int]
Case = tuple[bytes, Callable[[bytes], bool]]
"""A text, and an oracle that holds on it."""
SAMPLES = sorted((Path(__file__).parent / "corpus" / "languages").iterdir())
"""A file in each of many languages."""
TEXTS = {
    "case.c": b"struct s { int a; char b[12]; };\nint f(struct s *p) { return p->a + 0x1f; }\n",
    "case.js": b"class A { b(c) { return `x${c}y` + 'long text' ; } }\nlet d = new A().b(1.50);\n",
    "case.py": b"def f(a, b='text'):\n    if a:\n        return b\n    return [1, 22, f(0)]\n",
    "case.css": b"@media print { a.b, c > d { margin: 10px 0 auto; color: #ffffff } }\n",
    "case.txt": b"A text that has no grammar: only words,\nand signs.\n",
}
"""A few lines in several languages, and in none."""


@st.composite
def oracles(draw: st.DrawFn, size: int) -> Callable[[Kept], bool]:
    """Draw an oracle over `size` units that holds on all of them, and not on the empty set.

    Some are monotone: a set of units must stay. Others have dependencies, as programs have: a unit
    needs others; or parity: two units can go only together.
    """
    units = st.integers(0, size - 1)
    required = draw(st.frozensets(units, min_size=1, max_size=min(size, 5)))
    needs = draw(st.dictionaries(units, st.frozensets(units, max_size=2), max_size=size))
    pairs = draw(st.lists(st.tuples(units, units), max_size=3))

    def holds(kept: Kept) -> bool:
        return (
            required <= kept
            and all(needs.get(unit, frozenset()) <= kept for unit in kept)
            and all((one in kept) == (other in kept) for one, other in pairs)
        )

    return holds


_values = st.recursive(
    st.none() | st.booleans() | st.integers(0, 99) | st.text("abxyz ", max_size=4),
    lambda values: (
        st.lists(values, max_size=4)
        | st.dictionaries(st.text("abc", max_size=2), values, max_size=4)
    ),
    max_leaves=20,
)


@st.composite
def json_cases(draw: st.DrawFn) -> Case:
    """Draw a JSON text and an oracle that holds on it, and not on the empty text.

    The oracle wants some lexemes of the text to stay, and perhaps valid JSON, and perhaps the
    parity of one sort of bracket to stay: what can go depends on what else goes.
    """
    indent = draw(st.sampled_from([None, 1, 4]))
    text = json.dumps(draw(_values), indent=indent).encode()
    pieces = [piece for piece in words_and_signs(text) if not piece.isspace()]
    wanted = draw(st.lists(st.sampled_from(pieces), min_size=1, max_size=3))
    valid = draw(st.booleans())
    bracket = draw(st.sampled_from([b"", b"[", b"{"]))
    parity = text.count(bracket) % 2 if bracket else 0

    def holds(candidate: bytes) -> bool:
        if bracket and candidate.count(bracket) % 2 != parity:
            return False
        if any(piece not in candidate for piece in wanted):
            return False
        return not valid or is_json(candidate)

    return text, holds


@st.composite
def program_cases(draw: st.DrawFn, shares: Sequence[int] = (2, 3)) -> Case:
    """Draw a JavaScript text whose reduction takes hundreds of runs, and an oracle for it.

    The oracle wants nine names, and refuses one in `share` of the texts that have them, by
    their checksum. By default that is one in two or three, so that two changes that hold each by
    itself often do not hold together.
    """
    random = Random(draw(st.integers(0, 1_000_000)))  # not hypothesis's: it would draw zeros
    count = random.randrange(10, 16)
    text = "".join(
        f"function f{number}(a, b) {{ var x{number} = a + {random.randrange(100)}; "
        f"if (x{number} > b) {{ f{random.randrange(count)}(x{number}, b * 2); }} "
        f"return [x{number}, '{number}']; }}\n"
        for number in range(count)
    ).encode()
    wanted = [b"%c%d" % (random.choice(b"fx"), random.randrange(count)) for _ in range(9)]
    share = random.choice(shares)

    def holds(candidate: bytes) -> bool:
        if any(name not in candidate for name in wanted):
            return False
        return candidate == text or crc32(candidate) % share != 0

    return text, holds


@st.composite
def go_cases(draw: st.DrawFn) -> Case:
    """Draw a Go text of variables that depend on each other, and an oracle for it.

    Many changes of the text leave something unused, and become the same text once that is removed.
    The oracle wants a few calls, and refuses half of the texts that have them, by their checksum.
    """
    random = Random(draw(st.integers(0, 1_000_000)))  # not hypothesis's: it would draw zeros
    count = random.randrange(12, 24)
    defined = ["\tv0 := 1\n"]
    for number in range(1, count):
        value = random.choice([f"v{random.randrange(number)}", "1"])
        defined.append(f"\tv{number} := {value} + {number}\n")
    used = [f"\tuse{number}(v{number})\n" for number in range(count)]
    body = "".join([*defined, *used])
    text = f'package p\n\nimport "fmt"\n\nfunc f() {{\n{body}\tfmt.Println(v0)\n}}\n'.encode()
    wanted = [b"use%d(" % number for number in random.sample(range(count), 3)]

    def holds(candidate: bytes) -> bool:
        if any(call not in candidate for call in wanted):
            return False
        return candidate == text or crc32(candidate) % 2 != 0

    return text, holds


def is_json(text: bytes) -> bool:
    """Whether Python's own parser accepts the text."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
