"""The search for causes: which slip of the author reproduces the wrong numbers of a stage."""
