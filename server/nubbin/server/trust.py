"""The user's consents to run commands, and where they are remembered (floor 8).

A consent is for a workspace's real path, a command, the content of the programs it names, and the
isolation. So a consent to `make test` in one clone does not hold in the next, and one to
`./check.sh` no longer holds once that file has changed.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast

from nubbin.engine.oracles.files import alone, replace_whole
from nubbin.engine.oracles.mentioned import digests_of
from nubbin.engine.oracles.oracle import OracleSpec

_SCHEMA: Final = 1


@dataclass(frozen=True, slots=True)
class Consent:
    """Everything that the user is asked to agree to."""

    workspace: str
    command: str | tuple[str, ...]
    programs: tuple[str, ...]
    """SHA-256 of each file that the command's words name (see `digests_of`); may be empty."""
    isolation: str

    @classmethod
    def to_run(cls, spec: OracleSpec, root: Path) -> "Consent":
        """Return the consent that an oracle needs; reads the programs' files."""
        return cls(str(root.resolve()), spec.command, digests_of(spec), spec.isolation)

    @property
    def key(self) -> str:
        """A digest of all fields."""
        parts = [self.workspace, self.command, self.programs, self.isolation]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TrustStore:
    """Consents that outlive the process, in a JSON file in the user's state folder."""

    folder: Path

    @property
    def file(self) -> Path:
        """The file that holds the consents."""
        return self.folder / "consents.json"

    def allows(self, consent: Consent) -> bool:
        """Whether the user has once chosen *Always allow*; False if the file cannot be read."""
        return consent.key in self._read()

    def remember(self, consent: Consent) -> None:
        """Add a consent to those that are kept; the file is replaced whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone(self.folder):  # another server may be about to do the same
            self._add(consent)

    def _add(self, consent: Consent) -> None:
        kept = dict(self._read())
        kept[consent.key] = {
            "workspace": consent.workspace,
            "command": consent.command,
            "isolation": consent.isolation,
            "since": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        content = json.dumps({"schema": _SCHEMA, "consents": kept}, indent=1)
        self.file.touch(mode=0o600)
        replace_whole(self.file, content.encode(), like=self.file)

    def _read(self) -> Mapping[str, object]:
        """Return the consents by key; none if the file is missing or damaged."""
        try:
            content = json.loads(self.file.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(content, dict) or content.get("schema") != _SCHEMA:
            return {}
        consents = content.get("consents")
        return cast("dict[str, object]", consents) if isinstance(consents, dict) else {}
