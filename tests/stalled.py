"""The command, but that documents of some names never end, take all memory, or end their process.

`python -m tests.stalled check ...` is that command. Its seconds of `--timeout` are short, and hold for those that never
end alone, so that no load of the machine stops another one.
"""

import os
import signal
import time
from collections.abc import Callable
from typing import Final

import verifier.one_file
from verifier.supervision import pool
from verifier.supervision.worker import Worker

SECOND: Final = 10**8
"""Nanoseconds of a second of `--timeout`."""
_begin = pool._Pool._begin  # noqa: SLF001 - there is no other place where a task gets its deadline


def stalled(path: str, *others: object, worked: Callable[..., object] = verifier.one_file.worked) -> object:
    """What `worked` gives, if it comes to that."""
    name = os.path.basename(path)
    if name.startswith("slow"):
        time.sleep(600)
    if name.startswith("huge"):
        bytearray(2**40)
    if name.startswith("fall"):
        os.kill(os.getpid(), signal.SIGKILL)
    return worked(path, *others)


def is_endless(task: str) -> bool:
    """Whether a task never ends, by its name."""
    return os.path.basename(task).startswith(("slow", "sleep"))


def begin(of: "pool._Pool[object]", worker: Worker, task: int, *, is_alone: bool) -> None:
    """Give a task to a process; only one that never ends has a deadline."""
    _begin(of, worker, task, is_alone=is_alone)
    if not is_endless(of.tasks[task]):
        worker.deadline = 0


def hurried(patch: Callable[[object, str, object], None]) -> None:
    """Let *patch* make seconds short, and those alone that never end have a deadline."""
    patch(pool, "_SECOND", SECOND)
    patch(pool._Pool, "_begin", begin)  # noqa: SLF001 - as above


if __name__ == "__main__":
    from verifier.__main__ import run

    verifier.one_file.worked = stalled  # type: ignore[assignment]
    hurried(setattr)
    run()
