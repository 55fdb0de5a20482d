"""How likely it is that a wrong hypothesis prints what is shown: the evidence that an explanation has.

In each cell, the hypotheses that were tried and that print another number than the stated formula are a sample of
what wrong hypotheses print; 0 and 1 are added to it. The chance that one more wrong hypothesis prints the shown number
is the density of the sample around it: the largest one over all counts of nearest neighbours. The chance is at least
one in the number of numerals of that length. So zeros and ones of a mask, and numbers that all hypotheses come near
to, are weak evidence; a number of five digits is strong evidence.
"""

from collections.abc import Iterable
from typing import Final

from flint import fmpq

from verifier.numbers.printed import power_of_ten

USUAL: Final = (fmpq(0), fmpq(1))


def digits(value: fmpq, decimals: int) -> int:
    """The number of digits of a number with *decimals* decimals, a zero before the point not counted."""
    return max(decimals, len(str(_whole(abs(value) * power_of_ten(decimals)))), 1)


def numerals(value: fmpq, decimals: int) -> fmpq:
    """The number of numerals with as many digits."""
    return power_of_ten(digits(value, decimals))


def chance_of(shown: fmpq, decimals: int, others: Iterable[fmpq]) -> fmpq:
    """The chance that a hypothesis prints *shown* with *decimals* decimals, if wrong hypotheses print *others*."""
    units = power_of_ten(decimals)
    apart = sorted(_whole(abs(value - shown) * units) for value in (*others, *USUAL))
    sample = len(apart) + 1
    densities = (fmpq(near + 1, sample * (2 * distance + 1)) for near, distance in enumerate(apart, start=1))
    return min(fmpq(1), max(*densities, 1 / numerals(shown, decimals)))


def _whole(number: fmpq) -> int:
    return int(number.floor())
