"""The strategies of our own: which passes they make, in which order (floor 6)."""

from dataclasses import replace
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
from nubbin.engine.algorithms.results import results
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.algorithms.signatures import signatures
from nubbin.engine.algorithms.slices import cuts, slices
from nubbin.engine.algorithms.swaps import swaps
from nubbin.engine.algorithms.twins import twins
from nubbin.engine.algorithms.unwrapping import unquoting, unwrapping
from nubbin.engine.configurations.partition import characters, lines
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.strategy import Pass, Step, Strategy, at_odds, lawful

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

_late = partial(Step, last=True)
_brief = partial(_late, anew=True)
"""Asks about little."""
SINGLE_TOKENS: Pass = partial(token_passes.token_windows, widths=(1,))

COMMENTS = Step("comments", lawful(tree_passes.comments), once=True)
ANNOTATIONS = Step("annotations", lawful(annotations), once=True)
BODIES = Step("bodies", lawful(bodies), once=True)
SLICES = Step("slices", lawful(slices), once=True)
COLUMNS = Step("columns", columns)
CUTS = Step("cuts", lawful(cuts), once=True, eager=True, light=64)

FAST = Strategy(
    (COMMENTS, ANNOTATIONS, BODIES, SLICES, COLUMNS, CUTS, Step("layout", layout)),
    mends=True,
    cache=STEADY,
)
"""A first useful answer: the large parts go, the fine work is left undone."""

LARGE = (
    COMMENTS,
    ANNOTATIONS,
    BODIES,
    SLICES,
    Step("inner texts, at first", inner_texts, once=True),
    COLUMNS,
    CUTS,
    Step("inner texts", inner_texts),
)
"""Large parts go, and what nothing mentions."""

SINGLES = (
    Step("cascades", lawful(cascades)),
    Step("parallels", lawful(parallels), anew=True),
    Step("nodes", lawful(partial(tree_passes.nodes, levels=NEAR, leaps=False)), eager=True),
    Step("descents", lawful(tree_passes.descents), eager=True),
    Step("layout", layout),
    Step("tokens", lawful(partial(token_passes.token_windows, widths=(4, 3, 2, 1), paired=True))),
)
"""Single parts go, each with what cannot stay without it."""

NAMED = (
    Step("parameters", lawful(parameters), anew=True),
    Step("calls", lawful(calls), anew=True),
    Step("names", lawful(names)),
    Step("instances", lawful(partial(instances, reach=Reach.NEAR))),
)
"""What stays gives way to what it stands for, or to what is there anyway.

Functions give way to what they do before single names are looked through: a program whose functions
keep each other would be looked through again after each of them (measured: of one that prints
something else in ES5, 27 tokens after 2,479 runs, where it was 155 after 5,543)."""

DEFINED = (
    _brief("enclosures", lawful(enclosures)),
    _brief("least instances", lawful(partial(instances, reach=Reach.LEAST))),
    _brief("prototypes", lawful(prototypes)),
    _brief("formats", lawful(formats)),
    _brief("results", lawful(results)),
    _late("inline", lawful(partial(inline, wide=False))),
    _brief("signatures", lawful(signatures)),
    _brief("binders", lawful(binders)),
)
"""Definitions become smaller together with their uses."""

SHAPES = (
    _late("forms", lawful(partial(forms, wide=False))),
    _brief("unwrapping", lawful(unwrapping)),
    _brief("scopes", lawful(scopes)),
    _brief("levels", lawful(levels)),
    _brief("literals", lawful(partial(literals, fine=False))),
    _brief("compounds", lawful(compounds)),
    _brief("twins", lawful(twins)),
    _late("moves", lawful(partial(moves, near=4, between=False))),
    _brief("guards", lawful(guards)),
)
"""Constructs turn into smaller ones made of their own parts, or open around them."""

SIGNS = (
    _late("unquoting", unquoting),
    _brief("joins", lawful(token_passes.joins)),
    _brief("enumerations", lawful(enumerations)),
    _brief("seams", lawful(token_passes.seams)),
    _brief("brackets", lawful(token_passes.brackets)),
    _late("digits", token_passes.digits),
)
"""What stands between and around the rest: quotes, blanks, commas, brackets."""

BY_TREE = (*SINGLES, *NAMED, *DEFINED, *SHAPES, *SIGNS)
"""What takes single parts out of a text, or puts smaller ones in their place, by its tree."""

BESIDES = (
    _late("embedded", partial(embedded, passes=[step.run for step in (COMMENTS, CUTS, *BY_TREE)])),
    _late("tokens, dated text", lawful(SINGLE_TOKENS, dated=True)),
    _late("pairs, any text", at_odds(partial(token_passes.token_windows, widths=(2,)))),
)
"""What no tree of the text holds together."""

BALANCED = Strategy(
    (*LARGE, *BY_TREE, *BESIDES),
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

WIDE = (
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
)
"""What seldom makes a text smaller, and asks much."""

THOROUGH = replace(
    BALANCED,
    steps=(*BALANCED.steps, *WIDE),
    as_text=TWO_PASS,
    restart=(CUTS,),
)
"""All that may make a text smaller, however much it costs."""
