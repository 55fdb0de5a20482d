"""Units of amounts with the formulas of substances: mol of one substance are none of another one."""

from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Pair
from verifier.sources.text.substances import ELEMENT
from verifier.sources.units.dimensions import is_balanced

_FORMULA: Final = pattern(rf"(?:{ELEMENT}[\u2080-\u2089]{{0,2}}){{1,12}}")
_OTHERS: Final = frozenset("CFHKNSU")
"""Formulas of one letter that may be the sign of a unit or of a quantity."""
_MOLE: Final = "mol"


def is_of_substances(pair: Pair) -> bool:
    """Whether units with formulas of substances stand on both sides, and are not the same, word by word."""
    if not (pair.left.units and pair.right.units):
        return False
    words = [{word for _, unit in side.units or () for word, _ in unit} for side in pair[:2]]
    are_substances = any(
        word not in _OTHERS and _FORMULA.fullmatch(word) is not None and _MOLE in found
        for found in words
        for word in found
    )
    return are_substances and not is_balanced(pair)
