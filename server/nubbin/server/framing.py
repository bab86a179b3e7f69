"""Messages in a stream of bytes (floor 8): headers, an empty line, and `Content-Length` bytes."""

import asyncio
import re
from typing import Final

_HEADER: Final = re.compile(rb"Content-(?:Length: *([0-9]{1,18})|Type:.*) *\r?\n", re.IGNORECASE)


async def read_message(reader: asyncio.StreamReader, largest: int | None = None) -> bytes | None:
    """Return the next message; None if there are no more.

    A line that is not a header of the protocol is an error: a browser sends such lines before it
    sends anything that a page may choose.

    Raises:
        ValueError: this is not a message, or one of more bytes than `largest`.
        EOFError: the stream ends within the message.
    """
    length: int | None = None
    while line := await reader.readline():
        header = _HEADER.fullmatch(line)
        if header is None and line.strip():
            hint = " It may want a server of --ws." if b" HTTP/" in line else ""
            raise ValueError(f"it says {line[:80]!r}, which is no header of the protocol.{hint}")
        if header and header[1]:
            length = int(header[1])
            if largest is not None and length > largest:
                raise ValueError(f"its first message has {length} bytes.")
        elif header is None and length is not None:
            return await reader.readexactly(length)
    return None


def framed(message: str) -> bytes:
    """Return a message with its header."""
    body = message.encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
