"""What is known of each stage when later stages use it: its printed numbers, or what its formula gives."""

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from fractions import Fraction as Q
from functools import cached_property, partial
from typing import Final, TypeVar

from verifier.recheck.ancestry import Ancestry
from verifier.recheck.circles import Filling
from verifier.recheck.definitions import axis_of
from verifier.recheck.evaluation import Evaluation, Work
from verifier.recheck.expansion import MOST_NODES, Expansion
from verifier.recheck.functions import CONSTANTS
from verifier.recheck.grids import Grid, shape
from verifier.recheck.intervals import Box, Unknown
from verifier.recheck.printed import decimal
from verifier.recheck.readings import Reading
from verifier.recheck.report_reading import Report, Stage
from verifier.recheck.row_functions import MASKED, CellValue
from verifier.recheck.syntax import Call, Number, Tree, parse
from verifier.recheck.unknowns import Address
from verifier.recheck.unrolling import Unrolling

Found = TypeVar("Found")
Key = TypeVar("Key")
_SPELLING: Final = 100
"""The cost of reading a formula."""
_NODE: Final = 3
"""The cost of a node of a formula that is spelled out."""
_MANY: Final = 132
"""From so few decimals nobody infers that zeros are dropped: 0.9**131 is not yet below one in a million."""


