"""The search: which formula over the blocks before it gives a block, and what speaks for it."""

from collections.abc import Mapping, Sequence
from typing import Final

from flint import fmpq

from verifier.causes.candidates import Candidate, Usable, candidates, numbers_in, tells
from verifier.document.model import Block
from verifier.drafts.evidence import (
    ACCEPTED,
    ASKED,
    Target,
    Trial,
    are_alike_shares,
    chance,
    closeness,
    fits,
    prints,
    target_of,
)
from verifier.drafts.values import Values
from verifier.formulas.tree import Apply, Expression, Literal, Name, names
from verifier.numbers.array import Array
from verifier.numbers.number import Number, nearby
from verifier.record import NamedTuple

MAX_CLOSE: Final = 24
"""So many formulas, those that are near in the most cells, are looked at closely."""
SLACK: Final = 12
"""One cell in so many may be the price of a simpler formula."""
LOOSE: Final = 20
"""A number with which a block is scaled is taken if one by chance is this many times rarer."""
MAX_TRIED: Final = 400_000
"""So many formulas are tried for all blocks of a file; what follows is not searched."""


class Link(NamedTuple):
    """A formula for a block, with rationals near its value on the printed numbers.

    `fitting` are the cells, by index, that it fits; `chance` bounds how likely a wrong one of those tried would fit so.
    `is_loose`: it is another block times, or plus, a number of so few digits that one of those tried may well fit, or
    gives shares that hardly differ.
    """

    expression: Expression
    array: Array
    fitting: frozenset[int]
    cells: int
    chance: fmpq
    tried: int
    is_loose: bool = False

    @property
    def uses(self) -> tuple[str, ...]:
        """The blocks that it uses, in reading order."""
        return tuple(dict.fromkeys(names(self.expression)))

    @property
    def is_whole(self) -> bool:
        """Whether it fits in all cells."""
        return len(self.fitting) == self.cells

    @property
    def is_borne_out(self) -> bool:
        """Whether it fits in all cells, and a wrong one would hardly."""
        return self.is_whole and self.chance < ACCEPTED and not self.is_loose

    @property
    def is_mostly_fitting(self) -> bool:
        """Whether it fits in more than half of the cells."""
        return 2 * len(self.fitting) > self.cells

    @property
    def is_formula(self) -> bool:
        """Whether it is more than the name of another block."""
        return not isinstance(self.expression, Name)


class _Near(NamedTuple):
    """A formula that is near a block, with its rank: the more cells the better, then the simpler."""

    rank: tuple[int, int, int]
    candidate: Candidate
    array: Array


