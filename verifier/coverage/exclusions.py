"""The numerals that a document excludes from coverage: by line numbers, or by patterns matched line by line."""

import re
import signal
import threading
import warnings
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Final, NoReturn

from verifier.coverage.numerals import Numeral
from verifier.document.model import Document
from verifier.document.not_claims import NotClaim
from verifier.document.problems import START, Problems, quote

MAX_SECONDS: Final = 10
"""Time in which all patterns must have been matched."""
MAX_PIECE: Final = 20_000
"""Characters of a line that are searched at once."""


def exclude(document: Document, numerals: Sequence[Numeral], lines: Sequence[str]) -> list[int | None]:
    """For each numeral, the index in `document.not_claims` of the first exclusion that contains all of it.

    Raises DocumentError if the patterns need more than MAX_SECONDS.
    """
    excluded: list[int | None] = [None] * len(numerals)
    claim = None
    try:
        with _time_limit():
            for index, claim in enumerate(document.not_claims):
                for place in _held(claim, numerals, lines):
                    excluded[place] = index if excluded[place] is None else excluded[place]
    except TimeoutError:
        found = quote(claim.pattern or "") if claim else ""
        must = f"patterns that are matched within {MAX_SECONDS} seconds"
        Problems(document.path).fail(START, "slow-pattern", must, found)
    return excluded


def _held(claim: NotClaim, numerals: Sequence[Numeral], lines: Sequence[str]) -> Iterator[int]:
    """The indices of the numerals that lie on an exclusion's lines or within a match of its pattern."""
    if claim.lines is not None:
        first, last = claim.lines
        yield from (place for place, numeral in enumerate(numerals) if first <= numeral.line <= last)
    if claim.pattern is not None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of how a later Python will read it
            pattern = re.compile(claim.pattern)
        for line, group in groupby(range(len(numerals)), key=lambda place: numerals[place].line):
            yield from _within(list(_spans(pattern, lines[line - 1])), list(group), numerals)


def _spans(pattern: re.Pattern[str], line: str) -> Iterator[tuple[int, int]]:
    """The (start, end) of each match in a line; a line longer than MAX_PIECE is searched piece by piece."""
    for start in range(0, len(line), MAX_PIECE):
        yield from (match.span() for match in pattern.finditer(line, start, start + MAX_PIECE))


def _within(spans: list[tuple[int, int]], places: list[int], numerals: Sequence[Numeral]) -> Iterator[int]:
    """The numerals of one line, given by index, that lie wholly within one of its sorted, disjoint spans."""
    starts = [start for start, _ in spans]
    for place in places:
        first = numerals[place].column - 1
        last = bisect_right(starts, first) - 1
        if last >= 0 and first + len(numerals[place].text) <= spans[last][1]:
            yield place


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raise TimeoutError in the work inside after MAX_SECONDS.

    A pattern may need exponential time on a short line, and only a signal interrupts the matcher. Outside the main
    thread, and on systems without interval timers, there is no limit but that on the lengths of patterns and lines.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> NoReturn:
        raise TimeoutError

    handler = signal.signal(signal.SIGALRM, stop)
    before = signal.setitimer(signal.ITIMER_REAL, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, handler)
