"""What a member of a text needs of the others, for tests."""

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.relations.membership import Depth
from nubbin.engine.relations.needs import Needs
from nubbin.engine.relations.places import Places
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, tight


def needs_of(text: bytes, language: str, depth: int) -> Needs:
    """Return what the members of a text need, down to those of so many levels."""
    context = Context(ask(lambda text: True), Parsing(named(language)))
    return Needs(Places(bare(context, text)), Depth(depth))


def needed(text: bytes, language: str, depth: int, member: bytes) -> bytes:
    """Return the text with a member and what it needs: the last that begins with these words."""
    needs = needs_of(text, language, depth)
    tree = Parsing(named(language)).syntax(text).tree
    starts = [tree.source(row).startswith(member) for row in needs.members]
    index = len(starts) - 1 - starts[::-1].index(True)
    return tight(needs.render(needs.closed(needs.always | 1 << index)))
