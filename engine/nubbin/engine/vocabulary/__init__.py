"""Floor 0: the words everything else is said in. Knows nothing of ours."""
