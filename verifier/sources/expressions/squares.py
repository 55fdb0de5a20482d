r"""Squares of what has square roots as factors, as `(3 / \sqrt{50})^2`: the roots cancel, and the value is exact."""

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.sources.expressions.values import literal

_TWO = literal(2)


def power_of(base: Expression, exponent: Expression) -> Expression:
    """A power of an expression; a square without the roots that it cancels."""
    is_square = isinstance(exponent, Literal) and exponent.value == _TWO.value
    without_roots = _square(base) if is_square else None
    return Apply("power", (base, exponent)) if without_roots is None else without_roots


def _square(base: Expression) -> Expression | None:
    """The square of an expression with roots as factors; None if it has none."""
    match base:
        case Apply("sqrt", (inner,)) | Apply("abs", (Apply("sqrt", (inner,)),)):  # not the size of a complex number
            return inner
        case Apply("negative", (inner,)):
            return _square(inner)
        case Apply("multiply" | "divide" as operation, (left, right)):
            if _square(left) is not None or _square(right) is not None:
                return Apply(operation, (power_of(left, _TWO), power_of(right, _TWO)))
    return None
