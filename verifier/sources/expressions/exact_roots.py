r"""What expressions with square roots of whole numbers are where the roots cancel: `\frac{3\sqrt{2}}{\sqrt{2}}` is 3.

No ball around a root decides whether such a number is exactly a whole one. A sum of roots is kept as the factor of
each root of a number without squares.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from flint import fmpq, fmpz

from verifier.formulas.tree import Apply, Expression, Literal, children, with_children
from verifier.sources.expressions.exact_angles import written

_Roots: TypeAlias = Mapping[int, fmpq]
"""The factors of roots, by what stands below each: that of 1 is the rational part."""
MAX_TERMS: Final = 8
MAX_BITS: Final = 64
MAX_POWER: Final = 6
_TWO: Final = 2


def with_exact_roots(tree: Expression) -> Expression:
    """An expression with numbers in the place of what has several square roots and is rational."""
    if _roots_in(tree) < _TWO:
        return tree
    found = _value(tree)
    if found is not None and set(found) <= {1}:
        return written(found.get(1, fmpq(0)))
    return with_children(tree, [with_exact_roots(child) for child in children(tree)])


def _roots_in(tree: Expression) -> int:
    """How many square roots an expression has."""
    own = isinstance(tree, Apply) and tree.operation == "sqrt"
    return own + sum(map(_roots_in, children(tree)))


def _value(tree: Expression) -> _Roots | None:
    """An expression of whole numbers and their roots as a sum of roots; None for any other, and for large ones."""
    match tree:
        case Literal(value):
            return {1: value} if value else {}
        case Apply("negative", (operand,)):
            return _scaled(_value(operand), fmpq(-1))
        case Apply("sqrt", (operand,)):
            inner = _value(operand)
            return None if inner is None or not set(inner) <= {1} else _root(inner.get(1, fmpq(0)))
        case Apply("power", (base, Literal(size))) if size.q == 1 and 1 <= size <= MAX_POWER:
            one = found = _value(base)
            for _ in range(int(size.p) - 1):
                found = _of_two(_product, found, one)
            return found
        case Apply("add" | "subtract" as operation, (left, right)):
            sign = fmpq(1 if operation == "add" else -1)
            return _of_two(_sum, _value(left), _scaled(_value(right), sign))
        case Apply("multiply", (left, right)):
            return _of_two(_product, _value(left), _value(right))
        case Apply("divide", (left, right)):
            below = _value(right)
            return _of_two(_product, _value(left), None if below is None else _inverse(below))
    return None


def _of_two(operation: Callable[[_Roots, _Roots], _Roots], left: _Roots | None, right: _Roots | None) -> _Roots | None:
    """What an operation gives; None where an operand is not known, or the result is large."""
    found = None if left is None or right is None else operation(left, right)
    if found is None or len(found) > MAX_TERMS:
        return None
    is_large = any(root.bit_length() > MAX_BITS or value.height_bits() > MAX_BITS for root, value in found.items())
    return None if is_large else found


def _scaled(roots: _Roots | None, factor: fmpq) -> _Roots | None:
    return None if roots is None else {root: value * factor for root, value in roots.items()}


def _sum(left: _Roots, right: _Roots) -> _Roots:
    found = {root: left.get(root, fmpq(0)) + right.get(root, fmpq(0)) for root in {**left, **right}}
    return {root: value for root, value in found.items() if value}


def _product(left: _Roots, right: _Roots) -> _Roots:
    found: _Roots = {}
    for one, factor in left.items():
        for other, value in right.items():
            common = int(fmpz(one).gcd(other))
            found = _sum(found, {(one // common) * (other // common): factor * value * common})
    return found


def _inverse(roots: _Roots) -> _Roots | None:
    """One over a root with its factor, or over a sum of two of them; None of others, and of zero."""
    if len(roots) == 1:
        ((root, value),) = roots.items()
        return {root: 1 / (value * root)}
    if len(roots) != _TWO:
        return None
    (one, factor), (other, value) = roots.items()
    size = factor**2 * one - value**2 * other  # not zero, as both roots are of numbers without squares
    return {one: factor / size, other: -value / size}


def _root(value: fmpq) -> _Roots | None:
    """The square root of a number that is not negative; None of others, and of large ones."""
    if value < 0 or value.height_bits() > MAX_BITS:
        return None
    if value == 0:
        return {}
    outside, inside = fmpq(1, int(value.q)), 1
    for prime, times in fmpz(int(value.p * value.q)).factor():
        outside *= int(prime) ** (times // 2)
        inside *= int(prime) ** (times % 2)
    return {inside: outside}
