"""Operations that the graph has for constants alone."""

from collections.abc import Callable
from typing import Final

from verifier.engines.points.flint import Points
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import Missing
from verifier.numbers.number import Number
from verifier.operations import Engine

_POINTS: Final = Points()


class Unsupported(Exception):
    """A formula with an operation that has no node here, or with too many intermediate numbers."""


class OfConstants(Engine):
    """The part of an engine whose operations take no nodes."""

    def _steps(self, of_points: Callable[..., Value], *values: Value) -> Value:
        """The value of a function of constants; raises Unsupported if an argument is none."""
        if not all(isinstance(value, Number | Missing | str) for value in values):
            raise Unsupported
        return of_points(*values)

    def floor_divide(self, a: Value, b: Value) -> Value:
        return self._steps(_POINTS.floor_divide, a, b)

    def remainder(self, a: Value, b: Value) -> Value:
        return self._steps(_POINTS.remainder, a, b)

    def less(self, a: Value, b: Value) -> Value:
        return self._steps(_POINTS.less, a, b)

    def less_equal(self, a: Value, b: Value) -> Value:
        return self._steps(_POINTS.less_equal, a, b)

    def equal(self, a: Value, b: Value) -> Value:
        return self._steps(_POINTS.equal, a, b)

    def argmax(self, cells: tuple[Value, ...]) -> Value:
        return self._steps(lambda *given: _POINTS.argmax(given), *cells)

    def round(self, a: Value, digits: int, rule: str = "half_even") -> Value:
        return self._steps(lambda given: _POINTS.round(given, digits, rule), a)

    def tail(self, name: str, a: Value, *degrees: Value) -> Value:
        return self._steps(lambda *given: _POINTS.tail(name, *given), a, *degrees)

    def valley(self, a: Value, function: Callable[[Value], Value], slope: Callable[[Value], Value]) -> Value:
        return self._steps(lambda given: _POINTS.valley(given, function, slope), a)

    def determinant(self, a: Array) -> Value:
        return self._steps(lambda *cells: _POINTS.determinant(Array(a.rows, a.columns, cells)), *a.cells)

    def inverse(self, a: Array) -> Array:
        found: Array = self._steps(lambda *cells: _POINTS.inverse(Array(a.rows, a.columns, cells)), *a.cells)
        return found

    def solution(self, a: Array, b: Array) -> Array:
        found: Array = self._steps(lambda *_: _POINTS.solution(a, b), *a.cells, *b.cells)
        return found

    def rank(self, a: Array) -> Value:
        return self._steps(lambda *cells: _POINTS.rank(Array(a.rows, a.columns, cells)), *a.cells)
