"""From what clients send to values of ours (floor 7).

The arguments of a command may be any JSON; every mistake in them becomes a `WrongArguments` that
names the key and what belongs there.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeVar, cast
from urllib.parse import unquote_to_bytes, urlsplit

from lsprotocol.types import Position, PositionEncodingKind, Range

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span
from nubbin.server.positions import offset_at
from nubbin.server.saving import Saved
from nubbin.server.settings_fields import RUN, TOP

T = TypeVar("T")

_KINDS: Final = {str: "a string", dict: "an object", int: "a whole number"}
_MOST: Final = 2**31 - 1
"""The protocol's largest number."""
_DOCUMENT: Final = '{"uri": "file:///…"}'
"""An argument of a command that needs a document."""


class WrongArguments(UsageError):
    """The arguments of a command have mistakes."""


@dataclass(frozen=True, slots=True)
class InitialOptions:
    """What a client says of itself and wants, in its `initializationOptions`."""

    token: str
    """Empty if none was sent."""
    trusted: bool | None
    """Whether the client trusts its workspace; None: it does not know of trust."""
    shows_endings: bool
    """Whether the client itself tells the user how a job ended."""
    asks: bool
    """Whether the client puts questions to the user; some never answer one, nor refuse it."""
    settings: Mapping[str, object]
    """All the rest: keys as in nubbin.toml."""


def initial_options(sent: object) -> InitialOptions:
    """Read `initializationOptions`; a value of the wrong type counts as missing."""
    table = dict(sent) if isinstance(sent, Mapping) else {}
    token, trusted = table.pop("token", None), table.pop("trusted", None)
    return InitialOptions(
        token=token if isinstance(token, str) else "",
        trusted=trusted if isinstance(trusted, bool) else None,
        shows_endings=table.pop("showsEndings", None) is True,
        asks=table.pop("asks", None) is not False,
        settings=table,
    )


@dataclass(frozen=True, slots=True)
class ReduceArguments:
    """The argument of `nubbin.reduce` and `nubbin.checkOracle`."""

    uri: str
    range: Range | None = None
    oracle: str | Mapping[str, object] | None = None
    """A name (see `client_choices`), or a table as in `[[oracle]]`; None: the first that fits."""
    strategy: str | None = None
    hint: Range | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    """Fields of the engine's `Options` by name, such as `max_tests`; `RUN` lists them."""
    formatter: Mapping[str, object] | None = None
    """`command`, and `folder`, where a first word like `./format.sh` is sought; None: the
    formatter of the settings."""


def parse_arguments(command: str, arguments: tuple[object, ...]) -> ReduceArguments:
    """Read the argument of a command that needs a document.

    Raises:
        WrongArguments: something is missing or of the wrong type.
    """
    table = _only(command, arguments, _DOCUMENT)
    uri = _key(command, table, "uri", str)
    if uri is None:
        raise WrongArguments(f"{command} needs an argument like {_DOCUMENT}.")
    oracle = table.get("oracle")
    if not isinstance(oracle, str | dict | None):
        raise WrongArguments(f'{command}: "oracle" has to be a name or a table, not {oracle!r}.')
    return ReduceArguments(
        uri=uri,
        range=_range(command, table, "range"),
        oracle=oracle,
        strategy=_strategy(command, table),
        hint=_range(command, table, "hint"),
        formatter=_key(command, table, "formatter", dict),
        options=_options(command, table),
    )


def job_or_document(command: str, arguments: tuple[object, ...]) -> tuple[int | None, str | None]:
    """Read the optional `{job}` or `{uri}` of a command; neither means every job.

    Raises:
        WrongArguments: it is not a number, or not a string.
    """
    if not arguments or arguments[0] is None:
        return None, None
    table = _only(command, arguments, '{"job": 1}')
    return _key(command, table, "job", int), _key(command, table, "uri", str)


