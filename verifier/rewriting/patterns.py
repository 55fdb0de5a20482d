"""Recognition of two kinds of subexpression: distances to the mean and normalisations."""

from typing import NamedTuple

from verifier.formulas.tree import Apply, Expression, Options, axis_of


class Centred(NamedTuple):
    """`X - mean(X)`; `options` are those of the mean and hold the axis."""

    x: Expression
    options: Options


class Normalisation(NamedTuple):
    """`(X - mean(X)) / (sqrt(var(X) + inside) + outside)`; `options` are those of `var`: the axis and ddof."""

    x: Expression
    options: Options
    inside: Expression | None = None
    outside: Expression | None = None


def find_centred(expression: Expression) -> Centred | None:
    """The operand and the options of `X - mean(X)`; None if the expression has another form."""
    match expression:
        case Apply("subtract", (x, Apply("mean", (y,), options))) if x == y:
            return Centred(x, options)
    return None


def find_normalisation(expression: Expression) -> Normalisation | None:
    """The parts of a normalisation of rows or columns; None if the expression has another form."""
    match expression:
        case Apply("divide", (difference, divisor)) if (centred := find_centred(difference)) is not None:
            found = find_deviation(divisor, centred.x)
            if found is not None and axis_of(found.options) == axis_of(centred.options):
                return found
    return None


def find_deviation(divisor: Expression, x: Expression) -> Normalisation | None:
    """The normalisation of *x* that a divisor makes; None if the divisor is not a standard deviation of *x*."""
    match divisor:
        case Apply("std", (y,), options) if x == y:
            return Normalisation(x, options)
        case Apply("sqrt", (Apply("var", (y,), options),)) if x == y:
            return Normalisation(x, options)
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
