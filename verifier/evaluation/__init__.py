"""The value of every stage under one policy."""
