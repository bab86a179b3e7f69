"""The askers between a pass and the questioner, and what they remember of passes (floor 6)."""

from collections.abc import Callable

from nubbin.engine.algorithms.original import Original
from nubbin.engine.asking.alike import NOTHING, Alike
from nubbin.engine.asking.fresh import Fresh
from nubbin.engine.asking.orphans import Orphans
from nubbin.engine.asking.questioner import Questioner, WindowAsker
from nubbin.engine.asking.refusals import Refused
from nubbin.engine.asking.shrinking import Shrinking
from nubbin.engine.asking.translated import Translated
from nubbin.engine.record import Record
from nubbin.engine.schedule import FOR_GOOD
from nubbin.engine.strategy import Phase, Step


class Filters:
    """Puts before the questioner what keeps a pass from asking in vain.

    Args:
        questioner: answers for the oracle.
        record: has the order of texts.
        original: tells the names of the input.
        remove_unused: returns a text without what it leaves unused, for candidates to lose that;
            None: they keep it.
    """

    def __init__(
        self,
        questioner: Questioner,
        record: Record,
        original: Original,
        remove_unused: Callable[[bytes], bytes] | None,
    ) -> None:
        self._questioner = questioner
        self._record = record
        self._original = original
        self._remove_unused = remove_unused
        self._refused = Refused()  # changes that the oracle refused
        self.unlawful = Refused()
        """Changes that the parser refused."""
        self._alike = {*NOTHING}  # digests of texts that the oracle refused

    def begin(self, lasting: float) -> None:
        """Begin a pass: refusals up to now stand so long; see `Refused.begin`."""
        for memory in (self._refused, self.unlawful):
            memory.begin(lasting)

    def of_step(
        self, step: Step, text: bytes, lasting: float, *, puts_off: bool, by_indents: bool
    ) -> WindowAsker:
        """Return the asker of a step over a text: it puts questions off.

        Args:
            step: the step.
            text: what it begins with.
            lasting: how long a refusal stands.
            puts_off: whether passes follow that ask about what no step asks about.
            by_indents: whether indentation is syntax.
        """
        asker: WindowAsker = self._questioner
        if puts_off and step.phase is not Phase.FINAL:
            loosely = lasting == FOR_GOOD
            asker = Alike(asker, self._alike, text, by_indents=by_indents, loosely=loosely)
        filtered: WindowAsker = Fresh(self._mended(asker), self._refused, text)
        # What orphans a name has its turn once refusals do not stand for good. A step that is made
        # once has no such turn: it puts off only what it calls light, for the steps behind it.
        if step.light or (lasting == FOR_GOOD and step.phase is not Phase.FIRST):
            filtered = Orphans(filtered, self._original.names, text, step.light)
        return self._smaller_only(filtered, text) if step.phase is Phase.FINAL else filtered

    def of_confirmation(self, text: bytes) -> WindowAsker:
        """Return the asker of a pass that claims rest on: it asks about texts as they are.

        Claims are about changes of the best text, not about those of a larger one.
        """
        return self._smaller_only(Fresh(self._questioner, self._refused, text), text)

    def of_restart(self, best: bytes) -> WindowAsker:
        """Return the asker of a pass over the input that has to come to less than the best text."""
        return self._smaller_only(self._mended(self._questioner), best)

    def _smaller_only(self, asker: WindowAsker, best: bytes) -> WindowAsker:
        """Return an asker that lets through only texts smaller than the best."""
        return Shrinking(asker, self._record.order.fork(), best)

    def _mended(self, asker: WindowAsker) -> WindowAsker:
        """Return an asker that asks about candidates without what they leave unused, if needed.

        Where a compiler refuses unused variables and imports, hardly anything can be removed by
        itself: of the questions about two files of Go, one in ten held. So each candidate is asked
        about as people would leave it. Passes that claim minimality, for which each single node has
        to be tried, ask past this asker.
        """
        return asker if self._remove_unused is None else Translated(asker, self._remove_unused)
