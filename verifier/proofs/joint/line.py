"""A row or column as joint tests see it, and what they have in common."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from flint import fmpq

from verifier.formulas.tree import Expression
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number, nearby
from verifier.record import NamedTuple


class Line(NamedTuple):
    """A row (or column): the ranges of the operand's cells and what the printed cells stand for."""

    operands: tuple[Interval, ...]
    prints: tuple[Interval, ...]
    texts: tuple[str, ...]


Test: TypeAlias = Callable[[Line], str | None]
Found: TypeAlias = tuple[str, Expression, int, Test]
"""The name of a test, the operand that it is about, along which axis, and the test."""


def middle(number: Number) -> fmpq:
    """A rational by which ends can be put in order, if not told apart for sure."""
    return nearby(number)


def sum_of(numbers: Iterable[Number]) -> Number:
    """The sum of ends."""
    total: Number = fmpq(0)
    for number in numbers:
        total = total + number
    return total


def total_of(ends: Iterable[Number | None]) -> Number | None:
    """The sum of ends; None if one is infinite."""
    total: Number = fmpq(0)
    for end in ends:
        if end is None:
            return None
        total = total + end
    return total
