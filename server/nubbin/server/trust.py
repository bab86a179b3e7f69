"""Whether a command may run (floor 8).

Consent is remembered for a command in a workspace: for the workspace's real path, the
command, the content of the programs it names, and the isolation. A consent to `make test` here
is none in the next clone, and none once `./check.sh` has changed.
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
    """What the user is asked to agree to, complete: two equal consents are the same thing."""

    workspace: str
    command: str | tuple[str, ...]
    programs: tuple[str, ...]
    """SHA-256 of each file that its words name; none where these are the shell's own."""
    isolation: str

    @classmethod
    def to_run(cls, spec: OracleSpec, root: Path) -> "Consent":
        """Return the consent that an oracle needs; reads the programs' files."""
        return cls(str(root.resolve()), spec.command, digests_of(spec), spec.isolation)

    @property
    def key(self) -> str:
        """A digest that stands for all of it."""
        parts = [self.workspace, self.command, self.programs, self.isolation]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TrustStore:
    """Consents that outlive the process, one JSON file in a folder of the user's own."""

    folder: Path

    @property
    def file(self) -> Path:
        """Where they are kept."""
        return self.folder / "consents.json"

    def allows(self, consent: Consent) -> bool:
        """Whether the user once said *always*; False if the file cannot be read."""
        return consent.key in self._read()

    def remember(self, consent: Consent) -> None:
        """Keep a consent, the others as well; the file is replaced whole or not at all.

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
        """Return the consents; a file that is missing or spoiled holds none."""
        try:
            content = json.loads(self.file.read_bytes())
        except (OSError, ValueError, RecursionError):
            return {}
        if not isinstance(content, dict) or content.get("schema") != _SCHEMA:
            return {}
        consents = content.get("consents")
        return cast("dict[str, object]", consents) if isinstance(consents, dict) else {}
