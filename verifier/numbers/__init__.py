"""Exact values and sets of reals, and how numbers are printed and rounded."""
