"""Percents that are added to something, as shops and calculators mean it: `250 + 20% = 300`."""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.sources.equalities.joined_fractions import with_joined
from verifier.sources.expressions.chains import Pair, Side
from verifier.sources.text.signs import MINUS, PERCENT
from verifier.sources.text.tokens import Token

MAX_PERCENTS: Final = 3
"""Maximum number of percentages that are added one after another to something."""


def with_percents(pair: Pair) -> Iterator[Pair]:
    """An equality with percents at the end of a side as those of what they are added to, or all of the first."""
    if pair.left.tokens[-1].text not in PERCENT and pair.right.tokens[-1].text not in PERCENT:
        return
    for is_running in (True, False):
        left, right = (_with_percents_of_itself(side, is_running=is_running) for side in (pair.left, pair.right))
        if left is not None or right is not None:
            yield pair._replace(left=left or pair.left, right=right or pair.right)


def kinder(pair: Pair) -> Iterator[Pair]:
    """Equalities that a chain may mean instead of one, each also with percents of what they are added to.

    So it may be one of mixed numbers.
    """
    yield from with_joined(pair)
    for one in pair.kinder():
        yield one
        yield from with_percents(one)


def _with_percents_of_itself(side: Side, *, is_running: bool) -> Side | None:
    """`250 + 20%` as shops and calculators mean it, 250 + 250 * 20%; None of a side that does not end so.

    Of several percents each is of all before it, or all are of what stands before the first.
    """
    if not side.tokens or not side.tokens[-1].is_one_of(*PERCENT):
        return None
    base, added = side.tokens, list[Sequence[Token]]()
    while len(added) < MAX_PERCENTS and (last := base[-3:]) and _is_added_percent(last) and len(base) > len(last):
        base, added = base[:-3], [last, *added]
    is_one = len(added) == 1
    if not added or (is_one and not is_running) or any(token.is_one_of(*PERCENT) for token in base):
        return None
    found = whole = _in_brackets(base, added[0][0])
    for sign, number, percent in added:
        found = (*found, sign, *whole, sign._replace(sort="sign", text="*"), number, percent)
        whole = _in_brackets(found, sign) if is_running and not is_one else whole
    return side._replace(tokens=found, units=None)


def _is_added_percent(tokens: Sequence[Token]) -> bool:
    """Whether tokens add a percentage, or take one away."""
    is_signed = len(tokens) > 2 and tokens[0].is_one_of("+", *MINUS)  # noqa: PLR2004 - a sign, a number, percent
    return is_signed and tokens[1].sort == "number" and tokens[2].is_one_of(*PERCENT)


def _in_brackets(tokens: Sequence[Token], last: Token) -> tuple[Token, ...]:
    """Tokens in brackets, which stand before another one."""
    opened, closed = (one._replace(sort="sign", text=text) for one, text in zip((tokens[0], last), "()", strict=True))
    return (opened, *tokens, closed)
