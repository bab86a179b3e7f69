"""How large a part of a text may be to be looked into (floor 3)."""

from typing import Final

LARGE: Final = 256
"""A function, a class or a statement of more tokens is left alone where to look into it takes time:
at the end of a reduction, all are smaller."""
