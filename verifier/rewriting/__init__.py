"""Formulas into other formulas: definitions written out, normal forms, shapes, continuity."""
