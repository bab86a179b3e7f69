"""Parsing with an end (floor 1).

Where a grammar's parser recovers from errors, it may go round in circles: OCaml's never comes back
from `fun`, two blanks, a line end, ten blanks, `s:fmt""()=val init :k:int->>`. While it does, the
process answers nobody, and not even a signal ends it.
"""

from typing import Final

import tree_sitter

_PIECE: Final = 256
"""A text is handed over in pieces of this many bytes; whole, its parse could not be given up on."""
_STEPS: Final = 200
_BYTES_A_STEP: Final = 4
"""A text may take `_STEPS` steps, and one more for this many bytes. (207,465 texts of 50 to 40,000
bytes in 40 languages, most of them torn, took 0.42 of that at most.)"""


class GaveUp(Exception):
    """The parser has come to no end, and would probably never come to one."""


class Parser:
    """Parses texts by a grammar, and gives up on those that take far more steps than others do.

    Steps are counted, not timed (most take some 0.1 ms), so that the machine makes no difference.

    The nodes of its trees have no `text`: the binding (0.26) reads amiss what was handed over in
    pieces.

    Args:
        grammar: of the language.
        forgetful: whether it cannot go on from the middle of a text, so that no tree is reused.
    """

    def __init__(self, grammar: tree_sitter.Language, *, forgetful: bool = False) -> None:
        self.grammar = grammar
        """The grammar."""
        self._forgetful = forgetful
        self._parser = tree_sitter.Parser(grammar)
        # The binding (0.26) never lets go of a piece, so one for each length is used over and over.
        self._pieces = [bytearray(length) for length in range(_PIECE + 1)]

    def parse(self, text: bytes, base: tree_sitter.Tree | None = None) -> tree_sitter.Tree:
        """Return the tree of a text.

        Args:
            text: the text.
            base: the tree of a similar one, edited to fit; what is alike is not parsed again.

        Raises:
            GaveUp: there is none.
            BaseException: what a signal's handler raised meanwhile.
        """
        steps = 0
        most = _STEPS + len(text) // _BYTES_A_STEP

        def read(start: int, _point: object) -> bytearray:
            source = text[start : start + _PIECE]
            piece = self._pieces[len(source)]
            piece[:] = source
            return piece

        def is_enough(_start: int, _has_error: bool) -> bool:
            nonlocal steps
            steps += 1
            return steps > most

        self._parser.reset()  # or else it would go on with a text that it was kept from ending
        try:
            if base is None or self._forgetful:
                return self._parser.parse(read, progress_callback=is_enough)
            return self._parser.parse(read, base, progress_callback=is_enough)
        except ValueError as error:
            raise GaveUp from error
        except SystemError as error:
            raise _beginning(error) from None


def _beginning(error: BaseException) -> BaseException:
    """Return what the binding wrapped, perhaps twice: an exception raised while a text was read."""
    while isinstance(error, SystemError) and error.__cause__ is not None:
        error = error.__cause__
    return error
