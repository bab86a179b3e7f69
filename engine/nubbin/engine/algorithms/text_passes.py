"""Passes over bytes that know no structure (floor 5): text in, smaller text out."""

from collections.abc import Callable, Sequence

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.rddmin import extend, rddmin
from nubbin.engine.configurations.partition import lines
from nubbin.engine.configurations.pieces import Piece, Pieces
from nubbin.engine.vocabulary.candidate import Candidate


def granular(
    context: Context,
    text: bytes,
    cuts: Sequence[Callable[[bytes], list[bytes]]],
    policy: Policy,
    *,
    hinted: bool = False,
) -> bytes:
    """Minimise the text by ddmin over its pieces, one granularity after the other.

    1-minimal in the last granularity: none of its pieces can be taken out. Lines, then
    characters, each to its own fixed point, is the two-pass reduction of Vince 2024, §5.1.

    Args:
        context: answers for the oracle.
        text: what is minimised.
        cuts: each cuts a text into pieces that join to it again.
        policy: the variant of ddmin.
        hinted: whether to search around the pieces that the context's hint touches (rddmin).
    """
    hint = context.hint if hinted else ()
    for cut in cuts:
        pieces = Pieces.of(text, context.within(text), cut)
        reduction = pieces.touching(hint)
        shorter = _Shorter(pieces)
        found = rddmin(
            pieces.units,
            reduction,
            pieces.render,
            context.asker,
            policy,
            shorter.enough,
        )
        kept = found.units
        text, hint = pieces.render(kept), pieces.moved(hint, kept) if hint else ()
        shorter.tell(context, text)
    return text


def around(context: Context, text: bytes) -> bytes:
    """Cut the text down to the lines that the context's hint touches, or to little more.

    The first half of rddmin, for strategies that then go on as they always do.
    """
    if not context.hint:
        return text
    pieces = Pieces.of(text, context.within(text), lines)
    shorter = _Shorter(pieces)
    reduction = pieces.touching(context.hint)
    kept = extend(pieces.units, reduction, pieces.render, context.asker, enough=shorter.enough)
    text = pieces.render(kept)
    shorter.tell(context, text)
    return text


class _Shorter:
    """Cuts traces off behind the last event that ran."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._cut = False

    def enough(self, found: Candidate[tuple[Piece, ...]]) -> int:
        """Return how many units of an interesting trace ran."""
        size = self._pieces.enough(found)
        self._cut = self._cut or size < len(found.value)
        return size

    def tell(self, context: Context, text: bytes) -> None:
        """Ask about a text that was cut off, so that it counts; the cache has the answer."""
        if self._cut:
            context.holds(text)
