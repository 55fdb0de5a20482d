"""Chains to stages: what each equality states, in all ways in which it can be read."""
