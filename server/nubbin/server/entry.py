"""The entry point (floor 10): handles what may happen before the command line is imported."""

import sys
import warnings

_OTHERS = r"(?!nubbin\b)"
"""The names of modules that are not ours."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line, with the arguments of this process unless others are given."""
    if sys.platform == "win32":
        sys.exit("nubbin: Windows lacks what nubbin needs to keep oracles in check. Run it in WSL.")
    # A library may use what a later Python will lack: its user can change nothing about that. As
    # an error, which the environment may ask for, it would break what works.
    warnings.filterwarnings("ignore", category=DeprecationWarning, module=_OTHERS)
    try:
        from nubbin.server.cli import main as command_line
    except KeyboardInterrupt:
        print("nubbin: Interrupted; nothing was written.", file=sys.stderr)
        sys.exit(130)
    command_line(arguments)
