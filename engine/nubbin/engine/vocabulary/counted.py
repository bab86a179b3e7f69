"""Numbers with their nouns, for sentences (floor 0)."""


def counted(number: int, noun: str) -> str:
    """Return a number and its noun, in the plural unless it is one: `1 run`, `1,200 runs`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
