"""Match the stages of two documents that show the same quantity, and find the cells that they print differently.

Two stages are the same quantity if they have the same name and show blocks of the same shape; failing that, if their
blocks show the same digits. Each stage is matched at most once, in document order. The result does not depend on
which document comes first.

Nothing is judged here: what a print stands for comes from `preimages`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from verifier.coverage.numerals import digits_of
from verifier.document.model import Block, Grid, Stage, Word
from verifier.numbers.interval import Interval, overlap, point
from verifier.numbers.printed import Printed
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.verdict import Report, Size

LEAST_SHOWN: Final = 6
"""Minimum number of cells that both blocks must show for a match of stages with different names."""

LEAST_TELLING: Final = 4
"""Minimum number of different texts among them that are not integers of one or two digits.

Indices, masks and counts look alike in all documents. Two unrelated numbers of two digits agree with a chance of
1/100, four pairs of them with 10^-8; two documents of a hundred stages make 10^4 pairs of stages.
"""

_SMALL: Final = re.compile("-?[0-9]{1,2}")
Cell: TypeAlias = Printed | Word
Likeness: TypeAlias = Literal["identical", "different-digits", "contradicting"]
Bond: TypeAlias = Literal["name", "digits"]
Form: TypeAlias = tuple[Literal["numbers", "words"], Size]


class Shown(NamedTuple):
    """The block of a stage; `texts` has each number or word in one spelling of its sign, None where it is elided."""

    stage: Stage
    block: Block | Grid[Word]
    texts: tuple[str | None, ...]

    @property
    def form(self) -> Form:
        """Whether numbers or words are shown, and the shape of the block."""
        return "numbers" if self.stage.words is None else "words", self.block.shape

    def at(self, place: Size) -> str | None:
        """The text at (row, column), counted from 1."""
        row, column = place
        return self.texts[self.block.index_of(row - 1, column - 1)]


class Difference(NamedTuple):
    """A cell that two documents print differently; `contradicts` if no number prints as both."""

    row: int
    column: int
    first: Cell
    second: Cell
    contradicts: bool


class Pair(NamedTuple):
    """One quantity in two documents; `compared` counts the cells that both show."""

    first: Stage
    second: Stage
    bond: Bond
    compared: int
    differences: tuple[Difference, ...]

    @property
    def likeness(self) -> Likeness:
        """The worst likeness of any cell."""
        if self.contradictions:
            return "contradicting"
        return "different-digits" if self.differences else "identical"

    @property
    def contradictions(self) -> tuple[Difference, ...]:
        """The cells in which no number prints as both documents show."""
        return tuple(difference for difference in self.differences if difference.contradicts)


def shown_stages(report: Report) -> dict[str, Shown]:
    """The stages that show a block, by name, in document order."""
    stages = report.document.stages
    return {stage.name: Shown(stage, block, _texts(block)) for stage in stages if (block := stage.shown) is not None}


def _texts(block: Block | Grid[Word]) -> tuple[str | None, ...]:
    return tuple(digits_of(cell.text) if isinstance(cell, Printed) else cell and cell.text for cell in block.cells)


def pairs_of(first: Report, second: Report) -> tuple[Pair, ...]:
    """The matched stages of two documents, in the order of the first."""
    mine, theirs = shown_stages(first), shown_stages(second)
    sets = [Boxes(Tolerance(report.document, report.rounding.stages)) for report in (first, second)]
    return tuple(_pair(mine[name], theirs[other], bond, sets) for name, other, bond in _matches(mine, theirs))


def _matches(first: Mapping[str, Shown], second: Mapping[str, Shown]) -> list[tuple[str, str, Bond]]:
    """The names of matched stages and how they were matched, in the order of the first document."""
    found: list[tuple[str, str, Bond]] = []
    same = [name for name, mine in first.items() if name in second and mine.form == second[name].form]
    named = {name for name in same if any(_couples(first[name], second[name]))}
    free: dict[Form, list[Shown]] = defaultdict(list)
    for name, theirs in second.items():
        if name not in named:
            free[theirs.form].append(theirs)
    for name, mine in first.items():
        if name in named:
            found.append((name, name, "name"))
            continue
        rest = free[mine.form]
        place = next((place for place, theirs in enumerate(rest) if _coincide(mine, theirs)), None)
        if place is not None:
            found.append((name, rest.pop(place).stage.name, "digits"))
    return found


def _couples(mine: Shown, theirs: Shown) -> Iterator[tuple[int, Cell, Cell]]:
    """The index and both cells wherever both blocks show one."""
    for index, (one, other) in enumerate(zip(mine.block.cells, theirs.block.cells, strict=True)):
        if one is not None and other is not None:
            yield index, one, other


def _coincide(mine: Shown, theirs: Shown) -> bool:
    """Whether two blocks of one shape show the same texts, and enough of them to exclude chance."""
    shared = 0
    telling = set()
    for index, *_ in _couples(mine, theirs):
        text = mine.texts[index]
        if text != theirs.texts[index]:
            return False
        shared += 1
        telling.add(text)
    return shared >= LEAST_SHOWN and sum(map(_is_telling, telling)) >= LEAST_TELLING


def _is_telling(text: str | None) -> bool:
    """Whether it is shown and not an integer of one or two digits."""
    return text is not None and _SMALL.fullmatch(text) is None


def _pair(mine: Shown, theirs: Shown, bond: Bond, sets: Sequence[Boxes]) -> Pair:
    couples = list(_couples(mine, theirs))
    differences = tuple(
        Difference(*mine.block.coordinates(index), one, other, _are_apart(sets, mine, theirs, index))
        for index, one, other in couples
        if mine.texts[index] != theirs.texts[index]
    )
    return Pair(mine.stage, theirs.stage, bond, len(couples), differences)


def _are_apart(sets: Sequence[Boxes], mine: Shown, theirs: Shown, index: int) -> bool:
    """Whether no number prints as both cells; True for words, which differ here."""
    one, other = mine.stage.printed, theirs.stage.printed
    if one is None or other is None:
        return True
    return not overlap(_range(sets[0], mine.stage, one, index), _range(sets[1], theirs.stage, other, index))


def _range(sets: Boxes, stage: Stage, block: Block, index: int) -> Interval:
    """The interval of numbers that print as the cell; a single point for an exact given."""
    value = sets.array(stage, block, {}).cells[index]
    return value if isinstance(value, Interval) else point(value)
