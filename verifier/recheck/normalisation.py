"""Recognition of normalisations in formulas: `(X - mean(X)) / S`, where S contains a standard deviation of X."""

from fractions import Fraction
from typing import Final, NamedTuple, TypeAlias

from verifier.recheck.syntax import Call, Number, Tree

Options: TypeAlias = tuple[tuple[str, Tree | None], ...]
_ROWS: Final = Number(Fraction(1))


class Normalisation(NamedTuple):
    """`(X - mean(X)) / (sqrt(var(X) + inside) + outside)`; `options` are those of `var`: the axis and ddof."""

    x: Tree
    options: Options
    inside: Tree | None = None
    outside: Tree | None = None


def find_normalisation(node: Tree) -> Normalisation | None:
    """The parts of a normalisation of rows or columns; None if the formula has another form."""
    match node:
        case Call("divide", (Call("subtract", (x, Call("mean", (y,), options))), divisor)) if x == y:
            found = _deviation(divisor, x)
            if found is not None and _axis(found.options) == _axis(options):
                return found
    return None


def _axis(options: Options) -> Tree | None:
    """The axis that a call names: 1, along rows, if it names none; None for all cells."""
    return dict(options).get("axis", _ROWS)


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
