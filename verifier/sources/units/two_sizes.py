"""Sums of one thing in two sizes of its unit, as `2 kN + 500 N = 2500 N` and `1 h + 30 min = 90 min`."""

from collections.abc import Iterator
from typing import Final

from flint import fmpq

from verifier.sources.expressions.chains import Factors, Pair
from verifier.sources.text.signs import MINUS
from verifier.sources.text.tokens import Token
from verifier.sources.units.unit_sizes import Size, size_of
from verifier.sources.units.units import is_value

_LEAST: Final = 2
"""Terms of a sum."""


def in_one_unit(pair: Pair) -> Pair:
    """An equality of such a sum with its terms in the unit of its result; another one as it is."""
    left, right = pair.left, pair.right
    units, (number, *signs) = dict(left.units or ()), left.tokens
    if len(units) < _LEAST or not right.units or len({*units.values()}) < _LEAST or not is_value(right.tokens):
        return pair
    terms, between = (number, *signs[1::2]), signs[::2]
    is_sum = all(term.sort == "number" and term.end in units for term in terms)
    is_sum = is_sum and len(terms) == len(between) + 1 and all(sign.is_one_of("+", *MINUS) for sign in between)
    ratios = [_ratio(units[term.end], right.units[0][1]) for term in terms] if is_sum else []
    if not ratios or None in ratios or len(right.units) > 1:
        return pair
    tokens: list[Token] = []
    for sign, term, ratio in zip((None, *between), terms, ratios, strict=True):
        tokens += [sign] if sign is not None else []
        tokens += [term, *_times(ratio or fmpq(1), term)]
    return pair._replace(left=left._replace(tokens=tuple(tokens), unit=right.unit, kinds=right.kinds, units=None))


def _ratio(unit: Factors, result: Factors) -> fmpq | None:
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


def _times(ratio: fmpq, term: Token) -> Iterator[Token]:
    """The tokens that multiply a term with what its unit is of that of the result, or divide it."""
    if ratio != 1:
        yield Token("sign", "*" if ratio.q == 1 else "/", term.end, term.end)
        yield Token("number", str(max(ratio.p, ratio.q)), term.start, term.end)
