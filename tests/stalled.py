"""The command, but that documents of some names never end, take all memory, or end their process.

`python -m tests.stalled check ...` is that command, whose seconds of `--timeout` are short.
"""

import os
import signal
import time
from collections.abc import Callable
from typing import Final

import verifier.batch
from verifier.supervision import pool

SECOND: Final = 4 * 10**8
"""Nanoseconds of a second of `--timeout`: enough for a tiny document where other programs run too."""
SECOND_OF_POOL: Final = "verifier.supervision.pool._SECOND"


def stalled(path: str, *others: object, worked: Callable[..., object] = verifier.batch.worked) -> object:
    """What `worked` gives, if it comes to that."""
    name = os.path.basename(path)
    if name.startswith("slow"):
        time.sleep(600)
    if name.startswith("huge"):
        bytearray(2**40)
    if name.startswith("fall"):
        os.kill(os.getpid(), signal.SIGKILL)
    return worked(path, *others)


if __name__ == "__main__":
    from verifier.__main__ import run

    verifier.batch.worked = stalled  # type: ignore[assignment]
    pool._SECOND = SECOND  # type: ignore[misc]  # noqa: SLF001 - there is no setting
    run()
