"""How many examples a search tries: a twentieth in the suite, all of them with `pytest --full`, as `.ci/run` does.

And the precision with which each test begins.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeVar

import pytest

T = TypeVar("T")

VARIABLE: Final = "VERIFIER_FULL"
"""Set in the environment, it asks for all examples."""
_SHARE: Final = 20
"""The suite tries one of so many examples, and makes inputs so many times shorter."""
LEAST: Final = 2
"""The first example of Hypothesis is the simplest, and says little."""
PRECISION: Final = 128
"""The working precision with which each test begins: it is the library's and global."""


def examples(full: int) -> int:
    """The number of examples to try, of those that a full search tries."""
    return full if os.environ.get(VARIABLE) else max(LEAST, full // _SHARE)


def longest_in_full(names: Iterable[str]) -> list[object]:
    """Published documents or their files as parameters of a test; those that take longest are for a full run."""
    longest = ("fareed", "jamil", "pendulum", "regression", "roysdon", "soham", "tutorial10")
    return [pytest.param(name, marks=[pytest.mark.slow] * (name.removesuffix(".yaml") in longest)) for name in names]


def at_length(full: int, of: int = _SHARE) -> int:
    """How long an input is made that must be read in bounded time: a twentieth in the suite, or one part of *of*."""
    return full if os.environ.get(VARIABLE) else full // of


def some(rows: Iterable[T], start: int = 0, of: int = 5) -> list[T]:
    """One row of every five, or of every *of*, beginning with that at *start*; all rows in full.

    Each test of one table has another start. Of cases, which run in four parts, an odd *of* leaves no part empty.
    """
    every = list(rows)
    return every if os.environ.get(VARIABLE) else every[start % of :: of]


def short(paths: Iterable[Path], name: Callable[[Path], str]) -> list[Path]:
    """Those of some documents that are checked soon; all in full."""
    every = list(paths)
    return every if os.environ.get(VARIABLE) else [path for path in every if name(path) not in LONG]


LONG: Final = frozenset(Path(__file__).with_name("long.txt").read_text(encoding="utf-8").split())
"""The cases that take long; `python -m tests.exams.longest` measures them and writes the list."""
