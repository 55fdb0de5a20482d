"""What rounding rules say of a value in whole numbers: whether it is surely printed as a mantissa shows.

A rule is the name of one of the table, or None: some rule to the nearest, of which ties are not known. An end of a
preimage counts where the value is an exact rational and the rule says whose it is; what only touches it is not sure.
"""

from functools import cache
from typing import Final, TypeAlias

from verifier.numbers.rules import NEAREST, ROUNDINGS, TABLE, Span

Name: TypeAlias = str | None
NAMES: Final[frozenset[Name]] = frozenset((*ROUNDINGS, NEAREST, None))
"""The rules that can be asked: those that round once to the last digit, without exceptions."""


@cache
def inside(rule: Name) -> tuple[int, int]:
    """What lies strictly between these quarters of a unit around any print is printed so, whatever sign it has."""
    spans = [span for pair in TABLE[rule or NEAREST].preimages for span in pair]
    return max(span.lo for span in spans), min(span.hi for span in spans)


def prints(rule: Name, mantissa: int, halves: int, unit: int) -> bool:
    """Whether the rational that lies exactly *halves* / *unit* halves of a unit from a print is printed so."""
    whole, rest = divmod(halves, unit)
    offset = 2 * whole + (rest > 0)
    span = span_of(rule, mantissa)
    return span.holds(offset) and (rule is not None or span.lo < offset < span.hi)


def surely_prints(rule: Name, mantissa: int, low: int, high: int, unit: int) -> bool:
    """Whether all between *low* / *unit* and *high* / *unit* quarters of a unit from a print is printed so."""
    span = span_of(rule, mantissa)
    return span.lo * unit < low and high < span.hi * unit


def span_of(rule: Name, mantissa: int) -> Span:
    """The preimage of a print, in quarters of its unit around it."""
    return TABLE[rule or NEAREST].preimages[(mantissa > 0) - (mantissa < 0)][mantissa % 2]
