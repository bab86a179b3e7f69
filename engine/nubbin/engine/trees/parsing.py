"""What is known of one language, and the trees of the texts at hand (floor 1)."""

import codecs
import re
from copy import copy
from functools import lru_cache

from nubbin.engine.trees.amendments import amendments_for
from nubbin.engine.trees.grammar_table import table_for
from nubbin.engine.trees.labels import keywords, labels, tells_indents
from nubbin.engine.trees.language import Language, available, load, named
from nubbin.engine.trees.reader import AT_HAND
from nubbin.engine.trees.skeletons import Skeletons
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.tally import Tally
from nubbin.engine.trees.unused import unused_for
from nubbin.engine.vocabulary.text import Size

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
"""Marks of UTF-16 and UTF-32; little-endian UTF-32 begins like UTF-16."""
_FEW = 4
"""Errors that are not all over a text."""
_BEGINNING = re.compile(rb"^(?:[-*+?:][ \t]|[> \t])*(?=\S)", re.MULTILINE)
"""Of a line, the blanks, and the marks of items and of quotations, that other text is behind."""
_MARK = re.compile(rb"[^ \t]|\Z")


class Parsing:
    """A language's grammar, its rules, its categories; and the last trees.

    Args:
        language: one whose grammar is installed.

    Raises:
        UnknownLanguage: it is not; the message names the package.
    """

    by_lines = False
    """To most grammars a line end is a blank."""

    def __init__(self, language: Language) -> None:
        self.grammar = load(language)
        self._levels = language.levels
        self.table = table_for(language.name, self.grammar)
        """The grammar's rules; None where they were not compiled."""
        self.skeletons = None if self.table is None else Skeletons(self.table)
        """The forms of the grammar's kinds, each worked out once; None without its rules."""
        self.supertypes = labels(self.grammar)
        """For kinds of nodes, the categories they belong to, as the parser tells."""
        self.labels = self.supertypes or ({} if self.table is None else self.table.labels)
        """The same; where the parser is too old to tell, as the rules do."""
        self.keywords = keywords(self.grammar)
        """The words that mean something to the grammar."""
        self.by_indents = tells_indents(self.grammar)
        """Whether how deep a line is means something to the grammar."""
        self.unused = unused_for(language.name, self.grammar)
        """Takes out what the language refuses because nothing uses it; None if it does not."""
        self._embeds = dict(each.split(":") for each in language.embeds)
        self._inner: dict[str, Parsing | None] = {}  # by the name of the language
        self._tally: Tally | None = None
        amendments = amendments_for(language.name, self.grammar)
        self._syntax = lru_cache(AT_HAND)(lambda text: Syntax(self.grammar, text, amendments))

    def syntax(self, text: bytes) -> Syntax:
        """Return a judge of candidates for a text, made once while the text is at hand."""
        return self._syntax(text)

    def tokens(self, text: bytes) -> int:
        """Count a text's leaves but white space and comments."""
        if self._tally is None:
            self._tally = Tally(self.grammar, text, self.syntax(text))
        return self._tally.count(text)

    def size(self, text: bytes) -> Size:
        """Return a text's place in the order of texts."""
        return Size.of(text, self.tokens(text))

    def keep(self, text: bytes) -> None:
        """Count the tokens of texts to come from this one, as far as they are like it."""
        if self._tally is not None:
            self._tally.keep(text)

    def fork(self) -> "Parsing":
        """Return a parsing that shares all but the texts that tokens are counted from.

        The fewer of these a text differs from, the longer its count takes; so whoever keeps texts
        at other times than others do has a parsing of its own.
        """
        other = copy(self)
        other._tally = None
        return other

    def embedded(self, tag: str, text: bytes) -> "Parsing | None":
        """Return what reads the text behind a tag; None if nothing does, or it is not installed."""
        name = self._embeds.get(tag)
        if name is None:
            return None
        if name not in self._inner:
            language = named(name)
            self._inner[name] = Parsing(language) if available(language) else None
        inner = self._inner[name]
        return inner if inner is not None and inner.reads(text) else None

    def reads(self, text: bytes) -> bool:
        """Whether the parser makes a whole of the text, without errors all over it.

        A few errors may be in one place, whatever share of a short text that is.
        """
        if not self.fits(text):
            return False
        syntax = self.syntax(text)
        return not syntax.at_odds or syntax.errors <= _FEW

    def left_over(self, text: bytes) -> float:
        """Return the share of a text's tokens that are in nothing but an error; 1 if it is none."""
        return self.syntax(text).left_over if self.fits(text) else 1.0

    def fits(self, text: bytes) -> bool:
        """Whether the parser finds any structure in the text at all.

        In characters of two or four bytes it finds what is none. Some parsers do not bear a text of
        too many levels: they are not even shown it.
        """
        if is_wide(text) or (self._levels is not None and levels(text) > self._levels):
            return False
        tree = self.syntax(text).tree
        return len(tree) > 1 and not tree.is_unread(0)


def is_wide(text: bytes) -> bool:
    """Whether a text says by its mark that its characters have two or four bytes."""
    return text.startswith(_WIDE)


def levels(text: bytes) -> int:
    """Return how deep a text is nested, by the columns in which its lines, items and quotes begin.

    Complexity: O(text).
    """
    deepest, columns = 0, list[int]()
    for beginning in _BEGINNING.finditer(text):
        for mark in _MARK.finditer(beginning[0]):
            while columns and columns[-1] >= mark.start():
                columns.pop()
            columns.append(mark.start())
        deepest = max(deepest, len(columns))
    return deepest
