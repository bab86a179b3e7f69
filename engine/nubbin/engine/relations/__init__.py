"""Floor 3: how the parts of a text are related, as its names tell. No oracle is asked."""
