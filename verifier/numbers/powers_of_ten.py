r"""Numbers that are written with a power of ten: `6.3x10^-6`, `1.5E-4`, `10^{-3}`, `2 \times 10^4` and `3·10⁻²`."""

import re
from functools import lru_cache
from typing import Final

from verifier.late import pattern
from verifier.record import NamedTuple

_REMEMBERED: Final = 1 << 14
RAISED: Final = "\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"
"""Characters of an exponent that is raised."""
_TO_PLAIN: Final = str.maketrans(RAISED, "+-0123456789")
_TO_RAISED: Final = str.maketrans("+-0123456789", RAISED)
_EXPONENT: Final = pattern(f"10([{RAISED[:2]}]?[{RAISED[2:]}]+)")
TIMES: Final = r"(?:[xX*\u00d7\u00b7]|\\times|\\cdot)"
"""Signs between a number and its power of ten."""
_WRITTEN: Final = pattern(
    rf"""[+-]?(?:(?P<whole>[0-9]*)\.?[0-9]*(?P<times>[eE]|[ ]?{TIMES}[ ]?10(?=[\^*]))|10(?=[\^*]))(?P<sign>(?:\^|\*\*)?)
         (?P<open>\{{?)(?P<plus>[+-]?)(?P<digits>[0-9]+)(?P<close>\}}?)""",
    re.VERBOSE | re.ASCII,
)


def lowered(text: str) -> str:
    """The text with `10^-4` for `10⁻⁴`."""
    return _EXPONENT.sub(lambda match: f"10^{match[1].translate(_TO_PLAIN)}", text)


class Power(NamedTuple):
    """How powers of ten are written: what stands before the exponent and behind it, and with how many digits it is.

    `exponent` is that of an author who writes other numbers than one digit before his points; without `times` a power
    stands alone. `is_raised`: the exponent has digits that are raised.
    """

    times: str
    before: str
    after: str
    width: int = 1
    has_plus: bool = False
    is_raised: bool = False
    exponent: int | None = None

    def written(self, units: int, decimals: int) -> str:
        """The number of so many units of 10**-decimals."""
        if units == 0:
            return "0"
        digits = str(abs(units))
        exponent = len(digits) - 1 - decimals if self.exponent is None else self.exponent
        places = decimals + exponent
        size = digits.rjust(places + 1, "0") if places > 0 else digits + "0" * -places
        mantissa = f"{size[:-places]}.{size[-places:]}" if places > 0 else size
        sign = "-" if units < 0 else ""
        if not self.times and mantissa.rstrip("0") in ("1", "1."):
            return f"{sign}10{self._behind(exponent)}"
        return f"{sign}{mantissa}{self.times or 'x10'}{self._behind(exponent)}"

    def _behind(self, exponent: int) -> str:
        sign = "-" if exponent < 0 else "+" if self.has_plus else ""
        digits = f"{sign}{str(abs(exponent)).rjust(self.width, '0')}"
        return f"{self.before}{digits.translate(_TO_RAISED) if self.is_raised else digits}{self.after}"


@lru_cache(maxsize=_REMEMBERED)
def power_of(text: str) -> Power | None:
    """How a text is written with a power of ten; None for one without."""
    plain = lowered(text)
    match = _WRITTEN.fullmatch(plain)
    if match is None:
        return None
    whole, digits, has_plus, is_raised = match["whole"], match["digits"], match["plus"] == "+", plain != text
    is_own = whole is not None and (len(whole) != 1 or whole == "0")
    return Power(
        times=match["times"] or "",
        before="" if is_raised else f"{match['sign']}{match['open']}",
        after=match["close"],
        width=len(digits) if digits.startswith("0") or has_plus else 1,
        has_plus=has_plus,
        is_raised=is_raised,
        exponent=int(f"{match['plus']}{digits}") if is_own else None,
    )
