"""Which numerals of a text claim nothing, by what its document says: lines, or patterns matched line by line."""

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
from verifier.document.model import Document, NotClaim
from verifier.document.problems import START, Problems, quote

MAX_SECONDS: Final = 10
MAX_PIECE: Final = 20_000


def exclude(document: Document, numerals: Sequence[Numeral], lines: Sequence[str]) -> list[NotClaim | None]:
    """For each numeral, the first exclusion that holds the whole of it.

    Raises DocumentError if the patterns need longer than they may.
    """
    excluded: list[NotClaim | None] = [None] * len(numerals)
    claim = None
    try:
        with _time_limit():
            for claim in document.not_claims:
                for place in _held(claim, numerals, lines):
                    excluded[place] = excluded[place] or claim
    except TimeoutError:
        found = quote(claim.pattern or "") if claim else ""
        must = f"patterns that are matched within {MAX_SECONDS} seconds"
        Problems(document.path).fail(START, "slow-pattern", must, found)
    return excluded


def _held(claim: NotClaim, numerals: Sequence[Numeral], lines: Sequence[str]) -> Iterator[int]:
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
    """Where a pattern matches a line, which is searched in pieces if it is very long."""
    for start in range(0, len(line), MAX_PIECE):
        yield from (match.span() for match in pattern.finditer(line, start, start + MAX_PIECE))


def _within(spans: list[tuple[int, int]], places: list[int], numerals: Sequence[Numeral]) -> Iterator[int]:
    """Those of one line's numerals that lie whole within one of its spans, which are in order and do not overlap."""
    starts = [start for start, _ in spans]
    for place in places:
        first = numerals[place].column - 1
        last = bisect_right(starts, first) - 1
        if last >= 0 and first + len(numerals[place].text) <= spans[last][1]:
            yield place


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raises TimeoutError in what takes too long.

    A pattern may need exponential time on a short line, and only a signal interrupts one. Where there
    are none (another thread, another system) the lengths of patterns and lines are all that is bounded.
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
