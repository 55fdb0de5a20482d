"""The graph of all intermediate numbers of a formula, for constraint propagation on their sets.

A graph is an engine: evaluating a formula with it makes a node of each intermediate number. `forward` computes a set
for a node from the sets of its operands (`parts`); `backward` computes a set for each operand from that of the node.
"""

from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from flint import fmpq

from verifier.engines import inverse_images as inverse
from verifier.engines.constraint_constants import OfConstants, Unsupported
from verifier.engines.points.flint import Points
from verifier.engines.points.masks import unmasked
from verifier.engines.ranges.powers import whole_power
from verifier.engines.ranges.ranges import Ranges
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import WHOLE_LINE, Interval, Missing, point
from verifier.numbers.number import Number

MAX_NODES: Final = 10_000
MAX_POWER: Final = 16
"""Maximum absolute value of the exponent of a whole power."""

_RANGES: Final = Ranges()
_POINTS: Final = Points()
_SHARE: Final = Interval(fmpq(0), fmpq(1))
_HALF: Final = fmpq(1, 2)

Forward = Callable[..., Value]
Backward = Callable[..., Sequence[Interval | None]]


class Node:
    """An intermediate number of a formula; `first` is a set that contains it, whatever is asked of it."""

    __slots__ = ("backward", "first", "forward", "graph", "name", "parts")

    def __init__(
        self,
        graph: "Graph",
        first: Interval,
        parts: tuple["Node", ...] = (),
        forward: Forward | None = None,
        backward: Backward | None = None,
    ) -> None:
        self.graph = graph
        self.first = first
        self.parts = parts
        self.forward = forward
        self.backward = backward

    def __add__(self, other: Value) -> Value:
        return other + self if isinstance(other, Missing) else self.graph.add(self, other)

    __radd__ = __add__

    def __neg__(self) -> Value:
        return self.graph.negative(self)

    def __sub__(self, other: Value) -> Value:
        return self + -other

    def __rsub__(self, other: Value) -> Value:
        return self.graph.add(-self, other)

    def __mul__(self, other: Value) -> Value:
        return other * self if isinstance(other, Missing) else self.graph.multiply(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Value) -> Value:
        return self.graph.divide(self, other)

    def __rtruediv__(self, other: Value) -> Value:
        return self.graph.divide(other, self)

    def _refuse(self, *_: object) -> NoReturn:
        raise Unsupported

    __bool__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __abs__ = _refuse  # a node has no value to compare
    __hash__ = object.__hash__


