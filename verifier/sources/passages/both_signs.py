r"""Expressions with both signs and a result for each of them, as `x = \frac{40 \pm 34}{2} = 3, 37`: two statements."""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.sources.expressions.chains import EQUAL, Side
from verifier.sources.expressions.written_values import gives
from verifier.sources.text.signs import BOTH_SIGNS, MINUS
from verifier.sources.text.tokens import Token

_MINUS: Final = MINUS[0]
_ORDERS: Final = (("+", _MINUS), (_MINUS, "+"))


def _has_both(tokens: Sequence[Token]) -> bool:
    """Whether an expression has both signs."""
    return any(token.text in BOTH_SIGNS for token in tokens)


def with_each_sign(statements: list[list[Token]]) -> Iterator[list[Token]]:
    """The statements of a display, with one for each sign where two results stand behind an expression with both.

    One of them must be what the expression gives with a sign: else it is open what they are.
    """
    at = 0
    while at < len(statements):
        second, third = [*statements[at + 1 : at + 3], [], []][:2]
        made = [] if _is_number(third) else _parted(statements[at], second)
        yield from made or statements[at : at + 1]
        at += 1 + bool(made)


def _parted(statement: Sequence[Token], second: Sequence[Token]) -> list[list[Token]]:
    """A statement with a sign for its result, and its expression with the other one for the *second* result."""
    if not (_has_both(statement) and _is_number(second)):
        return []
    *before, last = [-1, *(at for at, token in enumerate(statement) if token.sort == "relation")]
    expression, result = statement[before[-1] + 1 : last] if before else (), statement[last + 1 :]
    if not (_has_both(expression) and _is_number(result) and statement[last].text in EQUAL):
        return []
    for one, other in _ORDERS:
        if _fits(_with(expression, one), result) or _fits(_with(expression, other), second):
            return [_with(statement, one), [*_with(expression, other), statement[last], *second]]
    return []


def _is_number(tokens: Sequence[Token]) -> bool:
    """Whether tokens are one number with its sign."""
    rest = tokens[1:] if tokens and tokens[0].is_one_of(*MINUS) else tokens
    return len(rest) == 1 and rest[0].sort == "number"


def _with(tokens: Sequence[Token], sign: str) -> list[Token]:
    """Tokens with one sign in the place of both."""
    return [token._replace(sort="sign", text=sign) if token.text in BOTH_SIGNS else token for token in tokens]


def _fits(expression: Sequence[Token], result: Sequence[Token]) -> bool:
    """Whether an expression gives a number."""
    if len(result) == 1:
        return gives(Side(tuple(expression)), result)
    opening, closing = (expression[at]._replace(sort="sign", text=text) for at, text in ((0, "("), (-1, ")")))
    return gives(Side((result[0], opening, *expression, closing)), result[1:])
