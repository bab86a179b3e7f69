"""What the passes need to know of a text, whether it has a grammar or not (floor 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from nubbin.engine.trees.grammar_table import GrammarTable
from nubbin.engine.trees.skeletons import Skeletons
from nubbin.engine.trees.tree import Tree
from nubbin.engine.trees.unused import Unused
from nubbin.engine.vocabulary.text import Edit, Size

AT_HAND: Final = 2
"""Texts whose trees a reader keeps: what a pass works on, and the best so far."""


class Judge(Protocol):
    """The tree of a base text; judges candidates beside it."""

    text: bytes
    """The base."""
    errors: int
    """How many errors it has."""

    @property
    def tree(self) -> Tree:
        """The base text's columns."""

    @property
    def at_odds(self) -> bool:
        """Whether there are errors all over the base text, as in another dialect."""

    @property
    def too_deep(self) -> bool:
        """Whether the tree is so deep that nothing is looked for in it with tree-sitter queries."""

    def fields(self) -> list[str | None]:
        """Return by row of the tree what the grammar calls the node's place; see `fields`."""

    def breaks(self, candidate: bytes) -> bool:
        """Whether the candidate has more errors than the base text."""

    def breaks_with(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the base text has more errors once it is edited."""

    def forbids(self, candidate: bytes, *, dated: bool = False) -> bool:
        """Whether the candidate has more faults than the base text, as the language sees it.

        With `dated`, what is taken for the sake of old programs only is no fault.
        """

    def alike(self, candidate: bytes) -> bool:
        """Whether the candidate's tree has the same nodes in the same places; no when in doubt."""

    def rebased(self, text: bytes) -> Judge:
        """Return a judge for another text."""


class Reader(Protocol):
    """Reads texts as trees: by a grammar (`Parsing`), or by their outline (`Outlining`)."""

    by_lines: bool
    """Whether there is no grammar: then a line is a part of the text, and goes with its end."""

    by_indents: bool
    """Whether how deep a line is means something to the grammar."""

    @property
    def table(self) -> GrammarTable | None:
        """The grammar's rules; None where they were not compiled."""

    @property
    def skeletons(self) -> Skeletons | None:
        """The forms of the grammar's kinds; None without its rules."""

    @property
    def unused(self) -> Unused | None:
        """Takes out what the language refuses because nothing uses it; None if it does not."""

    @property
    def supertypes(self) -> Mapping[str, frozenset[str]]:
        """For kinds of nodes, the categories they belong to, as the parser tells."""

    @property
    def labels(self) -> Mapping[str, frozenset[str]]:
        """The same; where the parser is too old to tell, as the rules do."""

    @property
    def keywords(self) -> frozenset[bytes]:
        """The words that mean something to the grammar."""

    def embedded(self, tag: str, text: bytes) -> Reader | None:
        """Return what reads the text behind a tag; None if nothing does, or it is not installed."""

    def syntax(self, text: bytes) -> Judge:
        """Return a judge of candidates for a text."""

    def size(self, text: bytes) -> Size:
        """Return a text's place in the order of texts."""

    def keep(self, text: bytes) -> None:
        """Measure texts to come by their difference from this one, as far as they are like it."""

    def fork(self) -> Reader:
        """Return a reader whose memory of kept texts is its own."""
