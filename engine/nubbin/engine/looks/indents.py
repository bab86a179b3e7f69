"""How far the lines of a text are indented (floor 3)."""

from collections.abc import Sequence

from nubbin.engine.vocabulary.text import line_end

_TAB = 8


def indents(before: bytes, blanks: Sequence[bytes], at_margin: Sequence[bool]) -> list[bytes]:
    """Return for each token of a text the indentation of its line.

    Args:
        before: the white space before the first token.
        blanks: the white space between each two neighbouring tokens.
        at_margin: for each of `blanks`, whether the line that begins there is at the margin though
            it is not meant so: it counts as indented like the deeper one of its neighbours.
    """
    found = [last_line(before)]
    for blank in blanks:
        found.append(last_line(blank) if line_end(blank) else found[-1])
    starts = [0, *(right for right, blank in enumerate(blanks, 1) if line_end(blank))]
    lines = [*zip(starts, starts[1:], starts[2:], strict=False)]
    for above, line, below in (*lines, *reversed(lines)):  # twice: neighbours may be such lines too
        if at_margin[line - 1]:
            deeper = max(found[above], found[below], key=column)
            found[line:below] = [deeper] * (below - line)
    return found


def last_line(blank: bytes) -> bytes:
    """Return the part of some white space that is on its last line."""
    return blank[max(blank.rfind(b"\n"), blank.rfind(b"\r")) + 1 :]


def column(indent: bytes) -> int:
    """Return the column, from 0, at which a line with this indentation begins."""
    return len(indent.expandtabs(_TAB))
