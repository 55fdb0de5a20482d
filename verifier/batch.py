"""Many documents, in one process or several: each to its report, or to what is wrong with its file.

Whatever the number of processes, what comes back is the same and in the order of the call.
"""

import copyreg
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import NamedTuple, TypeAlias

from flint import arb

from verifier.document.model import Document
from verifier.document.reader import DocumentError, read
from verifier.fault import told
from verifier.operations import signatures
from verifier.verdict import Report

Progress: TypeAlias = Callable[[str], AbstractContextManager[None]]


class Outcome(NamedTuple):
    """The report on one document, or the problems of its file as text."""

    report: Report | None
    problems: str = ""


Judge: TypeAlias = Callable[[Document], Report]
"""How one document is judged, as `check` with some of its wishes."""


def checked(paths: list[str], judge: Judge, *, jobs: int, progress: Progress) -> Iterator[Outcome]:
    """The outcome of each file, in order; *progress* gets a line on what is done, for as long as it is done."""
    one = partial(_checked, judge)
    if min(jobs, len(paths)) > 1:
        yield from _by_several(one, paths, min(jobs, len(paths)), progress)
        return
    for place, path in enumerate(paths, start=1):
        with progress(f"checking {path} ({place} of {len(paths)})"):
            outcome = one(path)
        yield outcome


def _checked(judge: Judge, path: str) -> Outcome:
    try:
        return Outcome(judge(read(path, signatures())))
    except DocumentError as error:
        return Outcome(None, str(error))
    except Exception as fault:  # noqa: BLE001 - the others are checked all the same
        return Outcome(None, f"{path}:1:1: error: {told(fault)}")


def _by_several(one: Callable[[str], Outcome], paths: list[str], jobs: int, progress: Progress) -> Iterator[Outcome]:
    from multiprocessing import Pool

    copyreg.pickle(arb, _taken_apart)
    with progress(f"checking {len(paths)} documents"), Pool(jobs) as pool:
        yield from pool.imap(partial(_sent, one), paths)


def _sent(one: Callable[[str], Outcome], path: str) -> Outcome:
    """An outcome fit to leave its process."""
    copyreg.pickle(arb, _taken_apart)
    return one(path)


def _taken_apart(ball: arb) -> tuple[Callable[..., arb], tuple[tuple[int, int], tuple[int, int]]]:
    """A ball as integers: a mantissa and an exponent of two for the middle, and for the radius."""
    middle, radius = ((int(man), int(exp)) for man, exp in (ball.mid().man_exp(), ball.rad().man_exp()))
    return _put_together, (middle, radius)


def _put_together(middle: tuple[int, int], radius: tuple[int, int]) -> arb:
    return arb(middle, radius)
