"""What operations ask of the arithmetic that they are computed with."""

from collections.abc import Callable
from typing import Protocol

from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Interval


class Engine(Protocol):
    """Arithmetic on cells and matrices: on points (one value in each cell) or on ranges.

    The operators `+ - *` work on cells of both kinds and on cells without a value. An engine has the functions that
    may be undefined or whose values may be irrational. Engines inherit from this class, and with it what each of its
    functions means.

    A range stands for all values of its numbers that the function has. A cell without a value gives one without a
    value, if nothing else is said. Points raise Uncertain where the working precision does not decide; affine forms
    and the graph raise Unsupported where they have no form or node for a function.
    """

    @property
    def is_range(self) -> bool:
        """Whether cells are ranges."""

    def divide(self, a: Value, b: Value) -> Value:
        """`a / b`; UNDEFINED where *b* is zero."""

    def power(self, a: Value, b: Value) -> Value:
        """*a* to the power *b*; UNDEFINED where that is no real number. `0 ** 0` is 1."""

    def floor_divide(self, a: Value, b: Value) -> Value:
        """The largest whole number not above `a / b`; UNDEFINED where *b* is zero."""

    def remainder(self, a: Value, b: Value) -> Value:
        """`a - b * floor_divide(a, b)`, which has the sign of *b*; UNDEFINED where *b* is zero."""

    def less(self, a: Value, b: Value) -> Value:
        """1 where `a < b`, else 0. UNDEFINED for a word and a number, here and in the next two."""

    def less_equal(self, a: Value, b: Value) -> Value:
        """1 where `a <= b`, else 0."""

    def equal(self, a: Value, b: Value) -> Value:
        """1 where `a == b`, else 0."""

    def maximum(self, a: Value, b: Value) -> Value:
        """The larger of two numbers; MINUS_INFINITY is below every number."""

    def absolute(self, a: Value) -> Value:
        """The absolute value of *a*."""

    def exp(self, a: Value) -> Value:
        """The exponential of *a*; 0 for MINUS_INFINITY."""

    def log(self, a: Value) -> Value:
        """The natural logarithm of *a*; UNDEFINED where *a* is not above zero."""

    def sqrt(self, a: Value) -> Value:
        """The square root of *a*; UNDEFINED where *a* is below zero."""

    def sin(self, a: Value) -> Value:
        """The sine of *a*, in radians."""

    def cos(self, a: Value) -> Value:
        """The cosine of *a*, in radians."""

    def tan(self, a: Value) -> Value:
        """The tangent of *a*, in radians."""

    def tanh(self, a: Value) -> Value:
        """The hyperbolic tangent of *a*."""

    def pi(self) -> Value:
        """The ratio of a circle's circumference to its diameter."""

    def erf(self, a: Value) -> Value:
        """The error function of *a*."""

    def tail(self, name: str, a: Value, *degrees: Value) -> Value:
        """The share, in [0, 1], of a distribution that lies above *a*.

        *name* is "student_t", "chi_squared" or "fisher_f", which has two degrees of freedom; UNDEFINED where one of
        the degrees is not above zero.
        """

    def rising(self, a: Value, function: Callable[[Value], Value], domain: Interval, values: Interval) -> Value:
        """`function(a)` of a function of points that increases on its *domain*; UNDEFINED outside.

        *values* are its limits at those ends of the domain that are open or infinite.
        """

    def valley(self, a: Value, function: Callable[[Value], Value], slope: Callable[[Value], Value]) -> Value:
        """`function(a)` of a function of points that decreases to one minimum and then increases.

        *slope* has the sign of its derivative.
        """

    def matmul(self, a: Array, b: Array) -> Array:
        """The matrix product, n x m, of *a*, n x k, and *b*, k x m."""

    def matmul_work(self, a: Array, b: Array) -> int:
        """The cost of `matmul(a, b)`, in products of two numbers."""

    def determinant(self, a: Array) -> Value:
        """The determinant of *a*, n x n."""

    def inverse(self, a: Array) -> Array:
        """The inverse of *a*, n x n; UNDEFINED in every cell where there is none."""

    def solution(self, a: Array, b: Array) -> Array:
        """The x, n x m, with `a @ x = b` for *a*, n x n, and *b*, n x m; UNDEFINED where *a* has no inverse."""

    def rank(self, a: Array) -> Value:
        """The number of linearly independent rows of *a*."""

    def softmax(self, cells: tuple[Value, ...]) -> tuple[Value, ...]:
        """The exponential of each cell of a row, divided by the sum of all; the share of MINUS_INFINITY is 0."""

    def variance(self, cells: tuple[Value, ...], ddof: int) -> Value:
        """The sum of squared deviations from the mean, divided by the number of cells less *ddof*."""

    def argmax(self, cells: tuple[Value, ...]) -> Value:
        """The position, from 0, of the largest cell; the first of several."""

    def round(self, a: Value, digits: int, rule: str = "half_even") -> Value:
        """*a* rounded by the rule of that name to *digits* decimals, or below zero to tens, hundreds and so on."""
