"""Definite integrals with a proved enclosure, by the integration of Arb (Johansson 2018, after Petras).

The function is evaluated on balls of complex numbers. Where it is not analytic on such a ball, it has no value there,
and the interval is halved.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from flint import acb, arb

from verifier.formulas.parser import CONSTANTS
from verifier.formulas.tree import Apply, Build, Expression, Name, names
from verifier.numbers.array import Array, Value, as_interval
from verifier.numbers.interval import UNKNOWN, Interval, Missing
from verifier.numbers.number import Number, Uncertain
from verifier.operations import REGISTER, Defined, ShapeError, TooLarge, Unprinted

Constant: TypeAlias = Callable[[Expression], Value]
"""The value of a part of the function that does not vary."""
_NOWHERE: Final = acb(arb("nan"))
_MOST_POINTS: Final = 3000
"""Number of evaluations of the function after which the enclosure is left as wide as it is."""
_ONE: Final[dict[str, Callable[[acb, bool], acb]]] = {
    "negative": lambda a, _: -a,
    "sqrt": lambda a, is_analytic: a.sqrt(analytic=is_analytic),
    "log": lambda a, is_analytic: a.log(analytic=is_analytic),
    "exp": lambda a, _: a.exp(),
    "sin": lambda a, _: a.sin(),
    "cos": lambda a, _: a.cos(),
    "tan": lambda a, _: a.tan(),
    "tanh": lambda a, _: a.tanh(),
    "sinh": lambda a, _: a.sinh(),
    "cosh": lambda a, _: a.cosh(),
    "erf": lambda a, _: a.erf(),
}
"""Functions of one number; those with a branch cut are told whether they have to be analytic."""
_TWO: Final[dict[str, Callable[[acb, acb], acb]]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: _NOWHERE if b.contains(0) else a / b,
}


def integral_between(
    function: Build, ends: Sequence[Array], one: Callable[[Expression], Array], *, is_range: bool
) -> Array:
    """The integral of a function of one number, as `integral`; *one* gives the parts of it that do not vary."""
    lower, upper = ends
    sources = {*lower.sources, *upper.sources}

    def constant(node: Expression) -> Value:
        found = one(node)
        sources.update(found.sources)
        return found.cells[0]

    value = integral(function, lower.cells[0], upper.cells[0], constant, is_range=is_range)
    return Array(1, 1, (value,), frozenset(sources), exact=not sources, independent=not sources)


def integral(function: Build, lower: Value, upper: Value, constant: Constant, *, is_range: bool) -> Value:
    """The integral of a function of one number, its first index, between two numbers.

    A range of an end or of a constant gives a loose range. Raises TooLarge where no enclosure is found, and for a
    function that has no complex values here.
    """
    evaluated = _Complex(function.indices[0], constant)
    ends = evaluated.ball(lower), evaluated.ball(upper)
    if isinstance(ends[0], Missing) or isinstance(ends[1], Missing):
        return UNKNOWN
    try:
        found = _between(ends[0], ends[1], lambda x, analytic: evaluated.at(function.body, x, is_analytic=analytic))
    except _NoValue:
        return UNKNOWN
    if not found.is_finite() or not found.imag.contains(0):
        if is_range and evaluated.varies:
            return Interval(None, None, lo_closed=False, hi_closed=False, partial=True, loose=True)
        raise TooLarge("an integral of which no enclosure is found")
    if is_range and evaluated.varies:
        return Interval(found.real.lower(), found.real.upper(), partial=evaluated.is_partial, loose=True)
    return found.real


def _between(lower: arb, upper: arb, function: Callable[[acb, bool], acb]) -> acb:
    """The integral between the middles of two balls, and what the rest of each adds at most."""
    low, high = lower.mid(), upper.mid()
    refusals: list[Exception] = []

    def passed_on(x: acb, is_analytic: bool) -> acb:  # noqa: FBT001 - as the library calls it
        """The value; the library does not pass exceptions on, so that the first is kept."""
        try:
            return _NOWHERE if refusals else function(x, is_analytic)
        except (_NoValue, ShapeError, TooLarge, Unprinted, Uncertain) as refusal:
            refusals.append(refusal)
            return _NOWHERE

    whole = acb.integral(passed_on, acb(low), acb(high), eval_limit=_MOST_POINTS)
    if refusals:
        raise refusals[0]
    for ball, middle, way in ((lower, low, -1), (upper, high, 1)):
        if ball.rad() > 0:
            whole += way * function(acb(ball), False) * (ball - middle)  # noqa: FBT003 - as the library calls it
    return whole


class _NoValue(Exception):
    """A constant of the function has no value."""


class _Complex:
    """Evaluates a function of one number on balls of complex numbers."""

    def __init__(self, name: str, constant: Constant) -> None:
        self.name = name
        self.constant = constant
        self.varies = False
        self.is_partial = False
        self._known: dict[Expression, acb] = {}

    def ball(self, value: Value) -> arb | Missing:
        """A number, or all numbers of a range, as a ball."""
        if isinstance(value, Missing | str):
            return UNKNOWN
        if not isinstance(value, Number | Interval):  # a symbol
            raise Uncertain
        box = as_interval(value)
        if isinstance(value, Interval):
            self.varies = True
            self.is_partial |= value.partial
        if box.lo is None or box.hi is None:
            return UNKNOWN
        whole: arb = arb(box.lo).union(arb(box.hi)) if isinstance(value, Interval) else arb(value)
        return whole

    def at(self, node: Expression, x: acb, *, is_analytic: bool) -> acb:
        """The value of a part of the function."""
        if isinstance(node, Name) and node.name == self.name:
            return x
        if self.name not in names(node):
            return self._constant(node)
        if not isinstance(node, Apply) or node.options:
            raise TooLarge(
                "a function whose integral is not enclosed here: arithmetic, powers and analytic functions are"
            )
        parts = [self.at(part, x, is_analytic=is_analytic) for part in node.arguments]
        made = REGISTER[node.operation]
        if isinstance(made, Defined) and not made.defaults:
            inner = _Complex("", self.constant)
            inner._known = {Name(name): part for name, part in zip(made.signature.arrays, parts, strict=True)}
            return inner.bound(made.expression, is_analytic=is_analytic)
        return _applied(node, parts, is_analytic=is_analytic)

    def bound(self, node: Expression, *, is_analytic: bool) -> acb:
        """The value of a definition whose names are bound."""
        if node in self._known:
            return self._known[node]
        if not isinstance(node, Apply) or node.options:
            return self._constant(node)
        parts = [self.bound(part, is_analytic=is_analytic) for part in node.arguments]
        return _applied(node, parts, is_analytic=is_analytic)

    def _constant(self, node: Expression) -> acb:
        if node not in self._known:
            found = self.ball(self.constant(node))
            if isinstance(found, Missing):
                raise _NoValue
            self._known[node] = acb(found)
        return self._known[node]


def _applied(node: Apply, parts: list[acb], *, is_analytic: bool) -> acb:
    """An operation on balls; what is not analytic there has no value if it has to be."""
    name = node.operation
    match parts:
        case [] if name in CONSTANTS:
            return acb(arb.pi() if name == "pi" else arb(1).exp())
        case [a] if name in _ONE:
            return _ONE[name](a, is_analytic)
        case [a, b] if name in _TWO:
            return _TWO[name](a, b)
        case [a, b] if name == "power":
            return _power(a, b, is_analytic=is_analytic)
    raise TooLarge(f"a function whose integral is not enclosed here, as it has {node.operation}")


def _power(a: acb, b: acb, *, is_analytic: bool) -> acb:
    exponent = b.real.unique_fmpz() if b.imag == 0 and b.is_exact() else None
    if exponent is not None:
        return _NOWHERE if exponent < 0 and a.contains(0) else a ** int(exponent)
    doubled = (2 * b).real.unique_fmpz() if b.is_exact() else None
    if doubled is not None and doubled > 0:
        return a.sqrt(analytic=is_analytic) ** int(doubled)
    return (b * a.log(analytic=is_analytic)).exp()


def function_of(expression: Expression) -> Build:
    """The first argument of an integral; raises ShapeError if it is no function of its first index alone."""
    if not isinstance(expression, Build) or expression.indices[1] in names(expression.body):
        raise ShapeError("a function of one number in an integral, as lambda x: x**2")
    return expression
