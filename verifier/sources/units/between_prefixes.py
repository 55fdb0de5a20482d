"""Results that are right with prefixes, and those that are so only between these: `2.5 * 2 = 50 N` in tenths of one."""

import re
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import MINUS
from verifier.sources.units.dimensions import dimension_of
from verifier.sources.units.restated import goes_on_with
from verifier.sources.units.unit_sizes import is_of_si, power_of

_ELECTRIC: Final = ("A", "V", "Omega")
_OTHERS: Final = ("N", "J", "W")
_CIRCUITS: Final = ("F", "H")
"""Units whose signs alone may be names, and with a prefix are none."""
_FAR: Final = 12
"""Powers of ten that are tried, to either side."""
_STEP: Final = 3
"""Of so many powers of ten is each prefix but those of lengths."""
_BETWEEN: Final = pattern(
    r"[cd]m(?![a-z])|\bbars?\b|centi|deci|zenti|dezi|%|percent|prozent|\bhecto|\bh?[dP]a\b|\bmin\b|\bdaN\b|\bkgf?\b.*\bcm",
    re.IGNORECASE,
)
"""Units and words of a text with which powers of ten between these come about: bar times cm² is ten newtons."""


def is_between_prefixes(left: Side, right: Side, text: str) -> bool:
    """Whether a number is what the left side gives times a power of ten that is between the prefixes of its unit.

    The unit is an electric one, or a newton, a joule or a watt ten times larger or smaller. A *text* that has
    hundredths or bars may have left these out.
    """
    unit = _unit(right)
    is_electric, is_other = unit.endswith(_ELECTRIC), unit.endswith(_OTHERS)
    if not is_electric and not is_other:
        return False
    off = _off(left, right)
    is_between = off is not None and (off % _STEP != 0 if is_electric else abs(off) == 1)
    return is_between and _BETWEEN.search(text) is None


def needs_no_note(left: Side, right: Side) -> bool:
    """Whether a number is what the left side gives with all prefixes of units, whatever these measure.

    Nor does a calculation need one that goes on with the number of a quantity.
    """
    return (left.unit != "" and _off(left, right) == 0) or goes_on_with(left, right)


def _unit(side: Side) -> str:
    """The unit of SI of a number; empty for any other, and for several."""
    factors = side.units[0][1] if side.units and len(side.units) == 1 else ()
    unit = factors[0][0] if len(factors) == 1 and factors[0][1] == 1 else "" if side.units else side.unit
    return unit if is_of_si(unit) or (unit.endswith(_CIRCUITS) and power_of(unit) != 0) else ""


def _off(left: Side, right: Side) -> int | None:
    """By what power of ten a number is off from what the left side gives, both without prefixes; None if by none."""
    ours, value, unit = _power(left), value_of(left), _unit(right)
    if ours is None or not value or not unit:
        return None
    powers = (one for one in range(-_FAR, _FAR + 1) if shows(value * fmpq(10) ** one, right.tokens))
    power = next(powers, None)
    return None if power is None else power + power_of(unit) - ours


def _power(side: Side) -> int | None:
    """The power of ten of the prefixes of a side without units, or with those of SI in a product; None of another."""
    if not side.unit:
        return 0
    factors = dimension_of(side)
    is_plain = factors is not None and all(is_of_si(word) and power.q == 1 for word, power in factors.items())
    is_sum = any(token.is_one_of("+", *MINUS) for token in side.tokens)
    if factors is None or not is_plain or (is_sum and len(factors) > 1):
        return None
    return sum(power_of(word) * int(power.p) for word, power in factors.items())
