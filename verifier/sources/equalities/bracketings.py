"""Whether two sides that are not equal would be with brackets that a text lost, or that its author left out.

`5/9 * 77 - 32 = 25` holds as 5/9 * (77 - 32): so what is printed may be right, and the left side what is not as it was
meant. Each way to put brackets into a side of few operands is tried, also within its own brackets. What is raised and
stands in brackets has them already, and numbers that are added and taken away alone need none.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, TypeAlias

from flint import fmpq

from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.written_values import shows, value_of
from verifier.sources.text.signs import FRACTIONS, MINUS, OVER, PERCENT, POWER, RAISED, TIMES
from verifier.sources.text.tokens import Token

_Values: TypeAlias = frozenset[fmpq]
_NONE: Final[_Values] = frozenset()
_MOST: Final = 7
"""Operands of an expression whose brackets are tried."""
_MOST_VALUES: Final = 150
"""Values of a part of an expression that are kept."""
_LONGEST: Final = 40
"""Tokens of a side that is tried."""
_OPENING: Final = {"(": ")", "[": "]", "{": "}"}
_SIGNS: Final = {
    "+": "+",
    **dict.fromkeys(MINUS, "-"),
    **dict.fromkeys(TIMES, "*"),
    **dict.fromkeys(OVER, "/"),
    **dict.fromkeys(POWER, "^"),
}
_LARGEST_EXPONENT: Final = 12
_LONGEST_BASE: Final = 64
"""Bits of a number that is raised."""


def holds_with_brackets(sides: tuple[Side, Side]) -> bool:
    """Whether brackets around operands of one side make it what the other one shows or gives."""
    for side, other in (sides, sides[::-1]):
        shown = other.tokens[:-1] if other.tokens[-1].is_one_of(*PERCENT) else other.tokens
        values = _NONE if len(side.tokens) > _LONGEST or _is_sum(side.tokens) else _values(side.tokens)
        if len(values) < 2:  # noqa: PLR2004 - no other brackets
            continue
        given = value_of(other) if len(shown) > 1 else None
        if given in values or any(shows(value, shown) for value in values):
            return True
    return False


def _values(tokens: Sequence[Token]) -> _Values:
    """What an expression of numbers can be with brackets anywhere; nothing where it is too long or of other signs."""
    operands, signs = list[_Values](), list[str]()
    rest = list(tokens)
    while rest:
        if len(operands) > len(signs):  # an operand stands before
            signs.append(_sign(rest))
        elif rest[0].is_one_of(*MINUS) and not operands:
            operands.append(frozenset([fmpq(0)]))
        else:
            operands.append(_operand(rest))
    is_read = len(operands) == len(signs) + 1 and len(operands) <= _MOST and all(operands) and all(signs)
    return _in_all_ways(operands, signs) if is_read else _NONE


def _is_sum(tokens: Sequence[Token]) -> bool:
    """Whether numbers are added and taken away alone: there a wrong sign is likelier than brackets."""
    return all(token.is_one_of("+", *MINUS) for token in tokens if token.sort != "number")


def _sign(rest: list[Token]) -> str:
    """The sign between two operands, taken from the *rest*; one of a product may be left out, and that of a power."""
    first = rest[0]
    if first.sort == "raised":
        digits = first.text.translate(RAISED)
        rest[:1] = [first._replace(sort="number", text=digits)] if digits.isdecimal() else [first]
        return "^" if digits.isdecimal() else ""
    if first.text in _OPENING or first.text in FRACTIONS:
        return "*"
    return _SIGNS.get(rest.pop(0).text, "")


def _operand(rest: list[Token]) -> _Values:
    """What the first operand of the *rest* can be, which is taken from it: a number, a fraction, a bracket, a power."""
    first = rest.pop(0)
    if first.is_one_of(*MINUS) and rest:
        return frozenset(-value for value in _operand(rest))
    if first.sort == "number":
        number = number_in(first.text)
        return _NONE if number is None else frozenset([number.value])
    if first.text in FRACTIONS and rest:
        above = _group(rest)
        below = _group(rest) if rest else _NONE
        return frozenset(one / other for one, other in product(above, below) if other)
    rest.insert(0, first)
    base = _group(rest)
    if rest and base and (rest[0].sort == "raised" or rest[0].is_one_of(*POWER)):
        sign, exponent = _sign(rest), _operand(rest) if rest else _NONE
        return frozenset(value for pair in product(base, exponent) for value in _joined(*pair, sign))
    return base


def _group(rest: list[Token]) -> _Values:
    """What the bracket at the beginning of the *rest* can be, which is taken from it."""
    first = rest.pop(0)
    closing, depth = _OPENING.get(first.text), 1
    for at, token in enumerate(rest if closing is not None else ()):
        depth += (token.text == first.text) - (token.text == closing)
        if not depth:
            inside = rest[:at]
            del rest[: at + 1]
            return _values(inside)
    return _NONE


def _in_all_ways(operands: Sequence[_Values], signs: Sequence[str]) -> _Values:
    """The values of operands with signs between them, in every order in which the signs can be taken."""
    count = len(operands)
    known = {(at, at): values for at, values in enumerate(operands)}
    for length in range(1, count):
        for first in range(count - length):
            found = set[fmpq]()
            for sign in range(first, first + length):
                pairs = product(known[first, sign], known[sign + 1, first + length])
                found.update(value for pair in pairs for value in _joined(*pair, signs[sign]))
                if len(found) > _MOST_VALUES:
                    return _NONE
            known[first, first + length] = frozenset(found)
    return known[0, count - 1]


def _joined(one: fmpq, other: fmpq, sign: str) -> Iterator[fmpq]:
    """What a sign makes of two numbers, if that is a number of reasonable size."""
    match sign:
        case "+":
            yield one + other
        case "-":
            yield one - other
        case "*":
            yield one * other
        case "/" if other:
            yield one / other
        case "^" if other.q == 1 and 0 <= other <= _LARGEST_EXPONENT:
            if max(int(one.p).bit_length(), int(one.q).bit_length()) <= _LONGEST_BASE:
                yield one ** int(other.p)
