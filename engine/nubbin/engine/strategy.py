"""What a strategy is: named passes to a fixed point (floor 6)."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from nubbin.engine.algorithms import text_passes
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.layout import layout
from nubbin.engine.algorithms.renaming import identifiers
from nubbin.engine.algorithms.squeeze import squeeze
from nubbin.engine.oracles.cache import Cache, ConfigurationCache, ContentCache
from nubbin.engine.vocabulary.errors import UsageError

Pass = Callable[[Context, bytes], bytes]


@dataclass(frozen=True, slots=True)
class Step:
    """One pass of a strategy."""

    name: str
    run: Pass
    star: bool = False
    """Whether it is repeated until it changes nothing, before the next step begins."""
    once: bool = False
    """Whether once is enough for a fixed point: it only prepares. A joint strategy makes it once,
    and once more only if the final confirmation changed the text."""
    hinted: bool = False
    """Whether it looks at the context's hint by itself."""
    eager: bool = False
    """Whether it is made again at once where it took much of the text: what that needed can go now,
    and need not be looked through by the steps that follow."""
    light: int = 0
    """Of how many parts of its text one is light: what takes less than that, and leaves a name
    without its first mention, is not asked about in this step, but in those to come. 0: it depends
    on whether refusals stand; see `Orphans`. (In large cuts of 23 inputs 10 % of such held, of what
    is light and leaves no orphans 44 %; of what is heavier 25 and 30.)"""
    final: bool = False
    """Whether it comes after all others, for characters: it asks only about what is smaller."""
    anew: bool = False
    """Whether in the end it asks about all, refused before or not, as what asks about little can:
    what a refusal hung on may be far away. With literals alone a regular expression and the text it
    is for went from 87 tokens to 29."""
    last: bool = False
    """Whether it waits, in a joint strategy, until the other steps find nothing new."""
    flat: bool = False
    """Whether its units are pieces of the text, which make the same bytes wherever they occur. It
    goes from text to text by taking some out, which may make more tokens: what was in a comment
    is none. So texts are ordered without tokens from then on."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """What is done to a text, in order."""

    steps: tuple[Step, ...]
    joint: bool = False
    """Whether all steps are repeated until none changes anything."""
    mends: bool = False
    """Whether candidates lose what they leave unused, where the language refuses that."""
    confirm: tuple[Pass, ...] = ()
    """Try once more all that `claims` says; a success starts the steps again."""
    claims: tuple[str, ...] = ()
    """What is true of the result once nothing changes any more."""
    inherent: bool = False
    """Whether the claims are true of what the last step comes to, as of a single run of ddmin."""
    as_text: "Strategy | None" = None
    """What is done by turns with this to a text that has no grammar, or only one token left."""
    cache: Callable[[], Cache] = ContentCache
    """Makes the cache of one reduction."""
    restart: "tuple[Step, ...]" = ()
    """What is tried on the input once more, when all is done, for whatever beats the best."""
    traces: bool = False
    """Whether texts are traces of events, and the oracle may say how far they ran."""

    @property
    def lays_out(self) -> bool:
        """Whether its results are to look as a person would leave them."""
        return any(step.run is layout for step in self.steps)

    def after_hint(self) -> "Strategy":
        """Return the strategy that looks around the context's hint before all else."""
        if any(step.hinted for step in self.steps):
            return self
        first = Step("around the hint", text_passes.around, once=True, hinted=True)
        return replace(self, steps=(first, *self.steps))

    def renaming(self) -> "Strategy":
        """Return the strategy that makes names canonical too, once nothing else changes."""
        return self._ending_with(Step("identifiers", lawful(identifiers), star=True))

    def squeezing(self) -> "Strategy":
        """Return the strategy that goes for bytes once nothing else changes: it renames too."""
        return self._ending_with(Step("squeeze", squeeze, star=True))

    def _ending_with(self, step: Step) -> "Strategy":
        """Return the strategy with one more step; it claims only what is found after that.

        Raises:
            UsageError: the strategy's cache knows no text but what is made of units of the input.
        """
        if self.cache is ConfigurationCache:
            raise UsageError(
                "cache=config remembers units of the input, which --rename and --squeeze put other "
                "text in place of. Use cache=content."
            )
        checked = self.joint or bool(self.confirm)
        claims = self.claims if checked else ()
        step = replace(step, last=self.joint, final=True, anew=True)
        return replace(self, steps=(*self.steps, step), claims=claims, inherent=False)


def lawful(run: Pass, *, dated: bool = False) -> Pass:
    """Return the pass made to ask only about candidates that parse as well as its text.

    With `dated`, about what today's programs do without as well.
    """
    return lambda context, text: run(context.lawful(text, dated=dated), text)


def at_odds(run: Pass) -> Pass:
    """Return the pass made only where the parser finds errors all over the input."""
    return lambda context, text: run(context, text) if context.at_odds else text
