"""Floor 5: ddmin, HDD, the frontier, and the passes; they know the asker, and run nothing."""
