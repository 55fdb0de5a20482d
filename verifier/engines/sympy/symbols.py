"""Symbols: SymPy expressions as cells, so that a formula is computed for all operands of one shape at once.

Used to prove two formulas equal, never to judge a number. What depends on how symbols
compare cannot be computed so and raises Uncertain. SymPy is imported on first use.
"""

from collections.abc import Callable
from importlib import import_module
from operator import mul
from typing import Any, Final, NoReturn

from flint import fmpq

from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY
from verifier.numbers.number import Uncertain
from verifier.operations import Engine


class Symbols(Engine):
    """The engine of SymPy expressions; cells are of reals, and no domain is checked."""

    is_range: Final = False

    def __init__(self) -> None:
        import sympy

        self.sympy: Any = sympy
        # the name leads to a function of the same name, the module only to itself
        import_module("sympy.core.sympify").converter[fmpq] = lambda number: sympy.Rational(
            int(number.p), int(number.q)
        )

    def symbol(self, name: str) -> Value:
        """A real number called *name*."""
        return self.sympy.Symbol(name, real=True)

    def are_equal(self, a: Value, b: Value) -> bool:
        """Whether SymPy proves two cells equal."""
        return bool(self.sympy.simplify(self.sympy.sympify(a) - self.sympy.sympify(b)) == 0)

    def divide(self, a: Value, b: Value) -> Value:
        return self.sympy.sympify(a) / self.sympy.sympify(b)

    def power(self, a: Value, b: Value) -> Value:
        return self.sympy.sympify(a) ** self.sympy.sympify(b)

    def maximum(self, a: Value, b: Value) -> Value:
        return self.sympy.Max(a, b)

    def absolute(self, a: Value) -> Value:
        return self.sympy.Abs(a)

    def exp(self, a: Value) -> Value:
        return self.sympy.Integer(0) if a is MINUS_INFINITY else self.sympy.exp(a)

    def log(self, a: Value) -> Value:
        return self.sympy.log(a)

    def sqrt(self, a: Value) -> Value:
        return self.sympy.sqrt(a)

    def sin(self, a: Value) -> Value:
        return self.sympy.sin(a)

    def cos(self, a: Value) -> Value:
        return self.sympy.cos(a)

    def tan(self, a: Value) -> Value:
        return self.sympy.tan(a)

    def tanh(self, a: Value) -> Value:
        return self.sympy.tanh(a)

    def pi(self) -> Value:
        return self.sympy.pi

    def erf(self, a: Value) -> Value:
        return self.sympy.erf(a)

    def valley(self, a: Value, function: Callable[[Value], Value], _slope: Callable[[Value], Value]) -> Value:
        return function(a)

    def matmul(self, a: Array, b: Array) -> Array:
        columns = [b.column(j) for j in range(b.columns)]
        cells = tuple(sum(map(mul, row, column), fmpq(0)) for row in a.row_list() for column in columns)
        return Array(a.rows, b.columns, cells)

    def matmul_work(self, a: Array, b: Array) -> int:
        return len(a.cells) * b.columns

    def determinant(self, a: Array) -> Value:
        return self._matrix(a).det()

    def inverse(self, a: Array) -> Array:
        return Array(a.rows, a.columns, tuple(self._matrix(a).inv()))

    def solution(self, a: Array, b: Array) -> Array:
        return self.matmul(self.inverse(a), b)

    def _matrix(self, a: Array) -> Any:  # noqa: ANN401 - SymPy has no types
        return self.sympy.Matrix(a.rows, a.columns, list(map(self.sympy.sympify, a.cells)))

    def softmax(self, cells: tuple[Value, ...]) -> tuple[Value, ...]:
        powers = [self.exp(cell) for cell in cells]
        total = sum(powers, fmpq(0))
        return tuple(power / total for power in powers)

    def variance(self, cells: tuple[Value, ...], ddof: int) -> Value:
        mean = self.divide(sum(cells, fmpq(0)), fmpq(len(cells)))
        return self.divide(sum(((cell - mean) ** 2 for cell in cells), fmpq(0)), fmpq(len(cells) - ddof))

    def _undecided(self, *_: object, **__: object) -> NoReturn:
        """Raises Uncertain: it depends on how symbols compare."""
        raise Uncertain

    floor_divide = remainder = less = less_equal = equal = round = argmax = rank = tail = rising = _undecided
