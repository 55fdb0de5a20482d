"""Normalisations in a formula: `(X - mean(X)) / S` with a deviation of X in S, however it is written."""

from typing import NamedTuple

from verifier.formulas.tree import Apply, Expression

Options = tuple[tuple[str, Expression | None], ...]


class Normalisation(NamedTuple):
    """`(X - mean(X)) / (sqrt(var(X, ddof) + inside) + outside)`, along the axis that the options say."""

    x: Expression
    options: Options
    inside: Expression | None = None
    outside: Expression | None = None


def find_normalisation(expression: Expression) -> Normalisation | None:
    """The normalisation that an expression is; None if it is none."""
    match expression:
        case Apply("divide", (Apply("subtract", (x, Apply("mean", (y,), options))), divisor)) if x == y:
            found = _deviation(divisor, x)
            if found is not None and _axis(found.options) == _axis(options):
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
                if found is not None:
                    return found._replace(inside=extra)
        case Apply("add", parts):
            for root, extra in (parts, parts[::-1]):
                found = _deviation(root, x)
                if found is not None and found.outside is None:
                    return found._replace(outside=extra)
    return None
