"""How likely it is that a wrong hypothesis prints what is shown: the evidence that an explanation has.

In each cell the hypotheses that were tried and print otherwise than the stated formula
are a sample of what wrong hypotheses print. Their density around the shown number, with
as many neighbours as make it largest, is the chance that one more would hit that number;
0 and 1 count among them, as anything can give those. It is never taken for less than one
in the numerals of that length. So the cells of a mask of zeros and ones, and numbers
that all hypotheses come near to, hardly speak for any of them, and five digits do.
"""

from collections.abc import Iterable
from typing import Final

from flint import fmpq

from verifier.numbers.printed import power_of_ten

USUAL: Final = (fmpq(0), fmpq(1))


def digits(value: fmpq, decimals: int) -> int:
    """The digits that a number has with so many decimals; a zero before the point is none."""
    return max(decimals, len(str(_whole(abs(value) * power_of_ten(decimals)))), 1)


def numerals(value: fmpq, decimals: int) -> fmpq:
    """How many numerals are as long."""
    return power_of_ten(digits(value, decimals))


def chance_of(shown: fmpq, decimals: int, others: Iterable[fmpq]) -> fmpq:
    """The chance that a hypothesis prints *shown* with so many decimals, where wrong ones print *others*."""
    units = power_of_ten(decimals)
    apart = sorted(_whole(abs(value - shown) * units) for value in (*others, *USUAL))
    sample = len(apart) + 1
    densities = (fmpq(near + 1, sample * (2 * distance + 1)) for near, distance in enumerate(apart, start=1))
    return min(fmpq(1), max(*densities, 1 / numerals(shown, decimals)))


def _whole(number: fmpq) -> int:
    return int(number.floor())
