"""Where a range only encloses, halving the box proves or finds, within a budget, and never guesses."""

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.counting import counted
from verifier.document.model import Document, Formula, Grid, Stage
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array
from verifier.numbers.interval import Interval
from verifier.numbers.printed import parse
from verifier.operations import signatures
from verifier.proofs.bisection import MAX_VARIABLES, OF_A_LEVEL, Refinement


def refinement(text: str, **boxes: tuple[fmpq | None, fmpq] | list[tuple[fmpq, fmpq]]) -> Refinement:
    """A formula over ranges: one for a scalar, several for a row."""
    formula = Formula(text, parse_formula(text, signatures()), 1, 1)
    stages = tuple(Stage(name, 1, 1) for name in boxes)
    rows = {name: box if isinstance(box, list) else [box] for name, box in boxes.items()}
    arrays = {
        name: Array(1, len(row), tuple(Interval(*ends) for ends in row), frozenset([name]))
        for name, row in rows.items()
    }
    return Refinement(Document("d", "d", "d.yaml", stages), formula, arrays)


def q(text: str) -> fmpq:
    top, _, bottom = text.partition("/")
    return fmpq(int(top), int(bottom or 1))


def ends(lo: str, hi: str) -> tuple[fmpq, fmpq]:
    return q(lo), q(hi)


MOST_STEPS = 500_000
"""Calls of functions for 512 parts of a sum of eight terms, of which each changes one."""
PARABOLA = "x * (1 - x)"  # between 0 and 1/4 over [0, 1]; computed as [0, 1]


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        (ends("2601/10000", "3/10"), False),
        (ends("-1", "-1/1000"), False),
        (ends("1/5", "3/10"), True),
        (ends("1/4", "3/10"), True),  # attained at the middle alone
    ],
)
def test_a_parabola_is_told_from_its_enclosure(target: tuple[fmpq, fmpq], answer: bool):
    assert refinement(PARABOLA, x=ends("0", "1")).reaches(0, 0, Interval(*target)) is answer


def test_where_the_budget_does_not_tell_nothing_is_said():
    above = Interval(q("1/4"), q("3/10"), lo_closed=False)  # the greatest value is just outside
    assert refinement(PARABOLA, x=ends("0", "9/10")).reaches(0, 0, above) is None


def test_a_number_over_itself_is_one():
    found = refinement("x / x", x=ends("1/2", "2"))
    assert found.reaches(0, 0, Interval(q("101/100"), q("2"))) is False
    assert found.reaches(0, 0, Interval(q("99/100"), q("101/100"))) is True


def test_one_cell_of_several_is_asked_for():
    found = refinement("hstack(x - x, x + 1)", x=ends("0", "1"))
    assert found.reaches(0, 0, Interval(q("1/10"), q("1"))) is False
    assert found.reaches(0, 1, Interval(q("11/10"), q("2"))) is True


def test_parts_where_the_formula_has_no_value_count_as_none():
    assert refinement("sqrt(x) - sqrt(x)", x=ends("-1", "1")).reaches(0, 0, Interval(q("1/4"), q("2"))) is False


def test_many_or_unbounded_variables_are_left_alone():
    many = [ends("0", "1")] * (MAX_VARIABLES + 1)
    assert refinement("sum(x) - sum(x)", x=many).reaches(0, 0, Interval(q("1"), q("2"))) is None
    unbounded = refinement("x - x", x=(None, fmpq(1)))
    assert unbounded.reaches(0, 0, Interval(q("1"), q("2"))) is None


@given(
    st.lists(st.integers(-20, 20), min_size=2, max_size=2, unique=True).map(sorted),
    st.lists(st.integers(-20, 20), min_size=2, max_size=2, unique=True).map(sorted),
    st.integers(0, 8),
    st.integers(0, 8),
    st.integers(-30, 30),
)
def test_a_value_that_is_attained_is_never_called_impossible(
    x: list[int], y: list[int], at_x: int, at_y: int, centre: int
):
    boxes = {"x": (fmpq(x[0], 4), fmpq(x[1], 4)), "y": (fmpq(y[0], 4), fmpq(y[1], 4))}
    a, b = (lo + (hi - lo) * at / 8 for (lo, hi), at in zip(boxes.values(), (at_x, at_y), strict=True))
    value = a * b - a * a + b
    target = Interval(value - fmpq(1, 50), value + fmpq(1, 50))
    assert refinement("x * y - x * x + y", **boxes).reaches(0, 0, target) is not False
    elsewhere = Interval(fmpq(centre), fmpq(centre) + fmpq(1, 10))
    across, down = ([lo + (hi - lo) * step / 16 for step in range(17)] for lo, hi in boxes.values())
    if any(0 <= a * b - a * a + b - centre <= fmpq(1, 10) for a in across for b in down):
        assert refinement("x * y - x * x + y", **boxes).reaches(0, 0, elsewhere) is not False


def test_the_budget_counts_normalisations_and_stages_without_numbers():
    ends_of_x = [ends("0", "1"), ends("1", "2")]
    plain, normalised = (refinement(text, x=ends_of_x) for text in ("x * 2", "layer_norm(x)"))
    assert plain.operations < OF_A_LEVEL < normalised.operations
    assert plain.cells == 2
    inner = Stage("inner", 1, 1, formula=Formula("layer_norm(x)", parse_formula("layer_norm(x)", signatures()), 1, 1))
    x = Stage("x", 1, 1, printed=Grid(1, 2, (parse("0.5"), parse("1.5"))))
    outer = Formula("inner * 2", parse_formula("inner * 2", signatures()), 1, 1)
    through = Refinement(Document("d", "d", "d.yaml", (x, inner)), outer, normalised.boxes)
    assert through.operations == normalised.operations + 1


def test_halves_compute_anew_only_what_they_change():
    terms = [f"{name} * (1 - {name})" for name in "abcdefgh"]
    made = refinement(" + ".join(terms), **dict.fromkeys("abcdefgh", ends("0", "1")))
    found, steps = counted(lambda: made.reaches(0, 0, Interval(q("2"), q("3"), lo_closed=False)))
    assert found is None
    assert steps < MOST_STEPS
