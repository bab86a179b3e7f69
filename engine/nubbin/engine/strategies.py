"""Our own strategies: which passes they make, and in which order (floor 6)."""

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
from nubbin.engine.algorithms.sections import sections
from nubbin.engine.algorithms.shortcuts import shortcuts
from nubbin.engine.algorithms.signatures import signatures
from nubbin.engine.algorithms.slices import cuts, slices
from nubbin.engine.algorithms.swaps import swaps
from nubbin.engine.algorithms.tolerance import tolerance
from nubbin.engine.algorithms.twins import twins
from nubbin.engine.algorithms.unwrapping import unquoting, unwrapping
from nubbin.engine.cache_kinds import CacheKind
from nubbin.engine.configurations.partition import characters, lines
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.strategy import Pass, Phase, Step, Strategy, at_odds, lawful

NEAR = 4
"""Nodes at most this many levels below a node are tried in its place; deeper ones hardly ever fit
(measured)."""

STEADY = CacheKind(partial(ContentCache, passing_only=False))
"""A cache that also keeps texts that hold: if several hold in one window, a pass asks about some of
them again. That saves one run in a hundred (measured); the answers are the same."""

LETTERS = Strategy(
    (Step("letters", token_passes.letters, repeated=True, flat=True),), claims=("1-minimal",)
)
"""Removes letters inside of words, once no word can be removed."""

TWO_PASS = Strategy(
    (
        Step(
            "two-pass",
            partial(
                text_passes.granular,
                cuts=(lines, characters),
                policy=Policy(until_fixpoint=True),
            ),
            repeated=True,
            flat=True,
        ),
    ),
    claims=("1-minimal",),
)
"""Removes lines, then characters, white space like any other; it needs no tree."""

_late = partial(Step, phase=Phase.LATE)
_brief = partial(_late, anew=True)
"""A late step that asks few questions, and so may ask all of them again."""
SINGLE_TOKENS: Pass = partial(token_passes.token_windows, widths=(1,))

SECTIONS = Step("sections", sections, Phase.FIRST)
COMMENTS = Step("comments", lawful(tree_passes.comments), Phase.FIRST)
ANNOTATIONS = Step("annotations", lawful(annotations), Phase.FIRST)
BODIES = Step("bodies", lawful(bodies), Phase.FIRST)
SLICES = Step("slices", lawful(slices), Phase.FIRST)
COLUMNS = Step("columns", columns)
CUTS = Step("cuts", lawful(cuts), Phase.FIRST, eager=True, light=64)

FAST = Strategy(
    (SECTIONS, COMMENTS, ANNOTATIONS, BODIES, SLICES, COLUMNS, CUTS, Step("layout", layout)),
    mends=True,
    cache=STEADY,
)
"""A first useful answer: large parts are removed, and the fine work is left undone."""

LARGE = (
    SECTIONS,
    COMMENTS,
    ANNOTATIONS,
    BODIES,
    SLICES,
    Step("inner texts, at first", inner_texts, Phase.FIRST),
    COLUMNS,
    Step("tolerance", lawful(tolerance), Phase.FIRST),
    CUTS,
    Step("inner texts", inner_texts),
)
"""Removes large parts, and what nothing mentions; before it cuts, finds out what the oracle minds.
"""

SINGLES = (
    Step("cascades", lawful(cascades)),
    Step("parallels", lawful(parallels), anew=True),
    Step("nodes", lawful(partial(tree_passes.nodes, levels=NEAR, leaps=False)), eager=True),
    Step("descents", lawful(tree_passes.descents), eager=True),
    Step("layout", layout),
    Step("tokens", lawful(partial(token_passes.token_windows, widths=(4, 3, 2, 1), paired=True))),
)
"""Removes single parts, each with what cannot stay without it."""

NAMED = (
    Step("shortcuts", lawful(shortcuts)),
    Step("parameters", lawful(parameters), anew=True),
    Step("calls", lawful(calls), anew=True),
    Step("names", lawful(names)),
    Step("instances", lawful(partial(instances, reach=Reach.NEAR))),
)
"""Replaces names by what they stand for, and nodes by smaller ones that the text has anyway.

Functions are inlined before single names are looked through: a program whose functions need each
other would be looked through again after each of them (measured on one that prints something else
in ES5: 27 tokens after 2,479 runs, where it was 155 after 5,543)."""

DEFINED = (
    _brief("enclosures", lawful(enclosures)),
    _brief("least instances", lawful(partial(instances, reach=Reach.LEAST))),
    _brief("prototypes", lawful(prototypes)),
    _brief("formats", lawful(formats)),
    _brief("results", lawful(results)),
    _brief("signatures", lawful(signatures)),
    _brief("binders", lawful(binders)),
    _late("inline", lawful(partial(inline, wide=False))),
)
"""Makes definitions smaller together with their uses."""

SHAPES = (
    _brief("unwrapping", lawful(unwrapping)),
    _brief("scopes", lawful(scopes)),
    _brief("levels", lawful(levels)),
    _brief("literals", lawful(partial(literals, fine=False))),
    _brief("compounds", lawful(compounds)),
    _brief("twins", lawful(twins)),
    _late("forms", lawful(partial(forms, wide=False))),
    _late("moves", lawful(partial(moves, wide=False))),
    _brief("guards", lawful(guards)),
)
"""Turns constructs into smaller ones made of their own parts, or removes them around the parts.

Of these and of the passes before, those that ask few questions come first: where functions pass
much on to each other, one of them often opens the way, and the others would ask in vain."""

SIGNS = (
    _late("unquoting", unquoting),
    _brief("joins", lawful(token_passes.joins)),
    _brief("enumerations", lawful(enumerations)),
    _brief("seams", lawful(token_passes.seams)),
    _brief("brackets", lawful(token_passes.brackets)),
    _late("digits", token_passes.digits),
)
"""Removes what stands between and around the rest: quotes, blanks, commas, brackets."""

BY_TREE = (*SINGLES, *NAMED, *DEFINED, *SHAPES, *SIGNS)
"""Removes single parts of the tree, or puts smaller ones in their place."""

BESIDES = (
    _late("embedded", partial(embedded, passes=[step.run for step in (COMMENTS, CUTS, *BY_TREE)])),
    _late("tokens, dated text", lawful(SINGLE_TOKENS, dated=True)),
    _late("pairs, any text", at_odds(partial(token_passes.token_windows, widths=(2,)))),
)
"""Makes changes that the tree does not show: in embedded texts, and across its nodes."""

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
"""The default: parts of the tree first, then changes that cut across it; lawful texts first."""

WIDE = (
    _late("any brackets", token_passes.brackets),
    _late("leaps", lawful(partial(tree_passes.nodes, levels=NEAR, leaps=True))),
    _late("arguments", lawful(arguments)),
    _late("wide inline", lawful(partial(inline, wide=True))),
    _late("fillers", lawful(fillers)),
    _late("more forms", lawful(partial(forms, wide=True))),
    _late("more instances", lawful(partial(instances, reach=Reach.WIDE))),
    _late("swaps", lawful(swaps)),
    _late("wide moves", lawful(partial(moves, wide=True))),
    _late("neighbours", lawful(windows)),
    _late("wide windows", partial(token_passes.token_windows, widths=(8, 4, 3, 2))),
    _late("fine literals", lawful(partial(literals, fine=True))),
)
"""Seldom makes a text smaller, and asks many questions."""

THOROUGH = replace(
    BALANCED,
    steps=(*BALANCED.steps, *WIDE),
    as_text=TWO_PASS,
    restart=(CUTS,),
)
"""Everything that may make a text smaller, however much it costs."""
