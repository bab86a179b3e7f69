"""By what a reduction tells which of two texts is the smaller one (floor 6)."""

from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Size


class TextOrder:
    """The order of texts of one reduction: by tokens first, if a grammar tells them.

    Args:
        parsing: counts tokens; None without a grammar.
    """

    def __init__(self, parsing: Parsing | None) -> None:
        self._parsing = parsing
        self._measure = None if parsing is None else parsing.measure()
        self.in_tokens = parsing is not None
        """Whether texts are compared by tokens first."""

    def tokens(self, text: bytes) -> int | None:
        """Count a text's tokens; None without a grammar."""
        return None if self._measure is None else self._measure.tokens(text)

    def size(self, text: bytes) -> Size:
        """Return a text's place in the order."""
        return Size.of(text, (self.tokens(text) or 0) if self.in_tokens else 0)

    def keep(self, text: bytes) -> None:
        """Keep a text, so that the tokens of its changes are counted quickly."""
        if self._measure is not None and self.in_tokens:
            self._measure.keep(text)

    def fork(self) -> "TextOrder":
        """Return a copy for looking ahead: what it keeps is not kept here."""
        other = TextOrder(self._parsing)
        other.in_tokens = self.in_tokens
        return other

    def leave_tokens_out(self) -> None:
        """From now on, compare texts without their tokens."""
        self.in_tokens = False
