"""Matrices built cell by cell are computed all at once where they can be, and come out the same."""

from collections.abc import Callable
from functools import partial

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import from_rows
from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.evaluation import expression_values as evaluating
from verifier.evaluation.at_places import Tried
from verifier.evaluation.comprehension import built_at_once
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.windows import window_of
from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import Build
from verifier.numbers.array import Array
from verifier.numbers.interval import UNKNOWN
from verifier.operations import ShapeError, TooLarge, Unprinted, signatures

OPERANDS = {
    "X": from_rows([[fmpq(1), fmpq(2), fmpq(3)], [fmpq(4), fmpq(5), UNKNOWN], [fmpq(-7), fmpq(8), fmpq(9, 2)]]),
    "d": from_rows([[fmpq(4)]]),
    "words": from_rows([["a", "b"], ["b", "a"], ["c", "c"]]),
}
AT_ONCE = (
    "i * j", "7", "i", "sin(i / 10000**(2 * (j // 2) / 6)) if j % 2 == 0 else cos(i / 10000**(2 * (j // 2) / 6))",
    "X[i, j] if j <= i else 0", "X[j, i] - X[i, j]", "X[-1 - i, j] * i", "X[X[0, 0] - 1, j]", "i / d + j",
    "1 / j if j > 0 else i", "words[i, 0] == words[j, 1]", "exp(i - j)",
    "(i if j > 1 else X[i, j]) if i > 0 else -1", "log(i - j)",
)  # fmt: skip
ONE_BY_ONE = (
    "X[i + 1, j] if i < 2 else 0", "sum(X[i:i + 2, j], axis=None)", "(X[0:1] @ X)[0, j]", "softmax(X)[i, j]",
    "max(X[i, j], X[j, i])", "missing if i > 9 else j",
    "exp(exp(exp(100))) if i > 9 else j", "X if i > 9 else j",
)  # fmt: skip
APART = (
    "sum(exp(X[0:2, 0:2])[0:i + 1], axis=None) + j",
    "sum(exp(X[0:2, 0:2])[0:j + 1]) if j < 9 else sum(log(missing)[0:i])",
)  # fmt: skip
"""Bodies of which a part has no index; one has another in a branch that no place takes."""
NESTED = (
    "sum(Matrix(2, 2, lambda k, l: exp(d) * i + sin(k))[0:j + 1])",
    "sum(Matrix(2, 2, lambda i, l: cos(d + 1) * i)[0:j + 1]) + cos(d + 1) * i",
    "softmax(exp(d) * X[0:i + 1, 0:2])[0, 1] + exp(d)",
)
"""Bodies that build in turn, where one name stands for two indices, or use names of a definition."""

WINDOWS = (
    "mean(X[i:i + 1])", "std(X[max(i - 1, 0):i + 1], ddof=1)", "sum((X * d)[i:i + 2])", "max(X[:i + 1])", "sum(X[i:])",
    "mean(X[i - 1:i])", "count(words[i:])", "mean(X[i:i + j + 1])", "mean(X[i:i + 1], axis=1)", "mean((X * i)[i:])",
)  # fmt: skip
"""Bodies of a column of numbers that take rows of one array; three of them are no windows."""


def operand(name: str) -> Array:
    if name not in OPERANDS:
        raise Unprinted(name)
    return OPERANDS[name]


def matrix(body: str) -> Build:
    made = parse_formula(f"Matrix(3, 3, lambda i, j: {body})", signatures())
    assert isinstance(made, Build)
    return made


def one_by_one(made: Build) -> Array:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluating, "built_at_once", lambda *_: None)
        return Evaluator(Points(), operand).evaluate(made)


