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
    outward,
    point,
    square,
    subtract,
    total,
)

CellValue: TypeAlias = Box | str | None
"""What is known of a cell: an interval, a word, or nothing."""
MASKED: Final = "-inf"
"""A score that has no share in a softmax, whatever is added to it."""

VOID: Final = "no value\0"
"""What has no value, as the logarithm of a negative number; the text is no word that anybody prints."""


def shares(line: list[CellValue]) -> list[CellValue]:
    """The shares of a softmax, each at its greatest where its own number is so and the others are least.

    Each end of a number takes one exponential, of its distance to the largest number that is known. A number
    that is not known may have any share.
    """
    known = [cell for cell in line if isinstance(cell, tuple)]
    is_all_known = len(known) == sum(cell != MASKED for cell in line)
    top = max((hi for _, hi in known), default=Q(0))
    weights = [(exp(point(cell[0] - top))[0], exp(point(cell[1] - top))[1]) for cell in known]
    lows, highs = total(weights)
    weight_of = iter(weights)
    made: list[CellValue] = []
    has_weight = any(cell != MASKED for cell in line)
    for cell in line:
        if not isinstance(cell, tuple):
            made.append(ZERO if cell == MASKED and has_weight else (Q(0), Q(1)))
            continue
        lo, hi = next(weight_of)
        rest = max(lows - lo, Q(0))
        most = ONE[1] if hi + rest <= 0 else hi / (hi + rest)
        least = lo / (lo + highs - hi) if is_all_known and lo > 0 else Q(0)
        made.append(outward(least, most))
    return made


def variance(line: list[Box], ddof: int) -> Box:
    """By pairs from below; from above by squares about the middle, as those about the mean are least."""
    count = len(line)
    if count <= ddof:
        raise Unknown("a variance of too few numbers")
    low = sum((square(subtract(a, b))[0] for at, a in enumerate(line) for b in line[:at]), Q(0)) / count
    centre = sum(((lo + hi) / 2 for lo, hi in line), Q(0)) / count
    high = sum((max((lo - centre) ** 2, (hi - centre) ** 2) for lo, hi in line), Q(0))
    return outward(low / (count - ddof), high / (count - ddof))


def weights_of(line: list[Box]) -> list[Box]:
    """What the scores of a softmax weigh, as multiples of the weight of the largest."""
    top = max(score[1] for score in line)
    return [exp(add(score, (-top, -top))) for score in line]


def weighted(weights: list[Box], values: list[Box]) -> Box:
    """A mean of values by a softmax: at an end the values beyond it weigh most and the others least.

    Which values are beyond is not known, but they are the outermost ones in order; so each number of them is tried.
    """
    ends = []
    for sign, end in ((-1, 0), (1, 1)):
        pairs = sorted(zip(weights, (value[end] for value in values), strict=True), key=lambda pair: -sign * pair[1])
        whole = sum((weight[0] for weight, _ in pairs), Q(0))
        sum_of = sum((weight[0] * value for weight, value in pairs), Q(0))
        for (lo, hi), value in [(ZERO, Q(0)), *pairs]:
            whole, sum_of = whole + hi - lo, sum_of + (hi - lo) * value
            if whole <= 0:
                raise Unknown("weights that are next to nothing")
            ends.append(sum_of / whole)
    return outward(min(ends), max(ends))


def distances(line: list[Box]) -> list[Box]:
    """Each number less the mean of all, its own share of the mean taken off at once."""
    count = len(line)
    lows, highs = total(line)
    return [
        outward((lo * (count - 1) - (highs - hi)) / count, (hi * (count - 1) - (lows - lo)) / count) for lo, hi in line
    ]
