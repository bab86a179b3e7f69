"""The placeholders of a command, and words that look like misspelt ones (floor 3′)."""

import re
from collections.abc import Iterable
from typing import Final

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.nearest import nearest

NAMES: Final = ("file", "name", "workspace")
# `${file}` is the shell's own variable, no placeholder of ours.
PLACEHOLDER: Final = re.compile(rf"(?<!\$)\{{({'|'.join(NAMES)})\}}")
_LIKE_ONE: Final = re.compile(r"(?<!\$)\{([A-Za-z_]+)\}")


def check_spelling(texts: Iterable[str]) -> None:
    """Refuse a misspelt placeholder; braces around any other word are left to the command.

    Args:
        texts: pieces of a command in which placeholders are recognized.

    Raises:
        UsageError: one is misspelt; the message offers the nearest.
    """
    for text in texts:
        for word in _LIKE_ONE.findall(text):
            close = nearest(word, NAMES)
            if close and word not in NAMES:
                meant = " or ".join(f"{{{name}}}" for name in close)
                raise UsageError(
                    f"The command has {{{word}}}, which is not a placeholder. Did you "
                    f"mean {meant}? To pass it on as it is, put it in quotes (in a command that "
                    "is a string)."
                )
