"""Check several documents, in one process or several.

Neither the outcomes nor their order depend on the number of processes.
"""

import copyreg
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from flint import arb

from verifier.document.reader import DocumentError, read
from verifier.fault import told
from verifier.operations import signatures
from verifier.sources.formats import settled_file
from verifier.verdict import Report

if TYPE_CHECKING:
    from verifier.sources.settling import Judge

Progress: TypeAlias = Callable[[str], AbstractContextManager[object]]
"""Makes the context in which one document is checked, from a line that names the document."""


class Outcome(NamedTuple):
    """The report on one document, or None and the problems of its file as text."""

    report: Report | None
    problems: str = ""


class Given(NamedTuple):
    """The text of a file, if it was read already, and the name of its format, if its ending is not asked."""

    text: str | None = None
    format: str | None = None


def checked(
    paths: list[str], judge: "Judge", *, jobs: int, progress: Progress = nullcontext, given: Given | None = None
) -> Iterator[Outcome]:
    """The outcome of each file, in the order of *paths*; works in at most *jobs* processes.

    *given* is the text or the format of all the files, where the caller knows better than their names.
    Does not raise for a file: its problems, and faults of the verifier, become its outcome.
    """
    with _outcomes(partial(_checked, judge, given or Given()), paths, min(jobs, len(paths))) as outcomes:
        for number, path in enumerate(paths, start=1):
            with progress(f"checking {path} ({number} of {len(paths)})"):
                outcome = next(outcomes)
            yield outcome


def _checked(judge: "Judge", given: Given, path: str) -> Outcome:
    try:
        in_place = settled_file(path, judge, *given)
        return Outcome(judge(read(path, signatures())) if in_place is None else in_place)
    except DocumentError as error:
        return Outcome(None, str(error))
    except Exception as fault:  # noqa: BLE001 - the other files are checked all the same
        return Outcome(None, f"{path}:1:1: error: {told(fault)}")


@contextmanager
def _outcomes(one: Callable[[str], Outcome], paths: list[str], jobs: int) -> Iterator[Iterator[Outcome]]:
    """An iterator over the outcomes: computed on request in this process, or ahead of it by *jobs* others."""
    if jobs <= 1:
        yield map(one, paths)
        return
    from multiprocessing import Pool

    copyreg.pickle(arb, _taken_apart)
    with Pool(jobs) as pool:
        yield pool.imap(partial(_sent, one), paths)


def _sent(one: Callable[[str], Outcome], path: str) -> Outcome:
    """The outcome of one file, in a worker process; registers how balls are pickled on the way back."""
    copyreg.pickle(arb, _taken_apart)
    return one(path)


def _taken_apart(ball: arb) -> tuple[Callable[..., arb], tuple[tuple[int, int], tuple[int, int]]]:
    """A ball for pickle: (mantissa, exponent of two) of its midpoint and of its radius."""
    middle, radius = ((int(man), int(exp)) for man, exp in (ball.mid().man_exp(), ball.rad().man_exp()))
    return _put_together, (middle, radius)


def _put_together(middle: tuple[int, int], radius: tuple[int, int]) -> arb:
    return arb(middle, radius)
