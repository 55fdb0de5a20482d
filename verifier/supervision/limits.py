"""The limits of the work on one document, and how they are written."""

import os
from argparse import ArgumentTypeError
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple

MOST_JOBS: Final = 64
WHOLE: Final = 100
"""Percent of a whole."""
_UNITS: Final = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30}
_SECONDS: Final = {"": 1, "s": 1, "m": 60, "h": 3600}
_WRITTEN: Final = pattern(r"([0-9]{1,9})([A-Za-z]?)")


class Limits(NamedTuple):
    """Seconds, bytes of memory beside what the program itself takes, and bytes of output; 0 where there is no limit."""

    timeout: int
    memory: int
    output: int


UNLIMITED: Final = Limits(0, 0, 0)
DEFAULT: Final = Limits(timeout=300, memory=2 * 2**30, output=256 * 2**20)


def seconds(text: str) -> int:
    """The seconds of `60`, `90s`, `5m` or `1h`; raises ArgumentTypeError."""
    found = _WRITTEN.fullmatch(text)
    if found is None or found[2].lower() not in _SECONDS:
        raise ArgumentTypeError(f"a time as 60, 90s, 5m or 1h, or 0 for no limit, found {text[:20]!r}")
    return int(found[1]) * _SECONDS[found[2].lower()]


def size(text: str) -> int:
    """The bytes of `512M` or `2G`; raises ArgumentTypeError."""
    found = _WRITTEN.fullmatch(text)
    if found is None or found[2].upper() not in _UNITS:
        raise ArgumentTypeError(f"a size as 512M or 2G, or 0 for no limit, found {text[:20]!r}")
    return int(found[1]) * _UNITS[found[2].upper()]


def count(text: str) -> int:
    """The number of processes that *text* says, the number of cores for 0; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > MOST_JOBS:
        raise ArgumentTypeError(f"a number of processes from 0 to {MOST_JOBS}, found {text[:20]!r}")
    return int(text) or os.cpu_count() or 1


def share(text: str) -> int:
    """A share in percent, a whole number from 0 to 100; raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) > WHOLE:
        raise ArgumentTypeError(f"a whole number of percent from 0 to {WHOLE}, found {text[:20]!r}")
    return int(text)


def size_text(size: int) -> str:
    """A size as it is written: `2G`."""
    for unit, factor in reversed(_UNITS.items()):
        if size and size % factor == 0:
            return f"{size // factor}{unit}"
    return str(size)
