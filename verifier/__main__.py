"""`python -m verifier`."""

import gc
import os
import sys

from verifier.repeated_call import said_again

_MANY = 250_000
"""Allocations between garbage collections: a check makes many small objects that live until it ends."""
_ROOM = 1 << 15
"""Words for the frames of all calls, in one piece: Python would take and give back pieces of 2,048 again and again."""


def run() -> None:
    """Run the command, or say again what it said before, and leave with its exit code."""
    gc.set_threshold(_MANY)
    code = said_again(sys.argv[1:])
    _leave(_worked() if code is None else code)


def _worked() -> int:
    import signal

    from verifier import quick_imports

    quick_imports.begin()
    from verifier import engine_in_parts

    engine_in_parts.begin()
    from verifier.cli import main

    signal.signal(signal.SIGTERM, _left)
    return main(sys.argv[1:])


def _leave(code: int) -> None:
    """Leave with an exit code, and what was made to the system, which takes it back faster than it could be cleared.

    Where something else runs in this process, or looks on, all is ended in order.
    """
    if "threading" in sys.modules or sys.gettrace() or sys.getprofile():
        sys.exit(code)
    try:
        for stream in filter(None, (sys.stdout, sys.stderr)):
            stream.flush()
    except OSError:  # of which the interpreter complains when it ends
        sys.exit(code)
    os._exit(code)


def _left(number: int, _frame: object) -> None:
    """Leave as after an interruption: files that are half written and processes do not stay."""
    sys.exit(128 + number)


_worked.__code__ = _worked.__code__.replace(co_stacksize=_ROOM)

if __name__ == "__main__":
    run()
