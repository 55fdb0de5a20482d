r"""Powers as results, as `2^{15} / 2^4 = 2^{11}`: the exponent is what the logarithm of the other side is."""

from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.late import pattern
from verifier.sources.expressions.calls import exact_logarithm
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.expressions.values import Numeral, literal
from verifier.sources.text.signs import MINUS, POWER

_TEN: Final = "10"
_LEAST: Final = 3
"""Tokens of a power."""
_BASE: Final = pattern("[1-9][0-9]{0,3}")
_DIGITS: Final = pattern("[0-9]{1,3}")
_THINGS: Final = pattern("(?!.*(?:byte|bit|word|octet))[a-z]{4,}")
"""Units that are things, of which no power is another size."""


def exponent_of_result(pair: Pair, tree: Expression) -> tuple[Numeral, Expression] | None:
    """The exponent of a right side that is a power of a whole number, and what it should be for a left side's *tree*.

    None where that is no such power, in exact whole numbers, or where units may make another size of it.
    """
    shown = _power(pair.right)
    if shown is None or not (pair.left.unit == pair.right.unit or (not pair.left.unit and _is_of_things(pair.right))):
        return None
    base, numeral = shown
    match tree:
        case Apply("power", (Literal(ours), _)) if ours == base:
            return None  # nothing is computed
    exact = exact_logarithm(tree, fmpq(base))
    if exact in (None, 0, 1):
        return None  # nobody writes a result as such a power: as in `3^2 + 4^2 = 25^2` something else is wrong
    size = literal(abs(exact))
    return numeral, size if exact >= 0 else Apply("negative", (size,))


def _is_of_things(side: Side) -> bool:
    return _THINGS.fullmatch(side.unit) is not None


def _power(side: Side) -> tuple[int, Numeral] | None:
    """The base and the exponent of a side that is a power of a whole number but ten; None of another."""
    if len(side.tokens) < _LEAST or not side.tokens[1].is_one_of(*POWER):
        return None
    base, _, *rest = side.tokens
    if rest[0].is_one_of("{") and rest[-1].is_one_of("}"):
        rest = rest[1:-1]
    is_negative = len(rest) > 1 and rest[0].is_one_of(*MINUS)
    is_power = len(rest) == 1 + is_negative and _BASE.fullmatch(base.text) and _DIGITS.fullmatch(rest[-1].text)
    if not is_power or base.text in ("1", _TEN):
        return None
    return int(base.text), Numeral(f"{'-' * is_negative}{rest[-1].text}", rest[0].start, rest[-1].end)
