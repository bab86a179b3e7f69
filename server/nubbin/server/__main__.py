"""`python -m nubbin.server`: the server on stdio, for clients that know no more than a Python."""

from nubbin.server.cli import main

if __name__ == "__main__":
    main(["lsp"])
