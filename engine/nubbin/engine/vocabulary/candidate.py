"""A configuration proposed to the oracle (floor 0)."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Candidate(Generic[T_co]):
    """What to try (`value`, the algorithm's own) and the text it makes."""

    value: T_co
    text: bytes
    executed: int | None = field(default=None, kw_only=True)
    """Of one found interesting: how many events of the text ran, where the oracle says so."""
