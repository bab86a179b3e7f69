"""Who may run what in this session (floor 8): the client's word, the memory, the user's."""

import asyncio
from pathlib import Path

from lsprotocol.types import MessageType

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.server import messages
from nubbin.server.editor import Editor
from nubbin.server.trust import Consent, TrustStore


class Gate:
    """Lets a command through only with consent."""

    def __init__(self, editor: Editor, store: TrustStore) -> None:
        self._editor = editor
        self._store = store
        self.trusted: bool | None = None
        """What the client says of its workspace; None: it does not know of trust."""

    async def refusal(self, spec: OracleSpec, root: Path) -> str | None:
        """Return why an oracle may not run, None if it may; ask where nothing else decides.

        What the user allows is what was there when they were asked; of what has changed by the
        time of the answer they are asked anew.
        """
        if self.trusted is not None:
            return None if self.trusted else messages.NOT_TRUSTED
        consent = await asyncio.to_thread(Consent.to_run, spec, root)
        answers = (messages.ALLOW_ONCE, messages.ALLOW_ALWAYS, messages.REFUSE)
        while not await asyncio.to_thread(self._store.allows, consent):
            answer = await self._editor.ask(messages.may_it_run(spec), answers)
            if answer not in answers[:2]:
                return messages.refused(spec)
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
