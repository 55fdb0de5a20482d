"""Formula text to an expression tree, and back."""
