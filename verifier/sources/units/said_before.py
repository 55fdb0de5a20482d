"""A quantity that begins a chain and ends it in another unit: `6 ft = 6 * 30 = 183 cm` rounds a factor between."""

from typing import Final

from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.tokens import tokens as tokens_of
from verifier.sources.units.unit_factors import factors_of
from verifier.sources.units.unit_sizes import size_of
from verifier.sources.units.units import is_value

_QUANTITY: Final = pattern(
    r"(?<![\w.,])(\d{1,6}(?:\.\d{1,4})?)(?:\s|\\,|\\text\{|\\ ){0,4}([A-Za-z]{1,9})[}$\s]{0,4}=[\s$]{0,3}\Z"
)
_NEAR: Final = 40


def is_said_before(text: str, start: int, right: Side) -> bool:
    """Whether a quantity right before an offset of a text is the right side in the unit of that."""
    found = _QUANTITY.search(text, max(0, start - _NEAR), start)
    if found is None or not is_value(right.tokens) or not right.units or len(right.units) != 1:
        return False
    word, other = factors_of(list(tokens_of(found[2], is_prose=True))), right.units[0][1]
    ours, theirs = (size_of(one[0][0]) if one and len(one) == 1 and one[0][1] == 1 else None for one in (word, other))
    number, shown = number_in(found[1]), number_in(right.tokens[0].text)
    if ours is None or theirs is None or number is None or shown is None or ours.measured != theirs.measured:
        return False
    ratios = {one / two for one in ours.sizes for two in theirs.sizes} - {1}
    half = power_of_ten(-shown.decimals) / 2
    return any(abs(number.value * ratio - shown.value) <= half for ratio in ratios)
