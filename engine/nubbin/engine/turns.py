"""Reducing a text as read in several ways, by turns, until none makes it smaller (floor 6).

The ways are: by the grammar of its language, by its brackets and lines, by a grammar that could not
read the input but can read what is left, and as a mere sequence of characters.
"""

from dataclasses import replace
from itertools import cycle

from nubbin.engine.passes import Passes
from nubbin.engine.record import Record
from nubbin.engine.strategy import Strategy
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.reader import Reader


class Turns:
    """Runs a strategy in each of the ways in which a text can be read.

    Args:
        passes: makes the passes of the reduction, with the reader that its claims are about.
        strategy: what is run.
        later: reads by a grammar that could not read the input, but may read what is left; None if
            there is none.
        record: has the best text.
    """

    def __init__(
        self,
        passes: Passes,
        strategy: Strategy,
        later: Parsing | None,
        record: Record,
    ) -> None:
        self._passes = passes
        self._strategy = strategy
        self._later = later
        self._record = record

    def run(self) -> None:
        """Run the strategy to the end; if the result has hardly a tree, reduce it as text too."""
        record, plain = self._record, self._strategy.as_text
        self._passes.run_through(self._strategy)
        if plain is None:
            return
        self._run_by_outline()
        self._run_by_grammar()
        while record.best.tokens <= 1:  # 0 without a grammar
            self._run_as_text(plain)
            if not self._run_by_grammar():
                return

    def _run_as_text(self, plain: Strategy) -> None:
        """Reduce as text what has hardly a tree, by turns with the strategy."""
        record = self._record
        # If a flat step leaves tokens out of the order now, a text that was larger before may be
        # smaller: then a round that changes nothing is not the last one.
        order_changes = record.order.in_tokens
        for strategy in cycle((plain, self._strategy)):
            before = record.best.text
            self._passes.run_through(strategy)
            if record.best.text == before and not order_changes:
                return
            order_changes = False

    def _run_by_grammar(self) -> bool:
        """Use the grammar that could not read the input, if it reads what is left of that.

        Returns:
            Whether that made the text smaller.
        """
        later, text = self._later, self._record.best.text
        return later is not None and later.reads(text) and self._run_as_read_by(later)

    def _run_by_outline(self) -> None:
        """If the grammar finds hardly a tree in what is left, use brackets and lines too."""
        record, helped = self._record, True
        while helped and record.best.tokens > 1:
            flat = self._passes.reader.syntax(record.best.text).tree.is_flat()
            helped = flat and self._run_as_read_by(Outlining())

    def _run_as_read_by(self, other: Reader) -> bool:
        """Run the strategy with another reader, and with the first one again if that helped.

        The first reader has the last word, as claims of minimality are about its tokens.

        Returns:
            Whether the other reader made the text smaller.
        """
        passes, before = self._passes, self._record.best.text
        own, passes.reader = passes.reader, other
        try:
            # The input is looked at once more by the reader that was chosen for it.
            passes.run_through(replace(self._strategy, restart=()))
        finally:
            passes.reader = own
        helped = self._record.best.text != before
        if helped:
            passes.run_through(self._strategy)
        return helped
