"""Quantities in two sizes of a unit without a sign between them, in sums: `3 h 45 min + 5 h 12 min = 8 h 57 min`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from flint import fmpq

from verifier.record import NamedTuple
from verifier.sources.expressions.chains import Factors, Pair, Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.signs import MINUS
from verifier.sources.text.tokens import Token
from verifier.sources.units.unit_sizes import Size, size_of

_HOUR: Final = (("h", fmpq(1)),)
_ROUND: Final = 12
"""Hours in which a clock goes round."""


class _Quantity(NamedTuple):
    """One or two numbers with their units, and the sign before them."""

    sign: Token | None
    numbers: tuple[Token, ...]
    units: tuple[Factors, ...]


def in_smallest_unit(pair: Pair) -> Pair:
    """An equality of sums with such quantities in the smallest unit of its result; another one as it is."""
    left, right = (list(_quantities(side)) for side in (pair.left, pair.right))
    if not (left and right) or not any(len(one.numbers) > 1 for one in (*left, *right)):
        return pair
    least = right[-1].units[-1]
    units = {unit: ratio_of_sizes(unit, least) for one in (*left, *right) for unit in one.units}
    ratios = {unit: ratio for unit, ratio in units.items() if ratio is not None}
    is_rounded = any(ratio.q != 1 for ratio in ratios.values()) and any(len(one.numbers) > 1 for one in right)
    hour = ratio_of_sizes(_HOUR, least)
    if len(ratios) < len(units) or is_rounded or (hour is not None and _goes_round(left, right, ratios, hour)):
        return pair
    sides = (tuple(token for one in side for token in _written(one, ratios)) for side in (left, right))
    tokens, others = sides
    if len(tokens) == 1:  # either side may be wrong, of a number as of what is computed
        tokens = (*tokens, *_times(fmpq(1), tokens[0]))
    return pair._replace(
        left=pair.left._replace(tokens=tokens, unit="", kinds=(), units=()),
        right=pair.right._replace(tokens=others, unit="", kinds=(), units=()),
    )


def _goes_round(
    left: Sequence[_Quantity], right: Sequence[_Quantity], ratios: Mapping[Factors, fmpq], hour: fmpq
) -> bool:
    """Whether two sums of times differ by so much as a clock goes round, as 25 h 30 min and 1 h 30 min do."""
    total, other = (sum((_value(one, ratios) for one in side), start=fmpq(0)) for side in (left, right))
    return total != other and ((total - other) / (hour * _ROUND)).q == 1


def ratio_of_sizes(unit: Factors, result: Factors) -> fmpq | None:
    """What a unit is of another one of its kind, a whole number or the inverse of one; None if that is not known."""
    one, other = _size(unit), _size(result)
    if one is None or other is None or one.measured != other.measured or one.is_about != other.is_about:
        return None
    ratio = one.sizes[0] / other.sizes[0]
    return ratio if 1 in (ratio.p, ratio.q) else None


def _size(unit: Factors) -> Size | None:
    """The size of a unit of one word, which has no other."""
    size = size_of(unit[0][0]) if len(unit) == 1 and unit[0][1] == 1 else None
    return size if size is not None and len(size.sizes) == 1 and any(size.measured) else None


def _quantities(side: Side) -> Iterator[_Quantity]:
    """The terms of a side, each of one or two numbers with units; none if it is something else."""
    units: Mapping[int, Factors] = dict(side.units or ())
    found: list[_Quantity] = []
    sign: Token | None = None
    for token in side.tokens:
        if token.is_one_of("+", *MINUS) and sign is None and found:
            sign = token
            continue
        last = found[-1] if found and sign is None else None
        unit = units.get(token.end)
        if token.sort != "number" or not unit or token.is_money or number_in(token.text) is None:
            return
        if last is None:
            found.append(_Quantity(sign, (token,), (unit,)))
            sign = None
        elif len(last.numbers) == 1 and (ratio_of_sizes(last.units[0], unit) or 0) > 1:
            found[-1] = last._replace(numbers=(*last.numbers, token), units=(*last.units, unit))
        else:
            return
    yield from found if sign is None else ()


def _value(quantity: _Quantity, ratios: Mapping[Factors, fmpq]) -> fmpq:
    """The number that a quantity is in the unit of the result."""
    numbers = [number_in(token.text) for token in quantity.numbers]
    pairs = zip(numbers, quantity.units, strict=True)
    total = sum((number.value * ratios[unit] for number, unit in pairs if number is not None), start=fmpq(0))
    return -total if quantity.sign is not None and quantity.sign.is_one_of(*MINUS) else total


def _written(quantity: _Quantity, ratios: Mapping[Factors, fmpq]) -> Iterator[Token]:
    """The tokens of a quantity in the unit of the result, behind its sign."""
    first, last = quantity.numbers[0], quantity.numbers[-1]
    if quantity.sign is not None:
        yield quantity.sign
    if first is not last:
        yield Token("sign", "(", first.start, first.start)
    for token, unit in zip(quantity.numbers, quantity.units, strict=True):
        if token is not first:
            yield Token("sign", "+", token.start, token.start)
        yield token
        ratio = ratios[unit]
        if ratio != 1:
            yield from _times(ratio, token)
    if first is not last:
        yield Token("sign", ")", last.end, last.end)


def _times(ratio: fmpq, token: Token) -> Iterator[Token]:
    """The tokens that multiply a number with a ratio, or divide it; they stand where its unit does."""
    yield Token("sign", "*" if ratio.q == 1 else "/", token.end, token.end)
    yield Token("number", str(max(ratio.p, ratio.q)), token.end, token.end + 1)
