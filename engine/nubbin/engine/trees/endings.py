r"""Lines that end what another line began by a word, and not by a bracket (floor 1).

`{% endblock %}` ends `{% block a %}`, `{/each}` ends `{#each a}`, `</p>` ends `<p>`, `\end{a}` ends
`\begin{a}`, `END DO` ends `do`: markup, templates and many languages put `end` before the word of
the beginning, or a slash behind a bracket. In between there may be an `else`.
"""

import re
from typing import Final

SLASH: Final = rb"[<{\[][^\w\s/]{0,2}/[^\w\s/]?"
"""Signs that make the word behind them an end: `</`, `{{~/`, `</#`."""
_ENDS: Final = re.compile(
    rb"(?:%b|[^\w\s]{0,3}[ \t]*end[ \t_{(*]*)(?P<word>\w*)" % SLASH, re.IGNORECASE
)
_WORD: Final = re.compile(rb"[^\w\n]*(\w*)")
_ELSE: Final = re.compile(rb"[^\w\s]{0,3}[ \t]*(?:else|elif|elsif)", re.IGNORECASE)


def begun_by(word: bytes, ended: bytes) -> bool:
    """Whether a word begins or ends with the word that is ended: `ifdef` with `if`."""
    return bool(ended) and (word.startswith(ended) or word.endswith(ended))


def belongs(text: bytes, first: int, last: int, line: int, *, behind: bool) -> bool:
    """Whether a line ends what another line began, or is an `else` of that.

    Args:
        text: the text of both lines.
        first: the offset of the first token in the other line.
        last: the offset of the last part of what the other line began; maybe `first`.
        line: the offset of the first token in the line.
        behind: whether the line follows a block of the other, so that it need not name what it
            ends.
    """
    end = _ENDS.match(text, line)
    if end is None:
        return behind and _ELSE.match(text, line) is not None
    if _ENDS.match(text, last):
        return False
    said, begun = end["word"].lower(), _WORD.match(text, first)
    return (behind and not said) or (begun is not None and begun_by(begun[1].lower(), said))
