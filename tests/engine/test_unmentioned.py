"""Unmentioned: what nothing mentions goes at once."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.unmentioned import unmentioned
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, tight

HEADER = b"""\
typedef int word;
typedef word wide;
struct pair;
struct pair { wide first; word second; };
enum kind { SMALL, LARGE };
extern int strlen(const char *text);
extern int idle(struct lonely *of);
struct lonely { struct lonely *next; enum mood mood; };
enum mood { GOOD, BAD };
"""


def asked(text: bytes, language: str = "c", *, holds: bool = True) -> tuple[bytes, list[bytes]]:
    """Return what is left of a text, and the questions, which all hold or do not."""
    questions: list[bytes] = []

    def oracle(candidate: bytes) -> bool:
        questions.append(candidate)
        return holds

    return unmentioned(Context(ask(oracle), Parsing(named(language))), text), questions


@pytest.mark.parametrize(
    "use,lines",
    [
        (b"int main(void) { return 0; }", []),
        (b"int main(void) { return strlen(0); }", [5]),
        (b"wide main(void) { return 0; }", [0, 1]),
        (b"int main(void) { struct pair it; return 0; }", [0, 1, 2, 3]),
        (b"int main(void) { return LARGE; }", [4]),
        (b"int main(void) { return idle(0); }", [6, 7, 8]),
    ],
)
def test_what_is_mentioned_stays_with_what_that_mentions(use: bytes, lines: list[int]) -> None:
    header = HEADER.splitlines(keepends=True)
    left, questions = asked(HEADER + use)
    assert tight(left) == tight(b"".join(header[line] for line in lines) + use)
    assert len(questions) == 1


def test_where_it_does_not_hold_without_them_all_stay() -> None:
    text = HEADER + b"int main(void) { return 0; }"
    left, questions = asked(text, holds=False)
    assert left == text
    assert len(questions) == 1


def test_functions_and_statements_stay_though_nothing_mentions_them() -> None:
    text = b"var idle = [1, 2, 3]; var idler = idle; function f() { g(1); } g(2); var one = g;"
    left, questions = asked(text, "javascript")
    assert tight(left) == tight(b"function f() { g(1); } g(2);")
    assert len(questions) == 1


def test_members_of_namespaces_and_conditions_go_and_these_stay() -> None:
    text = b"""\
namespace n { int one; extern "C" { int two; int used; } }
#ifdef THREE
int three;
#else
int four;
#endif
int main() { return n::used; }
"""
    left, _ = asked(text, "cpp")
    kept = b"""\
namespace n { extern "C" { int used; } }
#ifdef THREE
#else
#endif
int main() { return n::used; }
"""
    assert tight(left) == tight(kept)


def test_what_is_no_sixteenth_of_a_text_is_not_asked_about() -> None:
    def text(calls: int) -> bytes:
        return b"int idle; int main(void) { " + b"f(0); " * calls + b"}"

    assert len(asked(text(7))[1]) == 1  # 3 of 45 tokens
    assert asked(text(8)) == (text(8), [])  # of 50


def test_of_a_text_that_declares_only_nothing_is_known() -> None:
    assert asked(HEADER) == (HEADER, [])


def test_declarations_outside_of_what_may_change_stay() -> None:
    use = b"int main(void) { return 0; }"
    reader = Parsing(named("c"))
    head = HEADER.index(b"enum kind")
    context = Context(ask(lambda text: True), reader, head=head)
    assert tight(unmentioned(context, HEADER + use)) == tight(HEADER[:head] + use)


def test_without_the_rules_of_a_grammar_nothing_is_asked() -> None:
    text = b"idle <- 1\nf <- function(x) g(x)\nf(2)\n"
    assert asked(text, "r") == (text, [])


def test_what_a_condition_mentions_stays() -> None:
    main = b"int main(void) { return 0; }\n"
    text = b"#define THREE 3\n#ifdef THREE\nint x;\n#endif\n" + main
    left, _ = asked(text)
    assert tight(left) == tight(b"#define THREE 3\n#ifdef THREE\n#endif\n" + main)


def test_where_all_that_seemed_idle_was_mentioned_before_nothing_is_asked() -> None:
    text = b"g(x); function f() { g(1); } var x = 2, y = 3, z = 4;"
    assert asked(text, "javascript") == (text, [])
