r"""Signs in other places: minutes behind degrees, `120^{\circ}30'`, and percent signs before numbers, `\% 8.5`."""

from collections.abc import Sequence
from typing import Final

from verifier.sources.text.signs import DEGREE, MINUS, PERCENT, PRIMES
from verifier.sources.text.tokens import Token

_CIRCLES: Final = (["^", "\\circ"], ["^", "{", "\\circ", "}"])
_MINUTES: Final = ("'", PRIMES[0])
_SIXTY: Final = "60"
_BOUNDING: Final = ("+", *MINUS, "(")


def with_usual_places(tokens: Sequence[Token], text: str) -> Sequence[Token]:
    """The tokens of mathematics with sums for degrees and minutes, and percent signs behind their numbers."""
    if "%" in text:
        tokens = _with_percents(tokens)
    has_minutes = "'" in text or PRIMES[0] in text
    return _with_sums(tokens) if has_minutes and ("circ" in text or DEGREE[0] in text) else tokens


def _with_percents(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with each percent sign that begins a side or a term, before a number, behind that."""
    found: list[Token] = []
    for token in tokens:
        is_first = len(found) == 1 or (len(found) > 1 and _bounds(found[-2]))
        if token.sort == "number" and found and found[-1].is_one_of(*PERCENT) and is_first:
            sign = found.pop()
            found += [token, sign._replace(start=token.end - 1, end=token.end)]
        else:
            found.append(token)
    return found


def _bounds(token: Token) -> bool:
    """Whether a side or a term begins behind a token."""
    return token.sort in ("relation", "row", "tab") or token.is_one_of(*_BOUNDING)


def _with_sums(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with the sum of degrees and minutes, in degrees, where a whole number shows each, one below sixty."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        circle = _circle(tokens, at + 1) if tokens[at].sort == "number" else 0
        minutes = tokens[at + 1 + circle : at + 3 + circle] if circle else ()
        if len(minutes) == 2 and _are_minutes(tokens[at], *minutes):  # noqa: PLR2004 - a number and its sign
            found += _sum(tokens[at], *minutes)
            at += circle + 3
        else:
            found.append(tokens[at])
            at += 1
    return found


def _circle(tokens: Sequence[Token], at: int) -> int:
    """The number of tokens of a sign of degrees at an index, zero for none."""
    if at < len(tokens) and tokens[at].is_one_of(*DEGREE):
        return 1
    texts = [token.text for token in tokens[at : at + 4]]
    return next((len(sign) for sign in _CIRCLES if texts[: len(sign)] == sign), 0)


def _are_minutes(degrees: Token, number: Token, sign: Token) -> bool:
    """Whether a number with its sign has minutes behind whole degrees."""
    is_whole = degrees.text.isdecimal() and number.sort == "number" and number.text.isdecimal()
    return is_whole and int(number.text) < int(_SIXTY) and sign.text in _MINUTES


def _sum(degrees: Token, minutes: Token, sign: Token) -> list[Token]:
    """Degrees and minutes in brackets, as a sum in degrees; each sign has the place of a character that is there."""

    def put(text: str, at: int) -> Token:
        return Token("sign", text, at, at + 1)

    below = Token("number", _SIXTY, sign.start, sign.end)
    added = [degrees, put("+", degrees.end), minutes, put("/", minutes.end), below]
    return [put("(", degrees.start), *added, put(")", sign.start), sign._replace(text=DEGREE[0])]
