r"""Whole numbers that show what stands beside them with more digits, and equalities that go on with these.

Behind `46.87 people, so 47` an author has 46.87, and `47 \cdot 12 = 562` is 46.87 times 12. So it is behind `149 of 656
are 23%` with `23% \cdot 2475 = 562`, and behind `180 lb (82 kg)` with `82 \cdot 9.81 = 801`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from flint import arb, fmpq

from verifier.formulas.tree import Apply, Expression, Literal, children, with_children
from verifier.numbers.printed import Printed, power_of_ten
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.written_values import tree_of
from verifier.sources.text.signs import PERCENT
from verifier.sources.units.unit_sizes import size_of

_HEADING: Final = re.compile(r"\n(?:#{1,6} |\\(?:sub)*section|<h[1-6])")
_DIGITS: Final = r"(?<![\w.,])\d{1,9}(?:[.,]\d{1,12})?(?![\d.,]*\d)"
_NONE: Final = r"[^\d\n+*\u00b7\u00d7]"
_TELLING: Final = r"(?:[^\W\d_]|[(=:~>\u2248\u2243\u2245\u2252\u2192\u27f9])"
_LINK: Final = rf"{_NONE}{{0,24}}?{_TELLING}{_NONE}{{0,24}}?\n?{_NONE}{{0,8}}?"
"""Words, a bracket or a relation between a number and what it shows rounded, and no sign of an operation."""
_OVER: Final = (
    r"(?:\s?[^\W\d_]{1,8})?\s?(?:[/:\u00f7]|\b(?:of|out of|per|in|von|aus|sur|de|di|\u0438\u0437)\b(?: the| all)?)\s?"
)
_QUOTIENT: Final = (
    rf"(?P<above>{_DIGITS}){_OVER}(?P<below>{_DIGITS})(?:[^\d\n]{{0,12}}[\u00b7\u00d7*x]\s?(?P<times>100)\b)?"
)
_SHARE: Final = rf"(?P<below>{_DIGITS}){_NONE}{{1,40}}?(?P<above>{_DIGITS}){_NONE}{{0,16}}?\("
"""All of something, a part of it, and the bracket in which that is said in percent."""
_DECIMAL: Final = r"(?P<decimal>(?<![\w.,])\d{1,9}[.,]\d{1,12}(?![\d.,]*\d))"
_UNIT: Final = r"[ \u00a0~]?(?P<{}>[A-Za-z]{{1,9}})(?![\w^])"
_OTHER: Final = rf"(?P<other>{_DIGITS}){_UNIT.format('from')}"
_SHORT: Final = {"lb": "pound", "lbs": "pound", "oz": "ounce", "gal": "gallon"}
_FAR: Final = 2000
_MOST: Final = 12
_MOST_OPERANDS: Final = 4
_HUNDRED: Final = fmpq(100)


def is_of_carried_digits(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether a number is what its expression gives with more digits of a whole number, which stand before it."""
    result = number_in(sides[1].tokens[0].text) if _is_number(sides[1]) else None
    operands = dict(_operands(sides[0]))
    if result is None or not 0 < len(operands) <= _MOST_OPERANDS:
        return False
    tree = tree_of(sides[0])
    before = _HEADING.split(text[max(0, start - _FAR) : start])[-1]
    return tree is not None and any(
        _prints(_with(tree, operand, value), result)
        for operand, is_percent in operands.items()
        for value in _shown_as(before, operand, is_percent=is_percent)
    )


def _is_number(side: Side) -> bool:
    """Whether a side is one number, with a percent sign or without."""
    return side.tokens[0].sort == "number" and all(token.is_one_of(*PERCENT) for token in side.tokens[1:])


def _operands(side: Side) -> Iterator[tuple[fmpq, bool]]:
    """The whole numbers of a side from 2 on, and whether a percent sign is behind them."""
    for token, behind in zip(side.tokens, (*side.tokens[1:], None), strict=True):
        if token.sort == "number" and token.text.isdecimal() and int(token.text) > 1:
            yield fmpq(int(token.text)), behind is not None and behind.is_one_of(*PERCENT)


@lru_cache(maxsize=64)
def _shown_as(before: str, whole: fmpq, *, is_percent: bool) -> tuple[fmpq, ...]:
    """What a whole number shows rounded that text has beside it: a decimal, a quotient, or a number in another unit."""
    shown = rf"(?<![\d.,])(?P<whole>{whole})(?![\d]|[.,]\d)" + (r"[ \u00a0~]?\\?%" if is_percent else r"(?!\s?\\?%)")
    found = dict.fromkeys(value for match in _matches(before, shown) for value in _values(match))
    return tuple(value for value in found if 0 < 2 * abs(value - whole) <= 1)


def _matches(before: str, shown: str) -> Iterator[re.Match[str]]:
    """Where a number stands behind what it shows, or that behind it in brackets."""
    for said in (_DECIMAL, _QUOTIENT, _OTHER):
        behind = rf"{said}{_LINK}{shown}(?:{_UNIT.format('to')})?"
        bracketed = rf"{shown}(?:{_UNIT.format('to')})?[^\d\n]{{0,24}}\([^\d\n]{{0,16}}{said}"
        for pattern in (behind, bracketed):
            yield from islice(re.finditer(pattern, before), _MOST)
    yield from islice(re.finditer(_SHARE + shown, before), _MOST)


def _values(match: re.Match[str]) -> Iterator[fmpq]:
    """The values that text has beside a number, also in percent."""
    found = match.groupdict()
    if found.get("decimal"):
        value = _value(found["decimal"])
    elif found.get("above"):
        below = _value(found["below"])
        value = _value(found["above"]) / below if below else fmpq(0)
    else:
        one, other = (size_of(_SHORT.get(unit, unit)) for unit in (found["from"], found["to"] or ""))
        if one is None or other is None or one.measured != other.measured:
            return
        value = _value(found["other"]) * one.sizes[0] / other.sizes[0]
    yield from (value, value * _HUNDRED)


def _value(text: str) -> fmpq:
    whole, _, decimals = text.replace(",", ".").partition(".")
    return fmpq(int(whole + decimals), 10 ** len(decimals))


def _with(tree: Expression, whole: fmpq, value: fmpq) -> Expression:
    """An expression with another value in the places of a whole number."""
    if isinstance(tree, Literal):
        return Literal(value, str(value)) if tree.value == whole else tree
    return (
        with_children(tree, [_with(child, whole, value) for child in children(tree)])
        if isinstance(tree, Apply)
        else tree
    )


def _prints(tree: Expression, result: Printed) -> bool:
    """Whether an expression of numbers gives what rounds to a result."""
    found = enclosed(tree, {})
    return found is not None and bool(2 * abs(found - arb(result.value)) <= arb(power_of_ten(-result.decimals)))
