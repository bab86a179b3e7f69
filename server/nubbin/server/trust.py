"""Whether a command may run (floor 8).

Consent is remembered for a command in a workspace: for the workspace's real path, the
command, the content of the programs it names, and the isolation. A consent to `make test` here
is none in the next clone, and none once `./check.sh` has changed.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, cast

import platformdirs

from nubbin.engine.oracles.files import alone, replace_whole
from nubbin.engine.oracles.mentioned import programs_of
from nubbin.engine.oracles.oracle import OracleSpec

_SCHEMA: Final = 1


def state_folder() -> Path:
    """Return where nubbin keeps what it has to remember for this user.

    For one without a home, which `platformdirs` tells by an error or a relative path, that is where
    nothing can be kept: they are told so once there is something to remember.
    """
    with contextlib.suppress(RuntimeError):
        folder = Path(platformdirs.user_state_dir("nubbin"))
        if folder.is_absolute():
            return folder
    return Path(os.devnull, "nubbin")


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
        programs = tuple(map(_digest, programs_of(spec)))
        return cls(str(root.resolve()), spec.command, programs, spec.isolation)

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


def _digest(path: str) -> str:
    """Return the digest of a file's content; of one that cannot be read, of its path."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return path
