"""Which languages there are, which one a file is in, and their grammars (floor 1).

A file name and the first bytes of the file go in; a `Language` and a `tree_sitter.Language` come
out. The languages themselves are data: `grammars/languages.toml`.
"""

import ctypes
import functools
import importlib
import importlib.util
import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import tree_sitter

from nubbin.engine.vocabulary.errors import UnknownLanguage
from nubbin.engine.vocabulary.nearest import did_you_mean

__all__ = ["Language", "available", "detect", "languages", "load", "named"]

_LIBRARY = "languages.dll" if sys.platform == "win32" else "languages.so"
_NONE = "none"
_BUNDLE_ENDS = (3, 13)  # tree-sitter-languages has no wheels from this Python on
_PACK = "nubbin[all]"


@dataclass(frozen=True, slots=True, order=True)
class Language:
    """A language as the registry describes it; its grammar may or may not be installed."""

    name: str
    suffixes: tuple[str, ...] = ()
    """With the dot, such as `.c`."""
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    """Programs of a `#!` line, without folder and version."""
    aliases: tuple[str, ...] = ()
    """Other names for it, including the language identifiers of editors."""
    grammars: tuple[str, ...] = ()
    """The sources of its grammar, in order of preference; see `grammars/languages.toml`."""
    dialects: tuple[str, ...] = ()
    """The names of other languages that its files may be in, in order."""
    marks: tuple[str, ...] = ()
    """A text without any of these is not taken for it as a dialect; empty: any text may be."""
    embeds: tuple[str, ...] = ()
    """Tags in front of a text in another language, each as `TAG:LANGUAGE`."""
    levels: int | None = None
    """The deepest nesting that its parser can bear: beyond, it corrupts memory, and the process may
    die. None: any depth."""
    forgetful: bool = False
    """Whether its parser cannot go on from the middle of a text: it would read what was in memory
    before, another tree each time."""

    @property
    def package(self) -> str | None:
        """The package to give to `pip install` for the grammar's first source on this Python.

        None if no package has it for this Python.
        """
        for grammar in self.grammars:
            source, _, name = grammar.partition(":")
            if source == "pack":
                return _PACK
            if source == "bundle":
                if sys.version_info < _BUNDLE_ENDS:
                    return "tree-sitter-languages"
            elif name:
                return source.replace("_", "-")
        return None

    @property
    def installing(self) -> str:
        """How the grammar is installed; nubbin's own extra comes only from a checkout."""
        if self.package is None:
            return "a Python before 3.13, with pip install tree-sitter-languages"
        if self.package == _PACK:
            return "pip install '.[all]' in a checkout of nubbin"
        return f"pip install '{self.package}'"


@functools.cache
def languages() -> tuple[Language, ...]:
    """Return every language of the registry, ordered by name; no grammar is loaded."""
    text = files("nubbin.engine.trees.grammars").joinpath("languages.toml").read_text("utf-8")
    return tuple(sorted(_language(*entry) for entry in tomllib.loads(text).items()))


def _language(name: str, table: Mapping[str, Any]) -> Language:
    known = {field: tuple(each) for field, each in table.items() if isinstance(each, list)}
    return Language(name, **{**table, **known})


def named(name: str) -> Language:
    """Return the language of that name or alias; case does not matter.

    Raises:
        UnknownLanguage: there is none; the message offers the nearest names.
    """
    wanted = name.strip().lower()
    names = _by("aliases") | {language.name: language for language in languages()}
    if wanted in names:
        return names[wanted]
    raise UnknownLanguage(
        f"There is no language called {name!r}. "
        + did_you_mean(wanted, names, "`nubbin languages` lists them all.")
        + f' The language "{_NONE}" is that of any text.'
    )


