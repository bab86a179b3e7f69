"""How far the lines of a text are indented (floor 3)."""

from collections.abc import Sequence

from nubbin.engine.looks.spacing import line_end

_TAB = 8


def indents(before: bytes, blanks: Sequence[bytes], at_margin: Sequence[bool]) -> list[bytes]:
    """Return for each token of a text how far its line is indented.

    Args:
        before: what stands before the first token.
        blanks: what stands between each two.
        at_margin: for each of these, whether the line that begins there stands out: it counts as
            deep as the deeper one of its neighbours.
    """
    found = [last_line(before)]
    for blank in blanks:
        found.append(last_line(blank) if line_end(blank) else found[-1])
    starts = [0, *(right for right, blank in enumerate(blanks, 1) if line_end(blank))]
    lines = [*zip(starts, starts[1:], starts[2:], strict=False)]
    for above, line, below in (*lines, *reversed(lines)):  # neighbours may stand out as well
        if at_margin[line - 1]:
            deeper = max(found[above], found[below], key=column)
            found[line:below] = [deeper] * (below - line)
    return found


def last_line(blank: bytes) -> bytes:
    """Return what a blank holds of the line that goes on behind it."""
    return blank[max(blank.rfind(b"\n"), blank.rfind(b"\r")) + 1 :]


def column(indent: bytes) -> int:
    """Return in which column, from 0, a line begins that is indented so far."""
    return len(indent.expandtabs(_TAB))
