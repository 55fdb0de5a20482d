"""Proves which printed numbers of a worked example are wrong, and what they should be."""

__version__ = "0.1.0"
