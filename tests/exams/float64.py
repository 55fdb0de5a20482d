"""An engine that bounds what double precision can make of a formula, in whatever order a library computes it.

Each cell is a ball around all results of a computation in float64 that follows the formula and is
free in these ways: sums in any order, with or without fused products; up to STEP roundings where
the formula has one operation (a scale split between query and key, a quotient by a reciprocal);
elementary functions right to STEP units in the last place; means and variances by sums, by two
passes, or by running updates. Rounding is modelled as in Higham 2002, sec. 2.2 and 3.1:
fl(a op b) = (a op b)(1 + d) with |d| <= u, and k of these factors differ from 1 by at most
gamma(k) = k u / (1 - k u). Neither underflow nor overflow is modelled.
"""

from collections.abc import Callable
from functools import reduce
from typing import Final

from flint import arb, fmpq

from verifier.engines.points.flint import Points
from verifier.engines.points.masks import unmasked
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Missing

U: Final = fmpq(1, 2**53)
STEP: Final = 8
"""No step of a formula takes a library more roundings. The most are seven: 1 / sqrt(d), its root, a product with
the query, as much for the key but for the root that they share, and the product of the two."""


def gamma(count: int) -> fmpq:
    """By so much can a product of *count* factors 1 + d differ from 1."""
    return count * U / (1 - count * U)


def around(ball: arb, error: arb) -> arb:
    """The ball, wider by the error."""
    return ball + arb(0, error.abs_upper())


class Near:
    """A float64 number: a ball that it lies in but for the roundings of a sum that is still going on.

    The sum has *terms* additions, and its terms have the sizes *size* together.
    """

    __slots__ = ("ball", "size", "terms")

    def __init__(self, ball: arb, size: arb | None = None, terms: int = 0) -> None:
        self.ball = ball
        self.size = arb(ball.abs_upper()) if size is None else size
        self.terms = terms

    @property
    def settled(self) -> arb:
        """The ball of the sum when it is done."""
        return around(self.ball, self.size * gamma(STEP * self.terms)) if self.terms else self.ball

    def __add__(self, other: Value) -> Value:
        if isinstance(other, Missing):
            return NotImplemented
        more = near(other)
        return Near(self.ball + more.ball, self.size + more.size, self.terms + more.terms + 1)

    __radd__ = __add__

    def __neg__(self) -> "Near":
        return Near(-self.ball, self.size, self.terms)

    def __sub__(self, other: Value) -> Value:
        return self + -other

    def __rsub__(self, other: Value) -> Value:
        return -self + other

    def __mul__(self, other: Value) -> Value:
        return NotImplemented if isinstance(other, Missing) else rounded(self.settled * near(other).settled)

    __rmul__ = __mul__


def near(value: Value) -> Near:
    """Any number as one of float64; an exact one is taken as it is."""
    return value if isinstance(value, Near) else Near(arb(value))


def rounded(exact: arb) -> Near:
    """A result after the roundings of one step."""
    return Near(around(exact, exact * gamma(STEP)))


def function(of_ball: Callable[[arb], arb]) -> Callable[..., Near]:
    """An elementary function, right to so many units in the last place."""
    return lambda _engine, a: rounded(of_ball(near(a).settled))


class Float64(Points):
    """The engine: what it does not say itself is exact, as counting is."""

    exp = function(arb.exp)
    sqrt = function(arb.sqrt)
    erf = function(arb.erf)
    tanh = function(arb.tanh)

    def pi(self) -> Value:
        return rounded(arb.pi())

    def divide(self, a: Value, b: Value) -> Value:
        if isinstance(a, fmpq | Missing) and isinstance(b, fmpq | Missing):
            return super().divide(a, b)
        return rounded(near(a).settled / near(b).settled)

    def maximum(self, a: Value, b: Value) -> Value:
        return Near(near(a).settled.max(near(b).settled))

    def matmul(self, a: Array, b: Array) -> Array:
        """Sums of products, each with the roundings of its product and of all additions."""
        return Array(
            a.rows, b.columns, tuple(self._dot(row, b.column(j)) for row in a.row_list() for j in range(b.columns))
        )

    def _dot(self, row: tuple[Value, ...], column: tuple[Value, ...]) -> Near:
        products = [near(x).settled * near(y).settled for x, y in zip(row, column, strict=True)]
        size = sum((arb(product.abs_upper()) for product in products), arb(0))
        return Near(sum(products, arb(0)), size, len(products) + 1)

    def softmax(self, cells: tuple[Value, ...]) -> tuple[Value, ...]:
        """With the largest cell taken off all, as libraries do."""
        if any(isinstance(cell, Missing) for cell in cells):
            shares = unmasked(cells, self.softmax)
            assert shares is not None
            return shares
        largest = reduce(self.maximum, cells)
        powers = [self.exp(cell - largest) for cell in cells]
        total = sum(powers, fmpq(0))
        return tuple(self.divide(power, total) for power in powers)

    def variance(self, cells: tuple[Value, ...], ddof: int) -> Value:
        """Running updates are the worst way: n products of two differences of at most twice the largest number.

        Each difference has a mean in it that is off by at most gamma(3 n) times the largest number, so
        that a product is off by gamma(3 n + 5) of its bound, and the sum by gamma(4 n + 5) of n of these.
        """
        balls = [near(cell).settled for cell in cells]
        exact = Points().variance(tuple(balls), ddof)
        largest = reduce(arb.max, (arb(ball.abs_upper()) for ball in balls))
        off = gamma(STEP * (len(cells) + 4)) * len(cells) * (2 * largest) * (2 * largest)
        return rounded(around(exact, off / (len(cells) - ddof)))
