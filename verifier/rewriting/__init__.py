"""Transformations and analyses of formulas: expanding definitions, normal forms, shapes, continuity."""
