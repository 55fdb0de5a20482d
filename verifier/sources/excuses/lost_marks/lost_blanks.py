"""Mixed numbers that lost the blank before their fraction where a page was copied.

So 1½ + 1¼ = 2¾ becomes `11/2 + 11/4 = 23/4`.
"""

from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.excuses.plainly import plainly
from verifier.sources.expressions.chains import Side
from verifier.sources.text.signs import OVER

_MIXED: Final = pattern(r"([1-9]\d{0,2}?)(?:(\d)/([234568])|(\d{1,2})/(16|32))")
"""A whole number with a fraction, into as many parts as inches, cups and hours are divided."""
_TERM: Final = pattern(r"([+-]?)([\d/]+)")
_SUM: Final = pattern(r"[+-]?[\d/]+(?:[+-][\d/]+)*")


def has_mixed_numbers(sides: tuple[Side, Side]) -> bool:
    """Whether two sides are equal if each fraction in them, on both, is a whole number and a fraction below one."""
    strokes = (at for side in sides for at in zip(side.tokens, side.tokens[1:], strict=False))
    if any(token.spaced and (one.is_one_of(*OVER) or token.is_one_of(*OVER)) for one, token in strokes):
        return False
    left, right = (_value(plainly(side.tokens)) for side in sides)
    return left is not None and left == right


def _value(spelled: str) -> fmpq | None:
    """What a sum of mixed numbers without blanks and of whole numbers gives; None without such, or of anything else."""
    if "/" not in spelled or _SUM.fullmatch(spelled) is None:
        return None
    total = fmpq(0)
    for sign, term in _TERM.findall(spelled):
        mixed = _MIXED.fullmatch(term)
        if mixed is None and "/" in term:
            return None
        whole, above, below = (term, 0, 1) if mixed is None else (mixed[1], mixed[2] or mixed[4], mixed[3] or mixed[5])
        if not int(above) < int(below):
            return None
        total += (-1 if sign == "-" else 1) * (int(whole) + fmpq(int(above), int(below)))
    return total
