"""Errata: groups of contradicted cells, their sentences, and findings for tools."""
