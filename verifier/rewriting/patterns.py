"""Parts of formulas that are recognised however they are written: deviations from the mean, and normalisations."""

from typing import NamedTuple

from verifier.formulas.tree import Apply, Expression, Options


class Centred(NamedTuple):
    """`X - mean(X)`, along the axis that the options of the mean say."""

    x: Expression
    options: Options


class Normalisation(NamedTuple):
    """`(X - mean(X)) / (sqrt(var(X, ddof) + inside) + outside)`, along the axis that the options say."""

    x: Expression
    options: Options
    inside: Expression | None = None
    outside: Expression | None = None


def find_centred(expression: Expression) -> Centred | None:
    """The deviation of an operand from its own mean that an expression is; None if it is none."""
    match expression:
        case Apply("subtract", (x, Apply("mean", (y,), options))) if x == y:
            return Centred(x, options)
    return None


def find_normalisation(expression: Expression) -> Normalisation | None:
    """The normalisation that an expression is; None if it is none."""
    match expression:
        case Apply("divide", (difference, divisor)) if (centred := find_centred(difference)) is not None:
            found = _deviation(divisor, centred.x)
            if found is not None and _axis(found.options) == _axis(centred.options):
                return found
    return None


def _axis(options: Options) -> Expression | str | None:
    return dict(options).get("axis", "rows")


def _deviation(divisor: Expression, x: Expression) -> Normalisation | None:
    match divisor:
        case Apply("std", (y,), options) if x == y:
            return Normalisation(x, options)
        case Apply("sqrt", (Apply("var", (y,), options),)) if x == y:
            return Normalisation(x, options)
        case Apply("sqrt", (Apply("add", parts),)):
            for variance, extra in (parts, parts[::-1]):
                found = _deviation(Apply("sqrt", (variance,)), x)
                if found is not None and found.inside is None:
                    return found._replace(inside=extra)
        case Apply("add", parts):
            for root, extra in (parts, parts[::-1]):
                found = _deviation(root, x)
                if found is not None and found.outside is None:
                    return found._replace(outside=extra)
    return None
