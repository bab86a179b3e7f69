"""One reduction, from the client's command to the edit of the document (floor 8)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from enum import Enum, auto

from lsprotocol.types import MessageType

from nubbin.engine import wire
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.report import document
from nubbin.engine.vocabulary.errors import Interrupted, NubbinError, with_sentence
from nubbin.engine.vocabulary.events import Asked, Checked, Event, Improved, PassStarted, Warned
from nubbin.server import messages, oracle_messages
from nubbin.server.continuing import continuing
from nubbin.server.delivery import NOWHERE, Delivered, Delivery
from nubbin.server.editor import Editor
from nubbin.server.ending import Ending
from nubbin.server.engine_process import EngineProcess
from nubbin.server.gate import Allowed, Gate, changed
from nubbin.server.live import Live
from nubbin.server.order import Order, Wish
from nubbin.server.question import Questions
from nubbin.server.to_lsp import tellable
from nubbin.server.work_words import TO_FORMAT

_PATIENCE = 5.0
"""Seconds that a cancelled job has: its engine to try the oracle, an editor to take the result."""
_LOG = logging.getLogger(__name__)


class _Stage(Enum):
    """What a job is at: before, while and after the engine works, be it to reduce or to check."""

    PREPARING = auto()
    REDUCING = auto()
    PLACING = auto()


class Job:
    """A reduction that runs; it always ends with exactly one `finished` event."""

    def __init__(
        self,
        number: int,
        wish: Wish,
        ordered: Callable[[], Awaitable[Order]],
        editor: Editor,
        gate: Gate,
    ) -> None:
        self.number = number
        self.wish = wish
        self._ordered = ordered
        self._editor = editor
        self._gate = gate
        self._engine: EngineProcess | None = None
        self._delivery: Delivery | None = None
        self._best: Improved | None = None
        self._checked: Checked | None = None
        self._live: Live | None = None
        self._questions = Questions(editor)
        self._allowed: Allowed = {}
        self._stage = _Stage.PREPARING
        self._cancelled = self._abandoned = self._distrusted = False
        self.progress = editor.progress(f"nubbin/{number}")

    def start(self) -> asyncio.Task[None]:
        """Begin the work; return the task that sees it to its end, and must not be cancelled."""
        name = f"nubbin job {self.number}"
        task = asyncio.create_task(self._run(), name=name)
        self._working = asyncio.create_task(self._work(), name=f"{name}, work")
        return task

    def cancel(self) -> None:
        """Stop with the best so far, or at once if the engine has not been asked yet.

        The second call ends whatever hangs: the best so far is put beside the file. If there is
        already a result, the editor is not waited for any longer. If the result comes later, the
        editor has a few seconds to take it; then it is put beside the file.
        """
        again, self._cancelled = self._cancelled, True
        self.progress.report(self.wish.work.stopping)
        if self._stage is _Stage.REDUCING and not again:
            self._stop_engine()
        else:
            self.abandon()

    def abandon(self, *, distrusted: bool = False) -> None:
        """End now, with the best so far beside the file; further calls do nothing.

        Args:
            distrusted: whether that is because the client does not trust its workspace any more.
        """
        if not self._abandoned:
            self._abandoned, self._distrusted = True, distrusted
            self._working.cancel()

    @property
    def is_placing(self) -> bool:
        """Whether it has ended but for its result, which the editor is taking."""
        return self._stage is _Stage.PLACING

    def wait_no_longer(self) -> bool:
        """If the job waits for the user, do what ends that; return whether it does.

        A question that is not answered is put once more. A result that the editor has not taken,
        as it asks the user whether it may, is put beside the file.
        """
        if self.is_placing:
            self.abandon()
        return self._questions.put_again() or self.is_placing

    async def apply_best(self) -> str | None:
        """Put the best so far into the document, and go on; return why that failed, or None."""
        if self._best is None or self._delivery is None:
            return messages.NOTHING_TO_APPLY
        if self._working.done() or self.is_placing:
            # The result may be another text than the best.
            return messages.ends_already(self.wish.name)
        reason = await self._delivery.apply(self._best.text)
        return reason and messages.not_applied(self.wish.name, reason)

    async def _run(self) -> None:
        self.progress.begin(messages.title(self.wish.name, self.wish.work))
        try:
            ending = await self._working
        except NubbinError as error:
            ending = Ending(error.exit_status, str(error))
        except asyncio.CancelledError:
            ending = await self._ending_early()
        except Exception as error:
            _LOG.exception("Job %d", self.number)
            ending = await self._ending_unfinished(1, str(with_sentence(error)))
        finally:
            if self._live:
                await self._live.drop()
            if self._engine:
                await self._engine.close()
        self._finish(ending)

    def _finish(self, ending: Ending) -> None:
        self.progress.end(ending.told)
        if not self._editor.shows_endings:
            self._editor.tell(ending.told, ending.level)
        # There may have been no `started` to tell the document.
        document = self.wish.arguments.uri
        self._editor.event("finished", job=self.number, document=document, **ending.fields())

    async def _work(self) -> Ending:
        order = await self._ordered()
        saved = await asyncio.to_thread(order.saved)
        request = order.request(saved)  # before the user is asked: it may be refused
        if refusal := await self._gate.refusal(
            order.spec, order, order.wish.work.purpose, self._ask, self._allowed
        ):
            return Ending(2, refusal)
        if request.formatter and not await self._may_format(request.formatter, order):
            request = replace(request, formatter=None)
        self._editor.event(
            "started",
            job=self.number,
            uri=order.wish.arguments.uri,
            oracle=order.spec.name,
            strategy=request.options.strategy,
            bytes=len(saved.content),
            check=order.wish.only_check,
        )
        going_on = await continuing(request, order.wish, self._editor, self._ask)
        if going_on is None:
            return Ending(Interrupted.exit_status, messages.not_continued(order.wish.name))
        if spec := await asyncio.to_thread(changed, self._allowed, order.settings.root):
            return Ending(2, oracle_messages.changed_since(spec))
        self._delivery = Delivery(self._editor, order, saved)
        self._live = Live(self._delivery) if order.settings.stream == "live" else None
        self._engine = await EngineProcess.start(going_on)
        self._stage = _Stage.REDUCING
        self.progress.report(messages.TRYING)
        async for message in self._engine.messages():
            if isinstance(message, Reduction):
                ending = await self._ending_of(message, order, self._delivery)
                if ending.place.is_found:
                    self._engine.taken()
                return ending
            if isinstance(message, wire.Failure):
                return Ending(message.status, message.message)
            self._note(message, len(saved.content))
        return await self._ending_by_death(self._engine)

    def _stop_engine(self) -> None:
        """Ask the engine to stop, but do not wait until it has read a large text to begin with."""
        assert self._engine is not None
        self._engine.cancel()
        asyncio.get_running_loop().call_later(_PATIENCE, self._abandon_unless_checked)

    def _abandon_unless_checked(self) -> None:
        if self._checked is None:
            self.abandon()

    async def _ask(
        self, message: str, answers: Sequence[str], *, unasked: str | None
    ) -> str | None:
        """Put a question to the user, and let the progress say that the job waits for it."""
        self.progress.report(messages.waiting(self.wish.work))
        chosen = await self._questions.ask(message, answers, unasked=unasked)
        self.progress.report(messages.TRYING)
        return chosen

    async def _may_format(self, formatter: OracleSpec, order: Order) -> bool:
        """Whether the formatter may run; if not, the user is told that nothing is formatted."""
        refusal = await self._gate.refusal(formatter, order, TO_FORMAT, self._ask, self._allowed)
        if refusal:
            self._editor.tell(refusal, MessageType.Warning)
        return refusal is None

    def _note(self, event: Event, size: int) -> None:
        """Pass on an event of the engine to the client."""
        if isinstance(event, Asked):
            best = len(self._best.text) if self._best else size
            so_far = messages.so_far(size, best, event.runs)
            told = self.wish.work.stopping if self._cancelled else so_far
            self.progress.report(told, event.progress)
        elif isinstance(event, Improved):
            self._best = event
            if self._live:
                self._live.show(event.text)
            figures = {"bytes": len(event.text), "tokens": event.tokens, "runs": event.runs}
            self._editor.event("improved", job=self.number, **figures)
        elif isinstance(event, PassStarted):
            figures = {"bytes": event.bytes, "tokens": event.tokens, "runs": event.runs}
            self._editor.event("pass", job=self.number, name=event.name, **figures)
        elif isinstance(event, Checked):
            self._checked = event
        elif isinstance(event, Warned):
            self._editor.tell(event.message, MessageType.Warning)

    async def _ending_of(self, reduction: Reduction, order: Order, delivery: Delivery) -> Ending:
        wish = self.wish
        if wish.only_check and self._checked and not reduction.status:
            return Ending(0, oracle_messages.oracle_holds(wish.name, order.spec, self._checked))
        place = NOWHERE if wish.only_check else await self._place(reduction, delivery)
        report = document(reduction, tellable(wish.path), place.path and tellable(place.path))
        return Ending(reduction.status, messages.finished(wish.name, reduction), place, report)

    async def _place(self, reduction: Reduction, delivery: Delivery) -> Delivered:
        """Bring a result where it belongs; beside the file if the editor does not answer."""
        self._stage = _Stage.PLACING
        if self._cancelled:
            asyncio.get_running_loop().call_later(_PATIENCE, self.abandon)
        try:
            return await self._deliver(reduction, delivery)
        except asyncio.CancelledError:  # by `abandon`, while the editor is waited for
            return await delivery.put_beside(reduction.text, messages.EDIT_UNANSWERED)

    async def _deliver(self, reduction: Reduction, delivery: Delivery) -> Delivered:
        """Deliver a result, into the document only if the oracle holds on it."""
        if self._live:
            await self._live.settle()
        if reduction.unchecked:
            return await delivery.put_beside(reduction.text, messages.NOT_ASKED_AGAIN)
        return await delivery.deliver(reduction.text)

    async def _ending_early(self) -> Ending:
        """Return the ending of a job that was cancelled or abandoned; the best so far is kept."""
        sentence = messages.broken_off if self._best else messages.cancelled_early
        if self._distrusted:
            sentence = messages.distrusted
        told = sentence(self.wish.name, self.wish.work)
        return await self._ending_unfinished(Interrupted.exit_status, told)

    async def _ending_by_death(self, engine: EngineProcess) -> Ending:
        """Return the ending of a job whose engine has died; the best so far is kept."""
        told = messages.engine_died(self.wish.name, self.wish.work, await engine.close())
        return await self._ending_unfinished(1, told)

    async def _ending_unfinished(self, status: int, sentence: str) -> Ending:
        """Put the best so far, if any, beside the file; return an ending without a result."""
        if self._best is None or self._delivery is None:
            return Ending(status, sentence)
        place = await self._delivery.put_beside(self._best.text, messages.NOT_ASKED_AGAIN)
        return Ending(status, f"{sentence} {messages.UNASKED}", place)
