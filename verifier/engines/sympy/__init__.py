"""The second engine: SymPy and mpmath, and proofs with symbols."""
