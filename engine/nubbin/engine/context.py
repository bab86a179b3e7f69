"""What every pass works with (floor 5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tree_sitter import Language as Grammar

from nubbin.engine.grammar_table import GrammarTable
from nubbin.engine.lawful import Lawful
from nubbin.engine.questioner import Asker
from nubbin.engine.text import Span
from nubbin.engine.tree import Syntax


@dataclass(frozen=True, slots=True)
class Context:
    """The asker and the grammar, handed from pass to pass."""

    asker: Asker
    grammar: Grammar | None
    """None: the text has no grammar, or none that is installed."""
    table: GrammarTable | None
    """The grammar's rules; None where they were not compiled."""
    labels: Mapping[str, frozenset[str]]
    """For kinds of nodes, the categories they belong to."""
    head: int = 0
    tail: int = 0
    """Bytes at the text's ends that stay as they are."""
    window: int = 128
    hint: tuple[Span, ...] = ()
    """Bytes of the text that probably matter, in order and disjoint; empty: nobody knows."""

    def within(self, text: bytes) -> Span:
        """Return the bytes of a text that may change."""
        return Span(self.head, len(text) - self.tail)

    def syntax(self, text: bytes) -> Syntax | None:
        """Parse a text; None without a grammar."""
        return None if self.grammar is None else Syntax(self.grammar, text)

    def lawful(self, text: bytes) -> "Context":
        """Return a context that asks only about candidates that parse as well as `text`."""
        syntax = self.syntax(text)
        return self if syntax is None else replace(self, asker=Lawful(self.asker, syntax))
