"""Arithmetic that operations compute with: on points, and on ranges."""
