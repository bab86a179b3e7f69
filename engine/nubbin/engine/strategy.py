"""Strategies: named passes to a fixed point (floor 6)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from nubbin.engine.algorithms import text_passes, token_passes, tree_passes
from nubbin.engine.algorithms.annotations import annotations
from nubbin.engine.algorithms.arguments import arguments
from nubbin.engine.algorithms.binders import binders
from nubbin.engine.algorithms.bodies import bodies, prototypes
from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.canonical import literals
from nubbin.engine.algorithms.cascades import cascades
from nubbin.engine.algorithms.columns import columns
from nubbin.engine.algorithms.compounds import compounds
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.embedded import embedded
from nubbin.engine.algorithms.enclosures import enclosures
from nubbin.engine.algorithms.enumerations import enumerations
from nubbin.engine.algorithms.exhaustive import windows
from nubbin.engine.algorithms.formats import formats
from nubbin.engine.algorithms.forms import fillers, forms
from nubbin.engine.algorithms.guards import guards
from nubbin.engine.algorithms.hdd import Variant
from nubbin.engine.algorithms.inline import inline
from nubbin.engine.algorithms.inner_texts import inner_texts
from nubbin.engine.algorithms.instances import Reach, instances
from nubbin.engine.algorithms.layout import layout
from nubbin.engine.algorithms.levels import levels
from nubbin.engine.algorithms.moves import moves
from nubbin.engine.algorithms.names import names
from nubbin.engine.algorithms.parallels import parallels
from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.algorithms.renaming import identifiers
from nubbin.engine.algorithms.results import results
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.algorithms.signatures import signatures
from nubbin.engine.algorithms.slices import cuts, slices
from nubbin.engine.algorithms.squeeze import squeeze
from nubbin.engine.algorithms.swaps import swaps
from nubbin.engine.algorithms.twins import twins
from nubbin.engine.algorithms.unwrapping import unquoting, unwrapping
from nubbin.engine.configurations.partition import characters, lines
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


NEAR = 4
"""Levels below a node that are tried in its place: beyond, hardly anything fits (measured)."""

STEADY = partial(ContentCache, passing_only=False)
"""Forgets no text that holds: of several that hold in one window, a pass asks about some once more.
That saves one run in a hundred (measured); the answers are the same."""

LETTERS = Strategy(
    (Step("letters", token_passes.letters, star=True, flat=True),), claims=("1-minimal",)
)
"""The inside of words, once none of them can go."""

TWO_PASS = Strategy(
    (
        Step(
            "two-pass",
            partial(text_passes.granular, cuts=(lines, characters), policy=Policy(), star=True),
            star=True,
            flat=True,
        ),
    ),
    claims=("1-minimal",),
)
"""Lines, then characters, white space as any other: what needs no tree."""

COMMENTS = Step("comments", lawful(tree_passes.comments), once=True)
ANNOTATIONS = Step("annotations", lawful(annotations), once=True)
BODIES = Step("bodies", lawful(bodies), once=True)
SLICES = Step("slices", lawful(slices), once=True)
COLUMNS = Step("columns", columns)
CUTS = Step("cuts", lawful(cuts), once=True, eager=True, light=64)
_late = partial(Step, last=True)
_brief = partial(_late, anew=True)
"""Asks about little."""
SINGLE_TOKENS: Pass = partial(token_passes.token_windows, widths=(1,))

FAST = Strategy(
    (COMMENTS, ANNOTATIONS, BODIES, SLICES, COLUMNS, CUTS, Step("layout", layout)),
    mends=True,
    cache=STEADY,
)
"""A first useful answer: the large parts go, the fine work is left undone."""

BY_TREE = (
    Step("cascades", lawful(cascades)),
    Step("parallels", lawful(parallels), anew=True),
    Step("nodes", lawful(partial(tree_passes.nodes, levels=NEAR, leaps=False)), eager=True),
    Step("descents", lawful(tree_passes.descents), eager=True),
    Step("layout", layout),
    Step("tokens", lawful(partial(token_passes.token_windows, widths=(4, 3, 2, 1), paired=True))),
    Step("parameters", lawful(parameters), anew=True),
    Step("calls", lawful(calls), anew=True),
    Step("names", lawful(names)),
    Step("instances", lawful(partial(instances, reach=Reach.NEAR))),
    _brief("enclosures", lawful(enclosures)),
    _brief("least instances", lawful(partial(instances, reach=Reach.LEAST))),
    _brief("prototypes", lawful(prototypes)),
    _brief("formats", lawful(formats)),
    _brief("results", lawful(results)),
    _late("inline", lawful(partial(inline, wide=False))),
    _brief("signatures", lawful(signatures)),
    _brief("binders", lawful(binders)),
    _late("forms", lawful(partial(forms, wide=False))),
    _brief("unwrapping", lawful(unwrapping)),
    _brief("scopes", lawful(scopes)),
    _brief("levels", lawful(levels)),
    _brief("literals", lawful(partial(literals, fine=False))),
    _brief("compounds", lawful(compounds)),
    _brief("twins", lawful(twins)),
    _late("moves", lawful(partial(moves, near=4, between=False))),
    _brief("guards", lawful(guards)),
    _late("unquoting", unquoting),
    _brief("joins", lawful(token_passes.joins)),
    _brief("enumerations", lawful(enumerations)),
    _brief("seams", lawful(token_passes.seams)),
    _brief("brackets", lawful(token_passes.brackets)),
    _late("digits", token_passes.digits),
)
"""What takes single parts out of a text, or puts smaller ones in their place, by its tree.

