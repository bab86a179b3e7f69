"""`python -P -m nubbin.server`: the server on stdio, for clients that know but a Python.

Without `-P` that Python would take modules from the current folder, whoever put them there.
"""

from nubbin.server.entry import main

if __name__ == "__main__":
    main(["lsp"])
