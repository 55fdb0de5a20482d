"""Blocks of numbers, and what annotations say of them."""
