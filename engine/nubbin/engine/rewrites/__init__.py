"""Floor 3: changes by which one part of a text takes over what another did. No oracle is asked.

Each module is about one idea, and yields the changes, or the edits, that carry it out. None of them
holds for sure: names and shapes suggest them, and the oracle decides.
"""
