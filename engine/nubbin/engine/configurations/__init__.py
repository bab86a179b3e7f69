"""Floors 2 and 3: what is kept of a tree or a text, what replaces the rest, and how it is cut."""
