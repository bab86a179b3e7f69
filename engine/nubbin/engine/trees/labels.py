"""What the symbols of a grammar tell: the categories of kinds, and its keywords (floor 1).

Hoisting as in Vince 2024 (ch. 7) asks whether two nodes have the same label in an ANTLR grammar, in
which all expressions are `singleExpression`. A tree-sitter grammar has a kind for each form of
expression, and calls the category that they share a supertype.
"""

from collections.abc import Mapping

from tree_sitter import Language as Grammar

_FIRST_WITH_SUPERTYPES = 15
"""The version of the parser format that brought supertypes."""


def labels(grammar: Grammar) -> Mapping[str, frozenset[str]]:
    """Return for each kind that has supertypes the names of these, direct and indirect.

    Empty for grammars compiled before there were supertypes; then kinds are compatible only
    with themselves.
    """
    if grammar.abi_version < _FIRST_WITH_SUPERTYPES:
        return {}
    found: dict[str, set[str]] = {}
    for supertype in grammar.supertypes:
        name = grammar.node_kind_for_id(supertype) or ""
        members = list(grammar.subtypes(supertype))
        seen = set(members)
        while members:
            member = members.pop()
            found.setdefault(grammar.node_kind_for_id(member) or "", set()).add(name)
            if grammar.node_kind_is_supertype(member):
                below = [one for one in grammar.subtypes(member) if one not in seen]
                seen.update(below)
                members.extend(below)
    return {kind: frozenset(names) for kind, names in found.items()}


def keywords(grammar: Grammar) -> frozenset[bytes]:
    """Return the words that the grammar writes out; mostly, they cannot be names."""
    return frozenset(
        kind.encode()
        for number in range(grammar.node_kind_count)
        if not grammar.node_kind_is_named(number)
        and (kind := grammar.node_kind_for_id(number) or "").isidentifier()
    )


def tells_indents(grammar: Grammar) -> bool:
    """Whether the grammar has a token for deeper lines, so that indentation is syntax."""
    return "_indent" in map(grammar.node_kind_for_id, range(grammar.node_kind_count))
