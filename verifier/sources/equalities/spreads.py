"""Sums, products and quotients of numbers with spreads, as `3.2 ± 0.1 + 1.1 ± 0.1 = 4.3 ± 0.2`: the centres are judged.

How spreads are carried on is the author's choice, so these are not judged. A product or quotient of spreads moves the
centre a little: of an interval it is the middle that is shown, of a simulation the mean. So much is let be. No other
expression with the sign is judged: it may stand for two numbers, as in `3 ± 1 = 4 or 2`.
"""

from collections.abc import Sequence
from math import prod
from typing import Final

from flint import fmpq

from verifier.numbers.printed import Printed, power_of_ten
from verifier.numbers.slack import Slack
from verifier.record import NamedTuple
from verifier.sources.expressions.chains import SEAM, Pair, Side, depths
from verifier.sources.expressions.computed import number_in
from verifier.sources.text.signs import FRACTIONS, MINUS, OVER, PERCENT, TIMES
from verifier.sources.text.tokens import Token

_SPREAD: Final = ("\u00b1", "\\pm")
_SIGNS: Final = frozenset(_SPREAD)
_AROUND: Final = {"(": ")", "[": "]"}
_BRACKETS: Final = {"(": ")", "{": "}"}
TERM: Final = 3
"""The tokens of a number with its spread."""
IN_BRACKETS: Final = TERM + 2
MOST: Final = fmpq(1, 3)
"""The most that the spreads of all factors may be together, as shares of these; beyond, spreads are not small."""


class Centres(NamedTuple):
    """An equality without spreads; they may move its result by the slack."""

    pair: Pair
    slack: Slack | None = None


def centres(pair: Pair) -> Centres:
    """The pair without spreads, if numbers that have them are said to give a decimal number that has one."""
    if _SIGNS.isdisjoint([token.text for token in pair.right.tokens]):
        has_spread = not _SIGNS.isdisjoint([token.text for token in pair.left.tokens])
        return Centres((_ends(pair) if has_spread else None) or pair)
    spreads = _spreads(pair)
    if spreads is not None:
        return Centres(spreads)
    right = _sum(pair.right.tokens)
    shown = number_in(right[0].text) if len(right) == 1 and "." in right[0].text else None
    if shown is None:
        return Centres(pair)
    left, slack = _sum(pair.left.tokens), None
    if not left:
        left, shares = _product(pair.left.tokens)
        slack = _slack(shown, shares) if left else None
    if len(left) < TERM:
        return Centres(pair)
    return Centres(pair._replace(left=_without(pair.left, left), right=_without(pair.right, right)), slack)


def _ends(pair: Pair) -> Pair | None:
    """The ends of an interval on both sides, as of `15.2 ± 0.4 = (14.8, 15.6)`; None of others."""
    shown = _within(pair.left.tokens)
    signs = [index for index, token in enumerate(shown) if token.is_one_of(*_SPREAD)]
    bounds = _interval(pair.right.tokens) if len(signs) == 1 else None
    if bounds is None or pair.left.unit != pair.right.unit:
        return None
    (at,) = signs
    centre, spread = shown[:at], shown[at + 1 :]
    if not (centre and spread and depths(centre) and depths(spread)) or any(map(_is_term_or_share, spread)):
        return None
    number = number_in(centre[0].text) if len(centre) == 1 else None
    if number is not None and not bounds[0] < number.value < bounds[1]:
        return None  # a number and its spread, written otherwise
    opening, comma, closing = (shown[at]._replace(sort="sign", text=text) for text in "(,)")
    minus, plus = (shown[at]._replace(sort="sign", text=text) for text in "-+")
    ends = (opening, *centre, minus, *spread, comma, *centre, plus, *spread, closing)
    return pair._replace(left=_without(pair.left, ends))


def _within(tokens: Sequence[Token]) -> Sequence[Token]:
    """What stands in the brackets around all of a side, or the side."""
    is_around = tokens[0].text in _AROUND and tokens[-1].text == _AROUND[tokens[0].text]
    return tokens[1:-1] if is_around and depths(tokens[1:-1]) else tokens


def _interval(tokens: Sequence[Token]) -> tuple[fmpq, fmpq] | None:
    """The ends of an interval of two numbers, the lower one first; None of anything else."""
    if not tokens or tokens[0].text not in _AROUND or tokens[-1].text not in _AROUND.values():
        return None
    commas = [index for index, token in enumerate(tokens) if token.text in (",", ";")]
    at = commas[0] if len(commas) == 1 else 0
    low, high = _signed(tokens[1:at]), _signed(tokens[at + 1 : -1])
    return (low, high) if low is not None and high is not None and low < high else None


