"""Complex numbers, as `(3 + 4i)(1 - 2i) = 11 - 2i`: rows of their real and imaginary parts."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name, children
from verifier.sources.expressions.exact_angles import with_exact_angles
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.squares import power_of
from verifier.sources.expressions.values import IMAGINARY, Numeral, Reading, Unreadable, Value, literal
from verifier.sources.text.signs import MINUS
from verifier.sources.text.tokens import Token

MAX_POWER: Final = 6
_PARTS: Final = 2
_UNIT: Final = Name(IMAGINARY)
_ZERO, _ONE = literal(0), literal(1)
_Parts: TypeAlias = tuple[Expression, Expression | None]
"""The real part, and the imaginary one if there is any."""


def in_parts(value: Value, tokens: Sequence[Token], operands: dict[str, Grid[Numeral]], reading: Reading) -> Value:
    """An expression with the imaginary unit as a row of its parts, or as a number if it is real; raises Unreadable."""
    if value.shape is not None:
        raise Unreadable("a matrix of complex numbers")
    grid = _shown(tokens, reading.imaginary)
    if grid is not None:
        name = reading.name(tokens[0].start, "m")
        operands.clear()
        operands[name] = grid
        return Value(Name(name), (1, _PARTS), grid=grid)
    parts = (None if part is None else with_exact_angles(part, operands) for part in _parts(value.tree))
    real, imaginary = next(parts) or _ZERO, next(parts)
    if imaginary is None or value_at(imaginary, {}, with_powers=True) == 0:
        return Value(real)
    return Value(Apply("hstack", (real, imaginary)), (1, _PARTS))


def _shown(tokens: Sequence[Token], unit: str) -> Grid[Numeral] | None:
    """The numerals of a real part and an imaginary one behind it; None of anything else."""
    signs, rest = [], list(tokens)
    numerals: list[Numeral] = []
    for _ in range(_PARTS):
        signs = [rest.pop(0)] if rest and rest[0].is_one_of("+", *MINUS) else []
        if not rest or rest[0].sort != "number":
            return None
        number = rest.pop(0)
        is_negative = bool(signs) and signs[0].is_one_of(*MINUS)
        start = signs[0].start if is_negative and not number.spaced else number.start
        numerals.append(Numeral("-" * is_negative + number.text, start, number.end))
    is_last = len(rest) == 1 and rest[0].is_one_of(unit)
    return Grid(1, _PARTS, tuple(numerals)) if is_last and signs else None


def _parts(tree: Expression) -> _Parts:
    """The parts of an expression; raises Unreadable for functions of complex numbers that are not known."""
    if tree == _UNIT:
        return _ZERO, _ONE
    if not _has_unit(tree):
        return tree, None
    match tree:
        case Apply("negative", (inner,)):
            real, imaginary = _parts(inner)
            return _negative(real), imaginary and _negative(imaginary)
        case Apply("exp", (inner,)):
            return _exponential(*_parts(inner))
        case Apply("abs" | "norm", (inner,)):
            squares = [power_of(part, literal(2)) for part in _parts(inner) if part is not None]
            return Apply("sqrt", (_sum("add", squares[0], squares[1]) if len(squares) > 1 else squares[0],)), None
        case Apply("add" | "subtract" as operation, (left, right)):
            one, other = _parts(left), _parts(right)
            second = _sum(operation, one[1] or _ZERO, other[1] or _ZERO)
            return _sum(operation, one[0], other[0]), second
        case Apply("multiply", (left, right)):
            return _product(_parts(left), _parts(right))
        case Apply("divide", (left, right)):
            return _quotient(_parts(left), _parts(right))
        case Apply("power", (base, Literal(exponent))) if exponent.q == 1 and 0 < exponent <= MAX_POWER:
            return _power(_parts(base), exponent)
    raise Unreadable("a function of a complex number")


def _negative(tree: Expression) -> Expression:
    return tree if tree == _ZERO else Apply("negative", (tree,))


def _exponential(real: Expression, angle: Expression | None) -> _Parts:
    """The parts of the exponential of a number with an angle as its imaginary part."""
    size = _ONE if real == _ZERO else Apply("exp", (real,))
    if angle is None:
        return size, None
    return _times(size, Apply("cos", (angle,))), _times(size, Apply("sin", (angle,)))


def _has_unit(tree: Expression) -> bool:
    return tree == _UNIT or any(map(_has_unit, children(tree)))


def _sum(operation: str, left: Expression, right: Expression) -> Expression:
    if right == _ZERO:
        return left
    return right if left == _ZERO and operation == "add" else Apply(operation, (left, right))


def _times(left: Expression, right: Expression) -> Expression:
    if _ZERO in (left, right):
        return _ZERO
    return right if left == _ONE else left if right == _ONE else Apply("multiply", (left, right))


def _product(one: _Parts, other: _Parts) -> _Parts:
    """The parts of a product."""
    (a, b), (c, d) = one, other
    real = a if b is None and c == _ONE else _times(a, c)
    if b is not None and d is not None:
        real = _sum("subtract", real, _times(b, d))
    crossed = [_times(a, d)] if d is not None else []
    crossed += [_times(b, c)] if b is not None else []
    return real, (_sum("add", crossed[0], crossed[1]) if len(crossed) > 1 else crossed[0]) if crossed else None


def _power(one: _Parts, exponent: fmpq) -> _Parts:
    """The parts of a power."""
    if one[1] is None:
        return power_of(one[0], literal(int(exponent.p))), None
    found = one
    for _ in range(int(exponent.p) - 1):
        found = _product(found, one)
    return found


def _quotient(one: _Parts, other: _Parts) -> _Parts:
    """The parts of a quotient: the product with the conjugate of the divisor, over the square of its size."""
    c, d = other
    if d is None:
        return Apply("divide", (one[0], c)), one[1] and Apply("divide", (one[1], c))
    size = _sum("add", _times(c, c), _times(d, d))
    real, imaginary = _product(one, (c, Apply("negative", (d,))))
    return Apply("divide", (real, size)), imaginary and Apply("divide", (imaginary, size))
