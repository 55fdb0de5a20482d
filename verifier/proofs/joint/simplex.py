"""Whether linear inequalities between hidden numbers can all hold: the simplex of Dutertre and de Moura (2006).

All arithmetic is rational, and an open end is its number and a part of an infinitesimal, so that no answer is
approximate. Each row of the tableau is one number as a combination of others. Where one is outside its box, and all
that could bring it back stand at their own ends, that row is a contradiction: its factors are the multipliers of
Farkas' lemma.
"""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from flint import fmpq

from verifier.engines.affine_forms import Box, Form
from verifier.record import NamedTuple

MAX_WORK: Final = 100_000
"""Maximum number of factors of the tableau that one search computes."""
MOST_WORK: Final = 300_000
"""The same of all searches of a document."""
_Exact: TypeAlias = tuple[fmpq, fmpq]
"""A number, and how many infinitesimals are added to it."""
_ZERO: Final = fmpq(0)
_ONE: Final = fmpq(1)


class Row(NamedTuple):
    """One inequality: a form lies in a box."""

    form: Form
    box: Box


class Work:
    """The factors of tableaus that all searches of a document may still compute."""

    def __init__(self, left: int = MOST_WORK) -> None:
        self.left = left


class Simplex:
    """A search for hidden numbers that satisfy *rows*, from the starts of their variables, as far as *work* goes."""

    def __init__(self, rows: Sequence[Row], work: Work) -> None:
        self.shared = work
        self.count = len(rows)
        self.work = 0
        variables = dict.fromkeys(variable for row in rows for variable in row.form.factors)
        place = {variable: self.count + number for number, variable in enumerate(variables)}
        boxes = [*((row.box, row.form.constant) for row in rows), *((variable.box, _ZERO) for variable in variables)]
        self.low = [_low(*box) for box in boxes]
        self.high = [_high(*box) for box in boxes]
        self.tableau = {
            number: {place[variable]: factor for variable, factor in row.form.factors.items()}
            for number, row in enumerate(rows)
        }
        starts: list[_Exact] = [(variable.start, _ZERO) for variable in variables]
        self.values = [*((_ZERO, _ZERO) for _ in rows), *starts]
        for number, row in self.tableau.items():
            self.values[number] = self._sum(row)

    def conflict(self) -> dict[int, fmpq] | None:
        """The multipliers of rows, by their places, whose sum is impossible; None if the bounds hold none."""
        while self.work <= MAX_WORK and self.shared.left > 0:
            outside = self._outside()
            if outside is None:
                return None
            number, end, is_below = outside
            entering = self._entering(number, is_below=is_below)
            if entering is None:
                return self._multipliers(number)
            self._move(number, entering, end)
        return None

    def _outside(self) -> tuple[int, _Exact, bool] | None:
        """The row that is farthest outside of its box, the end it has passed, and whether it is below; None if none."""
        farthest, found = _ZERO, None
        for number in sorted(self.tableau):
            for end, is_below in ((self.high[number], False), (self.low[number], True)):
                excess = _ZERO if end is None else _excess(self.values[number], end, is_below=is_below)
                if end is not None and excess > farthest:
                    farthest, found = excess, (number, end, is_below)
        return found

    def _entering(self, number: int, *, is_below: bool) -> int | None:
        """The number in a row that can bring its sum back farthest; None if all stand at their ends."""
        best: tuple[bool, fmpq, int] | None = None
        for other, factor in self.tableau[number].items():
            end = (self.high if (factor > 0) == is_below else self.low)[other]
            if end is None or end != self.values[other]:
                reach = _ONE if end is None else abs(factor * (end[0] - self.values[other][0]))
                found = end is None, reach, -other
                best = found if best is None else max(best, found)
        return None if best is None else -best[2]

    def _move(self, leaving: int, entering: int, end: _Exact) -> None:
        """Put a number at its end by moving another, and exchange the two."""
        step = _scaled(_plus(end, self.values[leaving], -_ONE), 1 / self.tableau[leaving][entering])
        self.values[leaving] = end
        self.values[entering] = _plus(self.values[entering], step, _ONE)
        for number, row in self.tableau.items():
            if number != leaving and entering in row:
                self.values[number] = _plus(self.values[number], step, row[entering])
        before = self.work
        self._exchange(leaving, entering)
        self.shared.left -= self.work - before

    def _exchange(self, leaving: int, entering: int) -> None:
        row = self.tableau.pop(leaving)
        scale = -1 / row.pop(entering)
        made = {other: factor * scale for other, factor in row.items()}
        made[leaving] = -scale
        self.work += len(made)
        for number, old in self.tableau.items():
            factor = old.pop(entering, None)
            if factor is not None:
                self.work += len(made)
                self.tableau[number] = _added(old, made, factor)
        self.tableau[entering] = made

    def _multipliers(self, number: int) -> dict[int, fmpq]:
        found = {number: fmpq(1), **{other: -factor for other, factor in self.tableau[number].items()}}
        return {row: factor for row, factor in sorted(found.items()) if row < self.count}

    def _sum(self, row: Mapping[int, fmpq]) -> _Exact:
        total = _ZERO, _ZERO
        for other, factor in row.items():
            total = _plus(total, self.values[other], factor)
        return total


def _excess(value: _Exact, end: _Exact, *, is_below: bool) -> fmpq:
    """How far a number is beyond an end, if it is; an infinitesimal counts as a unit."""
    more, less = (end, value) if is_below else (value, end)
    return more[0] - less[0] or max(more[1] - less[1], _ZERO)


def _added(row: dict[int, fmpq], other: Mapping[int, fmpq], scale: fmpq) -> dict[int, fmpq]:
    """A row, changed in place, and a multiple of another."""
    for number, factor in other.items():
        total = row.get(number, _ZERO) + scale * factor
        if total == 0:
            row.pop(number, None)
        else:
            row[number] = total
    return row


def _low(box: Box, less: fmpq) -> _Exact | None:
    return None if box.lo is None else (box.lo - less, fmpq(int(not box.lo_closed)))


def _high(box: Box, less: fmpq) -> _Exact | None:
    return None if box.hi is None else (box.hi - less, -fmpq(int(not box.hi_closed)))


def _plus(a: _Exact, b: _Exact, scale: fmpq) -> _Exact:
    return a[0] + scale * b[0], a[1] + scale * b[1]


def _scaled(a: _Exact, scale: fmpq) -> _Exact:
    return a[0] * scale, a[1] * scale
