"""Shares in percent: `3/8 = 0.375%` is right only if 3 is a percentage itself, as a rate a year in `9/12 = 0.75%`."""

import re
from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from verifier.late import pattern
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.signs import FRACTIONS, OVER, PERCENT, TIMES
from verifier.sources.text.tokens import Token

Sign: TypeAlias = Literal["", "open", "wrong"]
"""What a percent sign behind a number is that is right as a name alone: right, open, or surely wrong."""
_NEAR: Final = 300
_PERCENT: Final = r"[ \u00a0~]?(?:\\?%|\\,\\?%|per ?cent\b|pct\b|percentage)"
_RATE: Final = pattern(
    r"\b(?:interest|apr|annual|annum|monthly|loan|mortgage|compound\w*|yield|coupon|bond)\b", re.IGNORECASE
)
"""Words of texts in which a percentage is divided by the parts of a year."""
_HUNDRED: Final = "100"
_TEN: Final = "10"


def sign_of(text: str, start: int, sides: tuple[Side, Side]) -> Sign:
    """What the sign is behind the result of an equality that stands at an offset of a text."""
    left, right = sides
    numbers = _operands(left.tokens)
    if len(numbers) < 2 or not right.tokens[-1].is_one_of(*PERCENT):  # noqa: PLR2004 - a quotient
        return ""
    if len(numbers) > 2 and numbers[-1] == _TEN and all("." in one for one in numbers[:-1]):  # noqa: PLR2004 - a sum
        return ""  # rates per thousand
    if any(re.search(rf"(?<![0-9.]){re.escape(number)}{_PERCENT}", text, re.IGNORECASE) for number in numbers):
        return ""
    shown = number_in(next((token.text for token in right.tokens if token.sort == "number"), ""))
    if shown is None or shown.value >= 1 or _RATE.search(text):
        return ""  # a mean of percentages, or a rate for a part of a year
    above, below = (rf"(?<![0-9.]){re.escape(number)}(?![0-9.])" for number in (numbers[0], numbers[-1]))
    counted = rf"{above}\s(?:\w+\s)?(?:out\s)?of\s(?:(?:the|a\stotal\sof|all)\s)?{below}"
    is_counted = len(numbers) == 2 and re.search(counted, text[max(0, start - _NEAR) : start]) is not None  # noqa: PLR2004
    return "wrong" if is_counted else "open"


def _operands(tokens: Sequence[Token]) -> list[str]:
    """The numbers of a quotient without percents and products; none of anything else."""
    over = [token for token in tokens if token.is_one_of(*OVER, *FRACTIONS)]
    numbers = [token.text for token in tokens if token.sort == "number"]
    is_other = any(token.is_one_of(*TIMES, *PERCENT) or token.sort == "raised" for token in tokens)
    return [] if len(over) != 1 or is_other or _HUNDRED in numbers else numbers