class Operands:
    """The stages of one report as operands; raises Unknown."""

    def __init__(self, report: Report, work: Work) -> None:
        self.report = report
        self.work = work
        self.evaluation = Evaluation(self.of, work)
        self._known: dict[str, Grid | Unknown] = {}
        self._readings: dict[str, Reading | Unknown] = {}
        self._formulas: dict[str, Tree | Unknown] = {}
        self._enclosures: dict[str, Grid | Unknown] = {}
        self._circles: dict[frozenset[str], dict[str, Grid] | Unknown] = {}
        self._open: list[str] = []
        cells = [cell for stage in report.stages.values() if not stage.is_words for cell in stage.cells]
        numbers = [number for cell in cells if (number := decimal(cell.printed)) is not None]
        self.decimals = [number for number in numbers if not number.is_bare_integer]
        written = [stage for stage in report.stages.values() if not stage.is_words and not stage.is_stored]
        texts = {cell.printed for stage in written for cell in stage.cells if "." in cell.printed}
        keeps_zeros = any(number.ends_in_zero for text in texts if (number := decimal(text)) is not None)
        self.is_sure = keeps_zeros or len(texts) < _MANY

    def reading(self, stage: Stage) -> Reading:
        """How its numbers are read."""
        return once(self._readings, stage.name, lambda: Reading(self.report, stage, is_sure=self.is_sure))

    def formula(self, stage: Stage) -> Tree:
        """The formula of a stage, with definitions and with stages that show nothing spelled out."""
        return once(self._formulas, stage.name, partial(self._of_stage, stage))

    def enclosure(self, stage: Stage) -> Grid:
        """What the formula of a stage gives."""
        return once(self._enclosures, stage.name, lambda: self.evaluation.of(self.formula(stage)))

    def _of_stage(self, stage: Stage) -> Tree:
        if stage.formula is None:
            raise Unknown(f"{stage.name} has no formula")
        return self.spelled_out(stage, stage.formula)

    def spelled_out(self, stage: Stage, text: str) -> Tree:
        """One of the formulas of a stage, as `formula` gives the first."""
        if stage.name not in self.ancestry.ordered:
            raise Unknown(f"{stage.name} rests on itself")
        self.work.spend(_SPELLING)
        expansion = Expansion(self._formula_of)
        try:
            return expansion.of(parse(text))
        finally:
            self.work.spend(_NODE * (MOST_NODES - max(expansion.left, 0)))

    @cached_property
    def ancestry(self) -> Ancestry:
        """Which stages rest on which."""
        return Ancestry(self.report)

    def _formula_of(self, name: str) -> str | None:
        stage = self.report.stages.get(name)
        shows_nothing = stage is not None and stage.shape is None and not stage.is_hull
        return stage.formula if stage is not None and shows_nothing else None

    def of(self, name: str) -> Grid:
        """What later stages see of a stage."""
        if name in self._open:
            raise Unknown(f"{name} rests on itself")
        if name not in self.report.stages and name in CONSTANTS:
            return [[CONSTANTS[name]()]]
        if name not in self.report.stages:
            raise Unknown(f"there is no stage {name}"[:80])
        self._open.append(name)
        try:
            return once(self._known, name, partial(self._made, self.report.stages[name]))
        finally:
            self._open.pop()

    def _made(self, stage: Stage) -> Grid:
        reading = self.reading(stage)
        if stage.is_hull:
            return [[reading.interval()]]
        if stage.shape is not None:
            self.work.spend(stage.shape[0] * stage.shape[1])
            return self._with_hidden(stage, stage.shape)
        if stage.formula is not None:
            return self.enclosure(stage)
        match stage.stated:
            case (int(rows), int(columns)) if rows > 0 and columns > 0:
                self.work.spend(rows * columns)
                return [[reading.limits] * columns for _ in range(rows)]
        raise Unknown(f"{stage.name} was never printed")

    def _with_hidden(self, stage: Stage, size: tuple[int, int]) -> Grid:
        """A printed block, with elided and misprinted cells enclosed by the values of its formula, rounded or not."""
        circle = self.ancestry.circle_of.get(stage.name)
        if circle is not None:
            return once(self._circles, circle, partial(self._filled, circle))[stage.name]
        grid, hidden = self._shown(stage)
        if stage.formula is None or not hidden:
            return grid
        self._bound_shares(stage, grid, hidden)
        computed = attempt(partial(self.enclosure, stage))
        for i, j in hidden:
            found = computed[i][j] if computed is not None and shape(computed) == size else None
            grid[i][j] = _closer(grid[i][j], self._rounded(self.reading(stage), found))
        return grid

    def _shown(self, stage: Stage) -> tuple[Grid, set[tuple[int, int]]]:
        """What the cells of a printed block stand for, and the places of those that are elided or misprinted."""
        reading = self.reading(stage)
        grid = reading.grid()
        misprinted = [(cell.row - 1, cell.column - 1) for cell in reading.misprinted if stage.formula is not None]
        shown = {(cell.row - 1, cell.column - 1) for cell in stage.cells}
        for i, j in misprinted:
            grid[i][j] = None
        elided = [(i, j) for i, row in enumerate(grid) for j in range(len(row)) if (i, j) not in shown]
        return grid, {*elided, *misprinted}

    def _filled(self, circle: frozenset[str]) -> dict[str, Grid]:
        """The blocks of stages that use the numbers of each other, with elided and misprinted cells enclosed."""
        stages = {name: self.report.stages[name] for name in circle}
        found = {name: self._shown(stage) for name, stage in stages.items()}
        grids = {name: grid for name, (grid, _) in found.items()}
        trees = {name: attempt(partial(self.formula, stage)) for name, stage in stages.items()}

        def closer(place: Address, cell: CellValue) -> CellValue:
            name, i, j = place
            return _closer(grids[name][i][j], self._rounded(self.reading(stages[name]), cell))

        hidden = [(name, i, j) for name, (_, places) in found.items() for i, j in places]
        Filling(trees, grids, self.of, self.work).fill(hidden, closer)
        return grids

    def unrolled(self, circle: frozenset[str]) -> dict[Address, Tree]:
        """The cells of stages that use the numbers of each other, in an order in which they can be computed."""
        stages = [self.report.stages[name] for name in sorted(circle)]

        def of_others(name: str) -> Grid:
            if name in circle:
                raise Unknown(f"{name} where an index or a condition is wanted")
            return self.of(name)

        shapes = {stage.name: stage.shape for stage in stages if stage.shape is not None}
        trees = {stage.name: self.formula(stage) for stage in stages}
        return Unrolling(trees, shapes, Evaluation(of_others, self.work)).in_order()

    def _rounded(self, reading: Reading, cell: CellValue) -> CellValue:
        """All that the author may have gone on with where a formula gives a cell."""
        if not isinstance(cell, tuple):
            return cell
        self.work.spend(1 + (len(reading.numbers) + len(self.decimals)) // 10)
        found = attempt(lambda: reading.off(cell, self.decimals))
        return None if found is None else (cell[0] - found, cell[1] + found)

    def _bound_shares(self, stage: Stage, grid: Grid, hidden: AbstractSet[tuple[int, int]]) -> None:
        """A hidden share of a softmax along rows is at most what the shown ones leave."""
        match attempt(lambda: self.formula(stage)):
            case Call("softmax", _) as shares if axis_of(shares) == Number(Q(1)):
                reading = self.reading(stage)
                for i, row in enumerate(grid):
                    taken = sum((max(cell[0], Q(0)) for cell in row if isinstance(cell, tuple)), Q(0))
                    left: Box = (Q(0), max(1 - taken, Q(0)))
                    most = self._rounded(reading, left)
                    for j in range(len(row)):
                        if (i, j) in hidden and isinstance(most, tuple) and taken < 1:
                            row[j] = Q(0), most[1]


def once(known: dict[Key, Found | Unknown], key: Key, make: Callable[[], Found]) -> Found:
    """What is known under a key, made the first time; raises Unknown, as often as it is asked for."""
    if key not in known:
        try:
            known[key] = make()
        except Unknown as unknown:
            known[key] = unknown
    found = known[key]
    if isinstance(found, Unknown):
        raise found
    return found


def attempt(made: Callable[[], Found]) -> Found | None:
    """What is made, None if it is unknown."""
    try:
        return made()
    except Unknown:
        return None


def _closer(known: CellValue, computed: CellValue) -> CellValue:
    """What is known of an elided cell and what its formula gives, together."""
    if computed == MASKED or not isinstance(known, tuple):
        return computed
    if not isinstance(computed, tuple) or computed[1] < known[0] or known[1] < computed[0]:
        return computed if isinstance(computed, tuple) else known
    return max(known[0], computed[0]), min(known[1], computed[1])
