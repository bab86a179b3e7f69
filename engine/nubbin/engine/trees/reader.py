"""What the passes need to know about a text, whether it has a grammar or not (floor 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from nubbin.engine.trees.grammar_table import GrammarTable
from nubbin.engine.trees.measure import Measure
from nubbin.engine.trees.skeletons import Skeletons
from nubbin.engine.trees.tree import Tree
from nubbin.engine.trees.unused import Unused
from nubbin.engine.vocabulary.text import Edit

AT_HAND: Final = 2
"""A reader keeps the trees of this many texts: that of the pass, and the best so far."""


class Judge(Protocol):
    """Has the tree of a base text, and judges candidates against it."""

    text: bytes
    """The base."""
    errors: int
    """How many errors it has."""

    @property
    def tree(self) -> Tree:
        """The tree of the base text."""

    @property
    def at_odds(self) -> bool:
        """Whether there are errors all over the base text, as in another dialect."""

    @property
    def too_deep(self) -> bool:
        """Whether the tree is too deep for tree-sitter queries."""

    @property
    def knows_dated(self) -> bool:
        """Whether anything is known that the language accepts only for the sake of old programs."""

    def breaks(self, candidate: bytes) -> bool:
        """Whether the candidate has more errors than the base text."""

    def breaks_with(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the base text has more errors once it is edited."""

    def reads_whole(self, edit: Edit) -> bool:
        """Whether what an edit puts into the base text is a node there, and adds no error."""

    def forbids(self, candidate: bytes, *, dated: bool = False) -> bool:
        """Whether the candidate has more faults than the base text, as the language sees it.

        With `dated`, what is accepted only for the sake of old programs is no fault.
        """

    def alike(self, candidate: bytes) -> bool:
        """Whether the candidate's tree has the same nodes in the same places; False if in doubt."""

    def rebased(self, text: bytes) -> Judge:
        """Return a judge for another text."""

    def __hash__(self) -> int:
        """Return a number by which it is known; another judge is never equal."""


class Reader(Protocol):
    """Reads texts as trees: by a grammar (`Parsing`), or by their outline (`Outlining`)."""

    by_lines: bool
    """Whether there is no grammar: then a line is a part of the text, and goes with its end."""

    by_indents: bool
    """Whether indentation is syntax."""

    @property
    def table(self) -> GrammarTable | None:
        """The grammar's rules; None where they were not compiled."""

    @property
    def skeletons(self) -> Skeletons | None:
        """The forms of the grammar's kinds; None without its rules."""

    @property
    def unused(self) -> Unused | None:
        """Removes unused definitions; None unless the language refuses such, and they are known."""

    @property
    def supertypes(self) -> Mapping[str, frozenset[str]]:
        """For each kind of nodes the categories that it belongs to, as the parser tells them."""

    @property
    def labels(self) -> Mapping[str, frozenset[str]]:
        """The same, but as the rules tell them if the parser is too old to do so."""

    @property
    def keywords(self) -> frozenset[bytes]:
        """The words that the grammar writes out."""

    def reader_of(self, text: bytes) -> Reader:
        """Return this, or another reader if this one makes no sense of a text."""

    def embedded(self, tag: str, text: bytes) -> Reader | None:
        """Return a reader for the text behind a tag; None unless one is known, and reads it."""

    def syntax(self, text: bytes) -> Judge:
        """Return a judge of candidates for a text."""

    def measure(self) -> Measure:
        """Return a new measure of texts."""

    def __hash__(self) -> int:
        """Return a number by which it is known; another reader is never equal."""
