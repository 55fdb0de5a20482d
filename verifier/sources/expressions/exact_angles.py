"""Sines, cosines and tangents that are rational: those of some whole degrees, which no ball around pi decides.

By Niven's theorem a sine of a rational number of degrees that is rational is 0, 1/2 or 1 but for its sign.
Squares are known by doubled angles.
"""

from collections.abc import Mapping
from typing import Final

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, children, with_children
from verifier.numbers.printed import show
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.values import Numeral, literal, printed

_HALF: Final = fmpq(1, 2)
_TWO: Final = fmpq(2)
_SINES: Final[Mapping[int, fmpq]] = {
    **dict.fromkeys((0, 180), fmpq(0)),
    **dict.fromkeys((30, 150), _HALF),
    **dict.fromkeys((210, 330), -_HALF),
    90: fmpq(1),
    270: fmpq(-1),
}
_TANGENTS: Final[Mapping[int, fmpq]] = {0: fmpq(0), 45: fmpq(1), 135: fmpq(-1)}
_DEGREES: Final = 180


def with_exact_angles(tree: Expression, operands: Mapping[str, Grid[Numeral]]) -> Expression:
    """An expression with numbers in the place of what angles of whole numbers give exactly."""
    match tree:
        case Apply("sin" | "cos" | "tan" as function, (angle,)):
            half_turns = _half_turns(angle, _whole(operands))
            found = None if half_turns is None else _exact(function, half_turns * _DEGREES)
            return tree if found is None else Literal(found, show(found, 1 if found.q == _HALF.q else 0))
        case Apply("power", (Apply("sin" | "cos" | "tan" as function, (angle,)), Literal(value))) if value == _TWO:
            half_turns = _half_turns(angle, _whole(operands))
            degrees = fmpq(1, 2) if half_turns is None else half_turns * _DEGREES
            square = _square(function, degrees) if _exact(function, degrees) is None else None
            if square is not None:
                return written(square)
    return with_children(tree, [with_exact_angles(child, operands) for child in children(tree)])


def _whole(operands: Mapping[str, Grid[Numeral]]) -> dict[str, fmpq]:
    """The operands that are one whole number which shows no rounded result."""
    cells = {name: grid.cells[0] for name, grid in operands.items() if grid.shape == (1, 1)}
    numbers = {name: printed(cell) for name, cell in cells.items() if cell is not None and cell.reach is None}
    return {name: number.value for name, number in numbers.items() if number.is_bare_integer}


def _half_turns(tree: Expression, values: Mapping[str, fmpq]) -> fmpq | None:
    """The factor of pi in an angle; None of others."""
    match tree:
        case Apply("pi", ()):
            return fmpq(1)
        case Apply("negative", (angle,)):
            inner = _half_turns(angle, values)
            return None if inner is None else -inner
        case Apply("multiply", (left, right)):
            for angle, factor in ((left, right), (right, left)):
                inner, value = _half_turns(angle, values), value_at(factor, values)
                if inner is not None and value is not None:
                    return inner * value
        case Apply("divide", (angle, divisor)):
            inner, value = _half_turns(angle, values), value_at(divisor, values)
            return None if inner is None or not value else inner / value
    return None


def written(number: fmpq) -> Expression:
    """A number as a decimal of at most two places, or as a quotient."""
    places = next((places for places in range(3) if (number * 10**places).q == 1), None)
    if places is None:
        return Apply("divide", (literal(int(number.p)), literal(int(number.q))))
    return Literal(number, show(number, places))


def _square(function: str, degrees: fmpq) -> fmpq | None:
    """The square of what a function of an angle gives if that is rational and known to be, by the doubled angle."""
    cosine = _exact("cos", 2 * degrees)
    if cosine is None or (function == "tan" and cosine == -1):
        return None
    sine, cosine = (1 - cosine) / 2, (1 + cosine) / 2
    return {"sin": sine, "cos": cosine}[function] if function != "tan" else sine / cosine


def _exact(function: str, degrees: fmpq) -> fmpq | None:
    """What a function of an angle gives if that is rational; None if it is not, or is not known to be."""
    if degrees.q != 1:
        return None
    whole = int(degrees.p)
    if function == "tan":
        return _TANGENTS.get(whole % 180)
    return _SINES.get((whole + (90 if function == "cos" else 0)) % 360)
