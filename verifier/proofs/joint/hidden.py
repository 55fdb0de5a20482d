"""The cells of a stage as affine forms in the numbers that its operands hide."""

from collections.abc import Mapping, Sequence
from typing import Final

from verifier.document.model import DerivedNumbers, Formula
from verifier.engines.affine import MAX_TERMS, Affine
from verifier.engines.affine_forms import Box, Form, NoForm, Variable
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Apply, Expression, Name
from verifier.numbers.array import Array, Coordinates, Shape, Value
from verifier.numbers.interval import UNKNOWN, WHOLE_LINE, Interval
from verifier.numbers.number import Uncertain
from verifier.numbers.printed import Printed
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.preimages.readings import Tolerance
from verifier.proofs.joint.simplex import Row
from verifier.record import NamedTuple

MAX_CELLS: Final = 128
"""Maximum number of printed numbers in one system."""


class Claim(NamedTuple):
    """A printed number of a stage, by its row and column from one, as an inequality between hidden numbers."""

    stage: str
    at: Coordinates
    row: Row


class Held(NamedTuple):
    """A hidden number of a given as one stage has it: its variable and its print, None if it is not shown."""

    variable: Variable
    printed: Printed | None


class Hidden:
    """The operands of a stage as forms: each number that is not exactly known is a variable that all cells share.

    `givens` has the hidden numbers of stages without a formula, by name and index.
    """

    def __init__(self, ranges: Evaluation) -> None:
        self.ranges = ranges
        self.engine = Affine()
        self.givens: dict[str, dict[int, Held]] = {}
        self._known: dict[str, Array] = {}

    def of(self, name: str) -> Array:
        """The array of a stage; one that shows nothing is computed through. Raises NoForm."""
        if name not in self._known:
            self._known[name] = self._made(name)
        return self._known[name]

    def _made(self, name: str) -> Array:
        stage = self.ranges.document.by_name[name]
        if stage.hull is not None:
            raise NoForm  # all its numbers, or any of them
        if stage.shown is None and stage.formula is not None:
            return Evaluator(self.engine, self.of, known={}).evaluate(stage.formula.expression)
        self.engine.spend(0 if stage.block is None else len(stage.block.cells))
        made = self.ranges.operand(name).map(self._cell)
        if stage.formula is None:
            shown = None if stage.printed is None else stage.printed.cells
            self.givens[name] = {
                index: Held(next(iter(form.factors)), None if shown is None else shown[index])
                for index, form in enumerate(made.cells)
                if isinstance(form, Form)
            }
        return made

    def _cell(self, cell: Value) -> Value:
        if isinstance(cell, Interval):
            return self.engine.variable(cell)
        return self.engine.variable(WHOLE_LINE) if cell is UNKNOWN else cell

    def claims(self, numbers: DerivedNumbers, tolerance: Tolerance) -> list[Claim]:
        """The printed numbers of a stage that hidden ones decide; empty if its formula has no forms."""
        stage, formula, block = numbers
        if self._is_too_long(formula):
            return []
        try:
            self.engine.spend(len(block.cells))
            array = Evaluator(self.engine, self.of, known={}).evaluate(formula.expression)
        except (NoForm, Uncertain, Unprinted, ShapeError, TooLarge, RecursionError):
            return []
        if array.shape != block.shape:
            return []
        found = zip(array.cells, tolerance.widest_preimages(stage), strict=True)
        return [
            Claim(stage.name, block.coordinates(index), Row(form, Box.around(target)))
            for index, (form, target) in enumerate(found)
            if isinstance(form, Form) and form.factors and target is not None
        ]

    def _is_too_long(self, formula: Formula) -> bool:
        """Whether the shapes alone show that a product takes more terms than any system has: no operand is looked at.

        False where a given shows no number, as its hidden ones are then shared.
        """
        stages = [self.ranges.document.by_name[name] for name in formula.uses]
        sizes = {stage.name: stage.printed.shape for stage in stages if stage.printed and any(stage.printed.cells)}
        return len(sizes) == len(stages) and most_products(formula.expression, sizes) > MAX_TERMS


def most_products(expression: Expression, sizes: Mapping[str, Shape]) -> int:
    """The most products of two numbers in one product of blocks, or of their transposes, that is always computed."""
    if not isinstance(expression, Apply) or expression.operation == "integral":
        return 0
    inner = [most_products(argument, sizes) for argument in expression.arguments]
    if expression.operation == "matmul":
        a, b = (_size(argument, sizes) for argument in expression.arguments)
        inner.append(0 if a is None or b is None or a[1] != b[0] else a[0] * a[1] * b[1])
    return max(inner, default=0)


def _size(expression: Expression, sizes: Mapping[str, Shape]) -> Shape | None:
    """The shape of a block or of its transpose; None of anything else."""
    match expression:
        case Name(name):
            return sizes[name]
        case Apply("transpose", (Name(name),)):
            rows, columns = sizes[name]
            return columns, rows
    return None


def connected(claims: Sequence[Claim]) -> list[list[Claim]]:
    """The claims in groups that have no hidden number in common, each in the order of the claims."""
    first: dict[Variable, int] = {}
    leader = list(range(len(claims)))
    for number, claim in enumerate(claims):
        for variable in claim.row.form.factors:
            leader[_led(leader, first.setdefault(variable, number))] = _led(leader, number)
    groups: dict[int, list[Claim]] = {}
    for number, claim in enumerate(claims):
        groups.setdefault(_led(leader, number), []).append(claim)
    return list(groups.values())


def _led(leader: list[int], number: int) -> int:
    """The leader of a group, to which all on the way are led at once from now on."""
    while leader[number] != number:
        leader[number] = leader[leader[number]]
        number = leader[number]
    return number
