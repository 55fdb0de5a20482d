"""Many documents as a command works through them: in order, under limits, with a line of progress on a terminal."""

import argparse
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Final, TypeVar

from verifier.commands import common
from verifier.record import NamedTuple

if TYPE_CHECKING:
    from verifier.document.problems import Problem
    from verifier.supervision.pool import Lost, Tick

Result = TypeVar("Result")
_SECOND: Final = 10**9
_ERASE: Final = "\r\x1b[K"


class Work(NamedTuple):
    """What the call asks for: the paths, and the problems of names that mean no document."""

    paths: list[str]
    unknown: "list[Problem]"

    @property
    def total(self) -> int:
        """How many documents and names there are."""
        return len(self.paths) + len(self.unknown)


def work_of(named: list[str], folder: str | None, excluded: common.Excluded) -> Work:
    """The documents that a call names, without those that are excluded."""
    paths, unknown = common.paths_of(named, folder, excluded)
    if not unknown:
        return Work(paths, [])
    from verifier.document.problems import Problem

    return Work(paths, [Problem(name, 1, 1, "unknown-document", said) for name, said in unknown.items()])


def results_of(
    work: Callable[[str], Result], paths: Sequence[str], arguments: argparse.Namespace
) -> "Iterator[tuple[str, Result | Lost]]":
    """Each path and what *work* gives for it, in order, done by as many processes and under such limits as was said."""
    line = _Line(len(paths))
    with closing(_done(work, paths, arguments, line.tick)) as results:
        for path in paths:
            result = next(results)
            line.erase()
            yield path, result


def _done(
    work: Callable[[str], Result], paths: Sequence[str], arguments: argparse.Namespace, tick: "Tick"
) -> "Generator[Result | Lost, None, None]":
    """What *work* gives for each path, done here or by a cluster."""
    limits = common.limits_of(arguments)
    if arguments.cluster is None:
        from verifier.supervision.pool import supervised

        return supervised(work, paths, limits, jobs=arguments.jobs or 1, tick=tick)
    from verifier.supervision.cluster import clustered

    return clustered(work, paths, limits, arguments.cluster, jobs=arguments.jobs or 1, tick=tick)


def stopped(path: str, lost: "Lost") -> "Problem":
    """The problem of a document whose process was stopped or has ended."""
    from verifier.document.problems import Problem

    return Problem(path, 1, 1, lost.code, lost.message)


def _in_words(nanoseconds: int) -> str:
    """A time as `40 s`, `3 min` or `2 h`, rounded up."""
    seconds = -(-nanoseconds // _SECOND)
    for unit, count in (("h", 3600), ("min", 60)):
        if seconds >= 2 * count:
            return f"{-(-seconds // count)} {unit}"
    return f"{seconds} s"


class _Line:
    """How many documents are done, how many that is in a second, and how long the others will take at that rate.

    It is shown on a terminal if the work takes longer.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.begun = time.monotonic_ns()
        self.shown = ""

    def tick(self, done: int) -> None:
        """Show that *done* documents are done."""
        passed = time.monotonic_ns() - self.begun
        if passed < common.PATIENCE * _SECOND or not sys.stderr.isatty():
            return
        import shutil

        text = f"{self._said(done, passed)} ..."
        text = text[: shutil.get_terminal_size().columns - 1]  # a wrapped line could not be erased
        if text != self.shown:
            sys.stderr.write(f"{_ERASE if self.shown else ''}{text}")
            sys.stderr.flush()
            self.shown = text

    def _said(self, done: int, passed: int) -> str:
        """How many are *done*, and what is known of the time after *passed* nanoseconds."""
        of_all = f"{done} of {self.total} document{'' if self.total == 1 else 's'}"
        if not done:
            return f"{of_all}, {_in_words(passed)} so far"
        rate, left = done * 10 * _SECOND // max(passed, 1), passed * (self.total - done) // done
        return f"{of_all}, {rate // 10}.{rate % 10} in a second, about {_in_words(left)} left"

    def erase(self) -> None:
        """Clear the line, so that other things can be written."""
        if self.shown:
            sys.stderr.write(_ERASE)
            sys.stderr.flush()
            self.shown = ""
