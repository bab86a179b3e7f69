#!/usr/bin/env python3
"""A little of everything in Python."""

from __future__ import annotations

import os, sys as system
from collections.abc import (
    Iterable,
    Mapping as Map,
)
from . import *

LIMIT: int = 0x10
x, *rest = 1, 2.5, 3j
name = "text" 'joined' r"raw\n" b"bytes\x00"
long = """several
lines"""


@decorated(1, key="value")
class Shape(Base, metaclass=Meta):
    sides = 0

    def __init__(self, width: float, *args: int, height=None, **kwargs):
        super().__init__()
        self.width, self.height = width, height or 1.0

    @property
    def area(self) -> float:
        return self.width * self.height ** 2

    async def load(self, source):
        async with source.open() as file, lock:
            async for line in file:
                yield await line


def visit(tree, /, depth=0, *, seen: set[str] | None = None):
    global LIMIT
    if depth > LIMIT and not seen:
        return
    elif tree is None or tree in (seen or ()):
        pass
    else:
        depth += 1
    for i, child in enumerate(tree.children):
        if i % 2:
            continue
        print(f"{i:>3} {child!r} {{braces}}", end="\n")
    else:
        depth -= ~1
    while True:
        if (n := len(tree)) >= 10:
            break
        assert n != 3, "three"
    try:
        os.remove(tree[0:-1:2])
    except (OSError, ValueError) as problem:
        raise RuntimeError("no") from problem
    except Exception:
        raise
    finally:
        del tree
    with open(name) as f:
        data = [line.strip() for line in f if line for c in line]
    table = {"a": 1, **{k: v for k, v in zip("ab", data)}}
    unique = {*data, 3}
    double = lambda a, *b, c=2: (a, b)
    match table:
        case {"a": 1, **others}:
            print(others)
        case [1, 2, *_] | (3 | 4 as found) if found:
            pass
        case Shape(width=0) | None:
            return table["a"] if table else (yield)
        case _:
            ...


if __name__ == "__main__":
    system.exit(visit(None, seen={"x"}, *rest))
