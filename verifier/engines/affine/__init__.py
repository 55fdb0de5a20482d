"""Affine arithmetic: each intermediate number as a rational combination of hidden numbers (Comba, Stolfi 1993)."""
