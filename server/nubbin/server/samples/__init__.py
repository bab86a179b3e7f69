"""Test cases that ship with nubbin."""
