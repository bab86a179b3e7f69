"""Making the passes of a strategy over the best text, until none changes it (floor 6)."""

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import replace
from functools import lru_cache, partial

from nubbin.engine.accounts import Accounts
from nubbin.engine.algorithms.context import Context, Tolerance
from nubbin.engine.algorithms.layout import tidied
from nubbin.engine.algorithms.original import Original
from nubbin.engine.asking.ahead import Ahead, first_questions
from nubbin.engine.asking.questioner import Questioner, WindowAsker
from nubbin.engine.doubts import Doubts
from nubbin.engine.filters import Filters
from nubbin.engine.record import Record
from nubbin.engine.request import Request
from nubbin.engine.schedule import NOT_AT_ALL, Schedule
from nubbin.engine.strategy import Pass, Phase, Step, Strategy
from nubbin.engine.trees.focused import Focused
from nubbin.engine.trees.reader import AT_HAND, Reader
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.events import Event
from nubbin.engine.vocabulary.text import Span


class Passes:
    """Makes the passes of one reduction, between its checks.

    Args:
        request: what is reduced.
        reader: reads its texts as trees.
        questioner: answers for the oracle.
        record: has the best text; it is offered whatever the questioner finds interesting. From the
            first flat step on, it leaves tokens out.
        hint: spans of the input that probably matter.
        emit: called with an event for every pass.
        doubts: looked at after every pass.
        mends: whether candidates lose what they leave unused; see `Strategy`.
    """

    def __init__(
        self,
        request: Request,
        reader: Reader,
        questioner: Questioner,
        record: Record,
        hint: tuple[Span, ...],
        emit: Callable[[Event], None],
        doubts: Doubts,
        *,
        mends: bool,
    ) -> None:
        self._request = request
        self._head, self._tail = request.within.start, len(request.text) - request.within.end
        self._focused = lru_cache(AT_HAND)(partial(Focused, head=self._head, tail=self._tail))
        self.reader = reader
        """Reads the texts of the passes to come; it may be replaced by another reader."""
        # The tree of the input is at hand now; after the large cuts, it would have to be parsed
        # again. The parser's own tree takes four times the memory, and is not kept.
        syntax = reader.syntax(request.text)
        self._original = Original(syntax.tree)
        self._at_odds = syntax.at_odds
        self._questioner = questioner
        # With a selection, nothing outside of it may change.
        mends = mends and request.options.within is None and not syntax.too_deep
        remove_unused = self._original.remover(reader.unused) if mends else None
        self._filters = Filters(questioner, record, self._original, remove_unused)
        self.accounts = Accounts(questioner, record, emit)
        """What the passes cost."""
        self._record = record
        self._hint = hint
        self._doubts = doubts
        self._tolerance = Tolerance()
        self.fixpoint = False
        """Whether the strategy came to its end, and its last round changed nothing."""
        self.minimal = False
        """Whether the strategy's claims are true of the best text."""

    def tidied(self, text: bytes) -> bytes:
        """Return a text as a person would lay it out; the oracle is not asked."""
        return tidied(self._context(text, self.reader), text)

    def run_through(self, strategy: Strategy) -> None:
        """Run a strategy until it changes nothing, and its claims are confirmed."""
        record = self._record
        came_to, settled = record.best.text, False
        while self._reducible(record.best.text) and not settled:
            came_to = self._run_once(strategy)
            settled = self._settled(strategy)
        # The best text may be another than the last: found beside the pass, or on a retry.
        is_best = came_to == record.best.text or not strategy.inherent
        repeated = strategy.joint or all(
            step.repeated or step.phase is Phase.FIRST for step in strategy.steps
        )
        self.fixpoint = repeated and is_best
        self.minimal = (repeated or strategy.inherent) and is_best

    def _run_once(self, strategy: Strategy) -> bytes:
        """Make the steps of a strategy, as its schedule says; return what the last came to."""
        came_to = self._record.best.text
        schedule = Schedule(strategy, lambda: self._reducible(self._record.best.text))
        ahead = partial(self._steps_ahead, schedule)
        for step, lasting in schedule:
            # A step that is made once changes much, so what follows it is not known yet.
            known = strategy.joint and step.phase is not Phase.FIRST
            # A published algorithm keeps to one grammar, even if that makes no sense any more.
            own = self.reader
            came_to = self._make(
                step,
                own.reader_of(self._record.best.text) if strategy.joint else own,
                lasting=lasting,
                puts_off=bool(strategy.confirm),
                next_steps=ahead if known else None,
            )
        return came_to

    def _reducible(self, text: bytes) -> bytes:
        """Return that part of a text which may change."""
        return text[self._head : len(text) - self._tail]

    def _steps_ahead(self, schedule: Schedule, text: bytes) -> Iterator[Step]:
        return schedule.ahead(self._reducible(text))

    def _settled(self, strategy: Strategy) -> bool:
        """Confirm the claims, then restart from the input; return whether neither found more."""
        record = self._record
        before = record.best
        for once_more in strategy.confirm:
            if record.best == before and self._reducible(before.text):
                self._confirm(once_more)
        for step in strategy.restart:
            if record.best == before:
                self._restart(step)
        return record.best == before

    def _confirm(self, once_more: Pass) -> None:
        """Make a pass that claims of minimality rest on."""
        text = self._record.best.text
        asker = self._filters.of_confirmation(text)
        context = replace(self._context(text, self.reader), tolerance=Tolerance(), asker=asker)
        self._account_for("confirm", lambda: once_more(context, text))

    def _restart(self, step: Step) -> None:
        """Make a pass over the input, to find a text smaller than the best."""
        start, best, order = self._request.text, self._record.best.text, self._record.order
        most = order.tokens(best) if order.in_tokens else None
        asker = self._filters.of_restart(best)
        context = replace(self._context(start, self.reader), at_most=most, asker=asker)
        self._account_for(f"restart, {step.name}", lambda: step.run(context, start))

    def _make(
        self,
        step: Step,
        reader: Reader,
        *,
        lasting: float,
        puts_off: bool,
        next_steps: Callable[[bytes], Iterator[Step]] | None,
    ) -> bytes:
        """Make a step over the best text.

        Args:
            step: the step.
            reader: reads the text; claims are about what `self.reader` sees.
            lasting: how long a refusal stands; see `Refused.begin`.
            puts_off: whether passes follow that ask about what no step asks about.
            next_steps: returns the steps that follow if a text stays as it is; for idle workers.

        Returns:
            The result of the step. The best text may be another one that was asked about.
        """
        if step.flat and self._record.order.in_tokens:
            # For good: two orders that take turns could undo each other's work without end.
            self._record.leave_tokens_out()
        text, by_indents = self._record.best.text, self.reader.by_indents
        asker = self._filters.of_step(step, text, lasting, puts_off=puts_off, by_indents=by_indents)
        if next_steps is not None:
            following = partial(self._following, next_steps)
            asker = Ahead(asker, following, likely=step.name in self.accounts.figures)
        context = replace(self._context(text, reader), asker=asker)
        return self._account_for(step.name, lambda: step.run(context, text), lasting=lasting)

    def _account_for(
        self, name: str, run: Callable[[], bytes], *, lasting: float = NOT_AT_ALL
    ) -> bytes:
        """Make one pass, and look whether the oracle can still be believed."""
        self._filters.begin(lasting)
        came_to = self.accounts.make(name, run)
        self._doubts.look()
        return came_to

    def _following(
        self, next_steps: Callable[[bytes], Iterator[Step]], text: bytes
    ) -> Iterator[Candidate[object]]:
        """Yield the first questions of the next steps about a text, without side effects."""
        context = self._context(text, self.reader.reader_of(text))
        context = replace(
            context, unlawful=self._filters.unlawful.fork(), tolerance=copy(self._tolerance)
        )
        for step in next_steps(text):
            yield from first_questions(partial(_asking, step, context, text), self._questioner)

    def _context(self, text: bytes, reader: Reader) -> Context:
        options = self._request.options
        return Context(
            self._questioner,
            self._focused(reader) if self._head or self._tail else reader,
            head=self._head,
            tail=self._tail,
            window=options.window,
            runs=self._questioner.runs,
            seed=options.seed,
            unlawful=self._filters.unlawful,
            tolerance=self._tolerance,
            original=self._original,
            at_odds=self._at_odds,
            hint=self._hint if text == self._request.text else (),
        )


def _asking(step: Step, context: Context, text: bytes, asker: WindowAsker) -> bytes:
    """Return what a step makes of a text when this asker answers."""
    return step.run(replace(context, asker=asker), text)
