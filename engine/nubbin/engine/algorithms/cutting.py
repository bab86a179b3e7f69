"""The walk along the frontier of a tree: it asks, and makes the changes that hold (floor 5)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.frontier import Frontier, Tactics
from nubbin.engine.algorithms.patches import Sweeper
from nubbin.engine.configurations.changes import Change, Hoist
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.vocabulary.candidate import Candidate


def cut(context: Context, configuration: Configuration, tactics: Tactics, goal: int = -1) -> bytes:
    """Work off the frontier of a configuration; return the text that is left.

    With single nodes and no least weight, a text that comes back unchanged is 1-tree-minimal over
    the configuration's tree.

    Args:
        context: answers for the oracle; says how many questions to ask at once (W).
        configuration: reduced in place.
        tactics: how it is worked off.
        goal: the walk ends once the text has at most this many bytes; -1: once nothing is left to
            ask about.
    """
    if context.at_most is not None:
        least = max(tactics.least_weight, configuration.tree.tokens() - context.at_most)
        tactics = replace(tactics, least_weight=least)
    frontier = Frontier(configuration, tactics, context.window, context.turn)
    sweeper = Sweeper(configuration.render, context.asker, context.window)

    def planned() -> int:
        context.asker.poll()  # in a long chain of nodes, perhaps none is worth a question
        return sweeper.planned

    def beyond(base: Sequence[Change]) -> Iterable[Candidate[object]]:
        # Too many large runs hold for anybody to foresee what comes next.
        return frontier.beyond(base, context.asker.poll) if tactics.singly else ()

    while not sweeper.settled or (frontier and len(sweeper.text) > goal):
        refused = sweeper.ask_window(frontier.draw(planned), beyond)
        accepted, sweeper.accepted = sweeper.accepted, []
        frontier.answered(refused, any_held=bool(accepted or sweeper.unmerged))
        configuration.apply(accepted)
        hoists_made = (change for change in accepted if isinstance(change, Hoist))
        for place in dict.fromkeys(hoist.place for hoist in hoists_made):
            frontier.hoisted(place)
    return configuration.render()
