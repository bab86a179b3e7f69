"""What is wrong with a text, as the grammar and the amendments of its language have it."""

from typing import NamedTuple

from nubbin.engine.trees.amendments import amendments_for
from nubbin.engine.trees.language import load, named
from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.vocabulary.text import Span


class Count(NamedTuple):
    """All that is wrong with a text; the fewer, in this order, the better."""

    errors: int
    dated: int


def faults(language: str, text: bytes) -> Count:
    """Count a text's faults, as its language sees it; what is right after all was wrong before."""
    grammar = load(named(language))
    amendments = amendments_for(language, grammar)
    assert amendments is not None
    syntax = Syntax(Parser(grammar), text)
    found = amendments.faults(syntax.parsed.root_node, text, [Span(0, len(text))])
    assert found.mistakes >= 0
    return Count(syntax.errors + found.errors, found.dated)
