"""Questions about a part of a text that is reduced as a text of its own (floor 4)."""

from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.asking.translated import Translated


class Embedded(Translated):
    """Asks about the whole text with each candidate in place of the part.

    Args:
        asker: the asker behind, which answers for whole texts.
        before: the text before the part.
        behind: the text behind it.
    """

    def __init__(self, asker: WindowAsker, before: bytes, behind: bytes) -> None:
        super().__init__(asker, lambda part: before + part + behind)
