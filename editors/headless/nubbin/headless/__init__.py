"""The language client for scripts: the same reduction, asked for as an editor asks."""
