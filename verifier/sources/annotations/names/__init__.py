"""Names that texts give to numbers and functions, and formulas that use them."""
