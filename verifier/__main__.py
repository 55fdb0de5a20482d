"""`python -m verifier`."""

import gc
import sys

from verifier.cli import main

_MANY = 100_000
"""Allocations between garbage collections: a check makes many small objects that live until it ends."""


def run() -> None:
    """Run the command and leave with its exit code."""
    gc.set_threshold(_MANY)
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()
