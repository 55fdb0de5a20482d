"""Contradicted cells into errata, findings and sentences."""
