"""White space laid out, for tests."""

from collections.abc import Callable
from pathlib import Path

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.layout import layout
from nubbin.engine.algorithms.original import NOTHING, Original
from nubbin.engine.trees.language import detect
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Span, nonblank
from oracles import ask


def laid_out(
    name: str,
    text: bytes,
    oracle: Callable[[bytes], bool] = lambda text: True,
    within: Span | None = None,
    original: Original = NOTHING,
) -> tuple[bytes, int]:
    """Return the text laid out, and how many questions that took."""
    asker = ask(oracle)
    within = within or Span(0, len(text))
    context = Context(
        asker,
        parsing_of(name),
        head=within.start,
        tail=len(text) - within.end,
        original=original,
    )
    tidy = layout(context, text)
    assert tidy == text or oracle(tidy)
    assert nonblank(tidy) == nonblank(text)
    return tidy, asker.runs


def parsing_of(name: str) -> Parsing:
    language = detect(Path(name), b"", None)
    assert language is not None
    return Parsing(language)
