"""Normalisations in a formula: `(X - mean(X)) / S` with a deviation of X in S, however it is written."""

from typing import NamedTuple, TypeAlias

from verifier.recheck.syntax import Call, Tree

Options: TypeAlias = tuple[tuple[str, Tree | None], ...]


class Normalisation(NamedTuple):
    """`(X - mean(X)) / (sqrt(var(X, ddof) + inside) + outside)`, along the axis of the options."""

    x: Tree
    options: Options
    inside: Tree | None = None
    outside: Tree | None = None


def find_normalisation(node: Tree) -> Normalisation | None:
    """The normalisation that a formula is; None if it is none."""
    match node:
        case Call("divide", (Call("subtract", (x, Call("mean", (y,), options))), divisor)) if x == y:
            found = _deviation(divisor, x)
            if found is not None and _axis(found.options) == _axis(options):
                return found
    return None


def _axis(options: Options) -> Tree | str | None:
    return dict(options).get("axis", "rows")


def _deviation(divisor: Tree, x: Tree) -> Normalisation | None:
    match divisor:
        case Call("std", (y,), options) if x == y:
            return Normalisation(x, options)
        case Call("sqrt", (Call("var", (y,), options),)) if x == y:
            return Normalisation(x, options)
        case Call("sqrt", (Call("add", parts),)):
            for variance, extra in (parts, parts[::-1]):
                found = _deviation(Call("sqrt", (variance,)), x)
                if found is not None and found.inside is None:
                    return found._replace(inside=extra)
        case Call("add", parts):
            for root, extra in (parts, parts[::-1]):
                found = _deviation(root, x)
                if found is not None and found.outside is None:
                    return found._replace(outside=extra)
    return None
