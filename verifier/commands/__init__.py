"""The commands, one module each: `add` declares the arguments, `run` executes and returns the exit code."""
