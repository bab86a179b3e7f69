"""Numbers of things, as sentences have them (floor 0)."""


def counted(number: int, noun: str) -> str:
    """Return so many of something: `1 run`, `1,200 runs`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
