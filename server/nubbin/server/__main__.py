"""`python -P -m nubbin.server`: the server on stdio, for clients that know only a Python.

Without `-P` Python would import modules from the current folder, whoever has put them there.
"""

from nubbin.server.entry import main

if __name__ == "__main__":
    main(["lsp"])
