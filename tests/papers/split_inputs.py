"""Inputs of the four kinds of Kiss 2020, §IV.A, written anew, and what has to stay of each.

The paper's own files are not to be had. Whether a program is valid is decided by a parser
here, not by a compiler or an engine: a sweep over split factors asks tens of thousands of
times, and it is the count of questions that matters.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

import tree_sitter_c
import tree_sitter_javascript
from tree_sitter import Language, Parser


@dataclass(frozen=True, slots=True)
class Kind:
    """One input."""

    name: str
    text: bytes
    holds: Callable[[bytes], bool]


def keeps(grammar: object, *patterns: bytes) -> Callable[[bytes], bool]:
    """Return whether a text is free of syntax errors and each pattern is found in it."""
    parser = Parser(Language(grammar))
    needed = [re.compile(pattern, re.DOTALL) for pattern in patterns]

    def holds(text: bytes) -> bool:
        if not all(pattern.search(text) for pattern in needed):
            return False
        return not parser.parse(text).root_node.has_error

    return holds


def meets_a_fraction(text: bytes) -> bool:
    """Whether a consumer of lists of integers would complain of a number with a fraction."""
    try:
        numbers = json.loads(text)
    except ValueError:
        return False
    return isinstance(numbers, list) and any(isinstance(one, float) for one in numbers)


NUMBERS = b"""[
  12, 7, 340,
  2.718, 55,
  9, 1000
]
"""

PROXY = b"""var log = [];
function note(key) { log.push(key); }
for (var key in new Proxy({}, { ownKeys: note })) { note(key); }
note("end");
"""

GREETING = rb"""#include <stdio.h>

static int twice(int n) {
  return n + n;
}

int main(void) {
  int answer = twice(21);
  printf("Hello world!\n");
  return answer - 42;
}
"""

MATRIX = b"""#define SIZE 20

double product(double z[], int n)
{
  int i, j;

  i = 0;
  for (j = 0; j < n; j++) {
    i = i + j + 1;
    z[i] = z[i] * (z[0] + 1.0);
  }
  return z[n];
}

void copy(double *to, double *from, int count)
{
  int n = (count + 7) / 8;
  switch (count % 8) {
    do {
      case 0: *to++ = *from++;
      case 4: *to++ = *from++;
    } while (--n > 0);
  }
  return (void) product(to, 2);
}

int main(int argc, char *argv[])
{
  double x[SIZE], y[SIZE];
  double *px = x;
  while (px < x + SIZE)
    *px++ = (px - x) * (SIZE + 1.0);
  copy(y, x, SIZE);
  return product(y, SIZE) > 0.0;
}
"""

KINDS = (
    Kind("numbers.json", NUMBERS, meets_a_fraction),
    Kind(
        "proxy.js",
        PROXY,
        keeps(tree_sitter_javascript.language(), rb"for\s*\(\s*var \w+ in new Proxy\("),
    ),
    Kind(
        "greeting.c",
        GREETING,
        keeps(tree_sitter_c.language(), rb"int main\(", rb'printf\("Hello world!\\n"\);'),
    ),
    Kind(
        "matrix.c",
        MATRIX,
        keeps(tree_sitter_c.language(), rb"product\(double z\[\], int n\)", rb"z\[0\] \+ 1\.0"),
    ),
)
