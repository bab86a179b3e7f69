"""The way in (floor 10): says where nubbin cannot run, before it loads what it could not there."""

import sys


def main() -> None:
    """Run the command line."""
    if sys.platform == "win32":
        sys.exit("nubbin: Windows lacks what nubbin needs to keep oracles in check. Run it in WSL.")
    from nubbin.server.cli import main as command_line

    command_line()
