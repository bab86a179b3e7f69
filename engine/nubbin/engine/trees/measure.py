"""Measuring texts: which of two is smaller (floor 1)."""

from typing import Protocol

from nubbin.engine.vocabulary.text import Size


class Measure(Protocol):
    """Measures texts, and remembers some of them, from which similar ones are measured quickly."""

    def size(self, text: bytes) -> Size:
        """Return a text's place in the order of texts; it depends on the text alone."""

    def keep(self, text: bytes) -> None:
        """Remember a text: those to come are similar to it."""


class WithoutTokens:
    """Measures texts by their characters alone."""

    def size(self, text: bytes) -> Size:
        """Return a text's place in the order of texts, in which its tokens count as 0."""
        return Size.of(text)

    def keep(self, text: bytes) -> None:
        """Do nothing: no text is measured from another."""