class Graph(OfConstants):
    """The engine whose values are nodes; arithmetic on constants yields constants.

    `facts`: sets that contain nodes for a reason beside their operation; the values of a softmax sum to 1.
    """

    is_range: Final = False

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.facts: list[tuple[Node, Interval]] = []
        self.seen: dict[Node, tuple[Interval, ...]] = {}
        """By node, the sets of its parts that `first` was computed with: the same whatever is asked of the graph."""

    def variable(self, box: Interval) -> Node:
        """A new number that lies in *box*; raises Unsupported beyond MAX_NODES."""
        return self._new(box)

    def _new(
        self,
        first: Interval,
        parts: tuple[Node, ...] = (),
        forward: Forward | None = None,
        backward: Backward | None = None,
    ) -> Node:
        if len(self.nodes) >= MAX_NODES:
            raise Unsupported
        self.nodes.append(Node(self, first, parts, forward, backward))
        return self.nodes[-1]

    def node(self, value: Value) -> Node:
        """The node of a number; raises Unsupported for a cell without a value."""
        if isinstance(value, Node):
            return value
        if isinstance(value, Number):
            return self._new(point(value))
        raise Unsupported

    def _made(self, forward: Forward, backward: Backward | None, *values: Value) -> Node:
        return self._new(WHOLE_LINE, tuple(map(self.node, values)), forward, backward)

    def add(self, a: Value, b: Value) -> Value:
        """`a + b`; no node is made for adding zero."""
        if isinstance(b, fmpq) and b == 0:
            return a
        return self._made(lambda x, y: x + y, lambda z, x, y: (z - y, z - x), a, b)

    def negative(self, a: Node) -> Value:
        """-a."""
        return self._made(lambda x: -x, lambda z, _: (-z,), a)

    def multiply(self, a: Node, b: Value) -> Value:
        """`a * b`; the square if both are the same node."""
        if a is b:
            return self.power(a, fmpq(2))
        return self._made(lambda x, y: x * y, lambda z, x, y: (inverse.factor(z, y), inverse.factor(z, x)), a, b)

    def divide(self, a: Value, b: Value) -> Value:
        if isinstance(a, Missing) or not _varies(a, b):
            return _POINTS.divide(a, b)
        if isinstance(b, Missing):
            return b * a  # also a cell without a value
        return self._made(_RANGES.divide, lambda z, x, y: (z * y, inverse.factor(x, z)), a, b)

    def power(self, a: Value, b: Value) -> Value:
        if not _varies(a, b):
            return _POINTS.power(a, b)
        if isinstance(b, Node):
            if isinstance(a, Node) or not a > 0:
                raise Unsupported
            return self.exp(b * _POINTS.log(a))
        if b == _HALF:
            return self.sqrt(a)
        if not isinstance(b, fmpq) or b.q != 1 or abs(b.p) > MAX_POWER:
            raise Unsupported
        return self._whole_power(a, int(b.p))

    def _whole_power(self, a: Value, exponent: int) -> Value:
        if exponent < 0:
            return self.divide(fmpq(1), self._whole_power(a, -exponent))
        if exponent < 2:  # noqa: PLR2004 - 1 and the number itself
            return a if exponent else fmpq(1)
        return self._made(
            lambda x: whole_power(_RANGES, x, fmpq(exponent)), lambda z, x: (inverse.base_of(z, x, exponent),), a
        )

    def maximum(self, a: Value, b: Value) -> Value:
        if not _varies(a, b):
            return _POINTS.maximum(a, b)
        return self._made(_RANGES.maximum, lambda z, x, y: (inverse.under(z, y), inverse.under(z, x)), a, b)

    def absolute(self, a: Value) -> Value:
        return self._of_one(_POINTS.absolute, _RANGES.absolute, inverse.either, a)

    def exp(self, a: Value) -> Value:
        return self._of_one(_POINTS.exp, _RANGES.exp, lambda z, _: inverse.logarithm(z), a)

    def log(self, a: Value) -> Value:
        return self._of_one(_POINTS.log, _RANGES.log, lambda z, _: inverse.exponential(z), a)

    def sqrt(self, a: Value) -> Value:
        return self._of_one(_POINTS.sqrt, _RANGES.sqrt, lambda z, _: inverse.square_of(z), a)

    def tanh(self, a: Value) -> Value:
        return self._of_one(_POINTS.tanh, _RANGES.tanh, lambda z, _: inverse.area_tangent(z), a)

    def sin(self, a: Value) -> Value:
        return self._of_one(_POINTS.sin, _RANGES.sin, None, a)

    def cos(self, a: Value) -> Value:
        return self._of_one(_POINTS.cos, _RANGES.cos, None, a)

    def tan(self, a: Value) -> Value:
        return self._of_one(_POINTS.tan, _RANGES.tan, None, a)

    def erf(self, a: Value) -> Value:
        return self._of_one(_POINTS.erf, _RANGES.erf, None, a)

    def _of_one(
        self,
        of_points: Callable[[Value], Value],
        forward: Forward,
        backward: Callable[[Interval, Interval], Interval | None] | None,
        a: Value,
    ) -> Value:
        if not _varies(a):
            return of_points(a)
        return self._made(forward, None if backward is None else lambda z, x: (backward(z, x),), a)

    def pi(self) -> Value:
        return _POINTS.pi()

    def matmul(self, a: Array, b: Array) -> Array:
        columns = [b.column(j) for j in range(b.columns)]
        cells = tuple(_dot(row, column) for row in a.row_list() for column in columns)
        return Array(a.rows, b.columns, cells)

    def matmul_work(self, a: Array, b: Array) -> int:
        return len(a.cells) * b.columns

    def softmax(self, cells: tuple[Value, ...]) -> tuple[Value, ...]:
        masked = unmasked(cells, self.softmax)
        if masked is not None:
            return masked
        if not _varies(*cells) or len(cells) == 1:
            return _POINTS.softmax(cells)
        powers = [self.exp(cell) for cell in cells]
        total = sum(powers, fmpq(0))
        shares = tuple(self.node(self.divide(power, total)) for power in powers)
        self.facts += [(share, _SHARE) for share in shares]
        self.facts.append((self.node(sum(shares, fmpq(0))), point(fmpq(1))))
        return shares

    def variance(self, cells: tuple[Value, ...], ddof: int) -> Value:
        if not _varies(*cells):
            return _POINTS.variance(cells, ddof)
        mean = self.divide(sum(cells, fmpq(0)), fmpq(len(cells)))
        squares = [self.power(cell - mean, fmpq(2)) for cell in cells]
        return self.divide(sum(squares, fmpq(0)), fmpq(len(cells) - ddof))

    def rising(self, a: Value, function: Callable[[Value], Value], domain: Interval, values: Interval) -> Value:
        return self._of_one(
            lambda given: _POINTS.rising(given, function, domain, values),
            lambda box: _RANGES.rising(box, function, domain, values),
            None,
            a,
        )


def _varies(*values: Value) -> bool:
    return any(isinstance(value, Node) for value in values)


def _dot(row: tuple[Value, ...], column: tuple[Value, ...]) -> Value:
    total: Value = fmpq(0)
    for a, b in zip(row, column, strict=True):
        total = total + b * a if isinstance(b, Node) else total + a * b
    return total
