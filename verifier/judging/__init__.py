"""Verdicts on numbers, ends of intervals, bounds and shapes."""
