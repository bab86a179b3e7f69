"""White space of a result, as a person would leave it (floor 5)."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.merging import Merger
from nubbin.engine.asking.questioner import Proposals, WindowAsker
from nubbin.engine.looks.indents import last_line
from nubbin.engine.looks.page import Page
from nubbin.engine.trees.reader import Judge
from nubbin.engine.vocabulary.text import Edit, Size, Span, apply_edits, line_end

_CHECKS = 256
"""After this many trees that differ, the changes that were not sorted out by then are left."""
_REFUSALS = 64
"""After this many answers of *no*, white space is taken to matter everywhere."""
_STEP = 4
"""So many blanks stay where a line begins that cannot be made tidy: people indent by a step."""


def layout(context: Context, text: bytes) -> bytes:
    """Return the text with its white space tidied, as far as it holds.

    Only white space between tokens changes, and only where the parser finds the same tree
    afterwards. This takes one question if no white space matters, and none if there is nothing to
    tidy. The result is never the larger text in the order of texts: if a tidy text would be, it is
    indented by less, and if that is not enough, blanks are only taken out, and none put in. Where
    several line ends matter, each call takes out half of them, with the blanks before if possible;
    where a line cannot be made tidy, half of the blanks that it begins with, down to one step.
    """
    return _laid_out(context, text, context.asker)


def tidied(context: Context, text: bytes) -> bytes:
    """Return what `layout` makes of a text if none of its white space matters; nobody is asked."""
    return _laid_out(context, text, None)


def _laid_out(context: Context, text: bytes, asker: WindowAsker | None) -> bytes:
    """Return the text tidied, as far as the asker accepts it; None accepts everything."""
    syntax = context.reader.syntax(text)
    if not syntax.alike(text):
        return text
    page = Page(syntax.tree, context.reader.labels, context.original.braced_in_line)
    changes: list[Edit] = []
    for step in page.steps():
        changes = list(_within(context.within(text), page.edits(step), text))
        wanted = _sift(text, changes, syntax)
        if Size.of(apply_edits(text, wanted)) <= Size.of(text):
            break
    else:
        wanted = _sift(text, list(_shorter(text, changes)), syntax)

    def holds(candidate: bytes) -> bool:
        if Size.of(candidate) >= Size.of(merger.text) or not syntax.alike(candidate):
            return False
        # A tidy text nearly always holds, so workers may go on from it before the answer is there.
        alone = Proposals(candidate, (), known=False)
        return asker is None or asker.on_top(alone) is not None

    merger = Merger(text, _Patient(holds, _REFUSALS))
    with suppress(_Enough):
        merger.merge(wanted)
        merger.merge(list(_less(text, sorted({*wanted} - {*merger.accepted}))))
        for half in (_half, _half_behind_blanks, _half_indented):
            tidy = {edit.start for edit in merger.accepted}
            less = [Edit(*edit[:2], half(text[edit.start : edit.end])) for edit in changes]
            merger.merge(
                [each for each in less if each.start not in tidy and _shortens(text, each)]
            )
    return merger.text


def _sift(text: bytes, edits: list[Edit], syntax: Judge) -> list[Edit]:
    """Return the edits with which the text has the same tree, all of them together."""
    merger = Merger(text, _Patient(syntax.alike, _CHECKS))
    # Indentation makes sense as a whole: it is not to be torn apart for a blank in some line.
    for in_line in (False, True):
        with suppress(_Enough):
            merger.merge([edit for edit in edits if _in_line(edit) == in_line])
    return merger.accepted


def _in_line(edit: Edit) -> bool:
    return not line_end(edit.replacement)


def _shorter(text: bytes, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield the edits that shorten a text, and what `_less` makes of those that do not."""
    for edit in edits:
        if _shortens(text, edit):
            yield edit
        else:
            yield from _less(text, [edit])


def _less(text: bytes, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield for each edit one that leaves white space of the same effect, if that is shorter."""
    for start, end, _ in edits:
        less = Edit(start, end, _tidy(text[start:end]))
        if _shortens(text, less):
            yield less


def _shortens(text: bytes, edit: Edit) -> bool:
    start, end, replacement = edit
    return (len(replacement), replacement) < (end - start, text[start:end])


class _Enough(Exception):
    """Raised when it is not worth going on."""


@dataclass(slots=True)
class _Patient:
    """Hands on answers until too many were *no*.

    Args:
        holds: gives the answers.
        patience: how many answers of *no* are put up with.
    """

    holds: Callable[[bytes], bool]
    patience: int

    def __call__(self, text: bytes) -> bool:
        """Whether a text holds.

        Raises:
            _Enough: too many answers were *no*.
        """
        answer = self.holds(text)
        self.patience -= not answer
        if self.patience < 0:
            raise _Enough
        return answer


def _within(within: Span, edits: Iterable[Edit], text: bytes) -> Iterator[Edit]:
    """Yield the edits, cut down to the white space that may change."""
    for edit in edits:
        start, end = max(edit.start, within.start), min(edit.end, within.end)
        if (start, end) == (edit.start, edit.end):
            yield edit
        elif start < end:  # only a part of this white space may change
            before, wanted, behind = (
                text[edit.start : start],
                edit.replacement,
                text[end : edit.end],
            )
            agreed = wanted.startswith(before) and wanted.removeprefix(before).endswith(behind)
            tidy = (
                wanted.removeprefix(before).removesuffix(behind)
                if agreed
                else _tidy(text[start:end])
            )
            if len(tidy) < end - start:
                yield Edit(start, end, tidy)


def _tidy(gap: bytes) -> bytes:
    """Return the shortest white space of the same effect: one line end, or one blank."""
    ends = [end for end in (b"\r\n", b"\n", b"\r") if end in gap]
    if not ends:
        return gap[:1]
    return ends[0] + gap[max(gap.rfind(end) + len(end) for end in ends) :]


def _half(gap: bytes) -> bytes:
    """Return white space without half of its line ends, or of the blanks before the only one."""
    lines = gap.splitlines(keepends=True)
    ends = sum(bool(line_end(line)) for line in lines)
    if ends > 1:
        return b"".join(lines[ends // 2 :])
    blanks = len(gap) - len(gap.lstrip(b" \t"))
    return gap[(blanks + 1) // 2 :] if ends else gap


def _half_behind_blanks(gap: bytes) -> bytes:
    """Return white space halved by `_half`, but for the blanks before its first line end.

    These may matter, as behind Markdown's `1.`.
    """
    rest = gap.lstrip(b" \t")
    return gap[: len(gap) - len(rest)] + _half(rest)


def _half_indented(gap: bytes) -> bytes:
    """Return white space without half of the blanks behind its last line end.

    The lines that gave a line its column may have gone. How far it is indented seldom matters where
    that it begins there does, and the parser says first whether it is the same tree.
    """
    indent = last_line(gap)
    lines = gap.removesuffix(indent)
    return lines + indent[: max(_STEP, len(indent) // 2)] if lines else gap
