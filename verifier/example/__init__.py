"""Worked examples that are right by construction: drafted, computed exactly, then printed."""