def each_anew(made: Build) -> tuple[Array, int]:
    """The matrix with every part of the body computed at every place, and how many cells that takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluating, "kept_apart", lambda *_: {})
        evaluator = Evaluator(Points(), operand)
        return evaluator.evaluate(made), evaluator.cells


def spelled(array: Array) -> list[str]:
    return [str(cell) for cell in array.cells]


@each("body", [*AT_ONCE, *ONE_BY_ONE])
def test_a_matrix_is_the_same_however_it_is_built(body: str):
    made = matrix(body)
    whole = Evaluator(Points(), operand).evaluate(made)
    assert whole.shape == (3, 3)
    assert spelled(whole) == spelled(one_by_one(made))


@each("body", [*ONE_BY_ONE, *APART, *NESTED])
def test_parts_that_no_place_changes_are_computed_once_and_come_out_the_same(body: str):
    made, evaluator = matrix(body), Evaluator(Points(), operand)
    assert spelled(evaluator.evaluate(made)) == spelled(each_anew(made)[0])


@each("body", APART)
def test_parts_that_no_place_changes_are_little_work(body: str):
    made, evaluator = matrix(body), Evaluator(Points(), operand)
    evaluator.evaluate(made)
    assert evaluator.cells < each_anew(made)[1] * 2 / 3


@each("body", AT_ONCE)
def test_a_body_that_works_cell_by_cell_is_computed_at_once(body: str):
    evaluator = Evaluator(Points(), operand)
    assert built_at_once(matrix(body), (3, 3), {}, evaluator.evaluate) is not None


@each("body", AT_ONCE)
@given(places=st.sets(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4))
def test_some_cells_are_those_of_the_whole_matrix(body: str, places: set[tuple[int, int]]):
    made = matrix(body)
    whole, some = one_by_one(made), Evaluator(Points(), operand).some_cells(made, places)
    assert [str(some[place]) for place in sorted(places)] == [str(whole[place]) for place in sorted(places)]


def test_what_fails_in_a_cell_fails_as_it_does_one_by_one():
    with pytest.raises(ShapeError, match="row 3 of a matrix with 3, counted from 0"):
        Evaluator(Points(), operand).evaluate(matrix("X[i + 1, j]"))
    with pytest.raises(Unprinted):
        Evaluator(Points(), operand).evaluate(matrix("missing[i, j] if i == j else 0"))


def test_trials_share_their_parts_and_each_counts_as_if_it_were_alone(monkeypatch: pytest.MonkeyPatch):
    tried, computed, keep = Tried(), [0], evaluating.kept_short

    def counted(array: Array) -> Array:
        computed[0] += 1
        return keep(array)

    monkeypatch.setattr(evaluating, "kept_short", counted)
    counts = []
    gathered = "2 * X[i, j]", "2 * X[j, i]"  # cells under one name
    for body in [*AT_ONCE, *gathered, *(f"exp({body})" for body in AT_ONCE), *AT_ONCE]:
        made = matrix(body)
        for ask in (Evaluator.evaluate, partial(Evaluator.some_cells, places={(0, 1), (2, 0), (1, 1)})):
            together, alone = Evaluator(Points(), operand, known=tried), Evaluator(Points(), operand)
            before, values = computed[0], asked(ask, together, made)
            counts.append(computed[0] - before)
            assert values == asked(ask, alone, made)
            assert (together.calls, together.cells, together.work) == (alone.calls, alone.cells, alone.work)
    assert sum(counts[-2 * len(AT_ONCE) :]) < sum(counts[: 2 * len(AT_ONCE)]) / 2


def test_what_is_known_is_computed_where_too_little_is_left():
    tried, made = Tried(), matrix("sin(i + j) + cos(i * j)")
    first = Evaluator(Points(), operand, known=tried)
    first.evaluate(made)
    for budget in range(first.work + 1):
        together, alone = (Evaluator(Points(), operand, budget, known) for known in (tried, None))
        assert asked(Evaluator.evaluate, together, made) == asked(Evaluator.evaluate, alone, made)
        assert together.work == alone.work


def column(body: str) -> Build:
    made = parse_formula(f"Matrix(3, 1, lambda i, j: {body})", signatures())
    assert isinstance(made, Build)
    return made


@each("body", WINDOWS)
def test_windows_come_out_as_they_do_row_by_row(body: str):
    for ask in (Evaluator.evaluate, partial(Evaluator.some_cells, places={(1, 0), (2, 0)})):
        found = asked(ask, Evaluator(Points(), operand), column(body))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(evaluating, "window_of", lambda _: None)
            assert found == asked(ask, Evaluator(Points(), operand), column(body))


def test_the_array_of_windows_is_computed_once_and_their_ends_are_counted():
    assert [window_of(column(body)) is not None for body in WINDOWS] == [True] * 7 + [False] * 3
    evaluator = Evaluator(Points(), operand)
    evaluator.evaluate(column("sum(exp(X)[max(i - 1, 0):i + 2])"))
    assert evaluator.cells == 9 + 3


def asked(ask: Callable[[Evaluator, Build], Array], evaluator: Evaluator, made: Build) -> list[str] | str:
    """What is computed, or why nothing is."""
    try:
        return spelled(ask(evaluator, made))
    except (ShapeError, TooLarge) as error:
        return str(error)
