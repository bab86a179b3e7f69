"""The language server, which speaks LSP and asks the engine; and the command line."""
