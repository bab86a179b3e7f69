"""The tree of a text without a grammar: what is in it, and that it is worth having."""

import time
from codecs import BOM_UTF8
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.trees.outline import outline, paired
from nubbin.engine.trees.outlining import Outline
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Span
from oracles import reduce_inline

PIECES = [b"(", b")", b"[", b"]", b"{", b"}", b";", b",", b"a", b"b1", b"7", b" ", b"\n", b"\n  "]
PIECES += [b"\n\t", b"\r\n", b'"', b"'", b"`", b"\\", b"=", b"\xff", b"\0", b'"x y"', b"'('"]
QUOTES = b"\"'`"
texts = st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join)


def shown(text: bytes) -> str:
    """Write a text's tree down: leaves as they are, each list and item in brackets.

    A subitem that is all there is of its item is left out, as algorithms do.
    """
    tree = Outline(text).tree

    def written(node: int) -> str:
        if tree.is_leaf(node):
            return tree.source(node).decode()
        children = list(tree.children(node))
        if [tree.name(child) for child in children] == ["subitem"]:
            children = list(tree.children(children[0]))
        return tree.name(node)[0] + "<" + " ".join(map(written, children)) + ">"

    return " ".join(map(written, tree.children(0)))


@pytest.mark.parametrize(
    "text, tree",
    [
        (b"a b\nc\n", "i<a b> i<c>"),
        (b"a, b; c", "i<s<a> , s<b> ; s<c>>"),
        (b"a, b; \r\nc, d", "i<s<a> , s<b>> ; i<s<c> , s<d>>"),
        (b"f(a, 'b c') + 1", "i<f g<( i<s<a> , s<'b c'>> )> + 1>"),
        (b"f(a,\n  b, c)", "i<f g<( i<a> , i<s<b> , s<c>> )>>"),
        (b"a\n, b\n; c\n", "i<a> i<, b> i<; c>"),
        (b"a, b:\n  c, d\n", "i<s<a> , s<b : b<i<s<c> , s<d>>>>>"),
        (b"if a:\n  b\n  c\nd\n", "i<if a : b<i<b> i<c>>> i<d>"),
        (b"a\n  b\n    c\n  d\ne", "i<a b<i<b b<i<c>>> i<d>>> i<e>"),
        (b"f {\n  a;\n  b;\n}\ng", "i<f g<{ i<a> ; i<b> ; }>> i<g>"),
        (b"    a\n    b\n", "i<a> i<b>"),
        (b"a (\n\n  b\n)\n", "i<a g<( i<b> )>>"),
        (b"don't say \"it's (\" [", "i<don ' t say \"it's (\" [>"),
        (b"( [ )", "i<g<( i<[> )>>"),
        (b") (", "i<) (>"),
        (b"<a>\n  b\n  c\n</a>\n", "i<s<< a > b<i<b> i<c>>> s<< / a >>>"),
        (b"if a\n  b\nelse\n  c\nend\nend\n", "i<s<if a b<i<b>>> s<else b<i<c>>> s<end>> i<end>"),
        (b"#ifdef a\nb\n#endif\n", "i<# ifdef a> i<b> i<# endif>"),
        (b"{% for a %}\n{% endfor %}\n", "i<s<g<{ i<% for a %> }>> s<g<{ i<% endfor %> }>>>"),
        (b"<p>a</p>\n</q>\nend\n", "i<< p > a < / p >> i<< / q >> i<end>"),
    ],
)
def test_what_belongs_together_is_one_node(text: bytes, tree: str) -> None:
    assert shown(text) == tree


def is_nested(tree: Tree) -> bool:
    """Whether children lie in their parent, one behind the other."""
    for node in range(len(tree)):
        position = tree.start[node]
        for child in tree.children(node):
            if tree.start[child] < position or tree.parent[child] != node:
                return False
            position = tree.end[child]
        if position > tree.end[node]:
            return False
    return True


@given(texts | st.binary(max_size=80) | texts.map(BOM_UTF8.__add__))
def test_every_byte_but_white_space_and_a_byte_order_mark_is_in_one_leaf(text: bytes) -> None:
    tree = Outline(text).tree
    assert is_nested(tree)
    position = len(BOM_UTF8) if text.startswith(BOM_UTF8) else 0
    if len(tree) == 1:
        assert not text[position:].strip()
        return
    for leaf in tree.leaves():
        assert not text[position : tree.start[leaf]].strip()
        assert tree.source(leaf).strip() == tree.source(leaf) != b""
        position = tree.end[leaf]
    assert not text[position:].strip()


@given(texts)
def test_the_brackets_that_have_their_like_are_balanced(text: bytes) -> None:
    pairs = paired(text).pairs
    waiting = []
    for place in sorted(pairs):
        if text[place] in b"([{":
            waiting.append(text[place : place + 1])
        else:
            assert waiting.pop() + text[place : place + 1] in (b"()", b"[]", b"{}")
    assert waiting == []


