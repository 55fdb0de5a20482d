"""Givens that are a known generator's stream."""
