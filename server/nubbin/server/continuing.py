"""Whether a reduction continues an earlier one of the same file, as the user wants (floor 8)."""

import asyncio
from dataclasses import replace

from lsprotocol.types import MessageType

from nubbin.engine.request import Request
from nubbin.engine.resuming import earlier
from nubbin.server import messages
from nubbin.server.editor import Editor
from nubbin.server.gate import Ask
from nubbin.server.order import Wish


async def continuing(request: Request, wish: Wish, editor: Editor, ask: Ask) -> Request | None:
    """Return the request, to continue an earlier reduction if the user wants that.

    The user is asked only if the command does not say, and there is something to continue.
    None: they gave no answer, so nothing is done, and the earlier reduction is kept.
    """
    if request.options.resume:
        return request
    left = await asyncio.to_thread(earlier, request)
    asked = "resume" not in wish.arguments.options
    if left.killed and not asked:
        editor.tell(messages.starts_over(wish.name, left.answers), MessageType.Warning)
    if not (asked and left.answers):
        return request
    words = messages.may_continue(wish.name, left.answers)
    choices = (messages.CONTINUE, messages.START_OVER)
    chosen = await ask(words, choices, unasked=messages.START_OVER)
    if chosen is None:
        return None
    options = replace(request.options, resume=chosen == messages.CONTINUE)
    return replace(request, options=options)
