r"""Whole numbers that show what stands beside them with more digits, and equalities that go on with these.

A decimal of the same section is taken for what such a number shows where the result is just what it gives: behind
`46.87 people, so 47` an author has 46.87, and `47 \cdot 12 = 562` is 46.87 times 12. So it is behind `149 of 656
are 23%` with `23% \cdot 2475 = 562`, and behind `180 lb (82 kg)` with `82 \cdot 9.81 = 801`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Final

from flint import arb, fmpq

from verifier.formulas.tree import Apply, Expression, Literal, children, with_children
from verifier.late import pattern
from verifier.numbers.printed import Printed, power_of_ten
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.written_values import tree_of
from verifier.sources.text.signs import PERCENT
from verifier.sources.units.unit_sizes import size_of

_HEADING: Final = pattern(r"\n(?:#{1,6} |\\(?:sub)*section|<h[1-6])")
_DIGITS: Final = r"(?<![\w.,])\d{1,9}(?:[.,]\d{1,12})?(?![\d.,]*\d)"
_NONE: Final = r"[^\d\n+*\u00b7\u00d7]"
_TELLING: Final = r"(?:[^\W\d_]|[(=:~>\u2248\u2243\u2245\u2252\u2192\u27f9])"
_LINK: Final = rf"{_NONE}{{0,24}}?{_TELLING}{_NONE}{{0,24}}?\n?{_NONE}{{0,8}}?"
"""Words, a bracket or a relation between a number and what it shows rounded, and no sign of an operation."""
_BEFORE_OVER: Final = r"(?:\s?(?:[^\W\d_]{1,8}|[$%\u20ac\xa3]))?\s?"
_OVER: Final = rf"{_BEFORE_OVER}(?:[/:\u00f7]|\b(?:of|out of|per|in|von|aus|sur|de|di|\u0438\u0437)\b(?: the| all)?)\s?"
_QUOTIENT: Final = (
    rf"(?P<above>{_DIGITS}){_OVER}(?P<below>{_DIGITS})(?:[^\d\n]{{0,12}}[\u00b7\u00d7*x]\s?(?P<times>100)\b)?"
)
_SHARE: Final = rf"(?P<below>{_DIGITS}){_NONE}{{1,40}}?(?P<above>{_DIGITS}){_NONE}{{0,16}}?\("
"""All of something, a part of it, and the bracket in which that is said in percent."""
_DECIMAL: Final = r"(?P<decimal>(?<![\w.,])\d{1,9}[.,]\d{1,12}(?![\d.,]*\d))"
_ALONE: Final = pattern(_DECIMAL)
_UNIT: Final = r"[ \u00a0~]?(?P<{}>[A-Za-z]{{1,9}})(?![\w^])"
_OTHER: Final = rf"(?P<other>{_DIGITS}){_UNIT.format('from')}"
_SHOWN: Final = r"(?<![\d.,])(?P<whole>\d++)(?![.,]\d)(?:(?P<percent>[ \u00a0~]?\\?%)|(?!\s?\\?%))"
"""A whole number, with a percent sign or without."""
_IN: Final = rf"(?:{_UNIT.format('to')})?"
_BEHIND: Final = [rf"{said}{_LINK}{_SHOWN}{_IN}" for said in (_DECIMAL, _QUOTIENT, _OTHER)]
_BEFORE: Final = [rf"{_SHOWN}{_IN}[^\d\n]{{0,24}}\([^\d\n]{{0,16}}{said}" for said in (_DECIMAL, _QUOTIENT, _OTHER)]
_BESIDE: Final = [pattern(text) for text in (*_BEHIND, *_BEFORE, _SHARE + _SHOWN)]
"""Where a whole number stands behind what it shows, or that behind it in brackets."""
_SHORT: Final = {"lb": "pound", "lbs": "pound", "oz": "ounce", "gal": "gallon"}
_FAR: Final = 2000
_LONGEST: Final = 250
"""Characters of a number, of what it shows, and of what is between, at most."""
_MOST: Final = 12
_FEW: Final = 2
_MOST_OPERANDS: Final = 4
_MOST_VALUES: Final = 3
"""Of a whole number among several."""
_HUNDRED: Final = fmpq(100)


def is_of_carried_digits(text: str, start: int, sides: tuple[Side, Side]) -> bool:
    """Whether a number is what its expression gives with more digits of a whole number, which stand before it."""
    result = number_in(sides[1].tokens[0].text) if _is_number(sides[1]) else None
    operands = dict(_operands(sides[0]))
    if result is None or not 0 < len(operands) <= _MOST_OPERANDS:
        return False
    tree = tree_of(sides[0])
    if tree is None:
        return False
    if sides[1].tokens[-1].is_one_of(*PERCENT):
        tree = Apply("multiply", (tree, Literal(_HUNDRED, "100")))
    first = start - len(_HEADING.split(text[max(0, start - _FAR) : start])[-1])
    wholes = {operand: _Shown(str(operand), is_percent) for operand, is_percent in operands.items()}
    beside = {operand: list(_shown_as(text, (first, start), shown)) for operand, shown in wholes.items()}
    above = {
        operand: list(_shown_above(text, (first, start), shown)) if len(shown.digits) >= _FEW else []
        for operand, shown in wholes.items()
    }
    is_long = len("".join(filter(str.isdecimal, result.text)).lstrip("0")) > _FEW
    surely = {operand: above[operand] if shown.is_percent or is_long else [] for operand, shown in wholes.items()}
    single = ({operand: value} for operand in wholes for value in (*beside[operand], *surely[operand]))
    found = {operand: [*dict.fromkeys([*beside[operand], *above[operand]])][:_MOST_VALUES] for operand in wholes}
    return any(_prints(_with(tree, values), result) for values in (*single, *_together(found)))


def _together(found: Mapping[fmpq, Sequence[fmpq]]) -> Iterator[dict[fmpq, fmpq]]:
    """Values of several whole numbers at once: of all, or of two or more of them."""
    if sum(map(bool, found.values())) < min(_FEW, len(found)):
        return
    for values in product(*(values or [operand] for operand, values in found.items())):
        yield dict(zip(found, values, strict=True))


def _is_number(side: Side) -> bool:
    """Whether a side is one number, with a percent sign or without."""
    return side.tokens[0].sort == "number" and all(token.is_one_of(*PERCENT) for token in side.tokens[1:])


def _operands(side: Side) -> Iterator[tuple[fmpq, bool]]:
    """The whole numbers of a side from 2 on, and whether a percent sign is behind them."""
    for token, behind in zip(side.tokens, (*side.tokens[1:], None), strict=True):
        if token.sort == "number" and token.text.isdecimal() and int(token.text) > 1:
            yield fmpq(int(token.text)), behind is not None and behind.is_one_of(*PERCENT)


class _Shown(NamedTuple):
    """A whole number as it is shown."""

    digits: str
    is_percent: bool


def _shown_above(text: str, within: tuple[int, int], shown: _Shown) -> Iterator[fmpq]:
    """The decimals of a section that a whole number may show; of one alone its result must not be so by chance.

    Then the number has two digits, and the result three, or the number is a percentage.
    """
    start, end = within
    whole = fmpq(int(shown.digits))
    for block in range(start // _FAR, (end - 1) // _FAR + 1):
        here = [value for at, value in _decimals_in(text, block) if start <= at < end]
        values = (*here, *(value * _HUNDRED for value in here)) if shown.is_percent else here
        yield from (value for value in values if 0 < 2 * abs(value - whole) <= 1)


class _Beside(NamedTuple):
    """A whole number beside what it may show, which are `values`; it is found by the pattern of this `kind`."""

    kind: int
    start: int
    end: int
    shown: _Shown
    values: tuple[fmpq, ...]


def _shown_as(text: str, within: tuple[int, int], shown: _Shown) -> Iterator[fmpq]:
    """What a whole number shows rounded that text has beside it: a decimal, a quotient, or a number in another unit."""
    start, end = within
    blocks = range(start // _FAR, (end - 1) // _FAR + 1)
    found = [one for block in blocks for one in _in_block(text, block).get(shown, ())]
    whole = fmpq(int(shown.digits))
    for kind in range(len(_BESIDE)):
        alike = (one for one in found if one.kind == kind and start <= one.start and one.end <= end)
        for one in islice(_one_after_another(alike), _MOST):
            yield from (value for value in one.values if 0 < 2 * abs(value - whole) <= 1)


@lru_cache(maxsize=64)
def _decimals_in(text: str, block: int) -> tuple[tuple[int, fmpq], ...]:
    """The decimals that begin in one of the equal parts of a text, and where."""
    found = _ALONE.finditer(text, block * _FAR, (block + 1) * _FAR)
    return tuple((match.start(), _value(match["decimal"])) for match in found)


def _one_after_another(found: Iterable[_Beside]) -> Iterator[_Beside]:
    """Those that do not begin within the one before."""
    end = 0
    for one in found:
        if one.start >= end:
            yield one
            end = one.end


@lru_cache(maxsize=64)
def _in_block(text: str, block: int) -> dict[_Shown, list[_Beside]]:
    """The whole numbers beside what they may show that begin in one of the equal parts of a text."""
    found: dict[_Shown, list[_Beside]] = {}
    for kind, said in enumerate(_BESIDE):
        at, end = block * _FAR, (block + 1) * _FAR
        while (match := said.search(text, at, end + _LONGEST)) is not None and match.start() < end:
            shown = _Shown(match["whole"], match["percent"] is not None)
            asked = match.groupdict()
            ends = (match.end(name) for name in asked if name != "times" and (name != "to" or "other" in asked))
            found.setdefault(shown, []).append(_Beside(kind, match.start(), max(ends), shown, tuple(_values(asked))))
            at = match.start() + 1
    return found


def _values(found: dict[str, str | None]) -> Iterator[fmpq]:
    """The values that text has beside a number, also in percent."""
    if decimal := found.get("decimal"):
        value = _value(decimal)
    elif (above := found.get("above")) and (below := found.get("below")):
        value = _value(above) / by if (by := _value(below)) else fmpq(0)
    else:
        one, other = (size_of(_SHORT.get(unit, unit)) for unit in (found["from"] or "", found["to"] or ""))
        if one is None or other is None or one.measured != other.measured:
            return
        value = _value(found["other"] or "") * one.sizes[0] / other.sizes[0]
    yield from (value, value * _HUNDRED)


def _value(text: str) -> fmpq:
    whole, _, decimals = text.replace(",", ".").partition(".")
    return fmpq(int(whole + decimals), 10 ** len(decimals))


def _with(tree: Expression, values: Mapping[fmpq, fmpq]) -> Expression:
    """An expression with other values in the places of whole numbers."""
    if isinstance(tree, Literal):
        value = values.get(tree.value)
        return tree if value is None else Literal(value, str(value))
    return with_children(tree, [_with(child, values) for child in children(tree)]) if isinstance(tree, Apply) else tree


def _prints(tree: Expression, result: Printed) -> bool:
    """Whether an expression of numbers gives what rounds to a result."""
    found = enclosed(tree, {})
    return found is not None and bool(2 * abs(found - arb(result.value)) <= arb(power_of_ten(-result.decimals)))
