"""Exact points: one value a cell."""
