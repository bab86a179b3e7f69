"""Floor 3′: outcomes. Knows processes, files and time: the oracle's command, pools, caches."""
