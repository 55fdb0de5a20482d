"""Errata sheets as HTML pages."""
