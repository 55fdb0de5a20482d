"""Functions of a whole row or column: shares of a softmax, variances, weighted means."""

from fractions import Fraction as Q
from typing import Final, TypeAlias

from verifier.recheck.functions import exp
from verifier.recheck.intervals import (
    ONE,
    ZERO,
    Box,
    Unknown,
    add,
    divide,
    outward,
    point,
    square,
    subtract,
    total,
)

Cell: TypeAlias = Box | str | None
"""What is known of a cell: an interval, a word, or nothing."""
MASKED: Final = "-inf"
"""A score that has no share in a softmax, whatever is added to it."""

VOID: Final = "no value\0"
"""What has no value, as the logarithm of a negative number; the text is no word that anybody prints."""


def share(line: list[Cell], at: int) -> Box:
    """One share of a softmax: it grows with its own number and falls with the others, of which some may be anything."""
    own = line[at]
    others = [cell for place, cell in enumerate(line) if place != at and cell != MASKED]
    if own == MASKED and others:
        return ZERO
    if not isinstance(own, tuple):
        return Q(0), Q(1)
    known = [cell for cell in others if isinstance(cell, tuple)]
    high = _share_of(own[1], [lo for lo, _ in known])[1]
    low = _share_of(own[0], [hi for _, hi in known])[0] if len(known) == len(others) else Q(0)
    return low, high


def _share_of(own: Q, others: list[Q]) -> Box:
    try:
        below = [exp(point(other - own)) for other in others]
    except Unknown:  # one of the others is larger by so much that next to nothing is left
        return Q(0), Q(1, 10**100)
    return divide(ONE, add(ONE, total(below)))


def variance(line: list[Box], ddof: int) -> Box:
    """By pairs from below; from above by squares about the middle, as those about the mean are least."""
    count = len(line)
    if count <= ddof:
        raise Unknown("a variance of too few numbers")
    low = sum((square(subtract(a, b))[0] for at, a in enumerate(line) for b in line[:at]), Q(0)) / count
    centre = sum(((lo + hi) / 2 for lo, hi in line), Q(0)) / count
    high = sum((max((lo - centre) ** 2, (hi - centre) ** 2) for lo, hi in line), Q(0))
    return outward(low / (count - ddof), high / (count - ddof))


def weighted(line: list[Box], values: list[Box]) -> Box:
    """A mean of values by a softmax: at an end the values beyond it weigh most and the others least.

    Which values are beyond is not known, but they are the outermost ones in order; so each number of them is tried.
    """
    top = max(score[1] for score in line)
    weights = [exp(add(score, (-top, -top))) for score in line]
    ends = []
    for sign, end in ((-1, 0), (1, 1)):
        order = sorted(range(len(line)), key=lambda at: -sign * values[at][end])
        for count in range(len(line) + 1):
            chosen = [(weights[at][at in order[:count]], values[at][end]) for at in range(len(line))]
            whole = sum((w for w, _ in chosen), Q(0))
            if whole <= 0:
                raise Unknown("weights that are next to nothing")
            ends.append(sum((w * v for w, v in chosen), Q(0)) / whole)
    return outward(min(ends), max(ends))


def distances(line: list[Box]) -> list[Box]:
    """Each number less the mean of all, its own share of the mean taken off at once."""
    count = len(line)
    lows, highs = total(line)
    return [
        outward((lo * (count - 1) - (highs - hi)) / count, (hi * (count - 1) - (lows - lo)) / count) for lo, hi in line
    ]
