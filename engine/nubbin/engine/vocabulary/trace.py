"""Traces: texts whose lines are events (floor 0)."""


def events(text: bytes) -> tuple[bytes, ...]:
    r"""Return the lines that are not blank, without their `\n`."""
    return tuple(line for line in text.split(b"\n") if line.strip())


def end_of(text: bytes, executed: int) -> int:
    r"""Return the number of bytes up to the end of the line of the `executed`-th event.

    That is the length of the text if it has fewer events, and 0 if none was executed.
    """
    position = 0
    for line in text.split(b"\n") if executed > 0 else ():
        position += len(line) + 1
        executed -= bool(line.strip())
        if executed == 0:
            break
    return min(position, len(text))
