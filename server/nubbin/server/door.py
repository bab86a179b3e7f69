"""The check of the token that every client has to show on a socket (floor 8).

Until a client has shown it, little is read from the client, not for long, and no server is built.
"""

import asyncio
import hmac
import json
import logging
from collections.abc import Awaitable
from typing import Final, TypeVar
from urllib.parse import parse_qs, urlsplit

from lsprotocol import types
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request

from nubbin.server.from_lsp import initial_options

LARGEST: Final = 2**20
"""Bytes that the message with the token may have."""
_SECONDS: Final = 10.0
"""Seconds in which that message has to come."""
_WRONG_TOKEN: Final = (
    "The token is missing or wrong. Give the one that the server was started with: to `nubbin "
    'client` by --token or as NUBBIN_TOKEN, from an editor as "token" in initializationOptions.'
)
_LOG = logging.getLogger(__name__)
T = TypeVar("T")


async def first_message(coming: Awaitable[T]) -> T | None:
    """Return the first message of a client; None if none comes in time."""
    try:
        async with asyncio.timeout(_SECONDS):
            return await coming
    except (OSError, EOFError, ValueError, ConnectionClosed) as error:
        _LOG.warning("A client was turned away: %s", str(error) or type(error).__name__)
        return None


def refusal(first: bytes | str, token: str) -> str | None:
    """Return the answer that refuses a first message; None if that shows the token.

    It does if it is `initialize`, with the token in its `initializationOptions`.
    """
    try:
        message = json.loads(first)
    except (ValueError, RecursionError):
        message = None
    number: object = None
    match message:
        case {"method": types.INITIALIZE, "params": {"initializationOptions": options}} if (
            same_token(initial_options(options).token, token)
        ):
            return None
        case {"id": int() | str()}:
            number = message["id"]
    error = {"code": types.ErrorCodes.UnknownErrorCode, "message": _WRONG_TOKEN}
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": error})


def sent_token(handshake: Request | None) -> str | None:
    """Return the token of a WebSocket's handshake, None if it has none."""
    if handshake is None:
        return None
    queried = parse_qs(urlsplit(handshake.path).query, errors="surrogateescape").get("token")
    if queried:
        return queried[0]
    scheme, _, secret = handshake.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def same_token(one: str, other: str) -> bool:
    """Compare two secrets, in a time that does not depend on where they differ.

    They may hold lone surrogates, which UTF-8 cannot encode: JSON can spell them, and Python reads
    bytes of the environment that are not UTF-8 as such.
    """
    return hmac.compare_digest(
        one.encode(errors="surrogatepass"), other.encode(errors="surrogatepass")
    )
