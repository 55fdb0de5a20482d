"""The cells of a stage as affine forms in the numbers that its operands hide."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from verifier.document.model import DerivedNumbers
from verifier.engines.affine import Affine
from verifier.engines.affine_forms import Box, Form, Unsupported, Variable
from verifier.evaluation.evaluation import Evaluation
from verifier.evaluation.evaluator import Evaluator
from verifier.numbers.array import Array, Coordinates, Value
from verifier.numbers.interval import UNKNOWN, WHOLE_LINE, Interval
from verifier.numbers.number import Uncertain
from verifier.numbers.printed import Printed
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.preimages.readings import Tolerance
from verifier.proofs.joint.simplex import Row

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
        """The array of a stage; one that shows nothing is computed through. Raises Unsupported."""
        if name not in self._known:
            self._known[name] = self._made(name)
        return self._known[name]

    def _made(self, name: str) -> Array:
        stage = self.ranges.document.by_name[name]
        if stage.hull is not None:
            raise Unsupported  # all its numbers, or any of them
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
        try:
            self.engine.spend(len(block.cells))
            array = Evaluator(self.engine, self.of, known={}).evaluate(formula.expression)
        except (Unsupported, Uncertain, Unprinted, ShapeError, TooLarge, RecursionError):
            return []
        if array.shape != block.shape:
            return []
        found = zip(array.cells, tolerance.widest_preimages(stage), strict=True)
        return [
            Claim(stage.name, block.coordinates(index), Row(form, Box.around(target)))
            for index, (form, target) in enumerate(found)
            if isinstance(form, Form) and form.factors and target is not None
        ]


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
