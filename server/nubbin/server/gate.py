"""Who may run what in this session (floor 8): the client's word, the memory, the user's."""

import asyncio
from pathlib import Path

from lsprotocol.types import MessageType

from nubbin.engine.oracle import OracleSpec
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

    async def allows(self, spec: OracleSpec, root: Path) -> bool:
        """Whether an oracle may run, asking the user where nothing else decides.

        The user is told when the answer is no.
        """
        if self.trusted is not None:
            if not self.trusted:
                self._editor.tell(messages.NOT_TRUSTED, MessageType.Warning)
            return self.trusted
        consent = await asyncio.to_thread(Consent.to_run, spec, root)
        if await asyncio.to_thread(self._store.allows, consent):
            return True
        answers = (messages.ALLOW_ONCE, messages.ALLOW_ALWAYS, messages.REFUSE)
        answer = await self._editor.ask(messages.may_it_run(spec, root), answers)
        if answer == messages.ALLOW_ALWAYS:
            await self._remember(consent)
        if answer in (messages.ALLOW_ONCE, messages.ALLOW_ALWAYS):
            return True
        self._editor.tell(messages.refused(spec), MessageType.Warning)
        return False

    async def _remember(self, consent: Consent) -> None:
        try:
            await asyncio.to_thread(self._store.remember, consent)
        except OSError as error:
            self._editor.tell(messages.not_remembered(self._store.file, error), MessageType.Warning)
