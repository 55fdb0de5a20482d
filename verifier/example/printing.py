"""Print the stages of a sheet: each number is its exact value, rounded once, with a proof of every digit.

Where the author keeps all digits, a reader who computes from the printed numbers may get others, as the hidden digits
are lost. Whether this happens is computed too.
"""

from collections.abc import Mapping

from verifier.document.model import Document
from verifier.engines.points.flint import Points
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.example.adding_stages import Sheet, printed_decimals
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY
from verifier.numbers.number import Number
from verifier.numbers.precision import decide
from verifier.numbers.printed import show
from verifier.numbers.rounding import round_to
from verifier.record import NamedTuple

Rows = list[list[str]]


class Example(NamedTuple):
    """A worked example: its drafts, and the printed rows of each, by name; stages that are not printed are missing.

    `differing` has the number of cells that the printed operands give differently, by stage with such cells.
    """

    kind: str
    title: str
    call: str
    sheet: Sheet
    texts: dict[str, Rows]
    differing: dict[str, int]
    is_planted: bool = False

    @property
    def printed(self) -> int:
        """The number of computed numbers and words that are printed."""
        return sum(
            len(row)
            for draft in self.sheet.drafts
            if draft.formula is not None
            for row in self.texts.get(draft.name, [])
        )


def _text(cell: Value, decimals: int) -> str:
    if isinstance(cell, str):
        return cell
    return repr(cell) if cell is MINUS_INFINITY else show(cell, decimals)


class Printer:
    """Prints the stages of a sheet; *values* replace the values of formulas, by stage."""

    def __init__(self, sheet: Sheet, values: Mapping[str, Array] | None = None) -> None:
        self.sheet = sheet
        self.rule = sheet.habit.rule
        self.document: Document = sheet.document()
        known = {draft.name: draft.source for draft in sheet.drafts if isinstance(draft.source, Array)}
        self.fixed: dict[str, Array] = {**(sheet.values if sheet.habit.goes_on_from_print else known), **(values or {})}
        self.exact = Evaluation(self.document, Points(), lambda stage: self.fixed.get(stage.name))
        self.decimals: dict[str, int | None] = {
            draft.name: printed_decimals(draft, sheet.values[draft.name], sheet.habit) for draft in sheet.drafts
        }
        self._prints: dict[tuple[str, int], Array] = {}

    def prints(self, name: str) -> Array | None:
        """The values of a stage as printed: rounded numbers, or words; None if the stage is not printed."""
        value = self.sheet.values[name]
        if all(isinstance(cell, str) for cell in value.cells):
            return value
        decimals = self.decimals[name]
        if decimals is None:
            return None
        key = name, decimals
        if key not in self._prints:
            rounded = [self._rounded(name, index, decimals) for index in range(len(value.cells))]
            self._prints[key] = Array(value.rows, value.columns, tuple(rounded))
        return self._prints[key]

    def _rounded(self, name: str, index: int, decimals: int) -> Value:
        def question() -> Value:
            value = self.exact.operand(name).cells[index]
            return value if value is MINUS_INFINITY else round_to(value, decimals, self.rule)

        return decide(question)

    def rows(self, name: str) -> Rows | None:
        """The texts of a stage by row; None if it is not printed."""
        prints, decimals = self.prints(name), self.decimals[name]
        if prints is None:
            return None
        return [[_text(cell, decimals or 0) for cell in row] for row in prints.row_list()]

    def differing(self, name: str) -> int:
        """The number of cells of a stage that the printed operands give differently."""
        prints = self.prints(name)
        if prints is None or self.document.by_name[name].formula is None:
            return 0
        literal = Evaluation(self.document, Points(), lambda stage: self.prints(stage.name), memo=self.exact.memo)
        return sum(
            attempt(lambda index=index: self._again(literal, name, index), None) != cell  # type: ignore[misc]
            for index, cell in enumerate(prints.cells)
        )

    def _again(self, literal: Evaluation, name: str, index: int) -> Value:
        value, decimals = literal.value(name).cells[index], self.decimals[name]
        return round_to(value, decimals, self.rule) if decimals is not None and isinstance(value, Number) else value
