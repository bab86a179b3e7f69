"""A reduction as a page (floor 10): what `--report` writes; figures and texts in, HTML out.

The page needs no script and no other file, so that it can be attached to a bug report. Names,
commands and texts, which come from the user, are never taken for markup.
"""

from collections.abc import Iterable, Iterator
from html import escape
from math import log10
from pathlib import Path
from typing import BinaryIO, Final

from nubbin.engine.figures import PassFigures, Reduction
from nubbin.engine.oracles.oracle import command_line
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.printable import printable, shown
from nubbin.server.commands.terminal_text import command_words
from nubbin.server.reduction_words import figures, runs_made, sizes, stopped
from nubbin.server.settings_fields import RUN

_MOST: Final = 2**16
"""Characters of a text that are shown."""
_WIDTH, _HEIGHT = 640, 260
_LEFT, _BOTTOM, _EDGE = 64, 28, 10
"""Pixels: the size of the curve's picture, and the room for the labels of its axes."""
_BEGINNING: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="generator" content="nubbin">"""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE: Final = """
:root { color-scheme: light dark; --line: #8884; --faint: #707070; --curve: #2a7de1 }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere } h2 { font-size: 1.1rem; margin-top: 2rem }
pre { background: #8881; border-radius: 6px; padding: .8rem 1rem; overflow-x: auto;
  font: 14px/1.45 ui-monospace, monospace; tab-size: 4 }
table { border-collapse: collapse; width: 100% } td, th { padding: .2rem .6rem; text-align: left;
  border-bottom: 1px solid var(--line); vertical-align: top }
th { white-space: nowrap } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
th.n { white-space: normal }
meter { width: 6rem } p.problem { border-left: 4px solid #d33; padding-left: .8rem }
p.faint, figcaption { color: var(--faint) } figure { margin: 0 }
svg { width: 100%; height: auto; overflow: visible; fill: var(--faint);
  font: 12px system-ui, sans-serif }
svg path { fill: none; stroke: var(--curve); stroke-width: 2 } svg line { stroke: var(--line) }
code { overflow-wrap: anywhere; white-space: pre-wrap }
@media (prefers-color-scheme: dark) { :root { --faint: #999 } }
@media print { pre { white-space: pre-wrap; overflow-wrap: anywhere } }
@media (max-width: 30rem) { meter { max-width: 2rem } svg { font-size: 20px } }
"""


def page_of(reduction: Reduction, request: Request, written: str) -> bytes:
    """Return a page about a reduction, in UTF-8.

    Args:
        reduction: the result and its figures.
        request: what was to be reduced, and how.
        written: where the reduced text is, in words.
    """
    before = request.text
    title = f"{shown(Path(request.path.name))}: {sizes(reduction)[0]}"
    parts = (
        f"<h1>{_safe(title)}</h1>",
        f'<p class="faint">{_safe(figures(reduction))}</p>',
        *_problem(reduction),
        "<h2>What is left</h2>",
        *_text(reduction.text),
        "<h2>How it shrank</h2>",
        *_curve(reduction),
        "<h2>What each pass took</h2>",
        *_passes(reduction.passes),
        "<h2>How it was made</h2>",
        *_rows(_made(reduction, request, written)),
        f"<h2>What it was</h2><details><summary>{counted(len(before), 'byte')}</summary>",
        *_text(before),
        "</details>",
    )
    head = (
        _BEGINNING,
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_safe(title)}</title><style>{_STYLE}</style></head><body>",
    )
    return "\n".join((*head, *parts, "</body></html>\n")).encode(errors="backslashreplace")


def is_page(file: BinaryIO) -> bool:
    """Whether a file, from its current position on, begins like a page of `page_of`."""
    beginning = _BEGINNING.encode()
    return file.read(len(beginning)) == beginning


def _safe(text: str) -> str:
    """Return a text with HTML's special characters and control characters escaped."""
    return escape(printable(text, keep="\t\n"))


def _problem(reduction: Reduction) -> Iterable[str]:
    """Yield what has to be known before the text is read: that it may not be interesting."""
    if reduction.problem is not None:
        yield f'<p class="problem">{_safe(reduction.problem)}</p>'


def _text(text: bytes) -> tuple[str, ...]:
    """Return a text, or its beginning if it is long; line ends that are all alike are no signs."""
    if text.count(b"\r\n") == text.count(b"\n"):
        text = text.replace(b"\r\n", b"\n")
    if not text:
        return ('<p class="faint">Nothing: the empty file.</p>',)
    shown_text = text.decode(errors="backslashreplace")
    more = len(shown_text) - _MOST
    rest = (f'<p class="faint">… and {counted(more, "character")} more</p>',) if more > 0 else ()
    return (f"<pre>\n{_safe(shown_text[:_MOST])}</pre>", *rest)


def _curve(reduction: Reduction) -> Iterable[str]:
    """Yield the curve of the best text's size by runs, both axes logarithmic."""
    if not reduction.history:
        yield '<p class="faint">It did not: nothing smaller was found.</p>'
        return
    unit, points = _points(reduction)
    runs = points[-1][0]
    across = log10(runs) or 1.0
    up = log10(max(10, *(size for _, size in points)))

    def x(run: int) -> float:
        return _LEFT + log10(run) / across * (_WIDTH - _LEFT - _EDGE)

    def y(size: int) -> float:
        return _HEIGHT - _BOTTOM - log10(max(1, size)) / up * (_HEIGHT - _BOTTOM - _EDGE)

    yield f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{unit} by runs">'
    for size in _decades(10**up):
        yield f'<line x1="{_LEFT}" x2="{_WIDTH - _EDGE}" y1="{y(size):.1f}" y2="{y(size):.1f}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y(size) + 4:.1f}" text-anchor="end">{size:,}</text>'
    for run in _decades(runs):
        yield f'<text x="{x(run):.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{run:,}</text>'
    (run, size), *later = points
    steps = "".join(f" H{x(run):.1f} V{y(size):.1f}" for run, size in later)
    yield f'<path d="M{x(run):.1f} {y(size):.1f}{steps}"/></svg>'
    yield f"<figcaption>{unit} of the best text, by runs of the oracle</figcaption></figure>"


def _points(reduction: Reduction) -> tuple[str, list[tuple[int, int]]]:
    """Return the unit, and (run, size) of each best text, from the input to the result.

    Sizes are in tokens, or in bytes where tokens are not counted. A result may be larger than the
    best text before it, which did not hold when it was asked about again, or was not formatted.
    """
    history, begun, ended = reduction.history, reduction.input, reduction.output
    unit, first, last = "bytes", begun.bytes, ended.bytes
    later = [(run, size) for run, size, _, _ in history]
    counts = [(run, tokens) for run, _, tokens, _ in history if tokens is not None]
    if begun.tokens is not None and ended.tokens is not None and len(counts) == len(history):
        unit, first, later, last = "tokens", begun.tokens, counts, ended.tokens
    points = [(max(1, run), size) for run, size in [(1, first), *later]]
    return unit, [*points, (max(1, reduction.oracle.runs), last)]


def _decades(most: float) -> list[int]:
    """Return the powers of ten up to a number."""
    return [10**power for power in range(int(log10(most) + 1e-9) + 1)]


def _passes(passes: Iterable[PassFigures]) -> Iterable[str]:
    """Yield a table of the passes that asked anything: the tokens they removed, and their runs."""
    asked = [each for each in passes if each.runs]
    most = max((each.runs for each in asked), default=1)
    counted_tokens = any(each.tokens_taken is not None for each in asked)
    column = '<th class="n">tokens taken</th>' if counted_tokens else ""
    yield f'<table><tr><th>pass</th>{column}<th class="n">runs</th><th></th></tr>'
    for each in asked:
        took = f'<td class="n">{each.tokens_taken:,}</td>' if each.tokens_taken is not None else ""
        bar = f'<meter max="{most}" value="{each.runs}"></meter>'
        numbers = f'{took}<td class="n">{each.runs:,}</td>'
        yield f"<tr><td>{_safe(each.name)}</td>{numbers}<td>{bar}</td></tr>"
    yield "</table>"


def _made(reduction: Reduction, request: Request, written: str) -> Iterable[tuple[str, str]]:
    """Yield the rows on how the result was made, so that it can be made again."""
    from importlib.metadata import version  # slow, and most reductions make no page

    asked, status = reduction.oracle, reduction.status
    known = f"{counted(asked.cache_hits, 'question')} known"
    beside = ((asked.checks, "before and after"), (asked.discarded, "begun and not needed"))
    further = (f"{number:,} {what}" for number, what in beside if number)
    jobs = counted(reduction.jobs, "job")
    yield "oracle", command_words(request.oracle)
    if request.formatter is not None:
        used = "" if reduction.formatted else " (what it made was not taken)"
        yield "formatter", command_line(request.formatter) + used  # it runs as the oracle does
    yield "runs", runs_made(reduction)
    yield "besides", ", ".join((*further, known))
    yield "how", f"{reduction.strategy}, window {reduction.window}, {jobs}"
    if options := " ".join(_options(request.options)):
        yield "options", options
    if request.options.hint is not None:
        yield "hint", "bytes {:,} to {:,}".format(*request.options.hint)
    if request.options.rules:
        yield "rules", ", ".join(map(str, request.options.rules))
    yield "language", reduction.language or "none: without a grammar"
    if reduction.problem is not None:
        yield "end", f"status {status}: {reduction.problem}"
    elif reduction.stopped is not None:
        yield "end", f"{stopped(reduction.stopped)}, with the best so far"
    else:
        found = "nothing smaller found" if reduction.fixpoint else "all its passes were made"
        yield "end", f"status {status}" if status else found
    if reduction.minimal:
        formatted = ", before it was formatted" if reduction.formatted else ""
        yield "found to be", ", ".join(reduction.minimal) + formatted
    yield "file", shown(request.path)
    yield "result", written
    yield "nubbin", version("nubbin")


def _options(options: Options) -> Iterator[str]:
    """Yield the options that differ from the defaults, and are not told elsewhere, as typed."""
    usual = Options()
    for name in sorted({*RUN, "pool"} - {"jobs", "window"}):
        value = getattr(options, name)
        if value != getattr(usual, name):
            yield f"--{name.replace('_', '-')}" + ("" if value is True else f" {value}")


def _rows(rows: Iterable[tuple[str, str]]) -> Iterable[str]:
    yield "<table>"
    for key, value in rows:
        yield f"<tr><th>{key}</th><td><code>{_safe(value)}</code></td></tr>"
    yield "</table>"
