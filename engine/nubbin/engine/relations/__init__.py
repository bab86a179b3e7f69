"""Floor 3: what parts of a text have to do with each other, as its names tell. Nothing is asked."""
