"""Where a text defines its names, as far as its tree tells (floor 3)."""

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
"""The fields of a definition that hold the name it defines."""
DECLARED: Final = ("declarator", "name")
"""The fields that hold the name which a declaration declares, whatever else it mentions."""
_LISTS: Final = re.compile("clause|dotted|import|list|param(?!eter_decl)|pattern|template_decl|use")
"""Words in the kinds of nodes whose members are or have names; a parameter has only one."""
_VALUES: Final = re.compile(
    "argument|base|expression|extends|implements|initiali|interface|requires|super|type_list"
)
"""Words in the kinds of lists whose members are defined elsewhere, unless they are on the left of
an assignment."""
_USES: Final = re.compile(
    "access|call|generic|invocation|jsx|qualified|scoped|struct_expression"
    "|template_(function|method|type)"
)
"""Words in the kinds of nodes whose field `name` mentions something that is defined elsewhere."""
IMPORTS: Final = re.compile("import|(?<!cla)us(e|ing)_")
"""Words in the kinds of nodes that import names which are defined elsewhere."""
IMPORTING: Final = re.compile("import|use_decl")
"""Words in the kinds of whole import statements; `IMPORTS` fits clauses inside of these, too."""
_NAMED_THERE: Final = re.compile("import|(?<!cla)use")
"""Words in the kinds of imports that hold a path; its last name counts as defined there."""
_HOLDERS: Final = {"linkage_specification": "body", "use_declaration": "argument"}
"""The kinds of nodes that only wrap a definition, each with the field that holds it."""
_OPERATIONS: Final = re.compile("binary|boolean|comparison|infix|logical|range")
"""Words in the kinds of nodes with a field `left` that is no target of an assignment."""


@dataclass(frozen=True, slots=True)
class Definition:
    """The definition of a name, and where the name is used."""

    part: int
    """The smallest removable part around the definition."""
    name: int
    """The leaf that is the first mention of the name."""
    uses: tuple[int, ...]
    """The leaves that mention it outside of the part, in order."""


class ByFirstUse:
    """Definitions in the order of their first uses, so that only a few of many are looked at.

    Args:
        tree: of the text.
        defined: its definitions.
    """

    def __init__(self, tree: Tree, defined: Iterable[Definition]) -> None:
        self._tree = tree
        self._used = sorted((each for each in defined if each.uses), key=_first_use)

    def only_in(self, spans: Sequence[Span]) -> list[int]:
        """Return the definitions outside of some spans whose uses are all inside of these."""
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


def definitions(configuration: Configuration) -> Iterator[Definition]:
    """Yield the definitions of names that are mentioned elsewhere too.

    The first mention of a name is taken for its definition if its place in the grammar looks like
    one. What a function defines is unknown outside of it, so behind the function the next mention
    counts as the first again. A name that is defined twice is left out, as its uses may mean
    either.

    Args:
        configuration: what is reduced.
    """
    tree = configuration.tree
    scope_of = functions_around(tree)
    for leaves in mentions(configuration.tree).values():
        first = 0
        while first < len(leaves) - 1:
            name = leaves[first]
            part = defined_by(configuration, name)
            if part is None:
                break
            others, end = first + 1, bisect_left(leaves, tree.skip[scope_of[part]], first + 1)
            uses = tuple(leaf for leaf in leaves[others:end] if leaf >= tree.skip[part])
            if end > others and not any(_same_place(tree, name, use) for use in uses):
                yield Definition(part, name, uses)
            first = end


def defined_by(configuration: Configuration, name: int) -> int | None:
    """Return the smallest removable part that defines what a leaf of it names; None if none does.

    A call does not define its function, nor a declaration the type that it mentions.
    """
    tree, part, whole = configuration.tree, name, False
    while (above := tree.parent[part]) >= 0:
        field, kind = tree.fields[part], tree.name(above)
        if is_use(tree, part):
            return None
        member = field is None and _LISTS.search(kind) is not None
        # Without the only one nothing would be declared, or a parameter would have no name.
        declares = field == "declarator"
        empties = declares and _is_one(tree.fields[c] == field for c in tree.children(above))
        may_go = (whole or member or declares) and not empties
        if may_go and configuration.goes_by_rule(part):
            return part
        in_string = "string" in kind
        # The name in `class T`, a parameter of a template, can go; but it is all that is declared.
        bare = field is None and "declaration" in kind
        only = (whole or in_string or bare) and tree.only_named(above) == part
        held = field == _HOLDERS.get(kind, "")
        if not (member or only or held or field in _FIELDS):
            return None
        whole = whole or (field is not None and not in_string)
        part = above
    return None


def _is_one(found: Iterable[bool]) -> bool:
    """Whether at most one value is true; reads no further than to the second true one."""
    return len([*islice(filter(None, found), 2)]) < 2


def is_use(tree: Tree, node: int) -> bool:
    """Whether a node stands where a name always means something that is defined elsewhere.

    The name of a template that is specialised does not stand in such a place, nor an imported name.
    """
    above = tree.parent[node]
    kind, outer = tree.name(above), tree.fields[above]
    match tree.fields[node]:
        case None:
            values = _LISTS.search(kind) and _VALUES.search(kind)
            return values is not None and outer != "left"
        case "left":
            return _OPERATIONS.search(kind) is not None
        case "name":
            used = _USES.search(kind) is not None and outer not in DECLARED
            return used and _NAMED_THERE.search(tree.name(max(0, tree.parent[above]))) is None
    return False


def attributes(tree: Tree) -> Mapping[int, Sequence[int]]:
    """Return the attributes right before each node that is none, the nearest first."""
    found: dict[int, deque[int]] = {}
    for row in tree.rows_where(lambda kind: "attribute" in kind):
        behind = tree.skip[row]
        if behind < tree.skip[tree.parent[row]]:
            found[behind] = found.pop(row, deque())
            found[behind].appendleft(row)
    return found


def _same_place(tree: Tree, one: int, other: int) -> bool:
    """Whether two leaves have the same place in parents of the same kind."""
    above, beside = tree.parent[one], tree.parent[other]
    return tree.kind[above] == tree.kind[beside] and one - above == other - beside
