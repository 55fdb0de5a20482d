"""Match the stages of two checked documents, and find the errata of one that the other prints too.

Two stages are the same quantity if they have the same name and show blocks of the same shape; failing that, if their
blocks show the same digits. Each stage is matched at most once, in document order. The result does not depend on
which document comes first.

Nothing is judged here: what a print stands for comes from `preimages`, and what is wrong from `check`.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from verifier.coverage.numerals import digits_of
from verifier.document.model import Block, Grid, Stage, Word
from verifier.errata.sentences import refuted_rows
from verifier.numbers.interval import Interval, overlap, point
from verifier.numbers.printed import Printed
from verifier.preimages.boxes import Boxes
from verifier.preimages.readings import Tolerance
from verifier.record import NamedTuple
from verifier.verdict import Erratum, Kind, Report, Size, StageReport, StandardVerdict, Verdict

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
Answer: TypeAlias = Literal["found", "not-checkable", "right"]
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


class Standing(NamedTuple):
    """An erratum of one document that the other prints too, and what the check of the other says of it.

    `first` and `second` are the stages of the first and the second document, whichever has the erratum. `cells` are
    those of the erratum's `of` cells that are printed alike; an erratum without cells concerns what the stage states.
    `found_as` are the ids of the other document's errata.
    """

    erratum: Erratum
    of_first: bool
    first: Stage
    second: Stage
    cells: tuple[Size, ...]
    of: int
    answer: Answer
    found_as: tuple[str, ...] = ()
    reason: str | None = None


class Comparison(NamedTuple):
    """Two documents side by side, in the order of the first one's stages.

    `other_shapes` are stages of one name whose blocks have different shapes.
    """

    first: Report
    second: Report
    pairs: tuple[Pair, ...]
    other_shapes: tuple[tuple[Shown, Shown], ...]
    alike: tuple[Standing, ...]

    @property
    def standing(self) -> tuple[Standing, ...]:
        """The errata that the other document shares, without those that are right by its own formulas."""
        return tuple(one for one in self.alike if one.answer != "right")

    @property
    def is_clean(self) -> bool:
        """Whether no pair contradicts and no erratum is shared."""
        return not self.standing and all(pair.likeness != "contradicting" for pair in self.pairs)


def compare(first: Report, second: Report) -> Comparison:
    """The matched stages, their differences, and the errata of each document that the other prints too."""
    mine, theirs = _shown(first), _shown(second)
    sets = [Boxes(Tolerance(report.document, report.rounding.stages)) for report in (first, second)]
    pairs = tuple(_pair(mine[name], theirs[other], bond, sets) for name, other, bond in _matches(mine, theirs))
    there = _counterparts(first, second, pairs)
    back = {other: name for name, other in there.items()}
    alike = [*_printed_alike(first, second, there), *_printed_alike(second, first, back, of_first=False)]
    shapes = [(mine[name], theirs[name]) for name in mine if name in theirs and mine[name].form != theirs[name].form]
    return Comparison(first, second, pairs, tuple(shapes), tuple(alike))


def _shown(report: Report) -> dict[str, Shown]:
    """The stages that show a block, by name, in document order."""
    stages = report.document.stages
    return {stage.name: Shown(stage, block, _texts(block)) for stage in stages if (block := stage.shown) is not None}


def _texts(block: Block | Grid[Word]) -> tuple[str | None, ...]:
    return tuple(digits_of(cell.text) if isinstance(cell, Printed) else cell and cell.text for cell in block.cells)


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


def _counterparts(first: Report, second: Report, pairs: tuple[Pair, ...]) -> dict[str, str]:
    """The second name of each matched stage by its first, and of stages of one name that show nothing in either."""
    silent = [name for name, report in first.by_name.items() if name in second.by_name and report.stage.shown is None]
    named = {name: name for name in silent if second.by_name[name].stage.shown is None}
    return named | {pair.first.name: pair.second.name for pair in pairs}


def _printed_alike(
    owner: Report, other: Report, counterpart: Mapping[str, str], *, of_first: bool = True
) -> Iterator[Standing]:
    """The errata of *owner* of which *other* prints at least one cell alike, or states the same."""
    mine, theirs = _shown(owner), _shown(other)
    for erratum in owner.errata:
        if erratum.stage not in counterpart:
            continue
        name = counterpart[erratum.stage]
        places = _places(owner, erratum)
        same = tuple(place for place in places if mine[erratum.stage].at(place) == theirs[name].at(place))
        own, there = owner.by_name[erratum.stage].stage, other.by_name[name]
        if same or (not places and _states_the_same(erratum.kind, own, there.stage)):
            first, second = (own, there.stage) if of_first else (there.stage, own)
            answer = _answer(other, there, erratum.kind, same)
            yield Standing(erratum, of_first, first, second, same, len(places), *answer)


def _places(report: Report, erratum: Erratum) -> tuple[Size, ...]:
    """The cells of an erratum; of an erratum on whole rows, all cells of these."""
    if erratum.cells or erratum.kind != "row":
        return erratum.cells
    stage = report.by_name[erratum.stage]
    rows = {row.row for row in refuted_rows(stage)}
    return tuple((cell.row, cell.column) for cell in stage.cells if cell.row in rows or not rows)


def _states_the_same(kind: Kind, own: Stage, there: Stage) -> bool:
    """Whether two stages state the same shape or formula, of which the erratum is."""
    if kind == "shape" and own.block is not None:  # their printed shapes are equal, or they would be no pair
        return own.shape in {None, there.shape}
    mine, theirs = own.formula and own.formula.expression, there.formula and there.formula.expression
    return mine == theirs and own.shape == there.shape


def _answer(
    other: Report, there: StageReport, kind: Kind, cells: tuple[Size, ...]
) -> tuple[Answer, tuple[str, ...], str | None]:
    """What the check of *other* says of cells that are an erratum elsewhere: answer, ids of its errata, reason."""
    found = [made for made in other.errata if made.stage == there.stage.name and _sort(made.kind) == _sort(kind)]
    if _sort(kind) == "cells":
        found = [made for made in found if set(_places(other, made)) & set(cells)]
    if found:
        return "found", tuple(sorted(made.id for made in found)), None
    reason = _unchecked(there, kind, cells)
    return ("right", (), None) if reason is None else ("not-checkable", (), reason)


def _sort(kind: Kind) -> str:
    """The kind, with all kinds of errata on cells as one: which it is depends on a document's other numbers."""
    return kind if kind in {"departure", "shape"} else "cells"


def _unchecked(there: StageReport, kind: Kind, cells: tuple[Size, ...]) -> str | None:
    """Why the check could not find the erratum; None if it could."""
    if kind == "departure":
        if there.standard_verdict is StandardVerdict.AGREES:
            return None
        return there.standard_reason or "no standard definition stands beside it"
    if kind == "shape":
        return None if there.shape.verdict is Verdict.AGREES else there.shape.reason or "nothing else tells its shape"
    for cell in there.cells:
        if (cell.row, cell.column) in cells and cell.verdict not in {Verdict.AGREES, Verdict.TOLERATED}:
            return cell.reason or "it is given without a formula"
    return None
