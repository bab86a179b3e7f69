"""Questions about a part of a text, which is a text of its own (floor 4)."""

from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.asking.translated import Translated


class Embedded(Translated):
    """Asks about what is around a part with each candidate for that part.

    Args:
        asker: answers for whole texts.
        before: what stands before the part.
        behind: what stands behind it.
    """

    def __init__(self, asker: WindowAsker, before: bytes, behind: bytes) -> None:
        super().__init__(asker, lambda part: before + part + behind)
