"""Rows as a whole: what no cell alone shows."""
