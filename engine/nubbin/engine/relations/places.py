"""Where the names of a text stand, and what they name, as far as its tree tells (floor 3)."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import DECLARED, defined_by
from nubbin.engine.relations.function_kinds import functions_around
from nubbin.engine.trees.torn import torn
from nubbin.engine.trees.tree import Tree

_NAMES: Final = re.compile(
    "identifier|^(atom|constant|constructor|name|primitive_type|var|variable)(_name)?$"
)
"""The kinds of names; those of types such as `int8_t` are among them, as a text may define one."""
_OPERATORS: Final = re.compile("^operator_(cast|name)$")
"""The kinds of what an operator, a function that is called without a name, has in place of one."""
CLASSES: Final = re.compile(
    "class|enum|impl|interface|object_type|record|(?<!con)(?<!de)struct|trait|union"
)
"""Words in the kinds of classes and the like: the names in one are known only where it is."""
_OPEN: Final = re.compile("enum")
"""Words in the kinds of those of them whose names may be known everywhere, as in C."""
_HEADS: Final = ("trait", "type")
"""The fields in which a class without a name, as Rust's `impl`, has what it adds something to."""
SCOPE: Final = ("scope",)
"""The field in which a function that stands outside of its class names the class."""
OWNERS: Final = ("receiver", *SCOPE)
"""The fields in which a function names what it belongs to."""
TAKEN: Final = ("arguments", "parameters")
"""The fields in which functions, and templates, of the same name differ."""


class Places:
    """The names of a text, and what is around each.

    Args:
        configuration: of the text, in which nothing is changed.
    """

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.tree = configuration.tree
        self._names = self.tree.kinds_where(_NAMES.search)
        self._classes = _classes(self.tree)
        self._declarators = self.tree.kinds_where(lambda kind: "declarator" in kind)
        fields = self.tree.fields
        traits = (row for row, field in enumerate(fields) if field == "trait")
        self._fulfilling = {self.tree.parent[row] for row in traits} if "trait" in fields else set()
        self.scope_of = functions_around(self.tree)
        """For each row the function around it, or the root."""
        self._in_fields: dict[tuple[int, tuple[str, ...]], tuple[int, ...]] = {}
        self.torn = [*torn(self.tree)]
        """Groups of rows that belong together, though the parser took them apart."""

    def names(self, node: int = 0) -> Iterator[int]:
        """Yield the leaves of a node that are names."""
        tree = self.tree
        rows = filter(tree.is_leaf, tree.rows_of(self._names, node))
        return (leaf for leaf in rows if tree.start[leaf] < tree.end[leaf])

    def operators(self) -> Iterator[int]:
        """Yield the operators that stand where a function has its name."""
        return self.tree.rows_where(_OPERATORS.search)

    def is_name_of(self, leaf: int) -> bool:
        """Whether a leaf is in a field for the name of a declaration."""
        return self.tree.fields[leaf] in DECLARED

    def is_variant(self, leaf: int) -> bool:
        """Whether a leaf names a variant of a type: a name only together with that of the type."""
        return self.is_name_of(leaf) and "variant" in self.tree.name(self.tree.parent[leaf])

    def may_be_known(self, leaf: int) -> bool:
        """Whether a leaf may name one of the language's own types."""
        return "primitive" in self.tree.name(leaf)

    def defined_by(self, leaf: int, member: int) -> int | None:
        """Return the part of a member that defines what a leaf of it names; None if none does."""
        part = defined_by(self.configuration, leaf)
        return member if part is None and self._in_brackets(leaf) else part

    def fulfils(self, node: int) -> bool:
        """Whether a class (-1 for none) fulfils a trait, as Rust's `impl T for S` does."""
        return node in self._fulfilling

    def is_declared(self, leaf: int, part: int) -> bool:
        """Whether a leaf is the name that a part declares, or a parameter in it."""
        tree = self.tree
        if "param" in tree.name(tree.parent[leaf]):
            return True
        while leaf != part and self.tree.fields[leaf] not in DECLARED:
            leaf = tree.parent[leaf]
        return leaf != part

    def scope(self, leaf: int, part: int) -> int | None:
        """Return the scope in which a name is known that a part defines: a function, or the root.

        A function's own name is known in the scope that the function is in. None stands for names
        that are known nowhere else, as those of a template's parameters.
        """
        tree, declaration = self.tree, self._declaration(leaf)
        scope = self.scope_of[part if declaration == leaf else declaration]
        around = tree.parent[leaf] if declaration == leaf else declaration
        return None if scope == 0 and "param" in tree.name(around) else scope

    def class_of(self, node: int) -> int:
        """Return the class around the declaration that a node names; -1 if it is in none."""
        return self._classes[self.tree.parent[self._declaration(node)]]

    def beside(self, node: int, wanted: Sequence[str]) -> Iterator[int]:
        """Yield the nodes in some fields beside a name, and beside those up to its declaration."""
        tree = self.tree
        for above in self._outwards(node):
            if "scoped" not in tree.name(above):  # a path in a package, as in Java
                key = above, tuple(wanted)
                if key not in self._in_fields:  # many names may be declared at once
                    children = tree.children(above)
                    found = tuple(each for each in children if tree.fields[each] in wanted)
                    self._in_fields[key] = found
                yield from self._in_fields[key]

    def heads(self, around: int) -> Iterator[int]:
        """Yield what a class without a name of its own adds something to; nothing for -1."""
        children = self.tree.children(around) if around >= 0 else ()
        return (child for child in children if self.tree.fields[child] in _HEADS)

    def _declaration(self, node: int) -> int:
        """Return the declaration that a node is the name of, by its place; else the node itself."""
        while self._is_declared_above(node):
            node = self.tree.parent[node]
        return node

    def _outwards(self, node: int) -> Iterator[int]:
        """Yield the nodes around a name, up to the declaration that it names."""
        while self._is_declared_above(node):
            node = self.tree.parent[node]
            yield node

    def _is_declared_above(self, node: int) -> bool:
        """Whether the node around one declares what that names."""
        return self.tree.fields[node] in DECLARED or self._in_brackets(node)

    def _in_brackets(self, node: int) -> bool:
        """Whether a node stands in brackets where C declares its name: `int (f)(void);`."""
        tree, above = self.tree, max(0, self.tree.parent[node])
        return tree.fields[node] is None and tree.kind[above] in self._declarators


def _classes(tree: Tree) -> Sequence[int]:
    """Return for each row the innermost class that it is or is in; -1 for none, or an open one."""
    classes, opened = tree.kinds_where(CLASSES.search), tree.kinds_where(_OPEN.search)
    rows = (row for row in tree.rows_of(classes) if row and tree.is_named(row))
    return tree.innermost(((row, -1 if tree.kind[row] in opened else row) for row in rows), -1)
