"""By what a reduction tells which of two texts is the smaller one (floor 6)."""

from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Size


class TextOrder:
    """The order of texts of one reduction.

    Args:
        parsing: counts tokens; None without a grammar.
        in_tokens: whether texts are compared by tokens first.
    """

    def __init__(self, parsing: Parsing | None, *, in_tokens: bool) -> None:
        self._parsing = parsing and parsing.fork()
        self.in_tokens = in_tokens

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
        return TextOrder(self._parsing, in_tokens=self.in_tokens)

    def leave_tokens_out(self) -> None:
        """From now on, compare texts without their tokens."""
        self.in_tokens = False
