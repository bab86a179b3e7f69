"""One module per command of the front door (floor 10), each with its `command`."""