def _options(command: str, table: Mapping[str, object]) -> dict[str, object]:
    """Return the engine's options that were given."""
    given: dict[str, object] = _key(command, table, "options", dict) or {}
    for name in given:
        if name not in RUN:
            raise WrongArguments(f'{command}: no option "{name}"; there are {", ".join(RUN)}.')
    wanted = {name: value for name, value in given.items() if value is not None}
    for name, value in wanted.items():
        if complaint := RUN[name](value):
            raise WrongArguments(f'{command}: "{name}" {complaint}')
    return wanted


def _strategy(command: str, table: Mapping[str, object]) -> str | None:
    """Return the strategy that is wanted, None if none is named."""
    wanted = _key(command, table, "strategy", str)
    if wanted is not None and (complaint := TOP["strategy"](wanted)):
        raise WrongArguments(f'{command}: "strategy" {complaint}')
    return wanted


def _only(command: str, arguments: tuple[object, ...], example: str) -> Mapping[str, object]:
    """Return the one argument, which has to be an object like the example."""
    if len(arguments) != 1 or not isinstance(arguments[0], dict):
        raise WrongArguments(
            f"{command} takes one argument, an object like {example}; it was given {arguments!r}."
        )
    return arguments[0]


def _key(command: str, table: Mapping[str, object], key: str, kind: type[T]) -> T | None:
    """Return a key's value; None if it is absent."""
    value = table.get(key)
    if value is None:
        return None
    if type(value) is kind:  # not `isinstance`: `true` is no number
        return value
    raise WrongArguments(f'{command}: "{key}" has to be {_KINDS[kind]}, not {value!r}.')


def _range(command: str, table: Mapping[str, object], key: str) -> Range | None:
    """Return a range, which may be empty; None if it is absent."""
    value = table.get(key)
    if value is None:
        return None
    try:
        ends = cast("Mapping[str, Mapping[str, int]]", value)
        numbers = [ends[end][part] for end in ("start", "end") for part in ("line", "character")]
        if not all(type(number) is int and 0 <= number <= _MOST for number in numbers):
            raise ValueError
    except (KeyError, TypeError, ValueError) as error:
        raise WrongArguments(
            f'{command}: "{key}" has to be a range, {{"start": {{"line": 0, "character": 0}}, '
            f'"end": …}}, of whole numbers from 0 to {_MOST}, not {value!r}.'
        ) from error
    return Range(Position(*numbers[:2]), Position(*numbers[2:]))


def file_path(uri: str) -> Path | None:
    """Return the path of the file that a URI names; None if it names none on this machine.

    The path may be of any bytes except NUL. A document's URI has neither query nor fragment, so `?`
    and `#` are of the path, where a client has not escaped them.
    """
    try:
        parts = urlsplit(uri.replace("?", "%3F").replace("#", "%23"))
        path = os.fsdecode(unquote_to_bytes(parts.path))
    except ValueError:  # brackets without an address, half a character
        return None
    here = parts.scheme == "file" and parts.hostname in (None, "localhost")
    return Path(path) if here and path.startswith("/") and "\0" not in path else None


def byte_span(
    saved: Saved, text: str, chosen: Range | None, encoding: PositionEncodingKind
) -> Span | None:
    """Return the span of a range in the saved document, one byte at least; None without a range.

    Raises:
        UsageError: the range is empty; or the document is not exactly the file's text, so that a
            range cannot be found in the file.
    """
    if chosen is None:
        return None
    if not saved.exact:
        raise UsageError(
            "The file is not UTF-8, and the editor does not know its encoding, so a selection "
            "cannot be found in it. Reopen it in its encoding, or reduce the whole file."
        )
    ends = (offset_at(text, end, encoding) for end in (chosen.start, chosen.end))
    span = saved.saving.span(text, *sorted(ends))
    if span.start == span.end:
        raise UsageError(
            "The selection is empty: nothing in the document lies between its ends. Select "
            "something, or send no range to reduce the whole document."
        )
    return span
