"""A text in which a word or a literal changes in all its places at once (floor 5)."""

from collections.abc import Iterable, Sequence

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import Sweeper
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits

Group = tuple[Span, ...]
"""The places of one lexeme, a word or a literal; all of them change together."""


class Together:
    """A text in which lexemes change, in all places of a group alike.

    Args:
        context: answers for the oracle.
        text: what the groups' spans refer to.
        groups: where the lexemes stand; two spans are disjoint or nested.
    """

    def __init__(self, context: Context, text: bytes, groups: Sequence[Group]) -> None:
        self._context = context
        self._original = text
        self._groups = groups
        self._changed: dict[int, bytes] = {}
        self.text = text
        """The text with all changes that were found to hold."""

    def __len__(self) -> int:
        return len(self._groups)

    def lexeme(self, number: int) -> bytes:
        """Return the lexeme that stands in the places of a group now."""
        first = self._groups[number][0]
        return self._changed.get(number, self._original[first.start : first.end])

    def ask(self, changes: Iterable[tuple[int, bytes]]) -> frozenset[int]:
        """Make the changes that hold; return the numbers of the groups that changed.

        Args:
            changes: pairs of a group's number and a lexeme, in the order of preference; of several
                that hold for one group the first is made.
        """
        sweeper = Sweeper(self._render, self._context.asker, self._context.window)
        sweeper.ask_all(changes)
        self._changed |= dict(reversed(sweeper.accepted))
        self.text = sweeper.text
        return frozenset(number for number, _ in sweeper.accepted)

    def _render(self, changes: Sequence[tuple[int, bytes]]) -> bytes:
        chosen = self._changed | dict(reversed(changes))
        spans = ((span, other) for number, other in chosen.items() for span in self._groups[number])
        return apply_edits(self._original, [Edit(*span, other) for span, other in spans])
