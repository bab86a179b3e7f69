"""Where a text says what its names stand for, as far as its tree tells (floor 3)."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.function_kinds import functions_around
from nubbin.engine.relations.mentions import mentions
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Span

_FIELDS: Final = frozenset(
    (
        "alias",
        "declaration",
        "declarator",
        "definition",
        "key",
        "left",
        "name",
        "path",
        "pattern",
    )
)
"""What grammars call the part of a definition that has the name."""
DECLARED: Final = ("declarator", "name")
"""What grammars call the name that a declaration is for, whatever else it mentions."""
_LISTS: Final = re.compile("clause|dotted|import|list|param(?!eter_decl)|pattern|template_decl|use")
"""Words in the kinds of nodes whose members are names, or have some; a parameter has but one."""
_VALUES: Final = re.compile(
    "argument|base|expression|extends|implements|initiali|interface|requires|super|type_list"
)
"""Words in the kinds of lists whose members are defined elsewhere, unless they are on the left of
an assignment."""
_USES: Final = re.compile(
    "access|call|generic|invocation|jsx|qualified|scoped|struct_expression"
    "|template_(function|method|type)"
)
"""Words in the kinds of nodes in which a name is that of something defined elsewhere."""
IMPORTS: Final = re.compile("import|(?<!cla)us(e|ing)_")
"""Words in the kinds of nodes that make known what is defined elsewhere."""
IMPORTING: Final = re.compile("import|use_decl")
"""Those of them that are all that makes it known, up to the end of the statement."""
_NAMED_THERE: Final = re.compile("import|(?<!cla)use")
"""Words in the kinds of these that hold a path; the last name in it is as good as defined there."""
_HOLDERS: Final = {"linkage_specification": "body", "use_declaration": "argument"}
"""The kinds of nodes that do no more than hold a definition, with the field in which it is."""
_OPERATIONS: Final = re.compile("binary|boolean|comparison|infix|logical|range")
"""Words in the kinds of nodes with a left part that is given no value."""


@dataclass(frozen=True, slots=True)
class Definition:
    """The smallest removable part around what says what a name stands for."""

    part: int
    name: int
    """The first mention."""
    uses: tuple[int, ...]
    """The mentions outside of the part, in order."""


class ByFirstUse:
    """Definitions by where what they define is used first, so that of many a few are looked at.

    Args:
        tree: of the text.
        defined: what it defines.
    """

    def __init__(self, tree: Tree, defined: Iterable[Definition]) -> None:
        self._tree = tree
        self._used = sorted((each for each in defined if each.uses), key=_first_use)

    def only_in(self, spans: Sequence[Span]) -> list[int]:
        """Return the parts, outside of some spans, that define what is used in these alone."""
        start, found = self._tree.start, dict[int, None]()

        def within(row: int) -> bool:
            return any(span.start <= start[row] < span.end for span in spans)

        for span in spans:
            first, behind = (
                bisect_left(self._used, place, key=lambda each: start[_first_use(each)])
                for place in span
            )
            for each in self._used[first:behind]:
                if all(map(within, each.uses)) and not within(each.part):
                    found[each.part] = None
        return [*found]


def _first_use(definition: Definition) -> int:
    return definition.uses[0]


def definitions(configuration: Configuration, fields: Sequence[str | None]) -> Iterator[Definition]:
    """Yield the definitions of names that are mentioned elsewhere too.

    The first mention is taken for one, if that is what its place in the grammar looks like. What a
    function defines is unknown outside of it, where the next mention is the first. Of what is
    defined twice nobody knows which is meant.

    Args:
        configuration: what is reduced.
        fields: by row, the one that each node is in.
    """
    tree = configuration.tree
    scope_of = functions_around(tree)
    for leaves in mentions(configuration).values():
        first = 0
        while first < len(leaves) - 1:
            name = leaves[first]
            part = defined_by(configuration, name, fields)
            if part is None:
                break
            others, end = first + 1, bisect_left(leaves, tree.skip[scope_of[part]], first + 1)
            uses = tuple(leaf for leaf in leaves[others:end] if leaf >= tree.skip[part])
            if end > others and not any(_same_place(tree, name, use) for use in uses):
                yield Definition(part, name, uses)
            first = end


def defined_by(configuration: Configuration, name: int, fields: Sequence[str | None]) -> int | None:
    """Return the smallest removable part that is about what a leaf of it names; None if none is.

    A call is not, nor what has something of a type that the leaf names.
    """
    tree, part, whole = configuration.tree, name, False
    while (above := tree.parent[part]) >= 0:
        field, kind = fields[part], tree.name(above)
        if is_use(tree, part, fields):
            return None
        member = field is None and _LISTS.search(kind) is not None
        # Without the only one nothing would be declared, or a parameter would have no name.
        declares = field == "declarator"
        empties = declares and _is_one(fields[c] == field for c in tree.children(above))
        may_go = (whole or member or declares) and not empties
        if may_go and configuration.goes_by_rule(part):
            return part
        in_string = "string" in kind
        # Of `class T`, a parameter of a template, the name can go; but that is the whole of it.
        bare = field is None and "declaration" in kind
        only = (whole or in_string or bare) and tree.only_named(above) == part
        held = field == _HOLDERS.get(kind, "")
        if not (member or only or held or field in _FIELDS):
            return None
        whole = whole or (field is not None and not in_string)
        part = above
    return None


def _is_one(found: Iterable[bool]) -> bool:
    """Whether no more than one holds; looks no further than for a second."""
    return len([*islice(filter(None, found), 2)]) < 2


def is_use(tree: Tree, node: int, fields: Sequence[str | None]) -> bool:
    """Whether a node stands where there is only what is defined elsewhere.

    The name of a template that is specialised does not, nor what is imported.
    """
    above = tree.parent[node]
    kind, outer = tree.name(above), fields[above]
    match fields[node]:
        case None:
            values = _LISTS.search(kind) and _VALUES.search(kind)
            return values is not None and outer != "left"
        case "left":
            return _OPERATIONS.search(kind) is not None
        case "name":
            used = _USES.search(kind) is not None and outer not in DECLARED
            return used and _NAMED_THERE.search(tree.name(max(0, tree.parent[above]))) is None
    return False


def attributes(tree: Tree) -> dict[int, list[int]]:
    """Return by node the attributes right before it, the nearest first."""
    found: dict[int, list[int]] = {}
    for row in tree.rows_of(tree.kinds_where(lambda kind: "attribute" in kind)):
        behind = tree.skip[row]
        if behind < tree.skip[tree.parent[row]]:
            found[behind] = [row, *found.get(row, ())]
    return found


def _same_place(tree: Tree, one: int, other: int) -> bool:
    """Whether two leaves have the same place in nodes of one kind."""
    above, beside = tree.parent[one], tree.parent[other]
    return tree.kind[above] == tree.kind[beside] and one - above == other - beside
