"""Comparisons, whole quotients and counts of two intervals."""

from collections.abc import Callable
from fractions import Fraction as Q
from math import comb, factorial
from typing import Final

from verifier.recheck.intervals import ONE, ZERO, Box, Unknown, point

_MOST: Final = 3000
"""Of a count whose factorial is computed."""


def _compared(known: Callable[[Box, Box], bool | None]) -> Callable[[Box, Box], Box]:
    def of(a: Box, b: Box) -> Box:
        answer = known(a, b)
        return (Q(0), Q(1)) if answer is None else ONE if answer else ZERO

    return of


def _less(a: Box, b: Box) -> bool | None:
    return True if a[1] < b[0] else False if a[0] >= b[1] else None


def _equal(a: Box, b: Box) -> bool | None:
    if a[1] < b[0] or b[1] < a[0]:
        return False
    return True if a[0] == a[1] == b[0] == b[1] else None


def _not(answer: bool | None) -> bool | None:  # noqa: FBT001 - it is the answer
    return None if answer is None else not answer


def _whole_quotient(a: Box, b: Box) -> Box:
    if a[0] != a[1] or b[0] != b[1] or b[0] == 0:
        raise Unknown("a whole quotient of numbers that are not known")
    return point(a[0] // b[0])


def _remainder(a: Box, b: Box) -> Box:
    return point(a[0] - b[0] * _whole_quotient(a, b)[0])


def _count(a: Box) -> int:
    if a[0] != a[1] or a[0].denominator != 1 or not 0 <= a[0] <= _MOST:
        raise Unknown("a count that is not known")
    return int(a[0])


COMPARING: Final[dict[str, Callable[..., Box]]] = {
    "factorial": lambda n: point(Q(factorial(_count(n)))),
    "less": _compared(_less),
    "less_equal": _compared(lambda a, b: _not(_less(b, a))),
    "greater": _compared(lambda a, b: _less(b, a)),
    "greater_equal": _compared(lambda a, b: _not(_less(a, b))),
    "equal": _compared(_equal),
    "not_equal": _compared(lambda a, b: _not(_equal(a, b))),
    "floor_divide": _whole_quotient,
    "remainder": _remainder,
    "comb": lambda n, k: point(Q(comb(_count(n), _count(k)))),
}
"""Operations on two numbers, 1 for true and 0 for false."""
