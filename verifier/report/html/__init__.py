"""Errata sheets as pages."""
