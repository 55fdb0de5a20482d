"""Crowds: single numbers of a document that are tried in one place of a formula, each as the others are.

Every number near a wrong one may have been used for an operand, so most slips differ from others in one name alone.
Such slips are made once, with a name that stands for all of them, and computed at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import Final, TypeAlias

from flint import fmpq

from verifier.causes.edit_records import Operand
from verifier.causes.operands import beside, unit
from verifier.document.model import DerivedNumbers, Document
from verifier.formulas.tree import Expression, used
from verifier.record import NamedTuple

_PLACE: Final = "\0{}"
"""How the name of a place begins, as no name of a document does."""
FEWEST: Final = 4
"""Fewer numbers are tried one by one."""


class Crowd(NamedTuple):
    """Single numbers, by the names of their stages, and what they show; the name `place` stands for each of them."""

    place: str
    names: tuple[str, ...]
    values: tuple[fmpq, ...]

    def only(self, kept: Sequence[int]) -> "Crowd":
        """Those at some places of the crowd."""
        if len(kept) == len(self.names):
            return self
        return Crowd(self.place, tuple([self.names[at] for at in kept]), tuple([self.values[at] for at in kept]))


Crowds: TypeAlias = Mapping[str, Crowd]
"""Crowds by the name that stands for their numbers."""


def crowd_in(expression: Expression, crowds: Crowds) -> Crowd | None:
    """The crowd that a formula with one slip has in it."""
    if not crowds:
        return None
    return next((crowds[name] for name in used(expression) if name in crowds), None)


def gathered(
    document: Document, numbers: DerivedNumbers, operands: Sequence[Operand]
) -> tuple[tuple[Operand, ...], Crowds]:
    """The operands with a place for each run of numbers that all are like the others, and the crowds that stand there.

    There are none for a block, or for a formula of blocks. Numbers that the formula uses, or that are numbered as those
    beside these, are unlike the others.
    """
    uses = numbers.formula.uses
    if numbers.block.shape != (1, 1) or not all(_is_single(document, name) for name in uses):
        return tuple(operands), {}
    apart = {near for name in uses for near in beside(name)}

    def is_alike(operand: Operand) -> bool:
        return operand.shape == (1, 1) and operand.name not in uses and unit(operand.name) not in apart

    crowds: dict[str, Crowd] = {}
    found: list[Operand] = []
    places = map(_PLACE.format, count())
    for of_crowd, run in groupby(operands, is_alike):
        some = list(run)
        if of_crowd and len(some) >= FEWEST:
            crowd = Crowd(next(places), tuple([one.name for one in some]), tuple(_values(document, some)))
            crowds[crowd.place] = crowd
            some = [Operand(crowd.place, 1, 1, 0, fmpq(0))]
        found += some
    return tuple(found), crowds


def _is_single(document: Document, name: str) -> bool:
    block = document.by_name[name].printed
    return block is not None and block.shape == (1, 1)


def _values(document: Document, operands: Sequence[Operand]) -> Iterator[fmpq]:
    """The numbers of single numbers, none of which is elided."""
    for operand in operands:
        block = document.by_name[operand.name].printed
        if block is not None:
            yield from (number.value for number in block.contents())
