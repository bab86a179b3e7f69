"""The compiler of grammars, on one that is small enough to see through."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.trees.grammars._automata import automata
from nubbin.engine.trees.grammars._rules import Grammar
from nubbin.engine.trees.grammars._shortest import Shortest, Text, join, shortest_match


def _symbol(name: str) -> dict[str, object]:
    return {"type": "SYMBOL", "name": name}


def _string(value: str) -> dict[str, object]:
    return {"type": "STRING", "value": value}


def _of(kind: str, *members: dict[str, object]) -> dict[str, object]:
    return {"type": kind, "members": list(members)}


TOY = {
    "name": "toy",
    "rules": {
        "program": {"type": "REPEAT", "content": _symbol("_item")},
        "_item": _of("CHOICE", _symbol("call"), _symbol("_nest"), _symbol("_mark")),
        # Hidden and inside itself: what shows is any number of brackets around a word.
        "_nest": _of(
            "CHOICE", _symbol("word"), _of("SEQ", _string("["), _symbol("_nest"), _string("]"))
        ),
        "call": _of(
            "SEQ",
            {"type": "ALIAS", "content": _symbol("word"), "named": True, "value": "callee"},
            _string("("),
            _of("CHOICE", _symbol("word"), {"type": "BLANK"}),
            _string(")"),
        ),
        "_mark": _string("!"),
        "word": {"type": "PATTERN", "value": "[a-z]{2,}"},
    },
    "extras": [{"type": "PATTERN", "value": "\\s"}],
    "externals": [],
    "inline": [],
    "supertypes": [],
}


def _accepts(kind: str, children: list[str]) -> bool:
    machine = automata(Grammar(json.dumps(TOY)))[kind]
    state = 0
    for child in children:
        if child not in machine.rows[state]:
            return False
        state = machine.rows[state][child]
    return state in machine.accepting


@given(st.lists(st.sampled_from(["call", "word", "'!", "nested"])))
def test_what_the_rules_derive_is_accepted(items: list[str]) -> None:
    shown = {"nested": ["'[", "'[", "word", "']", "']"]}
    assert _accepts("program", [kind for item in items for kind in shown.get(item, [item])])


def test_what_the_rules_do_not_derive_is_refused() -> None:
    assert _accepts("call", ["callee", "'(", "word", "')"])
    assert _accepts("call", ["callee", "'(", "')"])
    assert not _accepts("call", ["word", "'(", "')"])
    assert not _accepts("call", ["callee", "'("])
    assert not _accepts("program", ["'[", "']"])
    assert _accepts("callee", [])
    assert not _accepts("callee", ["word"])


def test_a_supertype_stands_for_what_all_of_it_may_be() -> None:
    toy = TOY | {"supertypes": ["_item"]}
    assert Grammar(json.dumps(toy)).labels() == {"_item": {"call", "word", "'!"}}


def test_the_shortest_texts_of_rules_are_found() -> None:
    texts = Shortest(Grammar(json.dumps(TOY)), {}).rules
    assert texts["program"].text == ""
    assert texts["call"].text == "aa()"
    assert Shortest(Grammar(json.dumps(TOY)), {"word": "xyz"}).rules["call"].text == "xyz()"


@pytest.mark.parametrize(
    "pattern,text",
    [
        (r"[_\p{XID_Start}][_\p{XID_Continue}]*", "a"),
        (r"[^\x00-\x1F\s\p{Zs}0-9]|\\u[0-9]{4}", "a"),
        (r"#[ \t]*include", "#include"),
        (r"x[0-9a-fA-F]{2,}|y\d+", "y0"),
        (r"\r?\n", "\n"),
        (r"[^a]", "0"),
        (r"(ll|LL)[uU]?", "ll"),
    ],
)
def test_the_shortest_match_of_a_pattern_is_found(pattern: str, text: str) -> None:
    assert shortest_match(pattern) == text


def test_tokens_that_would_be_read_as_one_are_kept_apart() -> None:
    def joined(*parts: str, apart: bool = False) -> str:
        return join([Text(part) for part in parts], apart).text

    assert joined("int", "a", "=", "0", ";") == "int a=0;"
    assert joined("a", "-", "", "-", "a") == "a- -a"
    assert joined("0", ".", "a") == "0 .a"
    assert joined("if", ":", ";", "fi", apart=True) == "if :;fi"
    assert join([Text("$"), Text("a", immediate=True)], apart=True).text == "$a"
