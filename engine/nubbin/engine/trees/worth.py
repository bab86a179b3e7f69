"""For how many tokens a leaf of a tree counts (floor 1)."""

from nubbin.engine.vocabulary.text import QUOTES, count_words


def worth_of(text: bytes, start: int, end: int) -> int:
    """Return for how many tokens a leaf counts: one, or none if it is white space or nothing.

    What a grammar leaves unparsed, such as the body of a macro, counts as the words and signs in
    it; otherwise a text would seem to get smaller where only less of it is parsed. A string, or a
    piece of one that stands behind a quote, stays one token.
    """
    leaf = text[start:end]
    parts = len(leaf.split(None, 1))
    if parts < 2:
        return parts
    return 1 if leaf[:1] in QUOTES or text[start - 1 : start] in QUOTES else count_words(leaf)
