"""What the tests of minimality share: a grammar, the last sweep, and the order of texts."""

import tree_sitter_json
from tree_sitter import Language

from nubbin.engine.strategies import BALANCED
from nubbin.engine.strategy import Step, Strategy
from nubbin.engine.trees.parser import Parser
from oracles import size

PARSER = Parser(Language(tree_sitter_json.language()))
CONFIRM_ALONE = Strategy(
    (Step("nothing", lambda context, text: text),),
    joint=True,
    confirm=BALANCED.confirm,
    claims=BALANCED.claims,
)
"""A strategy of the last sweep alone, as other passes leave hardly anything for it to find."""


def larger(one: bytes, other: bytes, original: bytes) -> bool:
    """Whether a JSON text comes after another in the order of texts.

    A text is minimal if nothing smaller can be made of it. Tokens count first, so in a text that
    does not parse, one sign less may be larger: `":4true` is two tokens, `:4true` three.
    """
    return size("case.json", original, one) > size("case.json", original, other)
