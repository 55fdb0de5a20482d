"""What a document's stages say of themselves: how cells are counted, and what follows from a formula."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.document.model import (
    DerivedInterval,
    DerivedNumbers,
    DerivedWords,
    Formula,
    Grid,
    Stage,
    Word,
)
from verifier.formulas.tree import Name
from verifier.numbers.array import Array
from verifier.numbers.other_cells import Infinite
from verifier.numbers.printed import Printed, parse

sides = st.integers(1, 6)
FORMULA = Formula("X", Name("X"), 1, 1)
NUMBERS = Grid[Printed](1, 2, (parse("1.0"), parse("2.0")))
WORDS = Grid(1, 1, (Word("cat"),))


@given(sides, sides)
def test_index_position_and_coordinates_belong_together(rows: int, columns: int):
    grid = Grid(rows, columns, tuple(range(rows * columns)))
    array = Array(rows, columns, grid.cells)
    by_columns = [grid.cells[index] for column in range(columns) for index in grid.line(0, column)]
    for index in range(rows * columns):
        row, column = grid.position(index)
        assert grid.row(row)[column] == index == array[array.position(index)]
        assert grid.index_of(row, column) == index == array.index_of(row, column)
        assert grid.coordinates(index) == (row + 1, column + 1)
        assert index in grid.line(1, row)
        assert by_columns[grid.index_by_columns(index)] == index
    assert [array.index_of(*position) for position in array.positions()] == list(range(rows * columns))


def test_what_is_printed_has_infinities_and_no_elided_cells():
    endless = Infinite("-inf")
    grid = Grid[Printed](1, 3, (None, parse("1.0"), None), {2: endless})
    assert list(grid.printed()) == [(1, parse("1.0")), (2, endless)]


@pytest.mark.parametrize(
    ("stage", "kind"),
    [
        (Stage("Y", 1, 1, formula=FORMULA, printed=NUMBERS), DerivedNumbers),
        (Stage("Y", 1, 1, formula=FORMULA, words=WORDS), DerivedWords),
        (Stage("Y", 1, 1, formula=FORMULA, hull=NUMBERS), DerivedInterval),
    ],
)
def test_what_a_stage_shows_is_derived_by_its_formula(stage: Stage, kind: type):
    assert isinstance(stage.derived, kind)
    assert stage.derived[:2] == (stage, FORMULA)
    assert stage.derived[2] is stage.shown
    assert stage._replace(formula=None).derived is None
    assert stage._replace(formula=None).derived_by(FORMULA) is not None


def test_a_stage_that_shows_nothing_has_nothing_that_is_derived():
    assert Stage("Y", 1, 1, formula=FORMULA).derived is None


def test_a_pickled_formula_takes_nothing_with_it_that_holds_in_one_process_alone() -> None:
    made = Formula("X", Name("X"), 1, 1)
    assert vars(made) == {}
    assert made.uses == ("X",)
    assert {made: 1} == {FORMULA: 1}
    again = pickle.loads(pickle.dumps(made))  # noqa: S301 - our own
    assert vars(again) == {}
    assert again == made
    assert type(again) is Formula
