"""How many processors this process may keep busy, by the machine's limits (floor 3′)."""

import math
import os
import sys
from pathlib import Path

_MOUNT = Path("/sys/fs/cgroup")


def _affinity() -> int:
    """Return the number of processors this process may be scheduled on."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def quota(group: str, mount: Path = _MOUNT) -> float | None:
    """Return the processors a control group (version 2) grants, or None if it grants all.

    Args:
        group: the group's path below `mount`, such as `/user.slice`.
        mount: where the hierarchy is mounted.
    """
    lowest: float | None = None
    folder = mount / group.lstrip("/")
    # Every ancestor's quota holds as well, so the tightest one counts.
    for place in (folder, *folder.parents):
        if place != mount and mount not in place.parents:
            break
        try:
            share, period = (place / "cpu.max").read_text().split()
            granted = float(share) / float(period)
        except (OSError, ValueError, ZeroDivisionError):
            continue  # the root has no such file; "max" is no number
        lowest = granted if lowest is None else min(lowest, granted)
    return lowest


def usable_cores() -> int:
    """Return how many processors this process may keep busy, at least 1."""
    cores = _affinity()
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return cores
    for line in lines:
        if line.startswith("0::"):
            granted = quota(line[3:])
            if granted is not None:
                cores = min(cores, math.ceil(granted))
    return max(1, cores)
