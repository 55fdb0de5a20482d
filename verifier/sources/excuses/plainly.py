r"""Sides in few signs for patterns: `20 \times \frac{1}{2}` is `20*1/2`, and `1½` is `1_1/2`."""

import re
from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.late import pattern
from verifier.sources.text.signs import DASH, MINUS, OVER, TIMES, VULGAR
from verifier.sources.text.tokens import Token

_FRACTION: Final = pattern(r"\\[dt]?frac\{(\d+)\}\{(\d+)\}")
_SIGNS: Final = {
    **dict.fromkeys((*MINUS, DASH), "-"),
    **dict.fromkeys(OVER, "/"),
    **dict.fromkeys(TIMES, "*"),
    "\\%": "%",
}
_NUMBER: Final = pattern(r"(?:(?P<whole>\d+)_)?(?P<above>\d+)/(?P<below>\d+)|(?P<decimal>\d*\.?\d+)")


def plainly(tokens: Sequence[Token]) -> str:
    """Tokens without blanks, groups of thousands and money, with one sign for each operation."""
    spelled = "".join([_plain(token, before) for token, before in zip(tokens, (None, *tokens), strict=False)])
    return _FRACTION.sub(r"\1/\2", spelled)


def is_tight(tokens: Sequence[Token]) -> bool:
    """Whether no blanks stand between tokens."""
    return not any(token.spaced for token in tokens[1:])


def number(spelled: str) -> fmpq:
    """The value of a decimal, a fraction or a mixed number."""
    found = _NUMBER.fullmatch(spelled)
    if found is None:
        raise ValueError(spelled)
    if found["below"] is not None:
        below = int(found["below"])
        return int(found["whole"] or 0) + fmpq(int(found["above"]), below or 1)
    whole, _, behind = found["decimal"].partition(".")
    return fmpq(int(whole + behind), 10 ** len(behind))


def differ_in_a_digit(shown: str, right: str) -> bool:
    """Whether a number of two digits or more has one digit that another one of its length does not have."""
    differing = sum(one != other for one, other in zip(shown, right, strict=False))
    return len(shown) == len(right) and differing == 1 and len(shown.strip("-.")) > 1


def _plain(token: Token, before: Token | None) -> str:
    is_behind = before is not None and before.sort == "number"
    if token.text in VULGAR:
        above, below = VULGAR[token.text]
        return f"{'_' if is_behind else ''}{above}/{below}"
    if token.sort == "number":
        return ("_" if is_behind else "") + re.sub(
            r"(?<=\d)(?:\{,\}|\\,|[,\u2009\u202f\u00a0])(?=\d{3})", "", token.text
        )
    return _SIGNS.get(token.text, token.text)
