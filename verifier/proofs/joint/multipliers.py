"""Multipliers by which inequalities that cannot all hold contradict each other, few and small ones.

A sum of multiples of cells has two ranges: what the formulas give while the hidden numbers run over their boxes, and
what the prints give. If these have no number in common, the cells cannot all be right.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from math import lcm
from typing import Final

from flint import fmpq

from verifier.numbers.interval import Interval, overlap, touch_only
from verifier.proofs.joint.simplex import Row, Simplex, Work
from verifier.record import NamedTuple

_SIZES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100, 200, 500, 1000)
"""Sizes of the largest multiplier that are tried before the exact ones."""


class Refuted(NamedTuple):
    """A proof that rows cannot all hold: whole multipliers by the places of the rows, and the two ranges."""

    multipliers: dict[int, int]
    computed: Interval
    printed: Interval

    @property
    def touches(self) -> bool:
        """Whether the two ranges have an end in common, so that the proof rests on an open end."""
        return touch_only(self.computed, self.printed)


def refuted(rows: Sequence[Row], work: Work) -> Refuted | None:
    """A proof of few rows that these cannot all hold; None if none is found."""
    found = Simplex(rows, work).conflict()
    if found is None:
        return None
    for number in list(found):
        fewer = [other for other in found if other != number]
        less = Simplex([rows[other] for other in fewer], work).conflict() if number in found else None
        if less is not None:
            found = {fewer[place]: factor for place, factor in less.items()}
    proofs = [proof for multipliers in _rounded(found) if (proof := proved(rows, multipliers)) is not None]
    return next((proof for proof in proofs if not proof.touches), proofs[0] if proofs else None)


def proved(rows: Sequence[Row], multipliers: Mapping[int, int]) -> Refuted | None:
    """The proof that multiples of rows give, checked by itself; None if they give none."""
    chosen = [(rows[place], fmpq(factor)) for place, factor in multipliers.items()]
    total = chosen[0][0].form.engine.total([(row.form, factor) for row, factor in chosen])
    printed = reduce(Interval.__add__, (_times(row.box, factor) for row, factor in chosen))
    if overlap(total.range, printed):
        return None
    return Refuted(dict(multipliers), total.range, printed)


def _times(box: Interval, factor: fmpq) -> Interval:
    made = box * factor
    assert isinstance(made, Interval)
    return made


def _rounded(found: Mapping[int, fmpq]) -> Iterator[dict[int, int]]:
    """Whole multipliers that are near to multiples of those found, small ones first; the last are multiples.

    The first of them is positive.
    """
    largest = max(map(abs, found.values())) * (1 if next(iter(found.values())) > 0 else -1)
    for size in _SIZES:
        whole = {place: _nearest(factor * size / largest) for place, factor in found.items()}
        yield {place: factor for place, factor in whole.items() if factor}
    common = lcm(*(int(factor.q) for factor in found.values())) * (1 if largest > 0 else -1)
    yield {place: int((factor * common).p) for place, factor in found.items()}


def _nearest(number: fmpq) -> int:
    return int((number + fmpq(1, 2)).floor())
