"""Which files something rests on: what each held, or that it was not there.

Imports next to nothing, as it is asked before anything else is known of a call.
"""

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

Seen = tuple[str, str]
"""A path, and the state in which it was seen."""
_MOST = 64 * 2**20
"""Bytes of the longest file that anything rests on."""


class Notes:
    """What is noted: the states of files and folders by their paths; `is_whole` is false if that is not all."""

    now: "Notes | None" = None
    """Those that are being taken."""

    def __init__(self) -> None:
        self.states: dict[str, str] = {}
        self.is_whole = True

    def __enter__(self) -> "Notes":  # noqa: PYI034 - typing takes longer to import than all of this
        self.before, Notes.now = Notes.now, self
        return self

    def __exit__(self, *_: object) -> None:
        Notes.now = self.before

    def add(self, path: str, found: str) -> None:
        """Add a state; nothing rests on one of two."""
        self.is_whole &= self.states.setdefault(path, found) == found


def note(path: str, content: bytes | None = None) -> None:
    """Note a file that was read, or without its content what is at a path, a folder or nothing."""
    if Notes.now is not None:
        Notes.now.add(path, state(path) if content is None else _of_file(path, content))


def note_unknown() -> None:
    """Note that more was seen than can be told."""
    if Notes.now is not None:
        Notes.now.is_whole = False


def state(path: str) -> str:
    """What is at a path: where it lies behind links, and its content; of a folder the names; empty if nothing is."""
    try:
        if os.path.isdir(path):
            return _of_file(path, "\0".join(sorted(os.listdir(path))).encode(errors="surrogateescape"))
        content = regular(path, _MOST)
    except (OSError, ValueError):
        return ""
    return "" if content is None else _of_file(path, content)


def _of_file(path: str, content: bytes) -> str:
    return f"{digest(content)} {os.path.realpath(path)}"


def digest(content: bytes) -> str:
    """What tells contents apart."""
    made: str = _sha256()(content).hexdigest()
    return made


def _sha256() -> "Callable[[bytes], Any]":
    """Python's own, of which `hashlib` has the digests too: that loads OpenSSL, and takes longer than all else here."""
    for name in ("_sha2", "_sha256"):  # since Python 3.12, and before
        try:
            return __import__(name).sha256  # type: ignore[no-any-return]  # as its name says
        except ImportError:
            continue
    from hashlib import sha256

    return sha256


def regular(path: str, most: int) -> bytes | None:
    """The content, up to *most* + 1 bytes; None for a pipe or a device. Raises OSError and ValueError."""

    def opener(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    with open(path, "rb", opener=opener) as file:
        found = os.fstat(file.fileno())
        return file.read(min(most, found.st_size) + 1) if stat.S_ISREG(found.st_mode) else None
