"""Givens that come from the stream of a known random number generator."""
