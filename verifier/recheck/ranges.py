"""Ranges as a report writes them, `[0.12, 0.3)`, against what is computed."""

import re
from fractions import Fraction as Q
from typing import Final

from verifier.recheck.intervals import Box
from verifier.recheck.printed import decimal
from verifier.recheck.rounding import Set

_RANGE: Final = re.compile(r"([\[(])([^,]{1,400}), ([^,]{1,400})([\])])")


def range_of(text: str | None) -> Set | None:
    """A range with two ends; None of another text."""
    match = None if text is None else _RANGE.fullmatch(text)
    if match is None:
        return None
    lo, hi = decimal(match[2]), decimal(match[3])
    if lo is None or hi is None or lo.value > hi.value:
        return None
    return Set(lo.value, hi.value, match[1] == "[", match[4] == "]")


def meets(found: Box, claim: Set) -> bool:
    """Whether an enclosure and a set share a number."""
    (lo, hi), (least, most, lo_closed, hi_closed) = found, claim
    return not (hi < least or lo > most or (hi == least and not lo_closed) or (lo == most and not hi_closed))


def agree(found: Box, told: Set) -> bool:
    """Whether two enclosures of the same values share a number, ends included."""
    return found[0] <= told.hi and told.lo <= found[1]


def shown(box: Box) -> str:
    """An interval for readers, with ends rounded outward to a few decimals."""
    return f"[{_decimal(box[0], up=False)}, {_decimal(box[1], up=True)}]"


def _decimal(value: Q, *, up: bool) -> str:
    if abs(value) >= 10**30:
        return "-huge" if value < 0 else "huge"
    scaled = value * 10**8
    whole = -(-scaled.numerator // scaled.denominator) if up else scaled.numerator // scaled.denominator
    digits = str(abs(whole)).rjust(9, "0")
    text = f"{digits[:-8]}.{digits[-8:]}".rstrip("0").rstrip(".")
    return f"-{text}" if whole < 0 else text
