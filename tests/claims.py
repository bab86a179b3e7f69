"""What claims of minimality are held against."""

import tree_sitter_json
from tree_sitter import Language

from nubbin.engine.strategies import BALANCED
from nubbin.engine.strategy import Step, Strategy
from oracles import size

GRAMMAR = Language(tree_sitter_json.language())
CONFIRM_ALONE = Strategy(
    (Step("nothing", lambda context, text: text),),
    joint=True,
    confirm=BALANCED.confirm,
    claims=BALANCED.claims,
)
"""The last sweep, which finds all by itself: other passes leave hardly anything for it."""


def larger(one: bytes, other: bytes, original: bytes) -> bool:
    """Whether a JSON text comes behind another in the order of texts.

    Minimal is what nothing smaller comes of. Tokens count first, so in a text that does not parse
    one sign less may be larger: `":4true` is two tokens, `:4true` three.
    """
    return size("case.json", original, one) > size("case.json", original, other)
