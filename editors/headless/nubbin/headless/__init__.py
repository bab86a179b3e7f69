"""A language client for scripts: it asks for a reduction in the way that an editor does."""
