"""What a lexeme is, by its look alone."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.configurations.lexemes import content_of, string_in

UNITS = st.sampled_from([b"a", b" ", b"\n", b"\xff", b"#", b"\\n", b"\\\\", b'\\"', b"\\'", b"\\`"])
PREFIXES = st.sampled_from([b"", b"r", b"u8", b"@$", b"r#"])
QUOTES = st.sampled_from([b'"', b"'", b"`", b'"""', b"'''"])


@given(PREFIXES, QUOTES, st.lists(UNITS).map(b"".join), st.sampled_from([b"", b"#"]))
def test_a_string_is_found_with_its_content(
    prefix: bytes, quote: bytes, content: bytes, hashes: bytes
) -> None:
    string = string_in(prefix + quote + content + quote + hashes)
    assert string is not None
    start = len(prefix + quote)
    assert string == (quote, (start, start + len(content)))


@given(QUOTES, st.lists(UNITS, min_size=1).map(b"".join), st.lists(UNITS, min_size=1).map(b"".join))
def test_what_ends_before_its_last_quotation_mark_is_no_string(
    quote: bytes, one: bytes, other: bytes
) -> None:
    assert string_in(quote + one + quote + other + quote) is None
    assert string_in(quote + one + b"\\" + quote[:1]) is None  # the mark at the end is escaped
    assert string_in(quote + one) is None


def test_other_quotation_marks_are_content() -> None:
    text = b"""print("it's `so`")"""
    assert content_of(text, 6, len(text) - 1) == b"it's `so`"
    assert content_of(b"""'''a'b''c'''""", 0, 12) == b"a'b''c"


@pytest.mark.parametrize("content", [b"a" * 3_000_000, b"\\n" * 1_500_000, b"'`" * 1_500_000])
def test_a_string_of_megabytes_takes_the_memory_of_a_few_copies(content: bytes) -> None:
    lexeme = b'"' + content + b'"'
    tracemalloc.start()
    try:
        string = string_in(lexeme)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert string == (b'"', (1, 1 + len(content)))
    assert peak < 4.5 * len(lexeme)
