"""Names: those that a text gives to numbers, functions and blocks, and those that annotations give."""
