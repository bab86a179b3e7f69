"""By what a reduction tells which of two texts is the smaller one (floor 6)."""

from copy import copy

from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Size


class TextOrder:
    """The order of texts of one reduction: by tokens first, if a grammar tells them.

    Args:
        parsing: counts tokens; None without a grammar.
    """

    def __init__(self, parsing: Parsing | None) -> None:
        self._parsing = parsing and parsing.fork()
        self.in_tokens = parsing is not None
        """Whether texts are compared by tokens first."""

    def tokens(self, text: bytes) -> int | None:
        """Count a text's tokens; None without a grammar."""
        return None if self._parsing is None else self._parsing.tokens(text)

    def size(self, text: bytes) -> Size:
        """Return a text's place in the order."""
        return Size.of(text, (self.tokens(text) or 0) if self.in_tokens else 0)

    def keep(self, text: bytes) -> None:
        """Keep a text, so that the tokens of its changes are counted quickly."""
        if self._parsing is not None and self.in_tokens:
            self._parsing.keep(text)

    def fork(self) -> "TextOrder":
        """Return a copy for looking ahead: what it keeps is not kept here."""
        other = copy(self)
        other._parsing = self._parsing and self._parsing.fork()
        return other

    def leave_tokens_out(self) -> None:
        """From now on, compare texts without their tokens."""
        self.in_tokens = False
