"""Floor 4: the one seam between what to try and how it is found out."""