@given(texts, st.data())
def test_no_candidate_with_more_brackets_alone_is_taken_for_as_good_where_nothing_is_quoted(
    text: bytes, data: st.DataObject
) -> None:
    text = text.translate(None, QUOTES)
    if data.draw(st.booleans()):
        text = bytes(text[at] for at in range(len(text)) if at not in paired(text).alone)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    come = data.draw(st.just(b"") | texts).translate(None, QUOTES)
    candidate = text[:start] + come + text[end:]
    worse = len(paired(candidate).alone) > len(paired(text).alone)
    outline_of, edits = Outline(text), (Edit(start, end, come),)
    assert worse <= outline_of.breaks(candidate)
    assert worse <= outline_of.breaks_with(edits)
    if not paired(text).alone and not come:
        assert worse == outline_of.breaks(candidate) == outline_of.breaks_with(edits)


@pytest.mark.parametrize(
    "text",
    [
        b"(" * 50_000 + b")" * 50_000,
        b"(" * 50_000 + b"]" * 50_000,
        b'"' * 100_001,
        b'"' + b'\\"' * 50_000,
        b"`" + b"\\" * 100_000,
        b"\0" * 100_000,
        Random(1).randbytes(100_000),
        b"".join(b" " * level + b"a\n" for level in range(400)),
    ],
    ids=["deep", "crossed", "quotes", "escaped", "backslashes", "nul", "random", "stairs"],
)
def test_whatever_the_text_its_tree_is_made_in_time(text: bytes) -> None:
    began = time.process_time()
    outline(text, paired(text).pairs)
    assert time.process_time() - began < 5.0


PROGRAM = b"".join(
    b"sub f%d(@a) {\n  say 'in f%d';\n  if @a > %d {\n    f%d(@a - 1);\n  }\n}\n" % (n, n, n, n - 1)
    for n in range(1, 40)
)


def needed(text: bytes) -> bool:
    """Whether two calls are left, and all brackets stand in pairs."""
    balanced = text.count(b"{") == text.count(b"}") and text.count(b"(") == text.count(b")")
    return balanced and b"f7(" in text and b"f21(" in text


def test_a_program_of_no_known_language_ends_smaller_by_its_tree_and_sooner() -> None:
    by_tree = reduce_inline(PROGRAM, needed, name="case.unknown")
    by_lines = reduce_inline(PROGRAM, needed, "ddmin*", name="case.unknown")
    assert len(by_tree.text) < len(by_lines.text)
    assert by_tree.minimal == ("1-minimal",)
    assert 2 * by_tree.oracle.runs < by_lines.oracle.runs


@pytest.mark.parametrize(
    "line",
    [
        b"".join(b'<e id="%d"><v>t%d</v></e>' % (n, n) for n in range(300)),
        b" | ".join(b"| c%d -> d%d" % (n, n) for n in range(300)),
        b"*".join(b"c%d+-d%d" % (n, n) for n in range(300)),
    ],
)
def test_of_one_long_line_large_parts_go_first(line: bytes) -> None:
    reduction = reduce_inline(line, lambda text: b"99" in text and b"199" in text, name="x.unknown")
    assert len(reduction.text) < 10
    assert reduction.oracle.runs < 150


MARKUP = b"".join(
    b'  <g id="g%d">\n    <a>\n      <b c="%d">\n        <d/>\n      </b>\n'
    b"      <e>f</e>\n    </a>\n  </g>\n" % (n, n)
    for n in range(40)
)


def is_markup(text: bytes) -> bool:
    """Whether every element has its end, and one is what is looked for."""
    try:
        return any(element.get("c") == "23" for element in ElementTree.fromstring(text).iter())
    except ElementTree.ParseError:
        return False


def test_elements_of_a_markup_of_no_known_language_go_with_their_ends() -> None:
    reduction = reduce_inline(b"<x>\n" + MARKUP + b"</x>\n", is_markup, name="case.unknown")
    assert reduction.text == b'<b c="23"/>\n'
    assert reduction.oracle.runs < 100


def test_a_byte_order_mark_is_no_part_of_the_first_word() -> None:
    """It stays where an editor keeps it to itself; the word goes."""
    text = BOM_UTF8 + b"hello world\nfoo bar\n  crash(1)\nmore\n"
    within = Span(len(BOM_UTF8), len(text))
    reduction = reduce_inline(text, lambda text: b"crash" in text, name="case.odd", within=within)
    assert reduction.text == BOM_UTF8 + b"crash\n"


def test_the_tree_algorithms_reduce_a_text_without_a_grammar() -> None:
    reduction = reduce_inline(PROGRAM, needed, "hddr*", name="case.unknown")
    assert needed(reduction.text)
    assert len(reduction.text) < 60
