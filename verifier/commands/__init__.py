"""The commands, one module each: `add` declares its arguments, `run` does it and gives the exit code."""
