"""What functions and statements mention stays, with what that mentions in turn."""

import pytest

from needing import needs_of
from oracles import tight

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


def mentioned(text: bytes, language: str = "c") -> bytes:
    needs = needs_of(text, language, 0)
    return tight(needs.render(needs.mentioned))


@pytest.mark.parametrize(
    "use, lines",
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
    assert mentioned(HEADER + use) == tight(b"".join(header[line] for line in lines) + use)


def test_functions_and_statements_stay_though_nothing_mentions_them() -> None:
    text = b"var idle = [1, 2, 3]; var idler = idle; function f() { g(1); } g(2); var one = g;"
    assert mentioned(text, "javascript") == tight(b"function f() { g(1); } g(2);")


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
    kept = b"""\
namespace n { extern "C" { int used; } }
#ifdef THREE
#else
#endif
int main() { return n::used; }
"""
    assert mentioned(text, "cpp") == tight(kept)


def test_of_a_text_that_declares_only_nothing_is_mentioned() -> None:
    assert needs_of(HEADER, "c", 0).mentioned == 0


def test_what_a_condition_mentions_stays() -> None:
    main = b"int main(void) { return 0; }\n"
    text = b"#define THREE 3\n#define FOUR 4\n#ifdef THREE\nint x;\n#endif\n" + main
    kept = b"#define THREE 3\n#ifdef THREE\n#endif\n"
    assert mentioned(text) == tight(kept + main)
    needs = needs_of(text, "c", 0)
    assert tight(needs.render(needs.always)) == tight(kept)
