"""`python -m nubbin.server`: the server on stdio, for clients that know no more than a Python."""

import sys

from nubbin.server.app import serve_stdio

if __name__ == "__main__":
    sys.exit(serve_stdio())
