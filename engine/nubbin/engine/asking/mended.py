"""Candidates without the definitions that they leave unused (floor 4).

Where a compiler refuses unused variables and imports, hardly anything can be removed by itself: of
the questions about two files of Go, one in ten held. So each candidate is asked about as people
would leave it, without what the change has left unused.

A pass does not notice: it goes on from its own text, and all its candidates are mended alike. The
passes that claim minimality, for which each single node has to be tried, ask past this asker.
"""

from nubbin.engine.asking.translated import Translated


class Mended(Translated):
    """Asks about each candidate without what is unused in it; see `Unused.removed`."""
