"""What running text says in words: operations, their results and the names of operands, as signs."""
