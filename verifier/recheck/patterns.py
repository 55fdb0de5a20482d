"""Recognition of normalisations in formulas: `(X - mean(X)) / S`, where S contains a standard deviation of X."""

from typing import NamedTuple, TypeAlias

from verifier.recheck.definitions import axis_of
from verifier.recheck.syntax import Call, Tree

Options: TypeAlias = tuple[tuple[str, Tree | None], ...]


class Normalisation(NamedTuple):
    """`(X - mean(X)) / (sqrt(var(X) + inside) + outside)`; `axis` and `options` (ddof) are those of `var`."""

    x: Tree
    axis: Tree | None
    options: Options
    inside: Tree | None = None
    outside: Tree | None = None


def find_normalisation(node: Tree) -> Normalisation | None:
    """The parts of a normalisation of rows, of columns or of all cells; None if the formula has another form."""
    match node:
        case Call("divide", (Call("subtract", (x, Call("mean", (y,)) as mean)), divisor)) if x == y:
            found = _deviation(divisor, x)
            if found is not None and found.axis == axis_of(mean):
                return found
    return None


def _deviation(divisor: Tree, x: Tree) -> Normalisation | None:
    match divisor:
        case Call("std", (y,)) as spread if x == y:
            return Normalisation(x, axis_of(spread), spread.options)
        case Call("sqrt", (Call("var", (y,)) as spread,)) if x == y:
            return Normalisation(x, axis_of(spread), spread.options)
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