class Search:
    """Searches formulas for blocks, which have names; `order` has these in the order of reading."""

    def __init__(self, blocks: Mapping[str, Block]) -> None:
        self.blocks = blocks
        self.values = Values(blocks)
        self.tried = 0

    @property
    def is_spent(self) -> bool:
        """Whether so much was tried that nothing more is searched."""
        return self.tried > MAX_TRIED

    def link(self, name: str, before: Sequence[str]) -> Link | None:
        """The likeliest formula for a block over those *before* it, the nearest first; None if none is borne out."""
        target = target_of(self.blocks[name])
        if not target.is_telling or self.is_spent:
            return None
        operands = [Usable(one, self.blocks[one].shape) for one in before if tells(self.blocks[one])]
        numbers = numbers_in(self.blocks[one.name] for one in operands)
        near: list[_Near] = []
        others: list[Array] = []
        least = max(1, len(target.watched) // 3)
        for order, candidate in enumerate(candidates(target.block.shape, operands, numbers)):
            self.tried += 1
            array = self.values.as_printed(candidate.expression)
            if array is None or array.shape != target.block.shape:
                continue
            others.append(array)
            count = closeness(target, array, least)
            if count:
                near.append(_Near((-count, candidate.weight, order), candidate, array))
        near.sort(key=lambda one: one.rank)
        found = self._best(target, near[:MAX_CLOSE], others)
        if found is None:
            return None
        is_loose = self._is_loose(found, operands) or are_alike_shares(target, found.tried)
        return found._replace(is_loose=is_loose)

    def _is_loose(self, link: Link, operands: Sequence[Usable]) -> bool:
        """Whether a formula of one block and one number would fit with many other numbers of as many digits."""
        numbers = {one.name: _digits(self.blocks[one.name]) for one in operands if one.shape == (1, 1)}
        used = [numbers[name] for name in link.uses if name in numbers]
        is_scaled = len(link.uses) == 2 and len(used) == 1  # noqa: PLR2004 - a block and a number
        return is_scaled and LOOSE * len(set(numbers.values())) >= 10 ** len(used[0])

    def judged(self, name: str, expression: Expression) -> Link | None:
        """A formula that the text states for a block, with the cells that it fits; None if it has no such value."""
        target = target_of(self.blocks[name])
        array = self.values.as_printed(expression)
        if array is None or array.shape != target.block.shape:
            return None
        trial = self._tried(_Near((0, 0, 0), Candidate(expression, 0), array))
        return None if trial is None else self._link(target, expression, trial, ())

    def says_nothing(self, expression: Expression) -> bool:
        """Whether an expression is a number, a name to the power of one, or the same whatever its blocks show."""
        match expression:
            case Literal():
                return True
            case Apply("power", (Name(), Literal(value=value))) if value == 1:
                return True
        return self.values.is_constant(expression)

    def is_near(self, name: str, link: Link) -> bool:
        """Whether a formula gives about what a block prints."""
        target = target_of(self.blocks[name])
        return closeness(target, link.array) == len(target.watched)

    def _best(self, target: Target, near: Sequence[_Near], others: Sequence[Array]) -> Link | None:
        """Of formulas that are near, the one that fits in the most cells, if the evidence for it is enough.

        What it gives as printed counts beside what it can give; of formulas nearly alike in this the simplest is taken.
        """
        trials = [(one, trial) for one in near if (trial := self._tried(one)) is not None]
        exact = [len(prints(target, trial.array)) for _, trial in trials]
        merits = [count + len(fits(target, trial.possible)) for count, (_, trial) in zip(exact, trials, strict=True)]
        most = max(range(len(trials)), key=lambda k: (merits[k], -k), default=None)
        if most is None or 3 * merits[most] < 2 * len(target.boxes):
            return None
        least = merits[most] - max(1, len(target.boxes) // SLACK)
        good = [k for k, merit in enumerate(merits) if merit >= least and exact[k] >= exact[most]]
        best = min(good, key=lambda k: (trials[k][0].candidate.weight, -merits[k], k))
        one, trial = trials[best]
        sample = _unlike(target, trial, [tried for _, tried in trials], others)
        link = self._link(target, one.candidate.expression, trial, sample)
        return link._replace(tried=len(others)) if link.chance < ASKED else None

    def _tried(self, one: _Near) -> Trial | None:
        possible = self.values.possible(one.candidate.expression)
        return None if possible is None or possible.shape != one.array.shape else Trial(one.array, possible)

    def _link(self, target: Target, expression: Expression, trial: Trial, others: Sequence[Array]) -> Link:
        fitting = fits(target, trial.possible) | prints(target, trial.array)
        tried = len(others) + 1
        near = trial.array.map(lambda value: nearby(value) if isinstance(value, Number) else value)
        return Link(expression, near, fitting, len(target.boxes), chance(target, trial, others, tried), tried)


def _digits(block: Block) -> str:
    """The digits of a single number from its first to its last that is not zero."""
    return "".join(filter(str.isdecimal, "".join(cell.text for cell in block.contents()))).strip("0")


def _unlike(target: Target, trial: Trial, trials: Sequence[Trial], others: Sequence[Array]) -> list[Array]:
    """The values of formulas that are no relatives of one: those that print less than half of the numbers that it does.

    The transpose of a product has its diagonal, and the positive part of a sum its positive numbers.
    """
    own = _texts(target, prints(target, trial.array))
    alike = {id(one.array) for one in trials if 2 * len(own & _texts(target, prints(target, one.array))) >= len(own)}
    return [array for array in others if id(array) not in alike]


def _texts(target: Target, cells: frozenset[int]) -> set[str]:
    """The different numbers in some cells."""
    return {cell.text for index in cells if (cell := target.block.cells[index]) is not None}
