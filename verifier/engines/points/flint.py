"""Points: one exact value a cell, rational while it can be and a thin ball beyond.

Values stay `fmpq` until a function leaves the rationals; then they are `arb` balls
made from exact rationals at the working precision. A ball that cannot decide a
question raises Uncertain, and `decide` asks again with more bits.
"""

from collections.abc import Callable
from typing import Final

from flint import arb, fmpq, fmpz

from verifier.engines.points.linear import determinant, inverse, rank
from verifier.engines.points.masks import largest_known, unmasked
from verifier.engines.points.products import product, product_work
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, UNKNOWN, Interval, Missing, contains
from verifier.numbers.number import Number, Uncertain, compare, floor_of
from verifier.numbers.rounding import Rule, round_to
from verifier.operations import Engine

_RATIONAL: Final = frozenset({fmpq})
_NUMBERS: Final = frozenset({fmpq, arb})
_ZERO: Final = arb(0)
MAX_BITS: Final = 20_000
"""Maximum length of a numerator or denominator, in bits; a longer rational becomes a ball, which bounds the cost."""
MAX_ROOT: Final = 64
"""Roots up to this degree, of powers up to this one, are tried for a rational."""


def ball(value: Number) -> arb:
    """*value* at the working precision."""
    return arb(value) if isinstance(value, fmpq) else value


def bounded(value: Number) -> Number:
    """*value*, as a ball if it is a rational too long to go on with."""
    if isinstance(value, fmpq) and value.height_bits() > MAX_BITS:
        return arb(value)
    return value


def kept_short(array: Array) -> Array:
    """The array with each rational that is too long as a ball."""
    for cell in array.cells:  # a generator takes twice as long
        if type(cell) is fmpq and cell.height_bits() > MAX_BITS:
            return array.map(lambda cell: bounded(cell) if isinstance(cell, Number) else cell)
    return array


def _checked(value: arb) -> Number:
    if value.is_finite():
        return value
    raise Uncertain


def exact_root(value: fmpq, degree: int) -> fmpq | None:
    """The rational root of a rational that is not negative, if it has one."""
    try:
        top, bottom = fmpz(value.p).root(degree), fmpz(value.q).root(degree)
    except (ValueError, OverflowError):
        return None
    return fmpq(top, bottom) if top**degree == value.p and bottom**degree == value.q else None


def _first_missing(cells: tuple[Value, ...]) -> Missing | None:
    """The first cell without a value, if there is one."""
    if _NUMBERS.issuperset(map(type, cells)):
        return None
    return next((cell for cell in cells if isinstance(cell, Missing)), None)


