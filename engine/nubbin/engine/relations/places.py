"""Where the names of a text stand, and what of, as far as its tree tells (floor 3)."""

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
"""What grammars call the kinds of names; a type such as `int8_t` is among them, as a text may
define one."""
_OPERATORS: Final = re.compile("^operator_(cast|name)$")
"""What grammars call what a function has in place of a name if it is called without one."""
_CLASSES: Final = re.compile(
    "class|enum|impl|interface|object_type|record|(?<!con)(?<!de)struct|trait|union"
)
"""Words in the kinds of nodes whose names are known to whoever knows the node."""
_OPEN: Final = re.compile("enum")
"""Words in those of them whose names may be known to all, as in C."""
_HEADS: Final = ("trait", "type")
"""The fields in which a block without a name has what it adds something to."""
SCOPE: Final = ("scope",)
"""The field in which a function that stands outside of its class has that."""
OWNERS: Final = ("receiver", *SCOPE)
"""The fields in which a function has what it belongs to."""
TAKEN: Final = ("arguments", "parameters")
"""The fields that tell apart functions, and templates, of one name."""


class Places:
    """The names of a text, and what is around each.

    Args:
        configuration: the text's, not changed.
        fields: by row, the one that each node is in.
    """

    def __init__(self, configuration: Configuration, fields: Sequence[str | None]) -> None:
        self.configuration, self.fields = configuration, fields
        self.tree = configuration.tree
        self._names = self.tree.kinds_where(_NAMES.search)
        self._classes = _classes(self.tree)
        traits = (row for row, field in enumerate(fields) if field == "trait")
        self._fulfilling = {self.tree.parent[row] for row in traits}
        self.scope_of = functions_around(self.tree)
        """By row, the function around it, or the root."""
        self.torn = [*torn(self.tree)]
        """Rows that only the parser takes for several."""

    def names(self, node: int = 0) -> Iterator[int]:
        """Yield the leaves of a node that are names."""
        tree = self.tree
        rows = filter(tree.is_leaf, tree.rows_of(self._names, node))
        return (leaf for leaf in rows if tree.start[leaf] < tree.end[leaf])

    def operators(self) -> Iterator[int]:
        """Yield the nodes that stand where the name of a function does, and are none."""
        return self.tree.rows_of(self.tree.kinds_where(_OPERATORS.search))

    def is_name_of(self, leaf: int) -> bool:
        """Whether a leaf is in a place for the name of what is declared."""
        return self.fields[leaf] in DECLARED

    def is_variant(self, leaf: int) -> bool:
        """Whether a leaf is the name of one of a type's variants: a name with the type's alone."""
        return self.is_name_of(leaf) and "variant" in self.tree.name(self.tree.parent[leaf])

    def may_be_known(self, leaf: int) -> bool:
        """Whether a name may be that of one of the language's own types."""
        return "primitive" in self.tree.name(leaf)

    def defined_by(self, leaf: int, member: int) -> int | None:
        """Return the part of a member that is about what a leaf of it names; None if none is."""
        part = defined_by(self.configuration, leaf, self.fields)
        return member if part is None and self._in_brackets(leaf) else part

    def fulfils(self, node: int) -> bool:
        """Whether a node, if there is one, is all that another asks for: Rust's `impl T for S`."""
        return node in self._fulfilling

    def is_declared(self, leaf: int, part: int) -> bool:
        """Whether a part is called what a leaf of it is, or has a parameter that is."""
        tree = self.tree
        if "param" in tree.name(tree.parent[leaf]):
            return True
        while leaf != part and self.fields[leaf] not in DECLARED:
            leaf = tree.parent[leaf]
        return leaf != part

    def scope(self, leaf: int, part: int) -> int | None:
        """Return the scope of what a part defines; that of a function is where the function is.

        None: nobody knows it, as what the parameters of a template are called.
        """
        tree, declaration = self.tree, self._declaration(leaf)
        scope = self.scope_of[part if declaration == leaf else declaration]
        around = tree.parent[leaf] if declaration == leaf else declaration
        return None if scope == 0 and "param" in tree.name(around) else scope

    def class_of(self, node: int) -> int:
        """Return the class that what a node is the name of is in; -1 if it is in none."""
        return self._classes[self.tree.parent[self._declaration(node)]]

    def beside(self, node: int, wanted: Sequence[str]) -> Iterator[int]:
        """Yield the nodes in some fields beside a name, and beside what that is in."""
        tree = self.tree
        for above in self._outwards(node):
            if "scoped" not in tree.name(above):  # where in its package it is, as Java says it
                yield from (child for child in tree.children(above) if self.fields[child] in wanted)

    def heads(self, around: int) -> Iterator[int]:
        """Yield what a class is for that has no name of its own; nothing for none."""
        children = self.tree.children(around) if around >= 0 else ()
        return (child for child in children if self.fields[child] in _HEADS)

    def _declaration(self, node: int) -> int:
        """Return what a node is the name of, as its place tells; itself if that does not."""
        return min(self._outwards(node), default=node)  # what is around stands before

    def _outwards(self, node: int) -> Iterator[int]:
        """Yield what a node is the name of a part of, up to what is declared."""
        while self.fields[node] in DECLARED or self._in_brackets(node):
            node = self.tree.parent[node]
            yield node

    def _in_brackets(self, node: int) -> bool:
        """Whether a node stands where the name of a declaration does in C: `int (f)(void);`."""
        above = max(0, self.tree.parent[node])
        return self.fields[node] is None and "declarator" in self.tree.name(above)


def _classes(tree: Tree) -> Sequence[int]:
    """Return for each row the innermost class that it is or is in; -1 if what is in it is open."""
    classes, opened = tree.kinds_where(_CLASSES.search), tree.kinds_where(_OPEN.search)
    rows = (row for row in tree.rows_of(classes) if row and tree.is_named(row))
    return tree.innermost(((row, -1 if tree.kind[row] in opened else row) for row in rows), -1)
