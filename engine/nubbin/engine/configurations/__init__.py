"""Floors 2 and 3: what is kept of a tree or a text, what stands for the rest, how it is cut."""
