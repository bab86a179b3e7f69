"""Candidates without what nothing uses any more (floor 4).

Where a compiler refuses variables and imports that nothing uses, next to nothing can go by itself:
of the questions about two files of Go one in ten held. So what is asked about there is each
candidate as people would leave it, without what the change has left unused.

A pass knows nothing of it: it goes on from its own text, whose candidates all lose the same. That
each single node was tried, as minimality is claimed, is for who asks past this asker.
"""

from nubbin.engine.asking.translated import Translated


class Mended(Translated):
    """Asks about each candidate without what nothing uses; see `Unused.removed`."""
