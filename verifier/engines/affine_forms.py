"""Affine forms: a rational, and rational multiples of hidden numbers.

Cells that use the same hidden number have its variable in common, so that a combination of cells shows what cancels.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NoReturn, Protocol

from flint import fmpq

from verifier.numbers.array import Value
from verifier.numbers.interval import Interval, Missing
from verifier.numbers.number import below

_HALF: Final = fmpq(1, 2)


class Box(Interval):
    """All reals between two rationals, each open or closed; None is an infinite end."""

    __slots__ = ()
    lo: fmpq | None
    hi: fmpq | None

    @classmethod
    def around(cls, box: Interval) -> "Box":
        """The box of a range, with ends of irrational numbers rounded outward."""
        lo = None if box.lo is None else below(box.lo)
        hi = None if box.hi is None else -below(-box.hi)
        return cls(lo, hi, box.lo_closed, box.hi_closed)


class Variable:
    """A hidden number that lies in *box*; a search may begin at *start*."""

    __slots__ = ("box", "start")

    def __init__(self, box: Box) -> None:
        self.box = box
        self.start = _within(box)


class Arithmetic(Protocol):
    """What forms are added, multiplied and divided by."""

    def total(self, parts: Sequence[tuple["Form", fmpq]]) -> "Form":
        """The sum of multiples of forms."""
        ...

    def add(self, a: "Form", b: Value) -> Value:
        """`a + b`."""
        ...

    def multiply(self, a: "Form", b: Value) -> Value:
        """`a * b`."""
        ...

    def divide(self, a: Value, b: Value) -> Value:
        """`a / b`."""
        ...

    def absolute(self, a: Value) -> Value:
        """`abs(a)`."""
        ...


class Form:
    """`constant + sum(factor * variable)`, of an engine; no factor is zero."""

    __slots__ = ("constant", "engine", "factors", "known")

    def __init__(self, engine: "Arithmetic", constant: fmpq, factors: Mapping[Variable, fmpq]) -> None:
        self.engine = engine
        self.constant = constant
        self.factors = factors
        self.known: Box | None = None

    @property
    def range(self) -> Box:
        """The values over the boxes of the variables; exact, as each occurs once."""
        if self.known is None:
            self.known = range_of(self.constant, self.factors.items())
        return self.known

    def __add__(self, other: Value) -> Value:
        return other + self if isinstance(other, Missing) else self.engine.add(self, other)

    __radd__ = __add__

    def __neg__(self) -> "Form":
        return self.engine.total([(self, fmpq(-1))])

    def __sub__(self, other: Value) -> Value:
        return self + -other

    def __rsub__(self, other: Value) -> Value:
        return -self + other

    def __mul__(self, other: Value) -> Value:
        return other * self if isinstance(other, Missing) else self.engine.multiply(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Value:
        return self.engine.divide(self, other)

    def __rtruediv__(self, other: Value) -> Value:
        return self.engine.divide(other, self)

    def __abs__(self) -> Value:
        return self.engine.absolute(self)

    def _refuse(self, *_: object) -> NoReturn:
        raise NoForm

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse  # a form has no one value to compare
    __hash__ = object.__hash__


class NoForm(Exception):
    """A formula that has no affine forms here, or too long ones."""


def range_of(constant: fmpq, factors: Iterable[tuple[Variable, fmpq]]) -> Box:
    """The values of a form while each variable runs over its box."""
    lo: fmpq | None = constant
    hi: fmpq | None = constant
    lo_closed = hi_closed = True
    for variable, factor in factors:
        box = variable.box
        least, most = (box.lo, box.hi) if factor > 0 else (box.hi, box.lo)
        lo = None if lo is None or least is None else lo + factor * least
        hi = None if hi is None or most is None else hi + factor * most
        lo_closed &= box.lo_closed if factor > 0 else box.hi_closed
        hi_closed &= box.hi_closed if factor > 0 else box.lo_closed
    return Box(lo, hi, lo_closed and lo is not None, hi_closed and hi is not None)


def _within(box: Box) -> fmpq:
    """A number of a box."""
    if box.lo is None:
        return fmpq(0) if box.hi is None else box.hi - 1
    return box.lo + 1 if box.hi is None else (box.lo + box.hi) * _HALF
