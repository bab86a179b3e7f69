"""Floor 5: configurations and the asker, nothing else: ddmin, HDD, the frontier, the passes."""
