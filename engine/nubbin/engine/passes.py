"""The passes of a strategy over the best text, until nothing changes any more (floor 6)."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.instances import slots, smallest
from nubbin.engine.algorithms.layout import tidied
from nubbin.engine.algorithms.shorter_words import Words, words_by_kind
from nubbin.engine.asking.ahead import Ahead, first_questions
from nubbin.engine.asking.alike import NOTHING, Alike
from nubbin.engine.asking.fresh import Fresh, Refused
from nubbin.engine.asking.mended import Mended
from nubbin.engine.asking.orphans import Orphans
from nubbin.engine.asking.questioner import Questioner, WindowAsker
from nubbin.engine.asking.shrinking import Shrinking
from nubbin.engine.figures import PassFigures
from nubbin.engine.looks.braces import braced_in_line
from nubbin.engine.record import Record, TextOrder
from nubbin.engine.request import Request
from nubbin.engine.schedule import FOR_GOOD, NOT_AT_ALL, Schedule
from nubbin.engine.strategy import Step, Strategy
from nubbin.engine.trees.reader import Reader
from nubbin.engine.trees.tree import Instance
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.events import Event, PassStarted
from nubbin.engine.vocabulary.text import Span

_CONFIRM = "confirm"
"""The pass on which the claims of minimality rest: it asks about texts as they are."""


class Passes:
    """What one reduction does between its checks.

    Args:
        request: what is reduced.
        reader: reads its texts as trees.
        mends: whether candidates lose what they leave unused; see `Strategy`.
        questioner: answers for the oracle.
        order: of texts; from the first flat step on, it leaves tokens out.
        record: of the best text; the questioner tells it what is interesting.
        hint: bytes of the input that probably matter.
        emit: told of every pass.
    """

    def __init__(
        self,
        request: Request,
        reader: Reader,
        mends: bool,
        questioner: Questioner,
        order: TextOrder,
        record: Record,
        hint: tuple[Span, ...],
        emit: Callable[[Event], None],
    ) -> None:
        self._request = request
        self.reader = reader
        """Reads the texts of the passes to come; another may take its place."""
        # At hand now, and parsed once more if it were asked for after the large cuts. What it was
        # read from takes four times the memory, and is let go.
        syntax = reader.syntax(request.text)
        self._input, self._at_odds, self._too_deep = syntax.tree, syntax.at_odds, syntax.too_deep
        self._questioner = questioner
        self._removed = self._minded() if mends else None
        self._order = order
        self._record = record
        self._hint = hint
        self._emit = emit
        self._refused = Refused()  # by the oracle
        self._unlawful = Refused()  # by the parser
        self._alike = {*NOTHING}  # digests of what the oracle refused
        self.figures: dict[str, PassFigures] = {}
        """By name, in the order of the first time."""
        self.iterations = 0
        self.fixpoint = False
        """Whether the end was reached, and the last round changed nothing."""
        self.minimal = False
        """Whether the strategy's claims are true of the best text."""

    def tidied(self, text: bytes) -> bytes:
        """Return a text as a person would lay it out, whether that holds or not."""
        return tidied(self._context(text), text)

    def run_through(self, strategy: Strategy) -> None:
        """Run a strategy to the end of its last fixed point."""
        record = self._record
        came_to, settled = record.best.text, False
        while record.best.length and not settled:
            schedule = Schedule(strategy, lambda: record.best.text)
            for step, lasting in schedule:
                # A step that is made once changes much; what follows it is not known yet.
                known = strategy.joint and not step.once
                ahead = schedule.ahead if known else None
                came_to = self._make(
                    step, lasting=lasting, confirmed=bool(strategy.confirm), next_steps=ahead
                )
            settled = self._settled(strategy)
        # A smaller text may have been asked about beside, or once more when it had been late.
        is_best = came_to == record.best.text or not strategy.inherent
        repeated = strategy.joint or all(step.star or step.once for step in strategy.steps)
        self.fixpoint = repeated and is_best
        self.minimal = (repeated or strategy.inherent) and is_best

    def _settled(self, strategy: Strategy) -> bool:
        """Whether what is claimed is true, and nothing in the input beats the best."""
        record = self._record
        before = record.best
        for once_more in strategy.confirm:
            if record.best == before and before.length:
                self._make(Step(_CONFIRM, once_more))
        for step in strategy.restart:
            if record.best == before:
                self._make(replace(step, name=f"restart, {step.name}"), again=True)
        return record.best == before

    def _make(
        self,
        step: Step,
        *,
        lasting: float = NOT_AT_ALL,
        again: bool = False,
        confirmed: bool = False,
        next_steps: Callable[[bytes], Iterator[Step]] | None = None,
    ) -> bytes:
        """Make one pass over the best text, then ask again what ran out of time.

        Args:
            step: the pass.
            lasting: how long a refusal stands.
            again: whether it is made over the input, for what beats the best.
            confirmed: whether what it puts off for good is asked about by who confirms.
            next_steps: what will be made of a text that stays as it is, for idle workers.

        Returns:
            What the pass came to. The best may be another text, which was asked about as well.
        """
        asker, record = self._questioner, self._record
        if step.flat and self._order.in_tokens:
            # For good: two orders by turns could undo each other's work without end.
            self._order.leave_tokens_out()
            record.reorder()
        text = record.best.text
        tokens, runs, began = self._order.tokens(text), asker.runs, time.perf_counter()
        self._emit(PassStarted(step.name, tokens, len(text), runs))
        self.iterations += 1
        for memory in (self._refused, self._unlawful):
            memory.begin(lasting)
        try:
            of = self._request.text if again else text
            context = self._context(of)
            if again:
                filters = self._smaller_only(self._mended(self._questioner), text)
                context = replace(context, at_most=tokens if self._order.in_tokens else None)
            else:
                filters = self._filters(step, text, lasting, confirmed, next_steps)
            came_to = _made(step, context, of, filters)
            self._retry()
        finally:
            record.report()
            seconds = time.perf_counter() - began
            after = tokens if record.best.text == text else self._order.tokens(record.best.text)
            self._account(PassFigures(step.name, asker.runs - runs, tokens, after, seconds))
        return came_to

    def _smaller_only(self, asker: WindowAsker, best: bytes) -> WindowAsker:
        """Return who answers a pass for which a text that does not beat the best is no gain."""
        order = self._order.fork()
        return Shrinking(asker, order.size, order.keep, best)

    def _filters(
        self,
        step: Step,
        text: bytes,
        lasting: float,
        confirmed: bool,
        next_steps: Callable[[bytes], Iterator[Step]] | None,
    ) -> WindowAsker:
        """Return who answers a pass over a text: what is put off is not asked, what follows is."""
        if step.name == _CONFIRM:
            fresh = Fresh(self._questioner, self._refused, text)
            # On top of a larger text, questions are not those that claims speak of.
            return self._smaller_only(fresh, text)
        asker: WindowAsker = self._questioner
        if confirmed and not step.final:
            asker = Alike(
                asker,
                self._alike,
                text,
                by_indents=self.reader.by_indents,
                loosely=lasting == FOR_GOOD,
            )
        filtered: WindowAsker = Fresh(self._mended(asker), self._refused, text)
        # A step that is made once would never ask what is put off; those to come do.
        if step.light or (lasting == FOR_GOOD and not step.once):
            filtered = Orphans(filtered, self._names, text, step.light)
        if step.final:
            filtered = self._smaller_only(filtered, text)
        if next_steps is None:
            return filtered
        following = partial(self._following, next_steps)
        return Ahead(filtered, following, likely=step.name in self.figures)

    def _minded(self) -> Callable[[bytes], bytes] | None:
        """Return what takes out of a text what nothing uses, where that is refused.

        An oracle that takes the input with something unused in it does not mind. Outside of a
        selection nothing may change.
        """
        unused, text = self.reader.unused, self._request.text
        selected = self._request.options.within is not None
        if unused is None or selected or self._too_deep:
            return None
        return unused.removed if unused.removed(text) == text else None

    def _mended(self, asker: WindowAsker) -> WindowAsker:
        """Return who asks about candidates without what nothing uses where that is refused."""
        return asker if self._removed is None else Mended(asker, self._removed)

    def _following(
        self, next_steps: Callable[[bytes], Iterator[Step]], text: bytes
    ) -> Iterator[Candidate[object]]:
        """Yield the first questions of the steps to come about a text, and leave no trace."""
        context = self._context(text)
        context = replace(context, unlawful=self._unlawful.fork())
        for step in next_steps(text):
            make = partial(_made, step, context, text)
            yield from first_questions(make, self._questioner)

    def _retry(self) -> None:
        """Ask again, alone and with the full limit, about smaller texts that ran out of time."""
        asker = self._questioner
        late, asker.unresolved = asker.unresolved, []
        for text in late:
            if self._order.size(text) < self._record.best:
                asker.holds(text)
        asker.unresolved = []

    def _account(self, figures: PassFigures) -> None:
        known = self.figures.get(figures.name)
        self.figures[figures.name] = figures if known is None else known + figures

    def _context(self, text: bytes) -> Context:
        options = self._request.options
        within = options.within or Span(0, len(self._request.text))
        return Context(
            self._questioner,
            self.reader,
            head=within.start,
            tail=len(self._request.text) - within.end,
            window=options.window,
            runs=self._questioner.runs,
            seed=options.seed,
            unlawful=self._unlawful,
            instances=lambda: self._instances,  # a large input is not looked through at once
            slots=lambda: self._slots,
            words=lambda: self._words,
            braced_in_line=lambda: self._braced_in_line,
            at_odds=self._at_odds,
            hint=self._hint if text == self._request.text else (),
        )

    @cached_property
    def _names(self) -> frozenset[bytes]:
        """What is called by a name in the input."""
        return self._input.identifiers()

    @cached_property
    def _instances(self) -> Mapping[str, Instance]:
        """What the input offers to put in the place of something larger."""
        return smallest(self._input)

    @cached_property
    def _slots(self) -> Mapping[str, frozenset[str]]:
        """In what kinds of nodes the input has each kind."""
        return slots(self._input)

    @cached_property
    def _words(self) -> Words:
        """What the input has in the place of a longer word."""
        return words_by_kind(self._input)

    @cached_property
    def _braced_in_line(self) -> frozenset[str]:
        """Which nodes of the input have the brace of their block in their first line."""
        return braced_in_line(self._input)


def _made(step: Step, context: Context, text: bytes, asker: WindowAsker) -> bytes:
    """Return what a step makes of a text when that asker answers."""
    return step.run(replace(context, asker=asker), text)
