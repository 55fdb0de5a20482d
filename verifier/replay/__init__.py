"""Infer the author's rounding rule and the values that were carried from stage to stage."""
