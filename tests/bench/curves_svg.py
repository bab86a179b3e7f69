"""Draws curves: a small panel for each case, both axes logarithmic."""

import math
from collections.abc import Iterator, Sequence
from html import escape

from bench.curve import Curve

_WIDE, _HIGH = 220, 150
"""Pixels of a panel with its margins."""
_LEFT, _TOP, _RIGHT, _BOTTOM = 34, 20, 8, 18
_COLUMNS = 4
_OURS = "#c03028"
_THEIRS = ("#3060b0", "#40906a", "#9060a0", "#a08030")


def picture(ours: Sequence[Curve], peers: Sequence[Curve]) -> str:
    """Return the drawing of our curves, each beside those of its case, as an SVG file."""
    names = sorted({curve.who for curve in peers})
    colours = dict(zip(names, _THEIRS * len(names), strict=False))
    shown = [curve for curve in ours if any(curve.case == other.case for other in peers)]
    rows = -(-len(shown) // _COLUMNS)
    size = f'width="{_COLUMNS * _WIDE}" height="{rows * _HIGH + 24}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="9">',
        "<title>Tokens left against runs of the oracle</title>",
        '<rect width="100%" height="100%" fill="#fff"/>',
        *_legend({"nubbin": _OURS, **colours}),
    ]
    for index, curve in enumerate(shown):
        row, column = divmod(index, _COLUMNS)
        theirs = [(other, colours[other.who]) for other in peers if other.case == curve.case]
        lines.append(f'<g transform="translate({column * _WIDE} {24 + row * _HIGH})">')
        lines += _panel(curve.case, [*theirs, (curve, _OURS)])
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _legend(colours: dict[str, str]) -> Iterator[str]:
    for index, (name, colour) in enumerate(colours.items()):
        x = _LEFT + index * 90
        yield f'<path d="M{x} 13h16" stroke="{colour}" stroke-width="2"/>'
        yield f'<text x="{x + 20}" y="16">{escape(name)}</text>'


def _panel(case: str, curves: Sequence[tuple[Curve, str]]) -> Iterator[str]:
    most = max(curve.points[0][1].tokens for curve, _ in curves)
    least = max(1, min(curve.best.tokens for curve, _ in curves))
    last = max(curve.runs for curve, _ in curves)
    across = (_WIDE - _LEFT - _RIGHT) / max(math.log(last), 1e-9)
    down = (_HIGH - _TOP - _BOTTOM) / max(math.log(most / least), 1e-9)

    def x(run: int) -> int:
        return round(_LEFT + across * math.log(run))

    def y(tokens: int) -> int:
        return round(_TOP + down * math.log(most / max(tokens, 1)))

    yield f'<text x="{_LEFT}" y="13">{escape(case)}</text>'
    yield f'<path d="M{_LEFT} {_TOP}V{y(least)}H{x(last)}" fill="none" stroke="#999"/>'
    for tokens in (most, least):
        yield f'<text x="{_LEFT - 3}" y="{y(tokens) + 3}" text-anchor="end">{tokens}</text>'
    yield f'<text x="{x(last)}" y="{_HIGH - 7}" text-anchor="end">{last} runs</text>'
    for curve, colour in curves:
        steps = [f"M{x(1)} {y(curve.points[0][1].tokens)}"]
        steps += [f"H{x(run)}V{y(size.tokens)}" for run, size in curve.points]
        steps.append(f"H{x(curve.runs)}")
        yield f'<path d="{"".join(steps)}" fill="none" stroke="{colour}" stroke-width="1.3"/>'
