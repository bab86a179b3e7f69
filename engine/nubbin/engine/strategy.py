"""What a strategy is: named passes that are repeated up to a fixed point (floor 6)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum, auto

from nubbin.engine.algorithms import text_passes
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.layout import layout
from nubbin.engine.algorithms.renaming import identifiers
from nubbin.engine.algorithms.squeeze import squeeze
from nubbin.engine.cache_kinds import CONTENT, CacheKind
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.errors import UsageError

Pass = Callable[[Context, bytes], bytes]


class Phase(IntEnum):
    """When the turn of a step comes."""

    FIRST = auto()
    """Once is enough for a fixed point: it only prepares, or comes to one by itself. A joint
    strategy makes it once, and again only whenever half of a large text has gone since, or if the
    final confirmation changed the text."""
    MAIN = auto()
    """In order, with those beside it."""
    LATE = auto()
    """In a joint strategy, not until the steps before find nothing new."""
    FINAL = auto()
    """Once all others are at their fixed point, as for `--rename` and `--squeeze`; it asks only
    about smaller texts."""


@dataclass(frozen=True, slots=True)
class Step:
    """One pass of a strategy."""

    name: str
    run: Pass
    phase: Phase = Phase.MAIN
    repeated: bool = False
    """Whether the whole pass is repeated until it changes nothing, before the next step begins.

    A `*` in the name of a strategy asks for this; of a `ddmin*`, it asks for a policy's
    `until_fixpoint` instead: the pass's single runs of ddmin are repeated, each over what the one
    before has left."""
    hinted: bool = False
    """Whether it uses the context's hint itself."""
    eager: bool = False
    """Whether it is made again at once if it removed much of the text: what was needed only there
    can be removed then, before the following steps look through it."""
    light: int = 0
    """A candidate that orphans a name (removes its first mention, and keeps a later one) is left to
    later steps unless it removes more than one part in so many of the text. With 0, every such
    candidate is, but only while refusals stand for good; see `Orphans`. (In the large cuts of 23
    inputs, 10 % of the light ones that orphaned a name held, 44 % of the other light ones; of heavy
    ones 25 and 30 %.)"""
    anew: bool = False
    """Whether in the end it asks about all changes, refused before or not, as a step with few
    questions can: the reason of a refusal may be far away. With this for literals alone, a regular
    expression with the text that it is for went from 87 tokens to 29."""
    flat: bool = False
    """Whether its units are pieces of the text, which make the same bytes wherever they occur. It
    goes from text to text by removing pieces, which may make more tokens, as those in a comment do
    not count. So texts are compared without tokens from then on."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """The steps that are made over a text, and what is claimed of the result."""

    steps: tuple[Step, ...]
    joint: bool = False
    """Whether all steps are repeated until none changes anything."""
    mends: bool = False
    """Whether candidates lose what they leave unused, in languages that refuse that."""
    confirm: tuple[Pass, ...] = ()
    """Passes that try all that `claims` is about; if one finds something, the steps start again."""
    claims: tuple[str, ...] = ()
    """What is true of the result once nothing changes any more."""
    inherent: bool = False
    """Whether the claims are true of the last step's result anyway, as for one run of ddmin."""
    as_text: "Strategy | None" = None
    """The strategy that takes turns with this one if a text has no grammar, or one token left."""
    cache: CacheKind = CONTENT
    restart: tuple[Step, ...] = ()
    """Steps that are made over the input in the end, to find a text smaller than the best."""

    @property
    def lays_out(self) -> bool:
        """Whether its results should be laid out as a person would leave them."""
        return any(step.run is layout for step in self.steps)

    def planned(self, options: Options, *, hinted: bool) -> "Strategy":
        """Return this strategy with the steps that the options and a hint call for."""
        strategy = self.after_hint() if hinted else self
        if options.squeeze:
            return strategy.squeezing()
        return strategy.renaming() if options.rename else strategy

    def after_hint(self) -> "Strategy":
        """Return this strategy with a step before all others that tries around the hint."""
        if any(step.hinted for step in self.steps):
            return self
        first = Step("around the hint", text_passes.around, Phase.FIRST, hinted=True)
        return replace(self, steps=(first, *self.steps))

    def renaming(self) -> "Strategy":
        """Return this strategy with a final step that makes names canonical."""
        return self._ending_with(Step("identifiers", lawful(identifiers), repeated=True))

    def squeezing(self) -> "Strategy":
        """Return this strategy with a final step that goes for bytes, and renames too."""
        return self._ending_with(Step("squeeze", squeeze, repeated=True))

    def _ending_with(self, step: Step) -> "Strategy":
        """Return this strategy with one more step; only claims that are checked later remain.

        Raises:
            UsageError: the cache of the strategy knows no other text than the input's.
        """
        if self.cache.not_with_new_text:
            raise UsageError(self.cache.not_with_new_text)
        checked = self.joint or bool(self.confirm)
        claims = self.claims if checked else ()
        step = replace(step, phase=Phase.FINAL, anew=True)
        return replace(self, steps=(*self.steps, step), claims=claims, inherent=False)


def lawful(run: Pass, *, dated: bool = False) -> Pass:
    """Return a pass that asks only about candidates that fit the language as well as its text.

    With `dated`, it also asks about what is accepted only for the sake of old programs.
    """
    return lambda context, text: run(context.lawful(text, dated=dated), text)


def at_odds(run: Pass) -> Pass:
    """Return a pass that does nothing unless the parser finds errors all over the input."""
    return lambda context, text: run(context, text) if context.at_odds else text
