"""Equalities that accuse nobody: what their units, or what looks like a difference, may mean is open."""

from typing import Final

from verifier.formulas.tree import Apply, Expression
from verifier.sources.chains import Pair, Side
from verifier.sources.signs import MINUS
from verifier.sources.units import NAME, is_decimal
from verifier.sources.values import Value

_RANGE: Final = 3
_SCALING: Final = ("multiply", "divide", "negative", "power")


def is_doubtful(pair: Pair, left: Value, right: Value) -> bool:
    """Whether an equality of two sides with these values accuses nobody.

    So does one in which it is open what units of operands make of the unit of their result, one of years, or of a power
    that lost its superscript, one with a remark, as how the number was rounded, and one whose unit may be a name.
    """
    is_range = _is_no_difference(pair.left) and not _is_small(right)
    is_open = _has_open_units(pair, left, right) or not {"(", NAME}.isdisjoint(pair.left.unit + pair.right.unit)
    return is_open or is_range


def _has_open_units(pair: Pair, left: Value, right: Value) -> bool:
    """Whether operands have units, and the result has another unit than they can have."""
    has_units = any(side.unit != "" and not value.is_shown for side, value in ((pair.left, left), (pair.right, right)))
    is_power_of_ten = is_decimal((pair.left.unit + pair.right.unit).replace("s", "")) and _is_scaling(left.tree)
    return has_units and pair.left.unit != pair.right.unit and not is_power_of_ten


def _is_scaling(tree: Expression) -> bool:
    """Whether an expression is made of products and quotients alone, so that its unit is that of its operands."""
    match tree:
        case Apply(operation, arguments):
            return operation in _SCALING and all(map(_is_scaling, arguments))
    return True


def _is_no_difference(side: Side) -> bool:
    """Whether a side may be a range, as 1982-84, or a power: two whole numbers with a minus that touches both."""
    tokens = side.tokens
    is_tight = len(tokens) == _RANGE and not tokens[1].spaced and not tokens[2].spaced
    return is_tight and tokens[1].is_one_of(*MINUS) and all(token.text.isdigit() for token in tokens[::2])


def _is_small(value: Value) -> bool:
    """Whether a number is a whole one of one or two digits."""
    return value.numeral is not None and value.numeral.text.lstrip("-").isdigit() and len(value.numeral.text) < _RANGE
