"""Texts of which a language says more than its grammar does, a module for each language."""
