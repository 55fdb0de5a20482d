"""Independent proofs that a row or a column is impossible as a whole."""

from verifier.recheck.evaluation import Work
from verifier.recheck.grids import Grid, interval
from verifier.recheck.grids import shape as shape_of
from verifier.recheck.intervals import ZERO, Box, Unknown
from verifier.recheck.joint import normalised_are_refuted, shares_are_refuted, sums_are_refuted
from verifier.recheck.lines import Cell
from verifier.recheck.normalisation import Normalisation, find_normalisation
from verifier.recheck.operands import Operands
from verifier.recheck.printed import decimal
from verifier.recheck.reading import Line, Stage
from verifier.recheck.syntax import Call, Number, Tree
from verifier.recheck.unknowns import Sums, nothing_is_left

_WIDE = "each test of it leaves it possible"


class LineProofs:
    """The lines of one stage; raises Unknown."""

    def __init__(self, operands: Operands, work: Work, stage: Stage) -> None:
        self.operands = operands
        self.work = work
        self.stage = stage
        self.tree: Tree = operands.formula(stage)

    def reason(self, line: Line) -> str | None:
        """Why a line is not proved to be impossible; None if it is."""
        prints = self._prints(line)
        match line.test, self.tree:
            case "softmax", Call("softmax", (operand,), options):
                self._has_axis(options, line)
                is_refuted = shares_are_refuted(self._line_of(operand, line, len(prints)), prints)
            case "normalisation", tree:
                is_refuted = self._normalised(tree, line, prints)
            case "contraction", tree:
                is_refuted = self._contracted(tree, line, prints)
            case test, _:
                return f"there is no rule here for the test {test!r} of such a formula"[:100]
        return None if is_refuted else _WIDE

    def _prints(self, line: Line) -> list[Box | None]:
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

    def _has_axis(self, options: tuple[tuple[str, Tree | None], ...], line: Line) -> None:
        value = dict(options).get("axis", Number(ZERO[0] + 1))
        axis = self.operands.evaluation.of(value)[0][0] if value is not None else None
        if not isinstance(axis, tuple) or axis[0] % 2 != line.axis:
            raise Unknown("its formula works along another axis")

    def _line_of(self, tree: Tree, line: Line, count: int) -> list[Cell]:
        """What is known of the operands of a line; nothing where they cannot be computed."""
        try:
            grid = self.operands.evaluation.of(tree)
        except Unknown:
            return [None] * count
        if shape_of(grid) != self.stage.shape:
            raise Unknown("operands of another shape")
        return _line(grid, line)

    def _normalised(self, tree: Tree, line: Line, prints: list[Box | None]) -> bool:
        shown = [p for p in prints if p is not None]
        if len(shown) < len(prints):
            return False
        found = find_normalisation(tree)
        if found is None:
            self._is_over_one_number(tree, line)
            return sums_are_refuted(shown)
        self._has_axis(found.options, line)
        try:
            inside, outside = (self._addend(part) for part in (found.inside, found.outside))
        except Unknown:
            return sums_are_refuted(shown)
        known = self._line_of(found.x, line, len(prints))
        return normalised_are_refuted(known, shown, self._ddof(found), inside, outside)

    def _is_over_one_number(self, tree: Tree, line: Line) -> None:
        """Raises Unknown unless a formula is distances to a mean over one number a line."""
        match tree:
            case Call("divide", (Call("subtract", (x, Call("mean", (y,), options))), divisor)) if x == y:
                self._has_axis(options, line)
                if shape_of(self.operands.evaluation.of(divisor))[line.axis] == 1:
                    return
        raise Unknown("a formula that is no normalisation")

    def _addend(self, part: Tree | None) -> Box:
        return ZERO if part is None else interval(self.operands.evaluation.of(part))

    def _ddof(self, found: Normalisation) -> int:
        value = dict(found.options).get("ddof")
        if value is None:
            return 0
        if not isinstance(value, Number) or value.value.denominator != 1:
            raise Unknown("degrees of freedom that are not known")
        return int(value.value)

    def _contracted(self, tree: Tree, line: Line, prints: list[Box | None]) -> bool:
        """Whether a line leaves no value for numbers that are never shown."""
        forms = Sums(self.operands.of, self.work).of(tree)
        sums = forms[line.number - 1] if line.axis else [row[line.number - 1] for row in forms]
        shown = [(cell, p) for cell, p in zip(sums, prints, strict=True) if p is not None]
        self.work.spend(sum(len(cell.unknown) ** 2 for cell, _ in shown))
        return nothing_is_left([cell for cell, _ in shown], [p for _, p in shown])


def _line(grid: Grid, line: Line) -> list[Cell]:
    return grid[line.number - 1] if line.axis else [row[line.number - 1] for row in grid]
