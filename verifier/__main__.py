"""`python -m verifier`."""

import gc
import signal
import sys

from verifier.cli import main

_MANY = 250_000
"""Allocations between garbage collections: a check makes many small objects that live until it ends."""


def run() -> None:
    """Run the command and leave with its exit code."""
    gc.set_threshold(_MANY)
    signal.signal(signal.SIGTERM, _left)
    sys.exit(main(sys.argv[1:]))


def _left(number: int, _frame: object) -> None:
    """Leave as after an interruption: files that are half written and processes do not stay."""
    sys.exit(128 + number)


if __name__ == "__main__":
    run()
