"""Exact ranges: all values of a cell over a box."""
