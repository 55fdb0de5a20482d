"""Change the digits of a document that have one right value, in its file."""
