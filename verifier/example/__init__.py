"""Worked examples that are right by construction: drafted, computed exactly, and only then printed."""
