"""Whether a command may run in this session: by the client's trust or the user's (floor 8)."""

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Protocol

from lsprotocol.types import MessageType

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.server import oracle_messages
from nubbin.server.editor import UNASKED, Editor
from nubbin.server.order import Order
from nubbin.server.trust import Consent, TrustStore
from nubbin.server.work_words import Purpose


class Ask(Protocol):
    """Puts a question with its answers to the user; `Editor.ask` says what comes of it."""

    def __call__(
        self, message: str, answers: Sequence[str], *, unasked: str | None
    ) -> Awaitable[str | None]:
        """Return the answer that the user chooses, `unasked` if the client cannot ask."""


Allowed = dict[OracleSpec, Consent]
"""What the user has allowed one job to run, as it was then."""


def changed(allowed: Allowed, root: Path) -> OracleSpec | None:
    """Return a command that is not any more what the user allowed; None if all are.

    They may have changed while the user was asked something else. Reads the programs' files.
    """
    differing = (spec for spec, consent in allowed.items() if Consent.to_run(spec, root) != consent)
    return next(differing, None)


class Gate:
    """Lets a command through only with consent."""

    def __init__(self, editor: Editor, store: TrustStore) -> None:
        self._editor = editor
        self._store = store
        self._trusted: bool | None = None
        self._told = asyncio.Event()

    @property
    def trusted(self) -> bool | None:
        """Whether the client trusts its workspace; None: it has not said."""
        return self._trusted

    @trusted.setter
    def trusted(self, trusted: bool | None) -> None:
        self._trusted = trusted
        if trusted is not None:
            self._told.set()

    async def refusal(
        self, spec: OracleSpec, order: Order, purpose: Purpose, ask: Ask, allowed: Allowed
    ) -> str | None:
        """Return why a command may not run, None if it may; ask the user if nothing else decides.

        As soon as the client says whether it trusts the workspace, that decides, and the user's
        answer is no longer waited for. Of a file outside the workspace its trust says nothing, nor
        of settings outside, as in a folder above it.

        Args:
            spec: the command.
            order: what it is to run on, and by which settings.
            purpose: what it is for.
            ask: puts a question to the user.
            allowed: the job's; what the user allows is added.
        """
        if self.trusted is None:
            asked = asyncio.create_task(self._refused_by_user(spec, order, purpose, ask, allowed))
            told = asyncio.create_task(self._told.wait())
            try:
                await asyncio.wait([asked, told], return_when=asyncio.FIRST_COMPLETED)
            finally:
                asked.cancel()
                told.cancel()
            if self.trusted is None:
                return asked.result()
        if not self.trusted:
            return oracle_messages.NOT_TRUSTED
        if any(map(self._editor.is_outside, (order.wish.path, order.settings.root))):
            return await self._refused_by_user(spec, order, purpose, ask, allowed)
        return None

    async def _refused_by_user(
        self, spec: OracleSpec, order: Order, purpose: Purpose, ask: Ask, allowed: Allowed
    ) -> str | None:
        """Return why the user does not allow a command, now or by an earlier "always"; or None.

        The user allows the programs as they were when the question was put: if these have changed
        by the time of the answer, the user is asked again.
        """
        consent = await asyncio.to_thread(Consent.to_run, spec, order.settings.root)
        answers = (oracle_messages.ALLOW_ONCE, oracle_messages.ALLOW_ALWAYS, oracle_messages.REFUSE)
        while not await asyncio.to_thread(self._store.allows, consent):
            words = oracle_messages.may_it_run(order.wish.name, spec, purpose)
            answer = await ask(words, answers, unasked=UNASKED)
            if answer == UNASKED:
                return oracle_messages.nobody_asked(order.wish.name, spec, purpose)
            if answer not in answers[:2]:
                return oracle_messages.refused(order.wish.name, spec, purpose)
            asked, consent = (
                consent,
                await asyncio.to_thread(Consent.to_run, spec, order.settings.root),
            )
            if consent == asked:
                if answer == oracle_messages.ALLOW_ALWAYS:
                    await self._remember(consent)
                break
        allowed[spec] = consent
        return None

    async def _remember(self, consent: Consent) -> None:
        try:
            await asyncio.to_thread(self._store.remember, consent)
        except OSError as error:
            self._editor.tell(
                oracle_messages.not_remembered(self._store.file, error), MessageType.Warning
            )
