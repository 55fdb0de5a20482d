"""What a whole call of `verifier check` said before is said again, while all files are the same on which that rests.

This is looked up before the command line is parsed, and imports next to nothing: it costs less than the parser.
"""

import os

from verifier.cache import Cache, cache, folder
from verifier.files_seen import Notes, state

COMMAND = "check"
NOT_KEPT = "--no-cache"
"""With this option nothing is kept, so that it is not looked for."""
Said = list[tuple[int, str]]
"""Texts in the order in which they were written, each with the number of its stream: 1 is standard output."""


def said_again(argv: list[str]) -> int | None:
    """Write what a call wrote before; returns its exit code, and None if it is to be worked on."""
    if not is_plain(argv) or NOT_KEPT in argv or folder() is None:
        return None
    there = cache()
    entry = None if there is None else there.get(_key(argv))
    if entry is None or any(state(path) != found for path, found in entry["rests"]):  # type: ignore[attr-defined]
        return None
    try:
        for stream, text in entry["said"]:  # type: ignore[attr-defined]
            _write(stream, text.encode("utf-8", "backslashreplace"))
    except BrokenPipeError:
        return 2
    return int(str(entry["code"]))


def is_plain(argv: list[str]) -> bool:
    """Whether a call is one to check whose output is no picture, and whose streams are open."""
    try:
        return argv[:1] == [COMMAND] and not (os.isatty(1) or os.environ.get("FORCE_COLOR")) and bool(os.fstat(2))
    except OSError:
        return False


def keep(there: Cache, argv: list[str], said: Said, code: int, notes: Notes) -> None:
    """Keep what a call has written, with the files on which it rests, if these are all."""
    if notes.is_whole:
        there.keep(_key(argv), {"rests": sorted(notes.states.items()), "said": said, "code": code})


def _key(argv: list[str]) -> str:
    return repr((os.getcwd(), argv))


def _write(stream: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(stream, left) :]
