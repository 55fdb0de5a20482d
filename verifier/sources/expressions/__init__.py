"""Tokens to expressions: one side of an equality as a tree whose leaves are printed numbers."""
