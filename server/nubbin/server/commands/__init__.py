"""One module for each command of the command line (floor 10), with its function `command`."""
