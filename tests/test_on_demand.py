"""One cell of a formula is what the whole formula has there, computed from no more than it needs."""

from collections import Counter

import pytest
from flint import arb, fmpq

from tests.effort import some
from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.on_demand import Parts, cut
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Apply, children
from verifier.numbers.array import Array, Selector, Shape, Value
from verifier.numbers.interval import Interval, Missing
from verifier.operations import REGISTER, Defined, Engine, ShapeError, TooLarge, signatures
from verifier.rewriting.definitions import expanded


def box(name: str, rows: int, columns: int, first: int) -> Array:
    """A matrix of ranges, no two alike, some through zero."""
    cells = tuple(
        Interval(fmpq((first + 7 * place) % 23 - 11, 10), fmpq((first + 7 * place) % 23 - 10, 10), hi_closed=False)
        for place in range(rows * columns)
    )
    return Array(rows, columns, cells, frozenset([name]))


BOXES = {
    "X": box("X", 3, 4, 1),
    "Y": box("Y", 3, 4, 5),
    "S": box("S", 3, 3, 2),
    "row": box("row", 1, 4, 3),
    "column": box("column", 3, 1, 4),
    "one": box("one", 1, 1, 13),
    "count": Array(1, 1, (fmpq(4),)),
}


class Book:
    """Operands that write down which of their cells were asked for."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def operand(self, name: str) -> Array:
        self.asked[name] += len(BOXES[name].cells)
        return BOXES[name]

    def operand_part(self, name: str, row: Selector, column: Selector) -> Array:
        part = cut(BOXES[name], row, column)
        self.asked[name] += len(part.cells)
        return part

    def size(self, name: str) -> Shape:
        return BOXES[name].shape


FORMULAS = [
    *(
        "X + Y",
        "X - row",
        "X * column",
        "X / (one + 9)",
        "-X",
        "abs(X)",
        "exp(X) * 2",
        "relu(X - Y)",
        "X * X",
        "X ** 2",
    ),
    *(
        "X * X",
        "X ** 2",
        "X @ Y.T",
        "S @ S",
        "X.T @ X",
        "X @ Y.T / sqrt(count)",
        "(X + Y) @ X.T",
        "X.T",
        "S.T @ column",
    ),
    *("sum(X, axis=1)", "sum(X, axis=0)", "mean(X, axis=-1)", "var(Y, axis=1)", "std(X, axis=0)"),
    *("sum(X, axis=None)", "median(X, axis=1)", "sum(X)", "mean(X @ Y.T)", "std(column)", "max(X, axis=None)"),
    *("max(X, axis=1)", "max(X, Y)", "max(X, row, 0)", "min(X, axis=0)", "argmax(X, axis=1)"),
    *("softmax(X)", "softmax(X, axis=0)", "softmax(X, axis=None)", "softmax(S @ S / sqrt(count)) @ X"),
    *("layer_norm(X)", "layer_norm(X, eps=1)", "(X - mean(X, axis=1)) / std(X, axis=1)"),
    *("(X - mean(X, axis=0)) / std(X, axis=0)", "(X - mean(X)) / std(X)", "X - mean(X)", "(X + 9) / sum(X + 9)"),
    *("X - mean(X, axis=1)", "X - mean(X, axis=0)", "X / sum(X + 9, axis=1)", "sum((X - mean(X))**2)"),
    *("(X + 9) / sum(X + 9, axis=1)", "(X + 9) / sum(X + 9, axis=0)", "(column - mean(column)) / std(column)"),
    *(
        "(X - mean(X, axis=1)) / sqrt(var(X, axis=1) + one ** 2 + 1)",
        "layer_norm(X + Y)",
        "attention(X, Y, S @ X)",
        "sigmoid(X)",
    ),
    *("X[1]", "X[:, 1:3]", "hstack(X, S)", "vstack(X, Y)", "flatten(X)", "X if X > Y else Y", "columns(X) * X"),
    *("Matrix(3, 4, lambda i, j: X[i, j] * Y[i, j])", "X > 0", "round(X, 1)", "X % 2", "count * 2", "3"),
]


def parts(text: str, engine: Engine, book: Book) -> Parts:
    return Parts(parse_formula(text, signatures()), engine, book)


def ends(value: Value) -> tuple[object, ...]:
    """What tells two cells apart; balls by their digits."""
    if not isinstance(value, Interval):
        return (digits(value),)
    return digits(value.lo), digits(value.hi), value.lo_closed, value.hi_closed, value.partial, value.loose


def digits(value: Value) -> object:
    return str(value)[:30] if isinstance(value, arb) else value


AROUND = [
    "sum({}, axis=1)",
    "sum({}, axis=0)",
    "sum({})",
    "softmax({})",
    "softmax({}, axis=0)",
    "({}).T @ X",
    "S @ ({})",
    "({})[:2].T",
]
"""Of what is inside these ask for rows, columns and parts."""
OF_ONE_SHAPE = [text for text in FORMULAS if Parts(parse_formula(text, signatures()), Ranges(), Book()).shape == (3, 4)]


@each("text", some(FORMULAS))
def test_a_cell_alone_is_the_cell_of_the_whole(text: str):
    compare_cells(text)


@each("around", some(AROUND, 1))
def test_a_row_or_column_alone_is_that_of_the_whole(around: str):
    for text in some(OF_ONE_SHAPE, of=9):
        compare_cells(around.format(text))


def compare_cells(text: str) -> None:
    spelled_out = expanded(parse_formula(text, signatures()))  # in which closed forms are seen
    whole = Evaluator(Ranges(), lambda name: BOXES[name]).evaluate(spelled_out)
    found = parts(text, Ranges(), Book())
    assert found.shape == whole.shape
    for row in range(whole.rows):
        for column in range(whole.columns):
            cell = found.cell(row, column)
            assert cell.shape == (1, 1)
            assert ends(cell.cells[0]) == ends(whole[row, column])
            assert cell.exact or not whole.exact
            assert cell.sources <= whole.sources


@each("text", ["X @ Y.T", "softmax(X)", "layer_norm(X)", "X + Y", "exp(X @ Y.T / 2)", "sum(X, axis=1)"])
def test_no_more_is_asked_for_than_a_row_of_each(text: str):
    book = Book()
    parts(text, Ranges(), book).cell(1, 0)
    assert all(asked <= 4 for asked in book.asked.values()), book.asked


def test_a_row_that_several_cells_need_is_computed_once():
    book = Book()
    found = parts("softmax(X)", Ranges(), book)
    for column in range(4):
        found.cell(2, column)
    assert book.asked == {"X": 4}


def test_points_are_cut_as_ranges_are():
    found = parts("count * 2 + 1", Points(), Book())
    assert found.cell(0, 0).cells == (fmpq(9),)


def test_calls_of_defined_operations_are_spelled_out():
    def called(node: object) -> set[str]:
        if not isinstance(node, Apply):
            return set()
        return {node.operation}.union(*map(called, children(node)))

    made = expanded(parse_formula("layer_norm(attention(X, Y, X), eps=2) + sigmoid(one)", signatures()))
    assert not {name for name in called(made) if isinstance(REGISTER[name], Defined)}


def test_what_would_grow_long_is_left_as_it_stands():
    inner = "X"
    for _ in range(6):
        inner = f"layer_norm({inner})"
    made = parse_formula(inner, signatures())
    assert expanded(made) is made
    found = Parts(made, Ranges(), Book())
    assert found.shape == (3, 4)


def test_a_cell_outside_is_refused():
    with pytest.raises(ShapeError, match="a cell of 3 x 4, found row 3 and column 0, from 0"):
        parts("X", Ranges(), Book()).cell(3, 0)


def test_all_cells_of_a_formula_share_one_budget(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("verifier.evaluation.on_demand.BUDGET", 200)
    found = parts("X @ Y.T", Ranges(), Book())
    found.cell(0, 0)  # eight cells of ranges, each worth twenty of points
    with pytest.raises(TooLarge, match="at most 200 products"):
        found.cell(0, 1)


def test_what_has_no_value_has_none_alone():
    assert isinstance(parts("sqrt(X - 9)", Ranges(), Book()).cell(0, 0).cells[0], Missing)
