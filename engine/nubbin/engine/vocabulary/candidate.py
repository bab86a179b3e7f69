"""A configuration proposed to the oracle (floor 0)."""

from dataclasses import dataclass, field
from typing import Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True)
class Candidate(Generic[T_co]):
    """What to try: a value of the algorithm's own, and the text that it makes."""

    value: T_co
    """None where the text is all that matters."""
    text: bytes
    executed: int | None = field(default=None, kw_only=True)
    """How many events of the text ran, once it is found interesting, if the oracle has said so."""
