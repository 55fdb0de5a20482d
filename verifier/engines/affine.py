"""The engine of affine forms (Comba, Stolfi 1993): sums and multiples are exact, all else is enclosed.

A product of two forms is linear but for the product of their distances to the middles of their ranges: that is a
hidden number of its own, no larger than the product of their radii. A value of any other operation is a hidden number
that lies in its range.
"""

from collections.abc import Callable, Sequence
from typing import Final

from flint import fmpq

from verifier.engines.affine_forms import Box, Form, NoForm, Variable
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.numbers.array import Array, Value
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.interval import Interval, Missing
from verifier.numbers.number import Number
from verifier.operations import Engine

MAX_TERMS: Final = 20_000
"""Maximum number of terms that the sums of one system add up."""
_POINTS: Final = Points()
_RANGES: Final = Ranges()
_ONE: Final = fmpq(1)
_ZERO: Final = fmpq(0)
_HALF: Final = fmpq(1, 2)
_TWO: Final = fmpq(2)


class Affine(Engine):
    """Arithmetic on forms, within MAX_TERMS; each operation raises NoForm beyond that, or if it has no form."""

    is_range: Final = False

    def __init__(self) -> None:
        self.terms = 0

    def variable(self, box: Interval) -> Form:
        """A new hidden number that lies in *box*, as a form."""
        if box.partial or (box.lo is None and box.lo_closed):  # perhaps no number
            raise NoForm
        return Form(self, _ZERO, {Variable(Box.around(box)): _ONE})

    def form(self, value: Value) -> Form:
        """A number as a form; raises NoForm for a cell without a value."""
        if isinstance(value, Form):
            return value
        if isinstance(value, fmpq):
            return Form(self, value, {})
        if isinstance(value, Number):
            return self.variable(Interval(value, value))
        raise NoForm

    def spend(self, terms: int) -> None:
        """Count terms that are added up; raises NoForm beyond MAX_TERMS."""
        self.terms += terms
        if self.terms > MAX_TERMS:
            raise NoForm

    def total(self, parts: Sequence[tuple[Form, fmpq]]) -> Form:
        """The sum of multiples of forms."""
        constant, factors = _ZERO, dict[Variable, fmpq]()
        self.spend(sum(len(form.factors) for form, _ in parts))
        for form, scale in parts:
            constant += scale * form.constant
            for variable, factor in form.factors.items():
                factors[variable] = factors.get(variable, _ZERO) + scale * factor
        return Form(self, constant, {variable: factor for variable, factor in factors.items() if factor != 0})

    def add(self, a: Form, b: Value) -> Form:
        """`a + b`."""
        return self.total([(a, _ONE), (self.form(b), _ONE)])

    def multiply(self, a: Form, b: Value) -> Form:
        """`a * b`."""
        return self._sum_of_products([(a, b)])

    def _sum_of_products(self, pairs: Sequence[tuple[Value, Value]]) -> Form:
        """The sum of products, with one hidden number for all that is not linear in it."""
        parts: list[tuple[Form, fmpq]] = []
        rest = fmpq(0)
        for x, y in pairs:
            a, b = self.form(x), self.form(y)
            if not a.factors or not b.factors:
                parts.append((b, a.constant) if not a.factors else (a, b.constant))
                continue
            (middle, radius), (other, reach) = _halves(a.range), _halves(b.range)
            parts += [(a, other), (b, middle), (self.form(-middle * other), _ONE)]
            rest += radius * reach
        if rest:
            parts.append((self.variable(BoundedInterval(-rest, rest)), _ONE))
        return self.total(parts)

    def _square(self, a: Form) -> Form:
        middle, radius = _halves(a.range)
        rest = self.variable(BoundedInterval(_ZERO, radius * radius))
        return self.total([(a, _TWO * middle), (self.form(-middle * middle), _ONE), (rest, _ONE)])

    def _enclosed(self, function: Callable[..., Value], *values: Value) -> Value:
        """The value of an operation of ranges, as a hidden number of its own where it varies."""
        made = function(*(value.range if isinstance(value, Form) else value for value in values))
        return self.variable(made) if isinstance(made, Interval) else made

    def _enclosed_array(self, function: Callable[..., Array], *arrays: Array) -> Array:
        """The same of an operation on whole arrays."""
        ranges = (array.map(lambda cell: cell.range if isinstance(cell, Form) else cell) for array in arrays)
        return function(*ranges).map(lambda cell: self.variable(cell) if isinstance(cell, Interval) else cell)

    def _decided(self, function: Callable[..., Value], *values: Value) -> Value:
        """The value of an operation of ranges; raises NoForm if it varies."""
        made = function(*(value.range if isinstance(value, Form) else value for value in values))
        if isinstance(made, Interval):
            raise NoForm
        return made

    def divide(self, a: Value, b: Value) -> Value:
        if not isinstance(b, Form):
            inverse = _POINTS.divide(_ONE, b) if isinstance(a, Form) else None
            return _POINTS.divide(a, b) if inverse is None else a * inverse
        return self._enclosed(_RANGES.divide, _ONE, b) * a

    def power(self, a: Value, b: Value) -> Value:
        if isinstance(a, Form) and isinstance(b, fmpq) and b in (_ONE, _TWO):
            return a if b == _ONE else self._square(a)
        return self._enclosed(_RANGES.power, a, b)

    def maximum(self, a: Value, b: Value) -> Value:
        for one, other in ((a, b), (b, a)):
            is_less = self._of_order(one, other)
            if is_less:
                return other
        return self._enclosed(_RANGES.maximum, a, b)

    @staticmethod
    def _of_order(a: Value, b: Value) -> bool:
        """Whether one form or number is known to be at most another."""
        x, y = (value.range if isinstance(value, Form) else value for value in (a, b))
        if isinstance(x, Missing) or isinstance(y, Missing):
            return False
        made = _RANGES.less_equal(x, y)
        return isinstance(made, fmpq) and made == 1

    def absolute(self, a: Value) -> Value:
        if isinstance(a, Form):
            if self._of_order(_ZERO, a):
                return a
            if self._of_order(a, _ZERO):
                return -a
        return self._enclosed(_RANGES.absolute, a)

    def exp(self, a: Value) -> Value:
        return self._enclosed(_RANGES.exp, a)

    def log(self, a: Value) -> Value:
        return self._enclosed(_RANGES.log, a)

    def sqrt(self, a: Value) -> Value:
        return self._enclosed(_RANGES.sqrt, a)

    def sin(self, a: Value) -> Value:
        return self._enclosed(_RANGES.sin, a)

    def cos(self, a: Value) -> Value:
        return self._enclosed(_RANGES.cos, a)

    def tan(self, a: Value) -> Value:
        return self._enclosed(_RANGES.tan, a)

    def tanh(self, a: Value) -> Value:
        return self._enclosed(_RANGES.tanh, a)

    def erf(self, a: Value) -> Value:
        return self._enclosed(_RANGES.erf, a)

    def pi(self) -> Value:
        return _POINTS.pi()

    def matmul(self, a: Array, b: Array) -> Array:
        columns = [b.column(j) for j in range(b.columns)]
        self.spend(len(a.cells) * b.columns)
        cells = tuple(
            self._sum_of_products(list(zip(row, column, strict=True))) for row in a.row_list() for column in columns
        )
        return Array(a.rows, b.columns, cells)

    def matmul_work(self, a: Array, b: Array) -> int:
        return len(a.cells) * b.columns

    def softmax(self, cells: tuple[Value, ...]) -> tuple[Value, ...]:
        made = _RANGES.softmax(tuple(_score(cell.range) if isinstance(cell, Form) else cell for cell in cells))
        return tuple(self.variable(share) if isinstance(share, Interval) else share for share in made)

    def variance(self, cells: tuple[Value, ...], ddof: int) -> Value:
        return self._enclosed(lambda *boxes: _RANGES.variance(boxes, ddof), *cells)

    def floor_divide(self, a: Value, b: Value) -> Value:
        return self._enclosed(_RANGES.floor_divide, a, b)

    def remainder(self, a: Value, b: Value) -> Value:
        return self._enclosed(_RANGES.remainder, a, b)

    def round(self, a: Value, digits: int, rule: str = "half_even") -> Value:
        return self._enclosed(lambda box: _RANGES.round(box, digits, rule), a)

    def rising(self, a: Value, function: Callable[[Value], Value], domain: Interval, values: Interval) -> Value:
        return self._enclosed(lambda box: _RANGES.rising(box, function, domain, values), a)

    def determinant(self, a: Array) -> Value:
        return self._enclosed(lambda *cells: _RANGES.determinant(Array(a.rows, a.columns, cells)), *a.cells)

    def inverse(self, a: Array) -> Array:
        return self._enclosed_array(_RANGES.inverse, a)

    def solution(self, a: Array, b: Array) -> Array:
        return self._enclosed_array(_RANGES.solution, a, b)

    def rank(self, a: Array) -> Value:
        return self._decided(lambda *cells: _RANGES.rank(Array(a.rows, a.columns, cells)), *a.cells)

    def less(self, a: Value, b: Value) -> Value:
        return self._decided(_RANGES.less, a, b)

    def less_equal(self, a: Value, b: Value) -> Value:
        return self._decided(_RANGES.less_equal, a, b)

    def equal(self, a: Value, b: Value) -> Value:
        return self._decided(_RANGES.equal, a, b)

    def argmax(self, cells: tuple[Value, ...]) -> Value:
        return self._decided(lambda *boxes: _RANGES.argmax(boxes), *cells)

    def tail(self, name: str, a: Value, *degrees: Value) -> Value:
        return self._enclosed(lambda *boxes: _RANGES.tail(name, *boxes), a, *degrees)

    def valley(self, a: Value, function: Callable[[Value], Value], slope: Callable[[Value], Value]) -> Value:
        return self._enclosed(lambda box: _RANGES.valley(box, function, slope), a)


def _score(box: Box) -> Interval:
    """The range of a score, which may be masked where nothing bounds it."""
    return box if box.lo is not None else Interval(None, box.hi, lo_closed=True, hi_closed=box.hi_closed)


def _halves(box: Box) -> tuple[fmpq, fmpq]:
    """The middle and the radius of a box; raises NoForm if it is unbounded."""
    if box.lo is None or box.hi is None:
        raise NoForm
    return (box.lo + box.hi) * _HALF, (box.hi - box.lo) * _HALF
