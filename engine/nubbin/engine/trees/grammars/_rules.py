"""The rules of a grammar.json, read as tree-sitter's own compiler does (used by `compile`)."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

Rule = Mapping[str, Any]

_TOKENS = frozenset({"STRING", "PATTERN", "TOKEN", "IMMEDIATE_TOKEN"})


def anonymous(value: str) -> str:
    """Return the kind of a token that has no name of its own."""
    return "'" + value


def alias_kind(rule: Rule) -> str:
    """Return the kind that an ALIAS gives."""
    value: str = rule["value"]
    return value if rule["named"] else anonymous(value)


def _unwrapped(rule: Rule) -> Rule:
    """Return the rule inside of any precedences."""
    while rule["type"].startswith("PREC"):
        rule = rule["content"]
    return rule


def token_string(rule: Rule) -> str | None:
    """Return the text of a token that shows as an anonymous node; None for a hidden token."""
    if rule["type"] in ("TOKEN", "IMMEDIATE_TOKEN"):
        rule = _unwrapped(rule["content"])
    return rule["value"] if rule["type"] == "STRING" else None


class Grammar:
    """The rules of one grammar.json."""

    def __init__(self, text: str) -> None:
        data = json.loads(text)
        self.rules: dict[str, Rule] = data["rules"]
        self.start = next(iter(self.rules))
        self.inline = frozenset(data["inline"])
        self.extras: list[Rule] = data["extras"]
        self._supertypes = frozenset(data["supertypes"])
        self._externals: list[Rule] = data["externals"]
        self._uses = Counter(
            _token_key(rule)
            for body in (*self.rules.values(), *self._externals)
            for rule in _tokens(body)
        )

    @property
    def external_kinds(self) -> set[str]:
        """The visible kinds of tokens that the grammar's external scanner finds."""
        named = {rule["name"] for rule in self._externals if rule["type"] == "SYMBOL"}
        strings = {anonymous(rule["value"]) for rule in self._externals if rule["type"] == "STRING"}
        return {name for name in named if self.visible(name)} | strings

    def visible(self, name: str) -> bool:
        """Whether nodes of the rule show in the tree under its name."""
        return not name.startswith("_") and name not in self._supertypes and name not in self.inline

    def leaf(self, name: str) -> bool:
        """Whether the rule's nodes have no children: they are externals, or tokens.

        A token that other rules use as well becomes a child of this rule's nodes, and a visible
        token becomes a node of its own below a hidden rule.
        """
        if name not in self.rules:
            return True
        body = self.rules[name]
        if body["type"] not in _TOKENS or name == self.start:
            return False
        shows = token_string(body) is not None and name.startswith("_")
        return self._uses[_token_key(body)] == 1 and not shows

    def aliases(self) -> Iterator[Rule]:
        """Yield every ALIAS of every rule."""
        return (
            rule for body in self.rules.values() for rule in _walk(body) if rule["type"] == "ALIAS"
        )

    def labels(self) -> dict[str, set[str]]:
        """Return for each supertype the visible kinds of the nodes that it stands for."""
        return {name: self._alternatives(self.rules[name]) for name in self._supertypes}

    def _alternatives(self, rule: Rule) -> set[str]:
        """Return the kinds of nodes that a rule as a whole may be."""
        if rule["type"] == "SYMBOL" and rule["name"] in self.rules:
            name = rule["name"]
            return {name} if self.visible(name) else self._alternatives(self.rules[name])
        if rule["type"] == "SEQ":
            return set()
        if rule["type"] in ("SYMBOL", "ALIAS", *_TOKENS):
            return self._shown(rule)
        return {kind for part in parts(rule) for kind in self._alternatives(part)}

    def kinds(self) -> set[str]:
        """Return every visible kind that a node of this grammar may have."""
        found = {self.start} | self.external_kinds
        for body in (*self.rules.values(), *self.extras):
            found |= self._shown(body)
        return found

    def _shown(self, rule: Rule) -> set[str]:
        """Return the kinds of the children that show for a part of a rule itself."""
        if rule["type"] == "ALIAS":
            return {alias_kind(rule)}
        if rule["type"] == "SYMBOL":
            return {rule["name"]} if self.visible(rule["name"]) else set()
        if rule["type"] in _TOKENS:
            string = token_string(rule)
            return {anonymous(string)} if string is not None else set()
        return {kind for part in parts(rule) for kind in self._shown(part)}


def parts(rule: Rule) -> list[Rule]:
    """Return the rules directly below a rule."""
    if "members" in rule:
        members: list[Rule] = rule["members"]
        return members
    return [rule["content"]] if "content" in rule else []


def _walk(rule: Rule) -> Iterator[Rule]:
    """Yield a rule and all below it."""
    yield rule
    for part in parts(rule):
        yield from _walk(part)


def _tokens(rule: Rule) -> Iterator[Rule]:
    """Yield the tokens of a rule, without the rules inside of them."""
    if rule["type"] in _TOKENS:
        yield rule
    else:
        for part in parts(rule):
            yield from _tokens(part)


def _token_key(rule: Rule) -> str:
    """Return a key that is the same for tokens that tree-sitter takes to be one."""
    if rule["type"] == "TOKEN" and rule["content"]["type"] in _TOKENS:
        rule = rule["content"]
    return json.dumps(rule, sort_keys=True)
