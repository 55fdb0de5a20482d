"""Which numerals of a source text the document accounts for."""