def detect(path: Path, text: bytes = b"", name: str | None = None) -> Language | None:
    """Return the language of a text, or None if nothing tells; no grammar is loaded.

    What decides is, in this order: `name`, the file's whole name, its suffix (the longest first, as
    written before lower case), the interpreter of a `#!` line.

    Args:
        path: the path of the text; need not exist.
        text: its bytes; only a first line that begins with `#!` is looked at.
        name: what the user said, if anything; `none` stands for no grammar.

    Raises:
        UnknownLanguage: `name` is no language of the registry.
    """
    if name is not None:
        return None if name.strip().lower() == _NONE else named(name)
    filename = path.name
    for field, keys in (("filenames", (filename,)), ("suffixes", _suffixes(filename))):
        table = _by(field)
        for key in (*keys, *(key.lower() for key in keys)):
            if key in table:
                return table[key]
    interpreter = _interpreter(text)
    return _by("interpreters").get(interpreter) if interpreter else None


@functools.cache
def load(language: Language) -> tree_sitter.Language:
    """Return the grammar, from the first of its sources that is installed.

    Raises:
        UnknownLanguage: none is installed; the message names the package to install.
    """
    for grammar in language.grammars:
        capsule = _capsule(grammar)
        if capsule is not None:
            return tree_sitter.Language(capsule)
    raise UnknownLanguage(
        f"The grammar of {language.name} is not installed. "
        f"It comes with: {language.installing}. "
        f'Or go without: the language "{_NONE}" is that of any text.'
    )


def available(language: Language) -> bool:
    """Whether `load` would succeed; the grammar is loaded to find out."""
    try:
        load(language)
    except UnknownLanguage:
        return False
    return True


@functools.cache
def _by(field: str) -> dict[str, Language]:
    """Index the registry by one of its list fields."""
    return {key: language for language in languages() for key in getattr(language, field)}


def _suffixes(filename: str) -> tuple[str, ...]:
    """Return what follows each dot, with the dot, the longest first."""
    parts = filename.split(".")
    return tuple("." + ".".join(parts[i:]) for i in range(1, len(parts)))


def _interpreter(text: bytes) -> str | None:
    """Return the program that a `#!` line starts, without folder and version, or None."""
    if not text.startswith(b"#!"):
        return None
    words = text[2:].split(b"\n", 1)[0].decode("latin-1").split()
    if words and words[0].rsplit("/", 1)[-1] == "env":
        words = _after_env(words[1:])
    if not words:
        return None
    program = words[0].rsplit("/", 1)[-1]
    return re.sub(r"[-.\d]+$", "", program) or program


def _after_env(words: list[str]) -> list[str]:
    """Return the command that `env` would run: its options and assignments are skipped."""
    while words:
        word, *words = words
        split = re.fullmatch(r"(?:-[a-z0]*S|--split-string=)(.*)", word)
        if split:
            words = [split[1], *words] if split[1] else words
        elif word in ("-u", "-C", "--unset", "--chdir"):
            words = words[1:]
        elif not word.startswith("-") and "=" not in word:
            return [word, *words]
    return []


def _capsule(grammar: str) -> object | None:
    """Return the capsule of one grammar source, or None if it is not installed."""
    source, _, name = grammar.partition(":")
    if source == "bundle":
        return _bundled(name)
    if source == "pack":
        source, name = f"tree_sitter_language_pack.bindings.{name}", "language"
    try:
        capsule: object = getattr(importlib.import_module(source), name)()
    except ImportError:
        return None
    return capsule


def _bundled(symbol: str) -> object | None:
    """Wrap a parser of tree-sitter-languages in a capsule, or return None without that package.

    The package itself is not imported: its own way to load a parser needs the interface that
    py-tree-sitter had before 0.22.
    """
    library = _bundle()
    if library is None:
        return None
    function = ctypes.CFUNCTYPE(ctypes.c_void_p)((f"tree_sitter_{symbol}", library))
    wrap = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
        ("PyCapsule_New", ctypes.pythonapi)
    )
    capsule: object = wrap(function(), _CAPSULE_NAME, None)
    return capsule


# A capsule keeps a pointer to its name, not a copy: this object must live as long as they do.
_CAPSULE_NAME = b"tree_sitter.Language"


@functools.cache
def _bundle() -> ctypes.CDLL | None:
    """Open the library of all parsers in tree-sitter-languages; None if it is not installed."""
    spec = importlib.util.find_spec("tree_sitter_languages")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        library = Path(folder, _LIBRARY)
        if library.is_file():
            return ctypes.CDLL(str(library))
    return None
