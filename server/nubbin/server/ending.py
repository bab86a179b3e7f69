"""How a job ended, and what is told of that (floor 8)."""

from dataclasses import dataclass

from lsprotocol.types import MessageType

from nubbin.engine.vocabulary.errors import Interrupted
from nubbin.server.delivery import NOWHERE, Delivered
from nubbin.server.to_lsp import tellable


@dataclass(frozen=True, slots=True)
class Ending:
    """How a job ended."""

    status: int
    """The exit status, with the meanings in README."""
    sentence: str
    """What the user is told about it."""
    place: Delivered = NOWHERE
    report: dict[str, object] | None = None

    @property
    def well(self) -> bool:
        """Whether it ended without an error: at its end, or because the user wanted that."""
        return self.status in (0, Interrupted.exit_status)

    @property
    def level(self) -> MessageType:
        """How loudly it is told: some clients leave out what is no warning."""
        if not self.well:
            return MessageType.Error
        return MessageType.Warning if self.place.path else MessageType.Info

    @property
    def told(self) -> str:
        """What the user is told about it, and about where the result is."""
        return self.place.told(self.sentence)

    def fields(self) -> dict[str, object]:
        """Return what the event `finished` says of it."""
        path = self.place.path
        return {
            "status": self.status,
            "applied": self.place.applied,
            "path": str(tellable(path)) if path else None,
            "uri": path.as_uri() if path else None,
            "message": self.sentence,
            "note": self.place.note,
            "report": self.report,
        }
