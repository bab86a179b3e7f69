"""Floor 3: changes by which one part of a text takes over what another did. No oracle is asked.

Each module has one such rewrite. It yields the changes for a configuration, of which none holds for
sure: names and shapes suggest them, and the oracle decides.
"""
