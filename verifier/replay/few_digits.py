"""Whether givens may hide digits that leave all literal numbers as they are.

Three givens that all hide the same further digit leave their distances to the mean as printed. Such digits are not
improbable: an author who rounded numbers of one further digit draws each of these from ten. So the numbers that are
literal say that givens are exact, against one digit more, at ten to one for each that is independent of the others; and
they say nothing of it to a number that their hidden digits move though the literal ones stay where they are.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from flint import fmpq

from verifier.replay.accounts import ACCEPTED, MISTAKE, Accounts, Told
from verifier.replay.moved import Hidden

ONE_DIGIT: Final = fmpq(1, 10)
"""Share of the rounded blocks of givens that hide one further digit."""
_FINE: Final = 1 << 20

Row = dict[Hidden, fmpq]
"""By given, how far a number moves where its hidden digits go from one end of its print to the other."""


def may_hide_few(accounts: Accounts, told: Told, exact: Collection[str]) -> bool:
    """Whether few hidden digits of some *exact* blocks may explain a number, literal ones notwithstanding."""
    here = sorted(told.blocks & frozenset(exact))
    return any(_may_hide(accounts, told, blocks) for blocks in ([[name] for name in here] + [here] if here else ()))


def _may_hide(accounts: Accounts, told: Told, blocks: Collection[str]) -> bool:
    """Whether hidden digits of these blocks clear the number, and too few literal numbers speak against them."""
    left = _row(accounts, told, blocks)
    pivots: list[tuple[Hidden, Row]] = []
    odds = MISTAKE / ONE_DIGIT
    for literal in _connected(accounts.told, left, blocks):
        room = literal.room[1] - literal.room[0]
        row = {at: size / room for at, size in _row(accounts, literal, blocks).items()} if room else {}
        for at, pivot in pivots:
            row = _without(row, at, pivot)
        most = max(row, key=lambda at: abs(row[at]), default=None)
        if most is not None and abs(row[most]) > 1:
            pivots.append((most, row))
            odds *= 10
        if odds >= ACCEPTED:
            return False
    for at, pivot in pivots:
        left = _without(left, at, pivot)
    slopes = {at: size / accounts.digits[at[0]][at[1]].width for at, size in left.items()}
    return accounts.clears(told._replace(slopes=slopes), slopes) if slopes else False


def _row(accounts: Accounts, told: Told, blocks: Collection[str]) -> Row:
    return {at: slope * accounts.digits[at[0]][at[1]].width for at, slope in told.slopes.items() if at[0] in blocks}


def _connected(told: Iterable[Told], start: Collection[Hidden], blocks: Collection[str]) -> Iterator[Told]:
    """The literal numbers that rest on the same givens of the blocks as the first, directly or by way of others."""
    left = [one for one in told if one.is_literal and one.rests_on(blocks)]
    reached = set(start)
    while near := [one for one in left if not reached.isdisjoint(one.slopes)]:
        yield from near
        reached |= {at for one in near for at in one.slopes if at[0] in blocks}
        left = [one for one in left if one not in near]


def _without(row: Row, at: Hidden, pivot: Row) -> Row:
    """A row less as much of another as takes its part of one given away; parts too small to matter are left out."""
    factor = row.get(at, fmpq(0)) / pivot[at]
    if not factor:
        return row
    parts = {other: row.get(other, fmpq(0)) - factor * pivot.get(other, fmpq(0)) for other in {**row, **pivot}}
    return {other: part for other, size in parts.items() if other != at and (part := _coarse(size))}


def _coarse(size: fmpq) -> fmpq:
    return fmpq((size * _FINE).floor(), _FINE)
