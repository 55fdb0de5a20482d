"""Arrows that stand for an equals sign, as in `12 + 9 => 21`, where calculations of the text hold so.

An arrow may also lead from one state to the next, from what is typed to what is shown, or to a rounded number. So two
calculations of a text must hold with it, and more than twice as many as do not.
"""

import re
from functools import lru_cache
from typing import Final

from flint import fmpq

from verifier.sources.text.stretch import Stretch

ARROW: Final = (
    r"(?:[=-]{1,2}>|[\u2192\u21d2\u27f6\u27f9\u2794\u279c]|\\(?:to|implies|(?:[Ll]ong)?[Rr]ightarrow)(?![A-Za-z]))"
)
_NUMBER: Final = r"[0-9]{1,12}(?:\.[0-9]{1,6})?"
_SIGN: Final = r"(?:[-+*/\u00b7\u00d7\u00f7\u2212]|\\times|\\cdot)"
_RESULT: Final = re.compile(
    rf"(?<![\w.,:/^%)\]}}])(?<![-+*/] )(?P<left>{_NUMBER}(?:\s?{_SIGN}\s?{_NUMBER}){{1,7}})[ \u00a0]?(?P<arrow>{ARROW})"
    rf"[ \u00a0]?(?P<right>{_NUMBER})(?![\w.,]*[0-9]|\s?{_SIGN}|\s?[:(^%!\u00b0]|[ \u00a0]?{ARROW})"
)
"""Numbers with signs between them, an arrow and a number, with which nothing goes on."""
_PARTS: Final = re.compile(rf"({_SIGN})|({_NUMBER})")
_LEAST: Final = 2
_REMEMBERED: Final = 4
_MINUS: Final = ("-", "\u2212")
_OVER: Final = ("/", "\u00f7")


def with_equals_signs(stretch: Stretch, text: str) -> Stretch:
    """A stretch with an equals sign in the place of such arrows, if its *text* tells that they are such."""
    return stretch.replaced(_RESULT, _with_sign) if _RESULT.search(stretch.text) and _tells(text) else stretch


def _with_sign(match: re.Match[str]) -> str:
    start, end = match.start("arrow") - match.start(), match.end("arrow") - match.start()
    return f"{match[0][:start]}{'='.ljust(end - start)}{match[0][end:]}"


@lru_cache(maxsize=_REMEMBERED)
def _tells(text: str) -> bool:
    """Whether at least two calculations of a text hold exactly over an arrow, and fewer than half as many do not."""
    found = {match[0]: match for match in _RESULT.finditer(text)}
    held = sum(_value(match["left"]) == _fraction(match["right"]) for match in found.values())
    return held >= _LEAST and held > 2 * (len(found) - held)


def _value(expression: str) -> fmpq | None:
    """The value of numbers with signs between them; None if one is divided by zero."""
    total, term, sign = fmpq(0), fmpq(1), "*"
    for operator, digits in _PARTS.findall(expression):
        if operator:
            sign = operator
        elif sign in ("+", *_MINUS):
            total, term = total + term, _fraction(digits) * (-1 if sign in _MINUS else 1)
        elif sign not in _OVER:
            term *= _fraction(digits)
        elif _fraction(digits) == 0:
            return None
        else:
            term /= _fraction(digits)
    return total + term


def _fraction(digits: str) -> fmpq:
    whole, _, decimals = digits.partition(".")
    return fmpq(int(whole + decimals), 10 ** len(decimals))
