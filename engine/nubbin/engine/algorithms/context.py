"""The context in which a pass works: asker, language, settings (floor 5)."""

from dataclasses import dataclass, field, replace

from xxhash import xxh3_64_intdigest

from nubbin.engine.algorithms.original import NOTHING, Original
from nubbin.engine.asking.lawful import Lawful
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.asking.refusals import Refused
from nubbin.engine.asking.shrinking import Shrinking
from nubbin.engine.trees.reader import Reader
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Span, without_half_line_end


@dataclass(slots=True)
class Tolerance:
    """What was found out about the texts that the oracle accepts; passes add to it."""

    unused: bool = True
    """Whether it accepts local definitions that nothing uses, as far as is known."""
    unused_functions: bool = True
    """Whether it accepts functions at the top level, and methods, that nothing uses, likewise."""


@dataclass(frozen=True, slots=True)
class Context:
    """The asker, the language and what is known of the input, handed from pass to pass."""

    asker: WindowAsker
    reader: Reader
    head: int = 0
    tail: int = 0
    """Bytes at the text's ends that stay as they are."""
    window: int = 128
    runs: int = 0
    """How many runs were made before this pass."""
    seed: int = 0
    """Decides the order of parts of equal weight; with 0 the last in the text comes first."""
    original: Original = NOTHING
    """What the input has to offer."""
    at_most: int | None = None
    """A text with more tokens is not worth a question; None: any text is."""
    unlawful: Refused = field(default_factory=Refused)
    """Changes that the parser has refused; passes add to them."""
    tolerance: Tolerance = field(default_factory=Tolerance)
    """What the oracle is known to accept."""
    at_odds: bool = False
    """Whether the parser finds errors all over an input that is nevertheless valid."""
    hint: tuple[Span, ...] = ()
    """The parts of the text that probably matter, in order and disjoint; empty if unknown."""

    def turn(self, row: int) -> int:
        """Return the sort key of a tree's row among rows of equal weight.

        Without a seed the last row comes first: the later parts of a text lean on the earlier ones
        more than the other way round.
        """
        return xxh3_64_intdigest(f"{self.seed} {row}".encode()) if self.seed else -row

    def holds(self, text: bytes) -> bool:
        """Whether a text is interesting; asks one question, and waits for the answer."""
        return self.asker.first([Candidate(None, text)]) is not None

    def within(self, text: bytes) -> Span:
        r"""Return the bytes of a text that may change; no `\n` whose `\r` may not."""
        return without_half_line_end(text, Span(self.head, len(text) - self.tail))

    def tree(self, text: bytes) -> Tree:
        """Return the tree of a text."""
        return self.reader.syntax(text).tree

    def lawful(self, text: bytes, *, dated: bool = False) -> "Context":
        """Return a context that asks only about candidates that parse as well as `text`.

        With `dated`, they may also have what compilers accept for the sake of old programs only.
        """
        syntax = self.reader.syntax(text)
        return replace(self, asker=Lawful(self.asker, syntax, self.unlawful, dated=dated))

    def shrinking(self, text: bytes) -> "Context":
        """Return a context that asks only about candidates smaller than the text they change."""
        return replace(self, asker=Shrinking(self.asker, self.reader.measure(), text))
