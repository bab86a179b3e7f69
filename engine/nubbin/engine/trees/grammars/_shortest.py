"""The shortest text of a regular expression and of a grammar rule (used by `compile`)."""

import importlib
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from nubbin.engine.trees.grammars._rules import Grammar, Rule

_PREFERRED = "a0 x1_-."  # tried first for a class of characters, before the rest of ASCII
# Private, and the only way to a parsed pattern.
_parser: Any = importlib.import_module("re._parser")
_UNICODE_CLASS = re.compile(r"\\p\{[^}]*\}")


class Text(NamedTuple):
    """A text, and whether a blank before it would change its meaning."""

    text: str
    immediate: bool = False


def shortest_match(pattern: str) -> str:
    """Return a shortest text that a pattern matches, in the dialect of the grammars.

    Unicode classes outside of brackets are read as letters; inside, those of words are letters, and
    the others (blanks) are left out.
    """
    in_class = re.compile(r"\[\^?(?:\\.|[^\]\\])*\]")
    translated = in_class.sub(lambda found: _ascii(found[0]), pattern)
    translated = _UNICODE_CLASS.sub("[a-z]", translated)
    return "".join(_walk(item) for item in _parser.parse(translated, re.ASCII))


def _ascii(characters: str) -> str:
    """Return a class of characters without Unicode classes, in which only those of words matter."""
    return _UNICODE_CLASS.sub(lambda found: "a-z" if "XID" in found[0] else "", characters)


def _walk(item: tuple[Any, Any]) -> str:
    """Return the shortest text of one parsed item."""
    op, arg = str(item[0]), item[1]
    match op:
        case "LITERAL":
            return chr(arg)
        case "ANY":
            return "a"
        case "NOT_LITERAL":
            return next(c for c in _PREFERRED if ord(c) != arg)
        case "IN":
            return _member(arg)
        case "BRANCH":
            return min(("".join(map(_walk, branch)) for branch in arg[1]), key=len)
        case "SUBPATTERN":
            return "".join(map(_walk, arg[3]))
        case "MAX_REPEAT" | "MIN_REPEAT":
            return "".join(map(_walk, arg[2])) * int(arg[0])
    raise ValueError(f"no shortest text for {op}")


def _member(items: list[tuple[Any, Any]]) -> str:
    """Return one character of a class, if possible a preferred one."""
    every = _PREFERRED + "".join(map(chr, range(33, 127))) + "\n\t\r\xa0"
    source = _class_source(items)
    return next(c for c in every if re.fullmatch(source, c))


def _class_source(items: list[tuple[Any, Any]]) -> str:
    """Return the pattern of a parsed class of characters."""
    categories = {"SPACE": r"\s", "NOT_SPACE": r"\S", "DIGIT": r"\d", "WORD": r"\w"}
    out = "["
    for op, arg in items:
        match str(op):
            case "NEGATE":
                out += "^"
            case "LITERAL":
                out += re.escape(chr(arg))
            case "RANGE":
                out += f"{re.escape(chr(arg[0]))}-{re.escape(chr(arg[1]))}"
            case "CATEGORY":
                out += categories[str(arg).removeprefix("CATEGORY_")]
    return out + "]"


def join(parts: list[Text], apart: bool = False) -> Text:
    """Join texts, with a blank where two of them would be read as one.

    Args:
        parts: the texts, in order.
        apart: whether only blanks end the words of the language, as in a shell.
    """
    out, immediate = "", False
    for text, tight in parts:
        if not text:
            continue
        if not out:
            immediate = tight
        elif not tight and (_glues(out, text) or (apart and _is_word_of_shell(out, text))):
            out += " "
        out += text
    return Text(out, immediate)


def _glues(left: str, right: str) -> bool:
    """Whether two tokens side by side would be read as other tokens."""
    a, b = left[-1], right[0]
    word_a, word_b = (c.isalnum() or c in "_$" for c in (a, b))
    return (
        (word_a and word_b)
        or (a.isdigit() and b == ".")
        or (a == b and a in "+-&|<>=:*/.")
        or (a in "*/<" and b in "/*<:")
    )


def _is_word_of_shell(left: str, right: str) -> bool:
    """Whether a shell would read the two as one word."""
    return not (left[-1] in ";&|()<>\n`" or right[0] in ";&|()<>\n`")


class Shortest:
    """The shortest text of each rule, as the least fixed point over all rules.

    Args:
        grammar: the rules.
        given: the texts of rules that cannot be found so (externals), or that have better ones.
        apart: see `join`.
    """

    def __init__(self, grammar: Grammar, given: Mapping[str, str], apart: bool = False) -> None:
        self._apart = apart
        self._grammar = grammar
        self._given = {name: Text(text) for name, text in given.items()}
        self.rules: dict[str, Text] = dict(self._given)
        changed = True
        while changed:
            changed = False
            for name, rule in grammar.rules.items():
                text = None if name in self._given else self.of(rule)
                if text is not None and _cost(text) < _cost(self.rules.get(name)):
                    self.rules[name] = text
                    changed = True

    def of(self, rule: Rule) -> Text | None:
        """Return the shortest text of a rule, or None if it has none yet."""
        match rule["type"]:
            case "BLANK" | "REPEAT":
                return Text("")
            case "STRING":
                return Text(rule["value"])
            case "PATTERN":
                return Text(shortest_match(rule["value"]))
            case "SYMBOL":
                return self.rules.get(rule["name"])
            case "SEQ":
                parts = [self.of(member) for member in rule["members"]]
                known = [part for part in parts if part is not None]
                return join(known, self._apart) if len(known) == len(parts) else None
            case "CHOICE":
                return min(map(self.of, rule["members"]), key=_cost)
            case "TOKEN" | "IMMEDIATE_TOKEN" as kind:
                return Text(_token_text(rule["content"]), kind == "IMMEDIATE_TOKEN")
            case _:  # REPEAT1, FIELD, ALIAS, RESERVED and the precedences
                return self.of(rule["content"])


def _token_text(rule: Rule) -> str:
    """Return the shortest text inside a token, where nothing is put between its parts."""
    match rule["type"]:
        case "BLANK" | "REPEAT":
            return ""
        case "STRING":
            return str(rule["value"])
        case "PATTERN":
            return shortest_match(rule["value"])
        case "SEQ":
            return "".join(map(_token_text, rule["members"]))
        case "CHOICE":
            return min(map(_token_text, rule["members"]), key=len)
        case _:
            return _token_text(rule["content"])


def _cost(text: Text | None) -> float:
    """Return the length of a text; one that is not known yet costs infinitely much."""
    return len(text.text) if text is not None else float("inf")
