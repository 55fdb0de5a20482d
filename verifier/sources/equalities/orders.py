"""Inequalities between two expressions of numbers: `0.03 < 0.05` can hold, `0.42 < 0.05` cannot.

An inequality is often a question or a condition, and then no claim. So what cannot hold is a warning, and none is given
where words around it ask, suppose or deny.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.late import pattern
from verifier.numbers.printed import power_of_ten
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import EQUAL, Chain, Side
from verifier.sources.expressions.choices import OtherReadings
from verifier.sources.expressions.statement import parsed
from verifier.sources.expressions.values import Numeral, Reading, Unreadable, printed

_LESS: Final = ("<", "\\lt", "\u2264", "<=", "\\le", "\\leq", "\\leqslant")
_MORE: Final = (">", "\\gt", "\u2265", ">=", "\\ge", "\\geq", "\\geqslant")
_STRICT: Final = ("<", "\\lt", ">", "\\gt")
_OPEN: Final = pattern(
    r"\b(?:if|whether|unless|until|while|when|not|never|no|false|true|fails?|suppose|assume|test|check|condition|compare"
    r"|versions?|els?e|otherwise|would|could|should|either|or|contradiction|wrong|impossible|si|wenn|falls|ob"
    r"|violat\w+|infeasible|verletzt|nein|nicht|falsch|faux|falso|\u043d\u0435\u0432\u0435\u0440\u043d\u043e)\b"
    r"|[?!\u2717\u274c\u21af\u507d\u9519\u932f]|\(F\)",
    re.IGNORECASE,
)
"""What stands around an inequality that is no claim."""
_AROUND: Final = 80
MAX_POWER: Final = 20
_AROUND_PI: Final = (fmpq(31415926535, 10**10), fmpq(31415926536, 10**10))


class Range(NamedTuple):
    """All that an expression can be lies between two numbers, which it can only be where `is_exact`."""

    low: fmpq
    high: fmpq
    is_exact: bool = False


def is_claim(text: str, start: int, end: int) -> bool:
    """Whether what stands from *start* to *end* of a source says so, as far as the words around it tell."""
    before = re.split(r"\n\s*\n|[.;]\s", text[max(0, start - _AROUND) : start])[-1]
    behind = re.split(r"\n\s*\n|[.;]\s", text[end : end + _AROUND])[0]
    return _OPEN.search(before) is None and _OPEN.search(behind) is None


def denied(chain: Chain) -> Iterator[tuple[Side, Side, str]]:
    """The neighbours of a chain, and the sign between them, that cannot stand in this order.

    A bound behind an equals sign, as in `0.03 * 0.02 = <0.001`, may be met: `=<` can be one sign.
    """
    for index, relation in enumerate(() if _is_ranking(chain) else chain.relations):
        place, bound = index, relation
        if index > 0 and chain.relations[index - 1] in EQUAL and not chain.sides[index].tokens:
            if index > 1 and chain.relations[index - 2] == relation:
                continue  # a sum of bounds
            place, bound = index - 1, "<=" if relation in _LESS else ">="
        left, right = chain.sides[place], chain.sides[index + 1]
        is_order = relation in _LESS or relation in _MORE
        if not (is_order and all(side.is_whole and _has_number(side) for side in (left, right))):
            continue
        results = place > 0 and chain.relations[place - 1] in EQUAL, False
        if left.unit == right.unit and not _is_version(left, right) and not _may_hold(left, right, bound, results):
            yield left, right, relation


def _is_ranking(chain: Chain) -> bool:
    """Whether a chain may put things in an order that it calls by their numbers, as `3 > 1 > 2`."""
    return len(chain.sides) > 2 and all(  # noqa: PLR2004 - of more than two
        len(side.tokens) == 1 and side.tokens[0].text.isdecimal() for side in chain.sides
    )


def _has_number(side: Side) -> bool:
    return any(token.sort == "number" for token in side.tokens)


def _is_version(left: Side, right: Side) -> bool:
    """Whether two numbers may be versions or sections, as 3.10 and 3.9."""
    texts = [side.tokens[0].text.split(".") for side in (left, right) if len(side.tokens) == 1]
    return len(texts) == 2 and texts[0][0] == texts[1][0] and len(texts[0][-1]) != len(texts[1][-1])  # noqa: PLR2004 - both


def _may_hold(left: Side, right: Side, relation: str, results: tuple[bool, bool]) -> bool:
    """Whether two sides can stand in an order in one of their readings; so do sides that are not read."""
    first = Reading()
    if _holds(left, right, relation, results, first):
        return True
    others = OtherReadings(first, lambda _, chosen: Reading(chosen))
    return any(_holds(left, right, relation, results, reading) for reading in others) or others.are_cut


def _holds(left: Side, right: Side, relation: str, results: tuple[bool, bool], reading: Reading) -> bool:
    try:
        ranges = [
            _range_of(side, reading, is_result=is_result)
            for side, is_result in zip((left, right), results, strict=True)
        ]
    except Unreadable:
        return True
    low, high = ranges if relation in _LESS else ranges[::-1]
    is_point = low.is_exact and high.is_exact and relation not in _STRICT
    return reading.is_doubtful or low.low < high.high or (is_point and low.low == high.high)


def _range_of(side: Side, reading: Reading, *, is_result: bool) -> Range:
    """All that a side can be; raises Unreadable."""
    found = parsed(side, reading)
    if found.value.shape is not None:
        raise Unreadable("a matrix")
    if found.value.numeral is not None and is_result:
        return _shown(found.value.numeral, is_result=True)
    return _range(found.value.tree, found.operands)


def _shown(numeral: Numeral, *, is_result: bool = False) -> Range:
    """What a numeral can stand for: a whole number that is no result for itself."""
    number = printed(numeral)
    if number.is_bare_integer and not is_result:
        return Range(number.value, number.value, is_exact=True)
    unit = power_of_ten(-number.decimals)
    return Range(number.value - unit, number.value + unit)


def _range(tree: Expression, operands: Mapping[str, Grid[Numeral]]) -> Range:
    """All that an expression can be; raises Unreadable for what is no sum, product, quotient or small power."""
    match tree:
        case Literal(value):
            return Range(value, value, is_exact=True)
        case Name(name) if name in operands and (cell := operands[name].cells[0]) is not None:
            return _shown(cell)
        case Apply("pi", ()):
            return Range(*_AROUND_PI)
        case Apply("power", (base, Literal(exponent))) if exponent.q == 1 and 0 < exponent <= MAX_POWER:
            factor = found = _range(base, operands)
            for _ in range(1, int(exponent.p)):
                found = _applied("multiply", (found, factor))
            return found
        case Apply(operation, arguments):
            return _applied(operation, [_range(one, operands) for one in arguments])
    raise Unreadable("no expression of numbers")


def _applied(operation: str, ranges: Sequence[Range]) -> Range:
    """All that an operation can give; raises Unreadable for others than those of arithmetic."""
    match operation, ranges:
        case "negative", (one,):
            ends = [-one.low, -one.high]
        case "add", (one, other):
            ends = [one.low + other.low, one.high + other.high]
        case "subtract", (one, other):
            ends = [one.low - other.high, one.high - other.low]
        case "multiply", (one, other):
            ends = [a * b for a, b in product(one[:2], other[:2])]
        case "divide", (one, other) if other.low > 0 or other.high < 0:
            ends = [a / b for a, b in product(one[:2], other[:2])]
        case _:
            raise Unreadable("no sum, product or quotient")
    return Range(min(ends), max(ends), all(one.is_exact for one in ranges))
