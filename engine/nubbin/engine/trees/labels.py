"""What the symbols of a grammar tell: kinds of one category, words of its own (floor 1).

Hoisting as Vince 2024 (ch. 7) has it asks whether two nodes carry the same label of an ANTLR
grammar, in which all expressions are `singleExpression`; a tree-sitter grammar has a kind for each
form of expression, and names what they share a supertype.
"""

from collections.abc import Mapping

from tree_sitter import Language as Grammar

_FIRST_WITH_SUPERTYPES = 15
"""The version of the parser format that brought supertypes."""


def labels(grammar: Grammar) -> Mapping[str, frozenset[str]]:
    """Return for each kind that has some the names of its supertypes, direct and indirect.

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
    """Return the words that the grammar writes out: what no name can be called, mostly."""
    return frozenset(
        kind.encode()
        for number in range(grammar.node_kind_count)
        if not grammar.node_kind_is_named(number)
        and (kind := grammar.node_kind_for_id(number) or "").isidentifier()
    )


def tells_indents(grammar: Grammar) -> bool:
    """Whether deeper lines begin with a token of the grammar's: there indentation is syntax."""
    return "_indent" in map(grammar.node_kind_for_id, range(grammar.node_kind_count))