Functions give way to what they do before single names are looked through: a program whose functions
keep each other would be looked through again after each of them (measured: of one that prints
something else in ES5, 27 tokens after 2,479 runs, where it was 155 after 5,543)."""

BALANCED = Strategy(
    (
        COMMENTS,
        ANNOTATIONS,
        BODIES,
        SLICES,
        Step("inner texts, at first", inner_texts, once=True),
        COLUMNS,
        CUTS,
        Step("inner texts", inner_texts),
        *BY_TREE,
        _late(
            "embedded", partial(embedded, passes=[step.run for step in (COMMENTS, CUTS, *BY_TREE)])
        ),
        _late("tokens, dated text", lawful(SINGLE_TOKENS, dated=True)),
        _late("pairs, any text", at_odds(partial(token_passes.token_windows, widths=(2,)))),
    ),
    joint=True,
    mends=True,
    cache=STEADY,
    confirm=(
        partial(tree_passes.confirm, variant=Variant(hoist=True, by_rules=True), signs=False),
        SINGLE_TOKENS,
    ),
    claims=("1-minimal", "1-tree-minimal", "1-maximal"),
    as_text=LETTERS,
)
"""The default: the tree first, then what no tree holds together; lawful texts first."""

THOROUGH = replace(
    BALANCED,
    steps=(
        *BALANCED.steps,
        _late("any brackets", token_passes.brackets),
        _late("leaps", lawful(partial(tree_passes.nodes, levels=NEAR, leaps=True))),
        _late("arguments", lawful(arguments)),
        _late("wide inline", lawful(partial(inline, wide=True))),
        _late("fillers", lawful(fillers)),
        _late("more forms", lawful(partial(forms, wide=True))),
        _late("more instances", lawful(partial(instances, reach=Reach.WIDE))),
        _late("swaps", lawful(swaps)),
        _late("wide moves", lawful(partial(moves, near=8, between=True))),
        _late("neighbours", lawful(windows)),
        _late("wide windows", partial(token_passes.token_windows, widths=(8, 4, 3, 2))),
        _late("fine literals", lawful(partial(literals, fine=True))),
    ),
    as_text=TWO_PASS,
    restart=(CUTS,),
)
"""All that may make a text smaller, however much it costs."""
