"""The walk along the frontier of a tree: it asks, and makes the changes that hold (floor 5)."""

from collections.abc import Iterable, Sequence

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.frontier import Company, Frontier, Hoists
from nubbin.engine.algorithms.pace import Pace
from nubbin.engine.algorithms.patches import Sweeper
from nubbin.engine.configurations.changes import Change, Hoist
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.vocabulary.candidate import Candidate


def cut(
    configuration: Configuration,
    hoists: Hoists,
    context: Context,
    *,
    singly: bool,
    pace: Pace,
    least_weight: int = 0,
    company: Company = lambda run: (),
    enough: int = -1,
) -> bytes:
    """Work off the frontier of a configuration; return the text that is left.

    With `singly` and no least weight, a text that comes back unchanged is 1-tree-minimal over the
    configuration's tree.

    Args:
        configuration: reduced in place.
        hoists: the descendants to try in place of a node that stays.
        context: answers for the oracle; says how many questions to ask at once (W).
        singly: whether to begin with single nodes instead of runs.
        pace: how far the walk looks ahead.
        least_weight: how many tokens a change must take away to be worth a question.
        company: what may go along with a run of siblings that cannot go alone.
        enough: the walk ends once the text has no more bytes than this.
    """
    window = context.window
    if context.at_most is not None:
        least_weight = max(least_weight, configuration.tree.tokens() - context.at_most)
    frontier = Frontier(
        configuration,
        hoists,
        window,
        singly=singly,
        turn=context.turn,
        pace=pace,
        least_weight=least_weight,
        company=company,
    )
    sweeper = Sweeper(configuration.render, context.asker, window)

    def planned() -> int:
        context.asker.poll()  # in a long chain of nodes, perhaps none is worth a question
        return sweeper.planned

    def beyond(base: Sequence[Change]) -> Iterable[Candidate[object]]:
        # Too many large runs hold for anybody to foresee what comes next.
        return frontier.beyond(base, context.asker.poll) if singly else ()

    while not sweeper.settled or (frontier and len(sweeper.text) > enough):
        refused = sweeper.ask_window(frontier.draw(planned), beyond)
        accepted, sweeper.accepted = sweeper.accepted, []
        frontier.answered(refused, any_held=bool(accepted or sweeper.unmerged))
        configuration.apply(accepted)
        hoists_made = (change for change in accepted if isinstance(change, Hoist))
        for place in dict.fromkeys(hoist.place for hoist in hoists_made):
            frontier.hoisted(place)
    return configuration.render()
