r"""What ends something that was begun in words, not with a bracket (floor 1).

`{% endblock %}` ends `{% block a %}`, `{/each}` ends `{#each a}`, `</p>` ends `<p>`, `\end{a}` ends
`\begin{a}`, `END DO` ends `do`: markup and templates and many a language put `end` before the word
that began, or a slash behind a bracket. In between there may be an `else`.
"""

import re
from typing import Final

SLASH: Final = rb"[<{\[][^\w\s/]{0,2}/[^\w\s/]?"
"""What makes an end of the word behind it: `</`, `{{~/`, `</#`."""
_ENDS: Final = re.compile(
    rb"(?:%b|[^\w\s]{0,3}[ \t]*end[ \t_{(*]*)(?P<word>\w*)" % SLASH, re.IGNORECASE
)
_WORD: Final = re.compile(rb"[^\w\n]*(\w*)")
_ELSE: Final = re.compile(rb"[^\w\s]{0,3}[ \t]*(?:else|elif|elsif)", re.IGNORECASE)


def begun_by(word: bytes, ended: bytes) -> bool:
    """Whether a word begins or ends like what is said to end: `ifdef` like `if`."""
    return bool(ended) and (word.startswith(ended) or word.endswith(ended))


def belongs(text: bytes, first: int, last: int, line: int, *, behind: bool) -> bool:
    """Whether a line ends what another began, or says what else is done.

    Args:
        text: both are in it.
        first: where what is in the other begins.
        last: where the last part of what that began begins, itself perhaps.
        line: where what is in the line begins.
        behind: whether it follows what is in the other, so that it need not say what it ends.
    """
    end = _ENDS.match(text, line)
    if end is None:
        return behind and _ELSE.match(text, line) is not None
    if _ENDS.match(text, last):
        return False
    said, begun = end["word"].lower(), _WORD.match(text, first)
    return (behind and not said) or (begun is not None and begun_by(begun[1].lower(), said))
