"""What probably matters in a text: a selection, or what rules leave of a trace (floor 5)."""

from nubbin.engine.algorithms.rewriting import left_over
from nubbin.engine.algorithms.rules import Rule
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span, united


def hint_of(
    text: bytes, name: str, selection: Span | None, rules: tuple[Rule, ...]
) -> tuple[Span, ...]:
    """Return the spans that probably matter: in order, disjoint; empty if nothing is known.

    Args:
        text: the input.
        name: the name of its file, for messages.
        selection: what the user points at.
        rules: rules by which the text, a trace, is rewritten.

    Raises:
        UsageError: the selection is not inside the text, or the text is no trace.
    """
    spans = list(left_over(text, name, rules)) if rules else []
    if selection is not None:
        check_inside("hint", selection, text, name)
        if selection.start < selection.end:
            spans.append(selection)
    return tuple(united(spans))


def check_inside(what: str, span: Span, text: bytes, name: str) -> None:
    """Refuse a span that is not inside a text.

    Raises:
        UsageError: it is not, or it ends before it begins.
    """
    if not 0 <= span.start <= span.end <= len(text):
        raise UsageError(
            f"The {what}, bytes {span.start} to {span.end}, is not inside {name}, "
            f"which has {len(text):,} bytes. Point at a part of the text."
        )
