"""Recognition of two kinds of subexpression: distances to the mean and normalisations."""

from typing import TypeAlias

from verifier.formulas.tree import Apply, Expression, Options
from verifier.record import NamedTuple
from verifier.rewriting.definitions import axis_of

Axis: TypeAlias = int | Expression | None


class Centred(NamedTuple):
    """`X - mean(X)`; `axis` is that of the mean: 1, 0, None for all cells, or a computed one."""

    x: Expression
    axis: Axis


class Normalisation(NamedTuple):
    """`(X - mean(X)) / (sqrt(var(X) + inside) + outside)`; `axis` and `options` (ddof) are those of `var`."""

    x: Expression
    axis: Axis
    options: Options
    inside: Expression | None = None
    outside: Expression | None = None


def find_centred(expression: Expression) -> Centred | None:
    """The operand and the axis of `X - mean(X)`; None if the expression has another form."""
    match expression:
        case Apply("subtract", (x, Apply("mean", (y,)) as mean)) if x == y:
            return Centred(x, axis_of(mean))
    return None


def find_normalisation(expression: Expression) -> Normalisation | None:
    """The parts of a normalisation of rows, of columns or of all cells; None if the expression has another form."""
    match expression:
        case Apply("divide", (difference, divisor)) if (centred := find_centred(difference)) is not None:
            found = find_deviation(divisor, centred.x)
            if found is not None and found.axis == centred.axis:
                return found
    return None


def find_deviation(divisor: Expression, x: Expression) -> Normalisation | None:
    """The normalisation of *x* that a divisor makes; None if the divisor is not a standard deviation of *x*."""
    match divisor:
        case Apply("std", (y,)) as spread if x == y:
            return Normalisation(x, axis_of(spread), spread.options)
        case Apply("sqrt", (Apply("var", (y,)) as spread,)) if x == y:
            return Normalisation(x, axis_of(spread), spread.options)
        case Apply("sqrt", (Apply("add", parts),)):
            for variance, extra in (parts, parts[::-1]):
                found = find_deviation(Apply("sqrt", (variance,)), x)
                if found is not None and found.inside is None:
                    return found._replace(inside=extra)
        case Apply("add", parts):
            for root, extra in (parts, parts[::-1]):
                found = find_deviation(root, x)
                if found is not None and found.outside is None:
                    return found._replace(outside=extra)
    return None