def _signed(tokens: Sequence[Token]) -> fmpq | None:
    """The value of a number with a sign or none; None of anything else."""
    *sign, last = tokens or (SEAM,)
    number = number_in(last.text) if last.sort == "number" else None
    if number is None or len(sign) > 1 or (sign and not sign[0].is_one_of(*MINUS)):
        return None
    return -number.value if sign else number.value


def _is_term_or_share(token: Token) -> bool:
    """Whether a token is the sign of a sum or a difference, or of percent, which may be of the number before."""
    return token.is_one_of("+", *MINUS, *PERCENT)


def _spreads(pair: Pair) -> Pair | None:
    """The spreads of two sides with one centre, as those of `24.5 ± 1.96 * 0.4 = 24.5 ± 0.784`; None of others."""
    ours, theirs = ([one.is_one_of(*_SPREAD) for one in side.tokens] for side in (pair.left, pair.right))
    if ours.count(True) != 1 or theirs.count(True) != 1 or ours.index(True) != theirs.index(True):
        return None
    at = ours.index(True)
    texts = [[token.text for token in side.tokens[:at]] for side in (pair.left, pair.right)]
    left, right = (side.tokens[at + 1 :] for side in (pair.left, pair.right))
    is_calculated = texts[0] == texts[1] != [] and len(left) > 1 and [token.sort for token in right] == ["number"]
    return pair._replace(left=_without(pair.left, left), right=_without(pair.right, right)) if is_calculated else None


def _without(side: Side, tokens: Sequence[Token]) -> Side:
    return side._replace(tokens=tuple(tokens), units=None)


def _is_spread(term: Sequence[Token]) -> bool:
    return [token.sort for token in term[::2]] == ["number", "number"] and term[1].is_one_of(*_SPREAD)


def _sum(tokens: Sequence[Token]) -> list[Token]:
    """The numbers of a sum and the signs between them; empty if one has no spread, or if it is no such sum."""
    found: list[Token] = []
    rest = list(tokens)
    while True:
        if len(rest) >= IN_BRACKETS and (rest[0].text, rest[IN_BRACKETS - 1].text) == ("(", ")"):
            term, rest = rest[1 : IN_BRACKETS - 1], rest[IN_BRACKETS:]
        else:
            term, rest = rest[:TERM], rest[TERM:]
        if not _is_spread(term):
            return []
        found.append(term[0])
        if not rest:
            return found
        if not rest[0].is_one_of("+", *MINUS):
            return []
        found.append(rest.pop(0))


def _product(tokens: Sequence[Token]) -> tuple[list[Token], list[fmpq]]:
    """The tokens of a product or quotient without its spreads, and these as shares of their numbers; empty if none.

    A number with a spread has brackets of its own.
    """
    found: list[Token] = []
    shares: list[fmpq] = []
    rest = list(tokens)
    while rest:
        term = rest[1 : IN_BRACKETS - 1]
        if _BRACKETS.get(rest[0].text) == rest[min(IN_BRACKETS, len(rest)) - 1].text and _is_spread(term):
            found += rest[0], term[0], rest[IN_BRACKETS - 1]
            shares.append(_share(term))
            rest = rest[IN_BRACKETS:]
        elif rest[0].sort == "number" or rest[0].is_one_of(*"(){}", *TIMES, *OVER, *FRACTIONS):
            found.append(rest.pop(0))
        else:
            return [], []
    return (found, shares) if shares and sum(shares) <= MOST else ([], [])


def _share(term: Sequence[Token]) -> fmpq:
    """The largest share of a number that its spread can be; more than MOST where that is not known."""
    centre, spread = number_in(term[0].text), number_in(term[2].text)
    least = fmpq(0) if centre is None else centre.value - power_of_ten(-centre.decimals)
    return fmpq(1) if spread is None or least <= 0 else (spread.value + power_of_ten(-spread.decimals)) / least


def _slack(shown: Printed, shares: Sequence[fmpq]) -> Slack:
    """How far the middle of what factors and divisors with spreads give can lie from what their centres give."""
    off = prod((1 / (1 - share) for share in shares), start=fmpq(1)) - 1 - sum(shares, fmpq(0))
    unit = power_of_ten(-shown.decimals)
    return Slack(((abs(shown.value) + unit) * off / (1 - off) / unit).ceil() * unit)
