"""All that is known about one language, and the trees of the texts at hand (floor 1)."""

import codecs
import re
from functools import lru_cache

from nubbin.engine.trees.amendments import Amendments, amendments_for
from nubbin.engine.trees.by_tokens import ByTokens
from nubbin.engine.trees.grammar_table import table_for
from nubbin.engine.trees.labels import keywords, labels, tells_indents
from nubbin.engine.trees.language import Language, available, load, named
from nubbin.engine.trees.outlining import Outline, Outlining
from nubbin.engine.trees.parser import GaveUp, Parser
from nubbin.engine.trees.reader import AT_HAND, Reader
from nubbin.engine.trees.skeletons import Skeletons
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.unused import unused_for

_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)
"""Byte order marks of UTF-16 and UTF-32; that of little-endian UTF-32 begins like UTF-16."""
_FEW = 4
"""So many errors are not all over a text, whatever share of its tokens they are."""
_MOST_BESIDE = 0.05
"""A text is as good as a whole if at most this share of its tokens is left over, beside parts that
the parser could read: of preprocessed C++ and of its headers 1 to 5 %, of programs in Perl 4 to
20 %."""
_FEW_ROWS = 64
"""A tree of at most this many rows is good enough: each of them is tried by itself anyway."""
_BEGINNING = re.compile(rb"^(?:[-*+?:][ \t]|[> \t])*(?=\S)", re.MULTILINE)
"""The blanks, and the marks of list items and quotations, that a line begins with."""
_MARK = re.compile(rb"[^ \t]|\Z")


class Parsing:
    """Reads texts by the grammar of a language; it keeps the trees of the last texts.

    Args:
        language: its grammar has to be installed.

    Raises:
        UnknownLanguage: the grammar is not installed; the message names the package.
    """

    by_lines = False
    """Always false: to most grammars a line end is a blank."""

    def __init__(self, language: Language) -> None:
        self.grammar = load(language)
        self._parser = Parser(self.grammar, forgetful=language.forgetful)
        self._levels = language.levels
        self.table = table_for(language.name, self.grammar)
        """The grammar's rules; None where they were not compiled."""
        self.skeletons = None if self.table is None else Skeletons(self.table)
        """The forms of the grammar's kinds, each computed once; None without the rules."""
        self.supertypes = labels(self.grammar)
        """For each kind of nodes the categories that it belongs to, as the parser tells them."""
        self.labels = self.supertypes or ({} if self.table is None else self.table.labels)
        """The same, but as the rules tell them if the parser is too old to do so."""
        self.keywords = keywords(self.grammar)
        """The words that the grammar writes out."""
        self.by_indents = tells_indents(self.grammar)
        """Whether indentation is syntax."""
        self.unused = unused_for(language.name, self._parser)
        """Removes unused definitions; None unless the language refuses such, and they are known."""
        self._embeds = dict(each.split(":") for each in language.embeds)
        self._inner: dict[str, Parsing | None] = {}  # for each language that is embedded
        self._outlining = Outlining()
        amendments = amendments_for(language.name, self.grammar)
        self._syntax = lru_cache(AT_HAND)(lambda text: _syntax(self._parser, text, amendments))

    def syntax(self, text: bytes) -> Syntax | Outline:
        """Return a judge of candidates for a text, made once while the text is at hand.

        It goes by brackets if the parser comes to no end with the text.
        """
        return self._syntax(text) or self._outlining.syntax(text)

    def measure(self) -> ByTokens:
        """Return a new measure of texts."""
        return ByTokens(self._parser, self._syntax)

    def embedded(self, tag: str, text: bytes) -> "Parsing | None":
        """Return a parsing for the text behind a tag; None unless one is known, and reads it."""
        name = self._embeds.get(tag)
        if name is None:
            return None
        if name not in self._inner:
            language = named(name)
            self._inner[name] = Parsing(language) if available(language) else None
        inner = self._inner[name]
        return inner if inner is not None and inner.reads(text) else None

    def reads(self, text: bytes) -> bool:
        """Whether the parser finds structure in the text, without errors all over it.

        A few errors are allowed, whatever their share of a short text.
        """
        syntax = self._fitting(text)
        return syntax is not None and (not syntax.at_odds or syntax.errors <= _FEW)

    def left_over(self, text: bytes) -> float:
        """Return the share (0 to 1) of tokens right below an error; 1 if the text does not fit."""
        syntax = self._fitting(text)
        return 1.0 if syntax is None else syntax.left_over

    def reader_of(self, text: bytes) -> Reader:
        """Return this, or a reader by brackets and lines if the grammar makes no sense of a text.

        Cheap for a text at hand: it is parsed, so that its levels need not be counted first.

        A reduction takes out what a grammar holds on to, so that of a text it had read well it may
        see little more than words, which would go one by one.
        """
        syntax = self._syntax(text)
        makes_sense = syntax is not None and (
            _is_as_good_as_whole(syntax) or len(syntax.tree) <= _FEW_ROWS
        )
        return self if makes_sense else self._outlining

    def fits(self, text: bytes) -> bool:
        """Whether the parser makes a whole of the text, or reads nearly all parts of it.

        In characters of two or four bytes it sees none. Texts with more levels than a parser can
        bear are not even shown to it.
        """
        return self._fitting(text) is not None

    def _fitting(self, text: bytes) -> Syntax | None:
        """Return a judge for a text that the parser fits; see `fits`."""
        if is_wide(text) or (self._levels is not None and levels(text) > self._levels):
            return None
        syntax = self._syntax(text)
        fits = syntax is not None and len(syntax.tree) > 1 and _is_as_good_as_whole(syntax)
        return syntax if fits else None


def _syntax(parser: Parser, text: bytes, amendments: Amendments | None) -> Syntax | None:
    """Return a judge for a text by its grammar; None if the parser comes to no end with it."""
    try:
        return Syntax(parser, text, amendments)
    except GaveUp:
        return None


def _is_as_good_as_whole(syntax: Syntax) -> bool:
    """Whether the parser makes a whole of the base text, or leaves hardly any of it over."""
    return not syntax.tree.is_unread(0) or syntax.left_over <= _MOST_BESIDE


def is_wide(text: bytes) -> bool:
    """Whether a text has a byte order mark that tells that characters have two or four bytes."""
    return text.startswith(_WIDE)


def levels(text: bytes) -> int:
    """Return how deep a text is nested, by the columns at which its lines, items and quotes begin.

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
