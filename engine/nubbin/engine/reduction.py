"""A whole reduction: one request goes in, one `Reduction` comes out (floor 6)."""

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from nubbin.engine.algorithms.hint import check_inside, hint_of
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.checks import Checks
from nubbin.engine.configurations.partition import lines
from nubbin.engine.doubts import Doubts, NoLongerHolds
from nubbin.engine.ending import LastCheck, check_once_more, keep_or_raise, step_back, tidy_forms
from nubbin.engine.figures import Measures, OracleFigures, Reduction
from nubbin.engine.formatting import check_formatter, formatted
from nubbin.engine.naming import strategy_named
from nubbin.engine.oracles.account import account_of, command_of
from nubbin.engine.oracles.budget import Budget, Stopped, StopReason
from nubbin.engine.oracles.journal import Journal
from nubbin.engine.oracles.journal_pool import JournalPool
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.oracles.pools import closing, open_pool
from nubbin.engine.oracles.trace_pool import TracePool
from nubbin.engine.passes import Passes
from nubbin.engine.progress import Progress
from nubbin.engine.reading import Reading
from nubbin.engine.record import Record
from nubbin.engine.request import Request
from nubbin.engine.resuming import journal_of, run_journalled
from nubbin.engine.strategy import Strategy
from nubbin.engine.text_order import TextOrder
from nubbin.engine.turns import Turns
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.errors import EmptyIsInteresting, Interrupted, NothingToReduce
from nubbin.engine.vocabulary.events import Event, Warned
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.text import Span, nonblank, without_half_line_end


def reduce(
    request: Request,
    *,
    emit: Callable[[Event], None] = lambda event: None,
    cancelled: Callable[[], bool] = lambda: False,
    pool: Pool | None = None,
    strategy: Strategy | None = None,
    deliver: Callable[[Reduction], bool] = lambda reduction: True,
) -> Reduction:
    """Return the smallest interesting text that the strategy finds.

    The text is interesting: the oracle was asked about it once more, outside the cache, at the end.

    Args:
        request: what to reduce, and how.
        emit: called with every event, from this thread.
        cancelled: polled before each question, and ten times a second while waiting for answers,
            but not while a large text is parsed; True stops the reduction with the best so far. One
            that is continued is not stopped before it has come to where it was.
        pool: where oracles run; the caller closes it. None: a pool is made for `request`.
        strategy: what to do; None: what the request's options name.
        deliver: brings the result to where it is safe, and returns whether it is. Until then, a
            process that is killed leaves what `options.resume` continues from.

    Raises:
        NubbinError: the input cannot be reduced, or the reduction was stopped before the oracle had
            answered on it; see `nubbin.engine.vocabulary.errors`. Once something smaller has been
            found, an error (a full disk, a cluster that is gone, a fault of our own) is not raised:
            the smallest text is returned, with the status and the message of the error.
        KeyboardInterrupt: before anything smaller has been found; after that, likewise.
    """
    options = request.options
    budget = Budget(options.max_tests, options.max_time, cancelled)
    if not request.text:
        raise NothingToReduce(f"{request.path.name} is empty: there is nothing to reduce.")
    if options.within is not None:
        check_inside("selection", options.within, request.text, request.path.name)
        options = replace(options, within=without_half_line_end(request.text, options.within))
        request = replace(request, options=options)
    strategy = strategy or strategy_named(options.strategy)
    reading = Reading.of(request, emit)
    if request.formatter is not None:
        check_formatter(request.formatter, request.path)
    journal = journal_of(request, emit)

    def run() -> Reduction:
        with contextlib.ExitStack() as stack:
            if (oracles := pool) is None:
                oracles = open_pool(request.oracle, request.path, options, budget.reason)
                stack.enter_context(closing(oracles, lambda message: emit(Warned(message))))
            return _Course(request, strategy, reading, oracles, journal, budget, emit).run()

    return run_journalled(request, journal, run, deliver)


