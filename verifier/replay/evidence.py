"""The evidence for an explanation: the probability that a wrong hypothesis prints the shown number by chance.

For each cell there is a sample of what wrong hypotheses print: the numbers of all tried hypotheses that differ from
that of the stated formula, and 0 and 1. The probability is estimated as the density of the sample at the shown number:
the largest density over all counts of nearest neighbours. It is at least one divided by the number of numerals of that
length. So zeros and ones of a mask, and numbers close to what most hypotheses give, are weak evidence; a number of five
digits is strong evidence.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from flint import fmpq

from verifier.numbers.printed import power_of_ten

USUAL: Final = (fmpq(0), fmpq(1))


def digits(value: fmpq, decimals: int) -> int:
    """The number of digits of a number with *decimals* decimals, at least 1; a zero before the point does not count."""
    return max(decimals, len(str(int((abs(value) * power_of_ten(decimals)).floor()))), 1)


def numerals(value: fmpq, decimals: int) -> fmpq:
    """The number of numerals with as many digits as *value* has with *decimals* decimals."""
    return power_of_ten(digits(value, decimals))


def off_by(shown: fmpq, decimals: int, value: fmpq) -> int:
    """How far a value is from the number shown, in whole units of its last digit."""
    return int((abs(value - shown) * power_of_ten(decimals)).floor())


def chance_of(shown: fmpq, decimals: int, others: Iterable[fmpq]) -> fmpq:
    """The probability that a wrong hypothesis prints *shown*, with *decimals* decimals; *others* are the sample."""
    return chance_among(shown, decimals, [off_by(shown, decimals, value) for value in others])


def chance_among(shown: fmpq, decimals: int, distances: Iterable[int]) -> fmpq:
    """The same probability; *distances* say how far the sample is from what is shown, by `off_by`."""
    apart = sorted([*distances, *(off_by(shown, decimals, value) for value in USUAL)])
    return min(fmpq(1), max(_densest(apart, len(apart)), 1 / numerals(shown, decimals)))


def chance_on_grids(shown: fmpq, decimals: int, distances: Iterable[int]) -> fmpq:
    """The same, and of a number that ends in zeros the greatest one on grids of fewer decimals too.

    What whole numbers give is whole, however many zeros are written behind it.
    """
    apart = sorted([*distances, *(off_by(shown, decimals, value) for value in USUAL)])
    units, count = shown * power_of_ten(decimals), len(apart)
    chance, step = fmpq(0), 1
    for place in range(decimals, min(decimals, 0) - 1, -1):
        chance = max(chance, _densest(apart, count), fmpq(len(apart), count) / numerals(shown, place))
        step *= 10
        if units.q != 1 or units.p % step:
            break
        apart = [distance // 10 for distance in apart if not distance % 10]
    return min(fmpq(1), chance)


def _densest(apart: Sequence[int], count: int) -> fmpq:
    """The largest density of sorted distances around zero, where they are a part of *count*."""
    most, least = 0, 1  # a fraction of integers
    for near, distance in enumerate(apart, start=2):
        if near * least > most * (2 * distance + 1):
            most, least = near, 2 * distance + 1
    return fmpq(most, least * (count + 1))
