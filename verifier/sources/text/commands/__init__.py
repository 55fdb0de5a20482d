"""LaTeX that few texts have, as plain LaTeX or signs."""
