"""Floor 5: ddmin, HDD, the frontier, the passes: they know the asker, and run nothing."""
