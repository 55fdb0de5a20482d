"""Sums of one thing in two sizes of its unit, as `2 kN + 500 N = 2500 N` and `1 h + 30 min = 90 min`."""

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from flint import fmpq

from verifier.sources.expressions.chains import Factors, Pair, Side
from verifier.sources.text.signs import MINUS
from verifier.sources.text.tokens import Token
from verifier.sources.units.exponents import above_of_fraction
from verifier.sources.units.sizes_behind_sizes import in_smallest_unit, ratio_of_sizes
from verifier.sources.units.units import is_value

_LEAST: Final = 2
"""Terms of a sum."""
_FRACTION: Final = 7
"""Tokens of a fraction of two numbers, as `\\frac{3}{4}`."""
_Term: TypeAlias = tuple[Token, ...]


def in_one_unit(pair: Pair) -> Pair:
    """An equality of such a sum with its terms in the one unit of its result, or of a sum; another one as it is."""
    left, right = pair.left, pair.right
    ours, theirs = dict(left.units or ()), dict(right.units or ())
    if len(ours) < _LEAST and len(theirs) < _LEAST:
        return pair
    if len({*ours.values(), *theirs.values()}) >= _LEAST:
        made = in_smallest_unit(pair)
        if made is not pair:
            return made
    if len(ours) < _LEAST or len({*theirs.values()}) != 1 or len({*ours.values()}) < _LEAST:
        return pair
    signs, terms = _terms(left, ours)
    if not terms or not (is_value(right.tokens) or _terms(right, theirs)[1]):
        return pair
    (unit,) = {*theirs.values()}
    ratios = [ratio_of_sizes(ours[_number(term).end], unit) for term in terms]
    if None in ratios:
        return pair
    tokens: list[Token] = []
    for sign, term, ratio in zip((None, *signs), terms, ratios, strict=True):
        tokens += [sign] if sign is not None else []
        tokens += [*term, *_times(ratio or fmpq(1), term[-1])]
    return pair._replace(left=left._replace(tokens=tuple(tokens), unit=right.unit, kinds=right.kinds, units=None))


def _terms(side: Side, units: Mapping[int, Factors]) -> tuple[list[Token], list[_Term]]:
    """The signs and the terms of a sum of numbers and fractions, each with a unit; none if it is no such sum."""
    signs, terms, at = list[Token](), list[_Term](), 0
    while at < len(side.tokens):
        size = _FRACTION if above_of_fraction(side.tokens[at : at + _FRACTION]) else 1
        terms.append(side.tokens[at : at + size])
        signs += side.tokens[at + size : at + size + 1]
        at += size + 1
    is_sum = all(sign.is_one_of("+", *MINUS) for sign in signs) and len(terms) == len(signs) + 1
    numbers = map(_number, terms)
    return (signs, terms) if is_sum and all(one.sort == "number" and one.end in units for one in numbers) else ([], [])


def _number(term: _Term) -> Token:
    """The number of a term, or that above in a fraction, behind which its unit is noted."""
    return above_of_fraction(term) or term[0]


def _times(ratio: fmpq, term: Token) -> Iterator[Token]:
    """The tokens that multiply a term with what its unit is of that of the result, or divide it."""
    if ratio != 1:
        yield Token("sign", "*" if ratio.q == 1 else "/", term.end, term.end)
        yield Token("number", str(max(ratio.p, ratio.q)), term.start, term.end)
