"""Marks that were lost, moved or misread where a text was copied: brackets, exponents, points, signs of notes."""
