"""Floor 4: the one seam between the algorithms, which propose candidates, and the oracle."""
