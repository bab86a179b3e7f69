"""How the texts of one reduction are read: by a grammar, or without one (floor 6)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nubbin.engine.request import Request
from nubbin.engine.trees.language import Language, available, detect, named
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing, is_wide
from nubbin.engine.trees.reader import Reader
from nubbin.engine.vocabulary.events import Event, Warned

_MOST_LEFT_OVER = 0.25
"""A grammar makes sense of a text if it leaves over at most this share of the tokens: of headers
with a macro in each line 1 to 13 % are left over, of scripts for PostgreSQL 16 to 24 %, of one for
SQLite 50 %."""
_OUTLINED = "so the text is taken by its brackets, its indentation and its words."


@dataclass(frozen=True, slots=True)
class Reading:
    """In which language the input is, and by which grammar it is read."""

    parsing: Parsing | None
    """Reads by the grammar of the language; None: the input is read without a grammar."""
    language: Language | None = None
    """That language; None without a grammar."""
    later: Parsing | None = None
    """Reads by a grammar that may make sense of what is left later; None if there is none."""

    @property
    def reader(self) -> Reader:
        """The reader of all texts; without a grammar, a new one each time."""
        return self.parsing or Outlining()

    def parses_as_well(self, text: bytes, as_this: bytes) -> bool:
        """Whether a text has no more errors than another; always true without a grammar."""
        return self.parsing is None or not self.parsing.syntax(as_this).breaks(text)

    @classmethod
    def of(cls, request: Request, emit: Callable[[Event], None]) -> "Reading":
        """Find out in which language the input is, and how to read it.

        A dialect's grammar is chosen, with a warning, if that of the language finds errors all over
        the text, or takes all of it for one error, and leaves over more than twice as many tokens
        as the dialect's. (SQL for SQLite, with triggers: 288 bytes after 1,300 runs by its own
        grammar, 487 after 6,627 without.)

        No grammar is used, with a warning, if it is not installed, or if none makes sense of the
        text: then the parts that it finds are less true than brackets and lines are. (SQL with
        triggers that the grammar did not know, with half of the tokens left over: 271 tokens after
        4,833 runs by the grammar, 33 after 1,485 without. Perl of which it read no whole, and left
        over 6 %: 1,122 bytes after 1,825 runs, 8 after 54.) A header of C++ full of macros has as
        many errors, but they are small ones: seven of libstdc++'s and glibc's took 90 to 237 runs
        by the grammar, and 235 to 1,606 without. If the user names the language, errors are
        accepted, as long as the grammar can read nearly all of the text.

        For a text without a token, of comments and white space only, none is used either, and
        nothing is said.

        Raises:
            UnknownLanguage: the user asked for a language that does not exist, or whose grammar is
                not installed.
        """
        wanted, text, name = request.options.language, request.text, request.path.name
        language = detect(request.path, text, wanted)
        if language is None or not text.strip():
            return cls(None)
        if wanted is None and not available(language):
            command = f"({language.installing})"
            emit(Warned(f"The grammar of {language.name} is not installed {command}, {_OUTLINED}"))
            return cls(None)
        own = Parsing(language)
        if own.reads(text) if wanted is None else own.fits(text):
            return cls(own, language) if own.syntax(text).tree.tokens() else cls(None)
        found, advice = _trouble(own, language, name, text)
        best, dialects = cls(own, language), _dialects(language, text) if wanted is None else ()
        for dialect in dialects:
            other = cls(Parsing(dialect), dialect)
            if other._left_over(text) < best._left_over(text) / 2:
                best = other
        if best._left_over(text) > _MOST_LEFT_OVER:
            emit(Warned(f"{found}, {_OUTLINED}{advice}"))
            return cls(None, later=own)
        if best.language is not None and best.language is not language:
            taken = f"so it is taken for {best.language.name}, whose grammar makes more of it."
            emit(Warned(f"{found}, {taken}"))
        return best

    def _left_over(self, text: bytes) -> float:
        """Return the share (0 to 1) of a text's tokens that the grammar makes nothing of."""
        return 0.0 if self.parsing is None else self.parsing.left_over(text)


def _trouble(own: Parsing, language: Language, name: str, text: bytes) -> tuple[str, str]:
    """Return what is wrong with a text that its grammar makes no sense of, and advice on it."""
    if own.fits(text):
        advice = f" To go by it all the same, name the language (--language {language.name})."
        return f"The grammar of {language.name} finds errors all over {name}", advice
    if is_wide(text):
        found = f"{name} is in UTF-16 or UTF-32, which the grammar of {language.name} cannot read"
        return found, " Reduce a copy in UTF-8 if what you look for allows it."
    return f"The grammar of {language.name} cannot read {name} as a whole", ""


def _dialects(language: Language, text: bytes) -> Iterator[Language]:
    """Yield the dialects of a language that a text may be in, and whose grammars are installed."""
    for dialect in map(named, language.dialects):
        marked = not dialect.marks or any(mark.encode() in text for mark in dialect.marks)
        if marked and available(dialect):
            yield dialect
