"""Who may run what in this session (floor 8): the client's word, the memory, the user's."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from lsprotocol.types import MessageType

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.server import messages
from nubbin.server.editor import Editor
from nubbin.server.trust import Consent, TrustStore
from nubbin.server.works import Purpose

Ask = Callable[[str, Sequence[str]], Awaitable[str | None]]
"""Puts a question with its answers to the user; returns what they choose, None if nothing."""


class Gate:
    """Lets a command through only with consent."""

    def __init__(self, editor: Editor, store: TrustStore) -> None:
        self._editor = editor
        self._store = store
        self._trusted: bool | None = None
        self._told = asyncio.Event()

    @property
    def trusted(self) -> bool | None:
        """What the client says of its workspace; None: it has not spoken of trust."""
        return self._trusted

    @trusted.setter
    def trusted(self, trusted: bool | None) -> None:
        self._trusted = trusted
        if trusted is not None:
            self._told.set()

    async def refusal(self, spec: OracleSpec, root: Path, purpose: Purpose, ask: Ask) -> str | None:
        """Return why a command may not run, None if it may; ask where nothing else decides.

        The client's word decides as soon as it comes: no question is waited for any more then.
        """
        if self.trusted is None:
            asked = asyncio.create_task(self._refused_by_user(spec, root, purpose, ask))
            told = asyncio.create_task(self._told.wait())
            try:
                await asyncio.wait([asked, told], return_when=asyncio.FIRST_COMPLETED)
            finally:
                asked.cancel()
                told.cancel()
            if self.trusted is None:
                return asked.result()
        return None if self.trusted else messages.NOT_TRUSTED

    async def _refused_by_user(
        self, spec: OracleSpec, root: Path, purpose: Purpose, ask: Ask
    ) -> str | None:
        """Return why a command may not run by the user's word, given now or long ago.

        What the user allows is what was there when they were asked; of what has changed by the
        time of the answer they are asked anew.
        """
        consent = await asyncio.to_thread(Consent.to_run, spec, root)
        answers = (messages.ALLOW_ONCE, messages.ALLOW_ALWAYS, messages.REFUSE)
        while not await asyncio.to_thread(self._store.allows, consent):
            answer = await ask(messages.may_it_run(spec, purpose), answers)
            if answer not in answers[:2]:
                return messages.refused(spec, purpose)
            asked, consent = consent, await asyncio.to_thread(Consent.to_run, spec, root)
            if consent == asked:
                if answer == messages.ALLOW_ALWAYS:
                    await self._remember(consent)
                break
        return None

    async def _remember(self, consent: Consent) -> None:
        try:
            await asyncio.to_thread(self._store.remember, consent)
        except OSError as error:
            self._editor.tell(messages.not_remembered(self._store.file, error), MessageType.Warning)
