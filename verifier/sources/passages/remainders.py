"""Divisions with a remainder in running text, as `17 : 5 = 3 R 2` and `17 / 5 = 3 remainder 2`: two chains each."""

import re
from collections.abc import Iterator
from typing import Final

from verifier.late import pattern
from verifier.sources.expressions.chains import Chain, Side
from verifier.sources.text.left_over import LEFT
from verifier.sources.text.tokens import Sort, Token

_BLANK: Final = "[ \u00a0]?"
REMAINDER: Final = pattern(
    r"(?<![\w.,:/\u00f7*+\u2212\u00d7-])(?<![*+\u2212\u00d7:/=-] )(?<!=)"
    rf"(?P<dividend>[0-9]{{1,9}}){_BLANK}(?P<sign>[:/\u00f7]){_BLANK}(?P<divisor>[0-9]{{1,6}}){_BLANK}="
    rf"{_BLANK}(?P<quotient>[0-9]{{1,9}})(?:,[ \u00a0]|{_BLANK}){LEFT}{_BLANK}(?P<rest>[0-9]{{1,6}})"
    rf"(?![\w/:%]|[.,][0-9]|{_BLANK}[\u03a9\u2126]|{_BLANK}[*+\u00d7/-]{_BLANK}[0-9])"
)
"""A whole number divided by another one, with what it gives and what it leaves."""


def remainders(text: str) -> Iterator[Chain]:
    """The chains of such divisions: of the quotient without its decimals, and of the remainder.

    None of one in which the quotient may be smaller on purpose, and what is left larger than the divisor; nor where
    both numbers are others, as something else may be meant.
    """
    for match in REMAINDER.finditer(text):
        dividend, divisor, quotient, rest = (int(match[name]) for name in ("dividend", "divisor", "quotient", "rest"))
        is_meant = divisor and (dividend // divisor == quotient or dividend % divisor == rest) and quotient <= dividend
        if not is_meant or (dividend == divisor * quotient + rest and rest >= divisor):
            continue
        above, sign, below = (_token(match, name) for name in ("dividend", "sign", "divisor"))
        floor = (_sign("macro", "\\lfloor", above.start), above, sign._replace(text="/"), below)
        whole = (*floor, _sign("macro", "\\rfloor", below.end))
        yield _chain(whole, _token(match, "quotient"))
        yield _chain((above, sign._replace(sort="word", text="mod"), below), _token(match, "rest"))


def _chain(left: tuple[Token, ...], right: Token) -> Chain:
    return Chain((Side(left), Side((right,))), ("=",))


def _token(match: re.Match[str], name: str) -> Token:
    return Token("number" if match[name].isdecimal() else "sign", match[name], *match.span(name))


def _sign(sort: Sort, text: str, at: int) -> Token:
    return Token(sort, text, at, at)
