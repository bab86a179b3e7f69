"""A text read in several ways by turns, until none makes it smaller any more (floor 6).

By the grammar of its language, by its brackets and lines, by a grammar that could not read the
input but can read what is left, or as a mere row of characters.
"""

from itertools import cycle

from nubbin.engine.passes import Passes
from nubbin.engine.record import Record, TextOrder
from nubbin.engine.strategy import Strategy
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.reader import Reader


class Turns:
    """Runs a strategy by each of the ways in which a text can be read.

    Args:
        passes: of one reduction, with the reader that its claims speak of.
        strategy: what is run.
        later: the grammar that could not read the input, and may read what is left; None: there is
            no such.
        order: of the reduction's texts.
        record: of its best.
    """

    def __init__(
        self,
        passes: Passes,
        strategy: Strategy,
        later: Parsing | None,
        order: TextOrder,
        record: Record,
    ) -> None:
        self._passes = passes
        self._strategy = strategy
        self._later = later
        self._order = order
        self._record = record

    def run(self) -> None:
        """Run the strategy to the end; what has hardly a tree then is reduced as text as well."""
        record, plain = self._record, self._strategy.as_text
        self._passes.run_through(self._strategy)
        if plain is None:
            return
        self._run_by_outline()
        self._run_by_grammar()
        while record.best.tokens <= 1:  # without a grammar nobody counts them
            self._run_as_text(plain)
            if not self._run_by_grammar():
                return

    def _run_as_text(self, plain: Strategy) -> None:
        """Reduce as text what has hardly a tree, by turns with the strategy."""
        record = self._record
        other_order = self._order.in_tokens  # until now: what was no gain in it may be one
        for strategy in cycle((plain, self._strategy)):
            before = record.best.text
            self._passes.run_through(strategy)
            if record.best.text == before and not other_order:
                return
            other_order = False

    def _run_by_grammar(self) -> bool:
        """Go by the grammar that could not read the input, if it reads what is left of it.

        Returns:
            Whether that made it smaller.
        """
        later, text = self._later, self._record.best.text
        return later is not None and later.reads(text) and self._run_as_read_by(later)

    def _run_by_outline(self) -> None:
        """Where the grammar has hardly a tree for what is left, go by brackets and lines too."""
        record, helped = self._record, True
        while helped and record.best.tokens > 1:
            flat = self._passes.reader.syntax(record.best.text).tree.is_flat()
            helped = flat and self._run_as_read_by(Outlining())

    def _run_as_read_by(self, other: Reader) -> bool:
        """Run the strategy by another reader, and by the first one again if that helped.

        The first has the last word: claims of minimality speak of its tokens.

        Returns:
            Whether the other one made the text smaller.
        """
        passes, before = self._passes, self._record.best.text
        own, passes.reader = passes.reader, other
        passes.run_through(self._strategy)
        passes.reader = own
        helped = self._record.best.text != before
        if helped:
            passes.run_through(self._strategy)
        return helped
