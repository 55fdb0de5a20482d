"""`verifier check --watch`: check again when files change, until it is interrupted."""

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NoReturn, TypeAlias

from verifier.commands.common import warn
from verifier.document.lookup import DOCUMENTS, SIDECAR

Stamp: TypeAlias = tuple[int, int, int] | None
"""When a file was changed, its size and its number; None if it is not there."""
State: TypeAlias = dict[str, tuple[Stamp, ...]]
"""The stamps of documents and of what lies beside them."""
_PAUSE: Final = 200_000_000
"""Nanoseconds between looks at the files, at the least."""
_SHARE: Final = 20
"""Looking takes one part of so many of the time."""
_SECOND: Final = 1_000_000_000
_ROUNDS: Final = 25
"""So many looks a file may change, and then is checked as it is."""
_BESIDE: Final = (".csv", ".npy")
_CLEAR: Final = "\x1b[2J\x1b[H"
"""Clears a terminal."""


def watched(run: Callable[[], int], find: Callable[[], Sequence[str]]) -> NoReturn:
    """Run a check, and again whenever the files that *find* gives have changed; ends with KeyboardInterrupt alone.

    A change is waited out, as files that were written a moment ago may be half written.
    """
    before = _state(find)
    while True:
        if sys.stdout.isatty():
            sys.stdout.write(_CLEAR)
        run()
        sys.stdout.flush()
        there = sum(stamps[0] is not None for stamps in before.values())
        warn(f"verifier: watching {there:,} file{'' if there == 1 else 's'}, until Ctrl-C")
        before = _changed(before, find)


def _changed(before: State, find: Callable[[], Sequence[str]]) -> State:
    """The next state that is another one, once it lasts."""
    now = before
    while now == before:
        now = _later(find)
    for _ in range(_ROUNDS):
        last, now = now, _later(find)
        if now == last:
            break
    return now


def _later(find: Callable[[], Sequence[str]]) -> State:
    """The state after a pause, which is the longer the longer looking takes."""
    begun = time.monotonic_ns()
    state = _state(find)
    time.sleep(max(_PAUSE, _SHARE * (time.monotonic_ns() - begun)) / _SECOND)
    return state


def _state(find: Callable[[], Sequence[str]]) -> State:
    found: State = {}
    beside: dict[str, tuple[Stamp, ...]] = {}
    for path in find():
        folder = os.path.dirname(path)
        if path.lower().endswith(DOCUMENTS) and folder not in beside:
            beside[folder] = _tables(folder)
        found[path] = (_stamp(path), _stamp(f"{path}{SIDECAR}"), *beside.get(folder, ()))
    return found


def _tables(folder: str) -> tuple[Stamp, ...]:
    """The stamps of the files in a folder that blocks may be read from."""
    with suppress(OSError):
        there = sorted(name for name in os.listdir(folder or os.curdir) if name.endswith(_BESIDE))
        return tuple(_stamp(os.path.join(folder, name)) for name in there)
    return ()


def _stamp(path: str) -> Stamp:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
