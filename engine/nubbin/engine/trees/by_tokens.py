"""Measuring texts by their tokens (floor 1)."""

from collections.abc import Callable

from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.tally import Tally
from nubbin.engine.vocabulary.text import Size, count_words


class ByTokens:
    """Measures texts by their tokens first.

    Counting is quick only from a similar text, so each loop over changes of a text has a measure of
    its own, which remembers that text.

    Args:
        parser: by the grammar of the language.
        syntax: returns the tree of a text, quickly if that is at hand; None if the parser comes to
            no end with it.
    """

    def __init__(self, parser: Parser, syntax: Callable[[bytes], Syntax | None]) -> None:
        self._parser = parser
        self._syntax = syntax
        self._tally: Tally | None = None

    def tokens(self, text: bytes) -> int:
        """Count the tokens of a text: its leaves without white space and comments."""
        if self._tally is None:
            syntax = self._syntax(text)
            if syntax is None:
                return count_words(text)
            self._tally = Tally(self._parser, text, syntax)
        return self._tally.count(text)

    def size(self, text: bytes) -> Size:
        """Return a text's place in the order of texts."""
        return Size.of(text, self.tokens(text))

    def keep(self, text: bytes) -> None:
        """Remember a text, so that the tokens of similar texts are counted from it."""
        if self._tally is not None:
            self._tally.keep(text)
