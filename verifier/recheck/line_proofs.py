"""Independent proofs that a row or a column is impossible as a whole."""

from typing import Final

from verifier.recheck.cellwise import CELLWISE
from verifier.recheck.definitions import axis_of
from verifier.recheck.evaluation import Work
from verifier.recheck.grids import REDUCTIONS, Grid, interval
from verifier.recheck.grids import shape as shape_of
from verifier.recheck.intervals import ZERO, Box, Unknown
from verifier.recheck.joint import normalised_are_refuted, shares_are_refuted, sums_are_refuted
from verifier.recheck.operands import Operands
from verifier.recheck.patterns import Normalisation, find_normalisation
from verifier.recheck.printed import decimal
from verifier.recheck.report_reading import LineReport, Stage
from verifier.recheck.row_functions import CellValue
from verifier.recheck.syntax import Call, Number, Tree
from verifier.recheck.unknowns import PAIR_COST, Sums, nothing_is_left

_SHARE: Final = 1000
"""The cost of a share that is tested: two logarithms and two exponentials."""
_PAIR: Final = 20
"""The cost of a pair of numbers of a variance that is tested."""
_WIDE = "each test of it leaves it possible"


class LineProofs:
    """The lines of one stage; raises Unknown."""

    def __init__(self, operands: Operands, work: Work, stage: Stage) -> None:
        self.operands = operands
        self.work = work
        self.stage = stage
        self.tree: Tree = operands.formula(stage)

    def reason(self, line: LineReport) -> str | None:
        """Why a line is not proved to be impossible; None if it is."""
        prints = self._prints(line)
        match line.test, self.tree:
            case "softmax", Call("softmax", (operand,)) as shares:
                self._has_axis(axis_of(shares), line)
                self.work.spend(_SHARE * len(prints))
                is_refuted = shares_are_refuted(self._line_of(operand, line, len(prints)), prints)
            case "normalisation", tree:
                is_refuted = self._normalised(tree, line, prints)
            case "contraction", tree:
                is_refuted = self._contracted(tree, line, prints)
            case test, _:
                return f"there is no rule here for the test {test!r} of such a formula"[:100]
        return None if is_refuted else _WIDE

    def _prints(self, line: LineReport) -> list[Box | None]:
        """What the numbers of a line stand for; None of those that are not shown."""
        if self.stage.shape is None:
            raise Unknown("its numbers are not shown")
        prints: list[Box | None] = [None] * self.stage.shape[line.axis]
        reading = self.operands.reading(self.stage)
        self.work.spend(len(self.stage.cells))
        for cell in self.stage.cells:
            if line.holds(cell) and decimal(cell.printed) is not None:
                found = reading.claim(cell.printed)
                prints[(cell.column if line.axis else cell.row) - 1] = None if found is None else (found.lo, found.hi)
        return prints

    def _has_axis(self, axis: Tree | None, line: LineReport) -> None:
        """Raises Unknown unless a formula works along a line; all cells of a single row or column are one."""
        found = self.operands.evaluation.axis(axis)
        if found is None and self.stage.shape is not None and self.stage.shape[1 - line.axis] == 1:
            return
        if found != line.axis:
            raise Unknown("its formula works along another axis")

    def _line_of(self, tree: Tree, line: LineReport, count: int) -> list[CellValue]:
        """What is known of the operands of a line; nothing where they cannot be computed."""
        try:
            grid = self.operands.evaluation.of(tree)
        except Unknown:
            return [None] * count
        self._fits(shape_of(grid))
        return _line(grid, line)

    def _fits(self, found: tuple[int, int]) -> None:
        """Raises Unknown unless what a formula gives or takes has the shape that is printed."""
        if found != self.stage.shape:
            raise Unknown("a line of another shape than the printed one")

    def _normalised(self, tree: Tree, line: LineReport, prints: list[Box | None]) -> bool:
        shown = [p for p in prints if p is not None]
        if len(shown) < len(prints):
            return False
        self.work.spend(_PAIR * len(prints) ** 2)
        known = self._distances(tree, line, len(prints))
        found = find_normalisation(tree)
        if found is None:
            return sums_are_refuted(shown)
        ddof = self._ddof(found)
        if not 0 <= ddof < len(prints):
            raise Unknown("degrees of freedom that leave nothing of a line")
        try:
            inside, outside = (self._addend(part) for part in (found.inside, found.outside))
        except Unknown:
            return sums_are_refuted(shown)
        return normalised_are_refuted(known, shown, ddof, inside, outside)

    def _distances(self, tree: Tree, line: LineReport, count: int) -> list[CellValue]:
        """The numbers of a line whose distances to their mean a formula divides by one number; raises Unknown."""
        match tree:
            case Call("divide", (Call("subtract", (x, Call("mean", (y,)) as mean)), divisor)) if x == y:
                self._has_axis(axis_of(mean), line)
                known = self._line_of(x, line, count)
                if any(isinstance(cell, str) for cell in known):
                    raise Unknown("an infinity or a word among the numbers of a normalisation")
                if self._is_one_a_line(divisor, line):
                    return known
                raise Unknown("a divisor that is not known to be one number for all of its line")
        raise Unknown("a formula that is no normalisation")

    def _is_one_a_line(self, divisor: Tree, line: LineReport) -> bool:
        """Whether a divisor is the same number for all cells of a line."""
        match divisor:
            case Number():
                return True
            case Call(name, (_,)) as reduction if name in REDUCTIONS:
                if (axis := axis_of(reduction)) is not None:
                    self._has_axis(axis, line)
                return True
            case Call(name, arguments) if name in CELLWISE:
                return all(self._is_one_a_line(argument, line) for argument in arguments)
        return shape_of(self.operands.evaluation.of(divisor))[line.axis] == 1

    def _addend(self, part: Tree | None) -> Box:
        return ZERO if part is None else interval(self.operands.evaluation.of(part))

    def _ddof(self, found: Normalisation) -> int:
        value = dict(found.options).get("ddof")
        if value is None:
            return 0
        if not isinstance(value, Number) or value.value.denominator != 1:
            raise Unknown("degrees of freedom that are not known")
        return int(value.value)

    def _contracted(self, tree: Tree, line: LineReport, prints: list[Box | None]) -> bool:
        """Whether a line leaves no value for numbers that are never shown."""
        forms = Sums(self.operands.of, self.work).of(tree)
        self._fits((len(forms), len(forms[0])))
        sums = forms[line.number - 1] if line.axis else [row[line.number - 1] for row in forms]
        shown = [(cell, p) for cell, p in zip(sums, prints, strict=True) if p is not None]
        self.work.spend(PAIR_COST * sum(len(cell.unknown) ** 2 for cell, _ in shown))
        return nothing_is_left([cell for cell, _ in shown], [p for _, p in shown])


def _line(grid: Grid, line: LineReport) -> list[CellValue]:
    return grid[line.number - 1] if line.axis else [row[line.number - 1] for row in grid]
