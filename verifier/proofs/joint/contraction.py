"""The joint test of any formula: the printed numbers of a line narrow what they rest on until nothing is left of it.

It is for lines of which nothing else decides all cells: where operands are elided or were never printed, each such
number is a variable that all cells of the line share. What is not refuted so is not confirmed either.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from verifier.document.model import DerivedNumbers, Document, Stage
from verifier.engines.constraint_constants import Unsupported
from verifier.engines.constraint_graph import Graph, Node
from verifier.engines.constraint_propagation import Wanted, is_empty
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Apply, Expression
from verifier.numbers.array import Array, Shape, Value
from verifier.numbers.interval import UNKNOWN, WHOLE_LINE, Interval
from verifier.numbers.number import Uncertain
from verifier.operations import ShapeError, TooLarge, Unprinted
from verifier.preimages.readings import Tolerance
from verifier.verdict import CellReport, RowReport, Verdict

MAX_LINES: Final = 64
MAX_CELLS: Final = 64
"""Of a line; more are not looked at."""
_OPEN: Final = (Verdict.UNDECIDED, Verdict.UNCHECKED)


def contraction_reports(
    numbers: DerivedNumbers, tolerance: Tolerance, ranges: Evaluation, cells: tuple[CellReport, ...]
) -> tuple[RowReport, ...]:
    """The rows of a stage, or else columns, that no choice of numbers gives; of those with a cell that is open."""
    stage, formula, block = numbers
    if attempt(lambda: ranges.shape(formula), None) != block.shape:
        return ()
    open_lines = {axis: _lines(cells, block.shape, axis) for axis in (1, 0)}
    operands = Operands(ranges)
    try:
        array = _computed(operands, formula.expression, open_lines) if any(map(any, open_lines.values())) else None
    except (Unsupported, Uncertain, Unprinted, ShapeError, TooLarge):
        return ()
    for axis, lines in open_lines.items() if array is not None else ():
        found = [
            RowReport(place, Verdict.CONTRADICTED, "contraction", certificate, axis)
            for place, line in enumerate(lines, start=1)
            if array is not None and (certificate := _refuted(stage, tolerance, operands, array, line)) is not None
        ]
        if found:
            return tuple(found)
    return ()


def _lines(cells: Sequence[CellReport], shape: Shape, axis: int) -> list[list[CellReport]]:
    """The cells of each row (axis 1) or column (0) that has an open one and no wrong one; of the others none."""
    return [_line(cells, place, axis) for place in range(1, shape[1 - axis] + 1)][:MAX_LINES]


def _computed(operands: "Operands", expression: Expression, lines: Mapping[int, Sequence[object]]) -> Array:
    """The nodes of a formula, in the columns at least that are asked for; a product has no others if no row is.

    A cell of a product has the same node below it as in the whole product, and nothing else is known of it: what the
    cells of some columns prove is the same. Raises what the evaluator raises.
    """
    evaluator = Evaluator(operands.graph, operands.of)
    match expression:
        case Apply("matmul", (left, right)) if not any(lines[1]):
            a, b = evaluator.evaluate(left), evaluator.evaluate(right)
            asked = [at for at, line in enumerate(lines[0]) if line]
            some = tuple(row[at] for row in b.row_list() for at in asked)
            found = evaluator.applied(expression, [a, Array(b.rows, len(asked), some)])
            return _spread(found, asked, b.columns)
    return evaluator.evaluate(expression)


def _spread(array: Array, places: Sequence[int], columns: int) -> Array:
    """The columns of an array at their places among others, of which nothing is known."""
    cells: list[Value] = [UNKNOWN] * (array.rows * columns)
    for at, place in enumerate(places):
        cells[place::columns] = array.column(at)
    return Array(array.rows, columns, tuple(cells))


def _line(cells: Sequence[CellReport], place: int, axis: int) -> list[CellReport]:
    line = [cell for cell in cells if (cell.row if axis == 1 else cell.column) == place]
    wrong = any(cell.verdict is Verdict.CONTRADICTED for cell in line)
    return [] if wrong or not any(cell.verdict in _OPEN for cell in line) else line[:MAX_CELLS]


class Operands:
    """The operands of a formula as nodes: what is known as numbers, all else as variables that stages share."""

    def __init__(self, ranges: Evaluation) -> None:
        self.ranges = ranges
        self.graph = Graph()
        self.hidden: dict[Node, str] = {}
        self._known: dict[str, Array] = {}

    def of(self, name: str) -> Array:
        """The array of a stage; one that shows nothing is computed through."""
        if name not in self._known:
            self._known[name] = self._made(name)
        return self._known[name]

    def _made(self, name: str) -> Array:
        stage = self.document.by_name[name]
        if stage.shown is None and stage.formula is not None:
            return Evaluator(self.graph, self.of).evaluate(stage.formula.expression)
        return self.ranges.operand(name).map(lambda cell: self._cell(cell, name))

    @property
    def document(self) -> Document:
        """The document of the evaluation."""
        return self.ranges.document

    def _cell(self, cell: Value, name: str) -> Value:
        if cell is UNKNOWN or isinstance(cell, Interval):
            box = cell if isinstance(cell, Interval) else WHOLE_LINE
            node = self.graph.variable(box)
            if box.lo is None or box.hi is None:
                self.hidden[node] = name
            return node
        return cell


def _refuted(
    stage: Stage, tolerance: Tolerance, operands: Operands, array: Array, line: list[CellReport]
) -> str | None:
    """Why the cells of a line are impossible together; None if that is not proved."""
    wanted: list[tuple[CellReport, tuple[Node, Interval]]] = []
    for cell in line:
        if cell.number is None:  # an infinity
            continue
        value = array[cell.row - 1, cell.column - 1]
        target = tolerance.widest_preimage(stage, cell.number)
        if isinstance(value, Node) and target is not None:
            wanted.append((cell, (value, target)))
    if not wanted or not is_empty(operands.graph, [wish for _, wish in wanted]):
        return None
    for one in list(wanted):
        fewer = [other for other in wanted if other is not one]
        if fewer and is_empty(operands.graph, [wish for _, wish in fewer]):
            wanted = fewer
    return _told([cell for cell, _ in wanted], _hidden_below(operands, [wish for _, wish in wanted]))


def _hidden_below(operands: Operands, wanted: Wanted) -> list[str]:
    """The stages whose numbers are not shown that the nodes rest on."""
    pending, seen = [node for node, _ in wanted], set[Node]()
    while pending:
        node = pending.pop()
        if node not in seen:
            seen.add(node)
            pending += node.parts
    return list(dict.fromkeys(name for node, name in operands.hidden.items() if node in seen))


def _told(cells: list[CellReport], hidden: list[str]) -> str:
    places = " and ".join(f"[{cell.row},{cell.column}]" for cell in cells)
    texts = " and ".join(cell.text for cell in cells)
    together = "are not possible together" if len(cells) > 1 else "is not possible"
    whatever = f"the numbers are that {' and '.join(hidden)} does not show" if hidden else "digits were hidden"
    return f"{places} ({texts}) {together}, whatever {whatever}"
