"""How the texts of one reduction are read: by a grammar, or without (floor 6)."""

from collections.abc import Callable
from dataclasses import dataclass

from nubbin.engine.request import Request
from nubbin.engine.trees.language import Language, available, detect
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.reader import Reader
from nubbin.engine.vocabulary.events import Event, Warned


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of the language of the input."""

    language: Language | None
    """None: the text has no grammar, or is to be reduced without it."""
    parsing: Parsing | None
    """By that grammar."""
    reader: Reader
    """What the passes read texts with; not the parser where that finds no structure at all."""

    @property
    def by_grammar(self) -> bool:
        """Whether the passes go by the grammar."""
        return self.reader is self.parsing

    def parses_as_well(self, text: bytes, as_this: bytes) -> bool:
        """Whether a text has no more errors than another; without a grammar, none has."""
        return self.parsing is None or not self.parsing.syntax(as_this).breaks(text)

    @classmethod
    def of(cls, request: Request, emit: Callable[[Event], None]) -> "Reading":
        """Find out the language of what is to be reduced.

        Warns where its grammar is not installed, and goes without.

        Raises:
            UnknownLanguage: the user asked for a language that there is not, or for one whose
                grammar is not installed.
        """
        wanted = request.options.language
        language = detect(request.path, request.text, wanted)
        if language is not None and wanted is None and not available(language):
            emit(
                Warned(
                    f"The grammar of {language.name} is not installed (pip install "
                    f"'{language.package}'), so the text is taken by its brackets, its indentation "
                    "and its words."
                )
            )
            language = None
        parsing = None if language is None else Parsing(language)
        fits = parsing is not None and parsing.fits(request.text)
        return cls(language, parsing, parsing if parsing is not None and fits else Outlining())