class _Course:
    """The course of one reduction: it connects the parts, and calls them in order."""

    def __init__(
        self,
        request: Request,
        strategy: Strategy,
        reading: Reading,
        pool: Pool,
        journal: Journal | None,
        budget: Budget,
        emit: Callable[[Event], None],
    ) -> None:
        self._request = request
        self._reading = reading
        self._budget = budget
        self._emit = emit
        options = request.options
        hint = hint_of(request.text, request.path.name, options.hint, options.rules)
        self._strategy = strategy.planned(options, hinted=bool(hint))
        # Without a grammar, claims are about text: the nodes of an outline are only guesses.
        plain = self._strategy.as_text if reading.parsing is None else None
        self._claims = (plain or self._strategy).claims
        if self._strategy.cache.traces:
            pool = TracePool(pool)
        order = TextOrder(reading.parsing)
        self._record = Record(request.text, order, emit, budget.began)
        self._progress = Progress(self._record, emit)
        self._input = self._measures(request.text)  # now, as its tokens are at hand
        self._jobs = pool.jobs
        self._checks = Checks(request.oracle, pool, budget)
        self._answers = JournalPool(pool, journal) if journal else None
        self._questioner = Questioner(
            self._answers or pool,
            self._strategy.cache.make(),
            budget,
            on_interesting=self._found,
            on_answer=self._asked,
        )
        asker, mends = self._questioner, self._strategy.mends
        doubts = Doubts(self._record, asker, self._checks)
        self._passes = Passes(
            request, reading.reader, asker, self._record, hint, emit, doubts, mends=mends
        )
        self._turns = Turns(self._passes, self._strategy, reading.later, self._record)

    def run(self) -> Reduction:
        """Check the input, reduce it, check the result, and format it."""
        stopped: StopReason | None = None
        try:
            stopped, refused = self._reduce()
            shown = self._last_check(stopped, refused=refused)
        except (Exception, KeyboardInterrupt) as error:  # not even our own faults may lose a result
            shown = keep_or_raise(self._record, error, stopped)
        text, status = self._record.best.text, shown.status
        if stopped == "cancelled" and status == 0:
            status = Interrupted.exit_status
        elif status == 0 and text not in (b"", self._request.text):
            text, status = self._formatted(text)
        return self._reduction(text, status, shown, stopped)

    def _reduce(self) -> tuple[StopReason | None, bool]:
        """Check the input, and reduce it.

        Returns:
            Why it was stopped, if it was; and whether the oracle refuses the best text by now.
        """
        try:
            self._questioner.timeout = self._check()
            if self._answers is not None:
                # Stopped on the way, this would come to less than the reduction it continues.
                self._budget.postpone(self._answers.is_catching_up)
            self._turns.run()
        except Stopped as stop:
            return stop.reason, False
        except NoLongerHolds:
            return None, True
        return None, False

    # -- before and after -----------------------------------------------------------------

    def _check(self) -> float:
        """Try the oracle on the input and on the empty text; return the limit of a run."""
        request = self._request
        slowest, of_empty = self._checks.before(request.text, request.path.name)
        whole = request.within == Span(0, len(request.text))
        if of_empty.outcome is Outcome.INTERESTING:
            if not request.options.allow_empty:
                raise EmptyIsInteresting(
                    "The oracle also holds on the empty file, so everything would be removed. Make "
                    "it look for something that the empty file lacks, or allow that "
                    f"(--allow-empty).\n{command_of(request.oracle)}\n{account_of(of_empty)}"
                )
            if whole:
                self._found(b"")
        elif whole and not of_empty.timed_out:  # a file without its selection is not empty
            empty = Candidate((), b"")
            cache = self._questioner.cache
            cache.put(cache.key(empty), Outcome.UNINTERESTING, 0)
        self._progress.checked(slowest, of_empty.outcome)
        return self._checks.timeout

    def _last_check(self, stopped: StopReason | None, *, refused: bool) -> LastCheck:
        """Make sure that the best text holds, or give it up for one that does."""
        self._questioner.stop_foreseen()
        self._record.report()
        tidied = stopped is not None and self._strategy.lays_out and self._tidied_up()
        # Even if nothing was found: that all else was refused is believed only of an oracle that
        # still holds on the input.
        asked = stopped != "cancelled" and self._questioner.runs > 0
        found = self._record.best.text != self._request.text
        if tidied or not (found or stopped is None or asked):
            return LastCheck()
        resumed = self._spared() > 0
        check = step_back if refused else check_once_more
        return check(self._record, self._checks, self._emit, resumed=resumed)

    def _tidied_up(self) -> bool:
        """Lay out what a reduction that was stopped has left, or only remove its empty lines.

        This takes one or two questions, which replace the last check if one of them holds.

        Returns:
            Whether the best text is one of these now, so that it need not be checked once more.
        """
        for tidy in tidy_forms(self._record.best.text, self._request, self._passes.tidied):
            if self._checks.holds(tidy):
                self._found(tidy)
                return self._record.best.text == tidy
        return False

    def _formatted(self, text: bytes) -> tuple[bytes, int]:
        """Return a text, formatted if that holds, and the exit status; see `formatted`."""
        return formatted(
            self._request,
            text,
            parses=partial(self._reading.parses_as_well, as_this=text),
            holds=self._checks.holds,
            emit=self._emit,
            cancelled=self._budget.cancelled,
        )

    # -- what happens meanwhile -----------------------------------------------------------

    def _found(self, text: bytes) -> None:
        self._record.offer(text, self._questioner.runs)

    def _asked(self) -> None:
        self._progress.answered(self._questioner)

    def _spared(self) -> int:
        """Return how many runs were not made, as an earlier reduction had made them."""
        return self._answers.spared if self._answers else 0

    def _measures(self, text: bytes) -> Measures:
        tokens = self._record.order.tokens(text)
        return Measures(len(text), nonblank(text), len(lines(text)), tokens)

    def _reduction(
        self, text: bytes, status: int, shown: LastCheck, stopped: StopReason | None
    ) -> Reduction:
        asker, checks, options = self._questioner, self._checks, self._request.options
        language = self._reading.language
        seconds = time.perf_counter() - self._budget.began
        good = shown.status == 0 and stopped is None
        return Reduction(
            text=text,
            status=status,
            problem=shown.problem,
            unchecked=shown.unchecked,
            unchanged=text == self._request.text,
            formatted=text != self._record.best.text,
            language=None if language is None else language.name,
            strategy=options.strategy,
            jobs=self._jobs,
            window=options.window,
            input=self._input,
            output=self._measures(text),
            oracle=OracleFigures(
                runs=asker.runs,
                discarded=asker.discarded,
                checks=checks.runs,
                cache_hits=asker.cache_hits,
                timeouts=asker.timeouts,
                resumed=self._spared(),
                seconds=asker.seconds + checks.seconds,
            ),
            iterations=self._passes.accounts.iterations,
            seconds=seconds,
            engine_seconds=max(0.0, seconds - asker.waited - checks.waited),
            peak_cache_bytes=asker.cache.peak_bytes,
            fixpoint=good and self._passes.fixpoint,
            minimal=self._claims if good and self._passes.minimal else (),
            stopped=stopped,
            passes=tuple(self._passes.accounts.figures.values()),
            history=tuple(self._record.history),
        )
