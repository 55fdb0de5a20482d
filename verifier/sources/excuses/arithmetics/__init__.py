"""Arithmetic other than that of decimal numbers: other bases, residues, fields, levels, vectors, riddles."""
