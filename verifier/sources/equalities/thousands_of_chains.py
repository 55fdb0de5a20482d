"""Commas that surely part thousands in a chain: a number has one reading on both of its sides.

So `600 * 1500 = 900,000 J = 0.9 kJ` is wrong: what the product gives is no 900 with three decimals.
"""

import re
from collections.abc import Sequence
from typing import Final

from verifier.numbers.printed import power_of_ten
from verifier.sources.equalities.variants import Variant, number_alone, stated_value
from verifier.sources.expressions.chains import Pair
from verifier.sources.text.decimals.commas import Commas

_GROUPED: Final = re.compile(r"[1-9][0-9]{0,2}(?:,|\{,\})[0-9]{3}")
_THOUSAND: Final = 1000


def within_chain(commas: Commas, pair: Pair, variants: Sequence[Variant]) -> Commas:
    """What commas are in the rest of a chain: they part thousands if an equality of it holds so, and not otherwise."""
    token = pair.right.tokens[0]
    if len(pair.right.tokens) > 1 or not variants or _GROUPED.fullmatch(token.text) is None:
        return commas
    shown = [number_alone(variant.stated[0]) for variant in variants if _holds(variant)]
    are_whole = all(number is not None and abs(number.value) >= _THOUSAND and number.decimals == 0 for number in shown)
    return commas._replace(part_thousands=True) if shown and are_whole else commas


def _holds(variant: Variant) -> bool:
    """Whether the number that is stated is what its operands give as printed, rounded."""
    number, value = number_alone(variant.stated[0]), stated_value(variant)
    return number is not None and value is not None and 2 * abs(value - number.value) <= power_of_ten(-number.decimals)
