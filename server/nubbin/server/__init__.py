"""The language server: knows LSP, asks the engine; and the front door, the command line."""
