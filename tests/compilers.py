"""The languages' own compilers, as judges of whether a text is valid."""

import ast
import shutil
import subprocess
import tempfile

from golang import refusal

COMMANDS = {
    "c": "gcc -std=gnu89 -fsyntax-only -w -x c -",
    "cpp": "g++ -std=c++20 -fsyntax-only -x c++ -",
    "javascript": "node --check -",
    "rust": "rustc --edition=2021 --crate-type=lib --emit=metadata -Awarnings -",
}
"""What takes a text of each language from its standard input, and leaves files where it is run."""
TOOLS = {
    "c": "gcc",
    "cpp": "g++",
    "go": "go",
    "java": "javac",
    "javascript": "node",
    "rust": "rustc",
}
"""What has to be installed for each language but Python."""


def is_missing(language: str) -> bool:
    """Whether a language's own tool is not installed."""
    return language in TOOLS and shutil.which(TOOLS[language]) is None


def takes(language: str, text: bytes) -> bool:
    """Whether a language's own tool takes a text; Java's is asked about many at once instead."""
    if language == "python":
        try:
            ast.parse(text)
        except SyntaxError:
            return False
        return True
    if language == "go":
        return not refusal(text)
    with tempfile.TemporaryDirectory() as folder:
        command = ["sh", "-c", COMMANDS[language]]
        ended = subprocess.run(command, input=text, capture_output=True, check=False, cwd=folder)
        return ended.returncode == 0
