"""How the texts of one reduction are read: by a grammar, or without (floor 6)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from nubbin.engine.request import Request
from nubbin.engine.trees.language import Language, available, detect, named
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing, is_wide
from nubbin.engine.trees.reader import Reader
from nubbin.engine.vocabulary.events import Event, Warned

_OUTLINED = "so the text is taken by its brackets, its indentation and its words."
_MOST_LEFT_OVER = 0.25
"""Of a text's tokens, what a grammar that makes sense of it has left over at most: headers with a
macro in each line 1 to 13 %, scripts for PostgreSQL 16 to 24 %, that for SQLite 50 %."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of the language of the input."""

    parsing: Parsing | None
    """By the grammar of its language; None: it is read without one."""
    language: Language | None = None
    """That language; None likewise."""
    later: Parsing | None = None
    """By what grammar it may be read once less is left; None if by none."""

    @property
    def reader(self) -> Reader:
        """What reads its texts, with memories of its own where there is no grammar."""
        return self.parsing or Outlining()

    def parses_as_well(self, text: bytes, as_this: bytes) -> bool:
        """Whether a text has no more errors than another; without a grammar, none has."""
        return self.parsing is None or not self.parsing.syntax(as_this).breaks(text)

    @classmethod
    def of(cls, request: Request, emit: Callable[[Event], None]) -> "Reading":
        """Find out the language of what is to be reduced.

        Goes by the grammar of a dialect, and says so, where that of the language finds errors all
        over the text, or takes it as a whole for one, and leaves twice as many tokens over.
        (SQL for SQLite, with triggers: 288 bytes after 1,300 runs by its own grammar, 487 after
        6,627 without.)

        Goes without a grammar, and warns, where it is not installed, and where none makes sense of
        the text: what it takes for the parts of such a text is less true than its brackets and
        lines are. (SQL of which it did not know the triggers, with half of the tokens left over:
        271 tokens after 4,833 runs by the grammar, 33 after 1,485 without. Perl of which it made no
        whole: 415 bytes after 2,722 runs, 248 after 2,110.) A header of C++ full of macros has as
        many errors, but they are small ones: seven of libstdc++'s and glibc's took 90 to 237 runs
        by the grammar, and 235 to 1,606 without. Who names the language has the errors, but the
        text must be a whole.

        Raises:
            UnknownLanguage: the user asked for a language that there is not, or for one whose
                grammar is not installed.
        """
        wanted, text, name = request.options.language, request.text, request.path.name
        language = detect(request.path, text, wanted)
        if language is None:
            return cls(None)
        if wanted is None and not available(language):
            command = f"({language.installing})"
            emit(Warned(f"The grammar of {language.name} is not installed {command}, {_OUTLINED}"))
            return cls(None)
        own = Parsing(language)
        if own.reads(text) if wanted is None else own.fits(text):
            return cls(own, language)
        found, advice = _trouble(own, language, name, text)
        best, dialects = cls(own, language), _dialects(language) if wanted is None else ()
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
        """Return the share of a text's tokens that the grammar makes nothing of."""
        return 0.0 if self.parsing is None else self.parsing.left_over(text)


def _trouble(own: Parsing, language: Language, name: str, text: bytes) -> tuple[str, str]:
    """Return what is the matter with a text that its grammar makes no sense of, and what to do."""
    if own.fits(text):
        advice = f" To go by it all the same, name the language (--language {language.name})."
        return f"The grammar of {language.name} finds errors all over {name}", advice
    if is_wide(text):
        found = f"{name} is in UTF-16 or UTF-32, which the grammar of {language.name} cannot read"
        return found, " Reduce a copy in UTF-8 if what you look for allows it."
    return f"The grammar of {language.name} cannot read {name} as a whole", ""


def _dialects(language: Language) -> Iterator[Language]:
    """Yield the languages that a text may be in as well, of which the grammars are installed."""
    return filter(available, map(named, language.dialects))
