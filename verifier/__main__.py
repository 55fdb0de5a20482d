"""`python -m verifier`."""

import sys

from verifier.repeated_call import said_again

_MANY = 250_000
"""Allocations between garbage collections: a check makes many small objects that live until it ends."""


def run() -> None:
    """Run the command, or say again what it said before, and leave with its exit code."""
    code = said_again(sys.argv[1:])
    sys.exit(_worked() if code is None else code)


def _worked() -> int:
    import gc
    import signal

    from verifier.cli import main

    gc.set_threshold(_MANY)
    signal.signal(signal.SIGTERM, _left)
    return main(sys.argv[1:])


def _left(number: int, _frame: object) -> None:
    """Leave as after an interruption: files that are half written and processes do not stay."""
    sys.exit(128 + number)


if __name__ == "__main__":
    run()