class Points(Engine):
    """The engine of exact values; a cell that has none is UNKNOWN or UNDEFINED."""

    is_range: Final = False

    def divide(self, a: Value, b: Value) -> Value:
        if isinstance(b, Missing) or isinstance(a, Missing):
            return a / b
        if not b if isinstance(b, fmpq) else compare(b, _ZERO) == 0:
            return UNDEFINED
        if isinstance(a, fmpq) and not a:
            return a
        return bounded(a / b)

    def power(self, a: Value, b: Value) -> Value:
        if isinstance(b, Missing) or isinstance(a, Missing):
            return (a if isinstance(a, Missing) else b).onward
        if isinstance(b, fmpq):
            rational = self._rational_power(a, b)
            if rational is not None:
                return rational
        sign = compare(a, fmpq(0))
        if sign < 0:
            return self._negative_power(a, b)
        if sign == 0:
            order = compare(b, fmpq(0))
            return UNDEFINED if order < 0 else fmpq(order == 0)
        return _checked(ball(a) ** ball(b))

    def _negative_power(self, a: Number, b: Number) -> Value:
        """A power of a negative number, which has one where the exponent is whole."""
        if not isinstance(b, fmpq):
            raise Uncertain  # a ball never shows that it is whole
        if b.q != 1:
            return UNDEFINED
        size = _checked(ball(-a) ** ball(b))
        return -size if b.p % 2 else size

    def _rational_power(self, a: Number, b: fmpq) -> Value | None:
        """The power by a whole number or a root that comes out even; None if it is another number."""
        if b.q == 1 and abs(b.p) <= MAX_BITS:
            if compare(a, fmpq(0)) == 0:
                return UNDEFINED if b < 0 else fmpq(b == 0)
            if not isinstance(a, fmpq) or a.height_bits() * abs(int(b.p)) > MAX_BITS:
                return _checked(ball(a) ** int(b.p))
            return a ** int(b.p)
        if isinstance(a, fmpq) and a > 0 and max(b.q, abs(b.p)) <= MAX_ROOT:
            root = exact_root(a, int(b.q))
            return None if root is None else bounded(root ** int(b.p))
        return None

    def floor_divide(self, a: Value, b: Value) -> Value:
        return self._floor(self.divide(a, b))

    def _floor(self, value: Value) -> Value:
        return value.onward if isinstance(value, Missing) else fmpq(floor_of(value))

    def remainder(self, a: Value, b: Value) -> Value:
        return a - b * self.floor_divide(a, b)

    def round(self, a: Value, digits: int, rule: str = "half_even") -> Value:
        return a.onward if isinstance(a, Missing) else round_to(a, digits, Rule(((rule, None),)))

    def _ordered(self, a: Value, b: Value, wanted: Callable[[int], bool]) -> Value:
        if isinstance(a, fmpq) and isinstance(b, fmpq):
            return fmpq(wanted(compare(a, b)))
        if isinstance(a, str) or isinstance(b, str):
            return fmpq(wanted((a > b) - (a < b))) if isinstance(a, str) and isinstance(b, str) else UNDEFINED
        if isinstance(a, Missing) or isinstance(b, Missing):
            return (a if isinstance(a, Missing) else b).onward
        return fmpq(wanted(compare(a, b)))

    def less(self, a: Value, b: Value) -> Value:
        return self._ordered(a, b, lambda order: order < 0)

    def less_equal(self, a: Value, b: Value) -> Value:
        return self._ordered(a, b, lambda order: order <= 0)

    def equal(self, a: Value, b: Value) -> Value:
        return self._ordered(a, b, lambda order: order == 0)

    def maximum(self, a: Value, b: Value) -> Value:
        if isinstance(b, Missing) or isinstance(a, Missing):
            return largest_known(a, b)
        if isinstance(a, fmpq) and isinstance(b, fmpq):
            return max(a, b)
        return a if a > b else b if b > a else ball(a).max(ball(b))

    def absolute(self, a: Value) -> Value:
        return a.onward if isinstance(a, Missing) else abs(a)

    def exp(self, a: Value) -> Value:
        if isinstance(a, Missing):
            return fmpq(0) if a is MINUS_INFINITY else a
        return fmpq(1) if isinstance(a, fmpq) and a == 0 else _checked(ball(a).exp())

    def log(self, a: Value) -> Value:
        if isinstance(a, Missing):
            return a.onward
        if compare(a, fmpq(0)) <= 0:
            return UNDEFINED
        return fmpq(0) if isinstance(a, fmpq) and a == 1 else _checked(ball(a).log())

    def sqrt(self, a: Value) -> Value:
        if isinstance(a, Missing):
            return a.onward
        if isinstance(a, fmpq):
            if a < 0:
                return UNDEFINED
            root = exact_root(a, 2)
            return _checked(ball(a).sqrt()) if root is None else root
        return UNDEFINED if a < 0 else _checked(a.sqrt())

    def sin(self, a: Value) -> Value:
        if isinstance(a, Missing):
            return a.onward
        return fmpq(0) if isinstance(a, fmpq) and a == 0 else _checked(ball(a).sin())

    def cos(self, a: Value) -> Value:
        if isinstance(a, Missing):
            return a.onward
        return fmpq(1) if isinstance(a, fmpq) and a == 0 else _checked(ball(a).cos())

    def tan(self, a: Value) -> Value:
        if isinstance(a, Missing):
            return a.onward
        return fmpq(0) if isinstance(a, fmpq) and a == 0 else _checked(ball(a).tan())

    def tanh(self, a: Value) -> Value:
        if isinstance(a, Missing):
            return a.onward
        return fmpq(0) if isinstance(a, fmpq) and a == 0 else _checked(ball(a).tanh())

    def pi(self) -> Value:
        return arb.pi()

    def erf(self, a: Value) -> Value:
        if isinstance(a, Missing):
            return a.onward
        return fmpq(0) if isinstance(a, fmpq) and a == 0 else _checked(ball(a).erf())

    def tail(self, name: str, a: Value, *degrees: Value) -> Value:
        from verifier.engines.points.tails import AT_ZERO, MAX_DEGREES, MIN_DEGREES, TAILS

        missing = next((value for value in (a, *degrees) if isinstance(value, Missing)), None)
        if missing is not None:
            return missing.onward
        if any(compare(number, fmpq(0)) <= 0 for number in degrees):
            return UNDEFINED
        if any(not MIN_DEGREES < number < MAX_DEGREES for number in degrees):
            raise Uncertain
        sign = compare(a, fmpq(0))
        if sign == 0 or (sign < 0 and name != "student_t"):
            return AT_ZERO[name]
        share = _checked(TAILS[name](ball(abs(a)), *map(ball, degrees)))
        return share if sign > 0 else 1 - share

    def rising(self, a: Value, function: Callable[[Value], Value], domain: Interval, _values: Interval) -> Value:
        if isinstance(a, Missing):
            return a.onward
        return function(a) if contains(domain, a) else UNDEFINED

    def valley(self, a: Value, function: Callable[[Value], Value], _slope: Callable[[Value], Value]) -> Value:
        return a.onward if isinstance(a, Missing) else function(a)

    def matmul(self, a: Array, b: Array) -> Array:
        return product(a, b)

    def matmul_work(self, a: Array, b: Array) -> int:
        return product_work(a, b)

    def determinant(self, a: Array) -> Value:
        return determinant(a)

    def inverse(self, a: Array) -> Array:
        return inverse(a)

    def solution(self, a: Array, b: Array) -> Array:
        return product(inverse(a), b)

    def rank(self, a: Array) -> Value:
        return rank(a)

    def softmax(self, cells: tuple[Value, ...]) -> tuple[Value, ...]:
        missing = _first_missing(cells)
        if missing is not None:
            return unmasked(cells, self.softmax) or (missing,) * len(cells)
        if len(cells) == 1:
            return (fmpq(1),)
        powers = [
            self.exp(cell - cells[0]) for cell in cells
        ]  # one number taken off all, so that equal cells stay rational
        total = sum(powers, fmpq(0))
        return tuple([power / total for power in powers])

    def variance(self, cells: tuple[Value, ...], ddof: int) -> Value:
        missing = _first_missing(cells)
        if missing is not None:
            return missing.onward
        if not cells or len(cells) == ddof:
            return UNDEFINED
        if _RATIONAL.issuperset(map(type, cells)):  # the same number, by fewer and shorter steps
            total = sum(cells, fmpq(0))
            return (sum([cell * cell for cell in cells], fmpq(0)) - total * total / len(cells)) / (len(cells) - ddof)
        mean = sum(cells, fmpq(0)) / len(cells)
        return sum([(cell - mean) * (cell - mean) for cell in cells], fmpq(0)) / (len(cells) - ddof)

    def argmax(self, cells: tuple[Value, ...]) -> Value:
        kept = [place for place, cell in enumerate(cells) if cell is not MINUS_INFINITY]
        if any(isinstance(cells[place], Missing) for place in kept):
            return UNKNOWN
        best = kept[0] if kept else 0
        for place in kept[1:]:
            if compare(cells[place], cells[best]) > 0:
                best = place
        return fmpq(best)
