"""Drafts of annotations: formulas that an author's text states by names, and formulas that its numbers bear out."""
