"""Files are written aside and renamed: at any moment each is the old one or the new one, and whole."""

import errno
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, TextIO

try:
    import fcntl
except ImportError:  # a system without it has no locks of this kind
    fcntl = None  # type: ignore[assignment]

_PART: Final = ".verifier-"
"""How the names of files begin that are being written."""
_FRESH: Final = 10**10
"""Nanoseconds in which a file that was just made is surely locked."""


@contextmanager
def written(path: str) -> Iterator[TextIO]:
    """A file to write UTF-8 into, which takes the place of *path* at the end; after an exception *path* is as it was.

    Pipes and devices are written to directly. Raises OSError with the name *path*.
    """
    target = os.path.realpath(path)
    with _named(path):
        is_special = os.path.lexists(target) and not stat.S_ISREG(os.stat(target).st_mode)
        part = target if is_special else os.path.join(os.path.dirname(target), f"{_PART}{os.urandom(8).hex()}")
        file = open(part, "w" if is_special else "x", encoding="utf-8", errors="backslashreplace", newline="")  # noqa: SIM115 - closed below
    try:
        with _named(path):
            _lock(file.fileno())
        yield file
        with _named(path):
            file.close()
            if not is_special:
                if os.path.exists(target):
                    os.chmod(part, stat.S_IMODE(os.stat(target).st_mode))
                os.replace(part, target)
    except BaseException as error:
        _abandon(file, None if is_special else part)
        if isinstance(error, OSError) and error.filename is None:  # writing itself, as on a full disk
            raise _about(error, path) from error
        raise


def write(path: str, text: str) -> None:
    """Write *text* to *path*, whole or not at all; raises OSError with the name *path*."""
    with written(path) as file:
        file.write(text)


def swept(folder: str) -> None:
    """Remove what runs that were killed have left in a folder; what is being written is locked, and stays."""
    for name in os.listdir(folder) if fcntl is not None and os.path.isdir(folder) else []:
        if name.startswith(_PART):
            with suppress(OSError), open(os.path.join(folder, name), "rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if time.time_ns() - os.fstat(file.fileno()).st_mtime_ns > _FRESH:
                    os.unlink(file.name)


@contextmanager
def alone_in(folder: str) -> Iterator[None]:
    """Keep other runs from what they do here too, until the end; they wait."""
    if fcntl is None:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> None:
    """Mark a file as being written; some file systems have no locks."""
    if fcntl is not None:
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _abandon(file: TextIO, part: str | None) -> None:
    """Close and remove a file that was not written to its end."""
    with suppress(OSError, ValueError):
        file.close()
    if part is not None:
        with suppress(OSError):
            os.unlink(part)


@contextmanager
def _named(path: str) -> Iterator[None]:
    """Errors inside name *path*, not the file beside it."""
    try:
        yield
    except OSError as error:
        raise _about(error, path) from error


def _about(error: OSError, path: str) -> OSError:
    return OSError(error.errno or errno.EIO, error.strerror or "cannot be written", path)
