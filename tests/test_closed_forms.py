"""Formulas that use an operand twice and have a closed form, seen in any spelling and through unprinted stages."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.effort import examples, some
from tests.tables import each
from tests.test_ranges import Shapes, check, choices, evaluate, outside, spec
from verifier.document.reader import read
from verifier.engines.ranges.ranges import Ranges
from verifier.engines.ranges.squared_distances import squared_distances
from verifier.engines.ranges.weighted_mean import softmax_mean, weighted_mean
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.on_demand import Parts, cut
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array, Value
from verifier.numbers.interval import MINUS_INFINITY, UNKNOWN, Interval
from verifier.operations import signatures
from verifier.pipeline import check as judged
from verifier.verdict import Verdict

SHAPES: Shapes = {"X": (2, 3), "Y": (3, 2), "Z": (2, 3), "m": (2, 1), "one": (1, 1), "line": (1, 3)}
EXACT = spec(
    *("softmax(X) @ Y", "sum(softmax(X) * Z, axis=1)", "sum(Z * softmax(X, axis=0), axis=0)"),
    *("X - mean(X, axis=1)", "X - mean(X, axis=0)", "(X - mean(X, axis=1)) / (3 + abs(m))"),
    *("sum((X - mean(X, axis=1))**2, axis=1)", "sum((X - mean(X, axis=0))**2, axis=0)"),
    *("mean((X - mean(X, axis=1)) * (X - mean(X, axis=1)), axis=1)", "sqrt(mean((mean(X, axis=1) - X)**2, axis=1))"),
    *("sum((X - m)**2, axis=1)", "mean((X - one)**2, axis=1)", "sum((one - X)**2, axis=1)"),
    *("sum((X - line)**2, axis=0)", "sum((m - line)**2, axis=1)"),
    *("X - mean(X)", "m - mean(m)", "sum((X - mean(X))**2)", "mean((mean(line) - line)**2)", "sum((X - one)**2)"),
    *("sum(softmax(X, axis=None) * Z)", "mean((m - one)**2)"),
    **SHAPES,
)
POSITIVE = spec(
    *("sum(X * Z, axis=1) / sum(X, axis=1)", "(X @ Y) / sum(X, axis=1)", "sum(Z * X, axis=0) / sum(X, axis=0)"),
    "sum(Z * X) / sum(X)",
    **SHAPES,
)


def box(lo: int, hi: int, flags: str = "[]") -> Interval:
    """Quarters."""
    return Interval(fmpq(lo, 4), fmpq(hi, 4), flags[0] == "[", flags[1] == "]")


@st.composite
def operands(draw: st.DrawFn, *, positive: bool = False) -> dict[str, Array]:
    found = {name: draw(strategies.boxes(*shape, name)) for name, shape in SHAPES.items()}
    if positive:
        found["X"] = found["X"].map(lambda cell: abs_of(cell) + 1)
        found["X"].sources = frozenset("X")
    return found


def abs_of(cell: Value) -> Value:
    return Ranges().absolute(cell)


@each("formula", some([*EXACT.formulas, *POSITIVE.formulas], 0, of=41))
@settings(max_examples=examples(8))
@given(data=st.data())
def test_no_point_leaves_the_range_and_it_is_called_exact(formula: str, data: st.DataObject):
    boxes = data.draw(operands(positive=formula in POSITIVE.formulas))
    check(formula, boxes, choices(boxes, data.draw(strategies.seeds()), 6))
    assert evaluate(formula, Ranges(), boxes).exact or not any(found.sources for found in boxes.values())


@each("formula", some([*EXACT.formulas, *POSITIVE.formulas], 5, of=41))
@settings(max_examples=examples(4))
@given(boxes=operands(positive=True))
def test_a_cell_alone_has_the_range_of_the_whole(formula: str, boxes: dict[str, Array]):
    class Book:
        def operand(self, name: str) -> Array:
            return boxes[name]

        def operand_part(self, name: str, row: int | None, column: int | None) -> Array:
            return cut(boxes[name], row, column)

        def size(self, name: str) -> tuple[int, int]:
            return boxes[name].shape

    whole, found = evaluate(formula, Ranges(), boxes), Parts(parse_formula(formula, signatures()), Ranges(), Book())
    assert found.shape == whole.shape
    for row, column in whole.positions():
        cell = found.cell(row, column)
        assert str(cell.cells[0]) == str(whole[row, column])
        assert (cell.shape, cell.exact) == ((1, 1), whole.exact)


def vertices(*rows: tuple[Interval, ...]) -> Iterator[tuple[tuple[fmpq, ...], ...]]:
    yield from product(*(list(product(*({cell.lo, cell.hi} for cell in row))) for row in rows))


CELLS = st.builds(
    lambda lo, width, flags: box(lo, lo + width, flags if width else "[]"),
    *(st.integers(-12, 12), st.integers(0, 8), st.sampled_from(["[]", "[)", "(]", "()"])),
)


def rows(count: int) -> st.SearchStrategy[tuple[Interval, ...]]:
    return st.lists(CELLS, min_size=count, max_size=count).map(tuple)


@given(rows(3), rows(3))
def test_a_weighted_mean_is_largest_and_least_at_a_vertex(weights: tuple[Interval, ...], values: tuple[Interval, ...]):
    positive = tuple(Interval(w.lo + 4, w.hi + 4, w.lo_closed, w.hi_closed) for w in weights)
    found = weighted_mean(positive, values)
    means = [sum(a * b for a, b in zip(w, v, strict=True)) / sum(w, fmpq(0)) for w, v in vertices(positive, values)]
    assert (found.lo, found.hi) == (min(means), max(means))


@given(rows(3), rows(3))
def test_a_mean_by_softmax_is_that_of_its_exponentials(scores: tuple[Interval, ...], values: tuple[Interval, ...]):
    found = softmax_mean(scores, values)
    means = []
    for s, v in vertices(scores, values):
        powers = [arb(x).exp() for x in s]
        means.append(sum((p * x for p, x in zip(powers, v, strict=True)), arb(0)) / sum(powers, arb(0)))
    assert all(not mean > found.hi and not mean < found.lo for mean in means)
    for end in (found.lo, found.hi):
        assert any((end - mean).overlaps(arb(0, 1e-30)) for mean in means)


ONE, TWO = box(4, 4), box(8, 8)
OPEN = box(4, 12, "()")


@pytest.mark.parametrize(
    ("weights", "values", "closed"),
    [
        ((box(4, 8), ONE), (TWO, ONE), (True, True)),
        ((OPEN, ONE), (TWO, ONE), (False, False)),
        ((OPEN, ONE), (ONE, ONE), (True, True)),  # all values are one, whatever the weights are
        ((ONE, box(4, 8, "[)")), (TWO, ONE), (False, True)),
        ((ONE, ONE), (box(0, 4, "(]"), ONE), (False, True)),
    ],
)
def test_an_end_is_attained_if_all_that_it_needs_is(weights: object, values: object, closed: tuple[bool, bool]):
    found = weighted_mean(weights, values)
    assert (found.lo_closed, found.hi_closed) == closed


def test_a_mean_by_softmax_of_what_is_all_the_same_is_that_whatever_the_scores_are():
    found = softmax_mean((OPEN, box(1, 9, "()")), (ONE, ONE))
    assert (found.lo, found.hi, found.lo_closed, found.hi_closed) == (ONE.lo, ONE.lo, True, True)
    masked = Interval(None, fmpq(0), lo_closed=True)  # it may have no weight at all, and then the other is the mean
    found = softmax_mean((masked, OPEN), (ONE, TWO))
    assert found.hi_closed
    assert found.hi.overlaps(arb(TWO.lo)) if isinstance(found.hi, arb) else found.hi == TWO.lo


def test_masked_scores_have_no_weight_and_low_ones_may_have_none():
    values = (box(0, 4), box(40, 44), box(8, 12))
    found = softmax_mean((fmpq(0), MINUS_INFINITY, fmpq(0)), values)
    assert (found.lo, found.hi) == (1, 2)
    low = softmax_mean((fmpq(0), Interval(None, fmpq(0), lo_closed=False)), values[:2])
    assert (low.lo, low.lo_closed, low.hi, low.hi_closed) == (0, False, 6, True)
    assert softmax_mean((fmpq(0), Interval(fmpq(0), None, hi_closed=False)), values[:2]) is None
    assert softmax_mean((fmpq(0), UNKNOWN), values[:2]) is None
    assert softmax_mean((MINUS_INFINITY,), values[:1]) is None


@pytest.mark.parametrize("weights", [(box(-1, 4), ONE), (box(0, 4), box(0, 4)), (Interval(fmpq(1), None), ONE)])
def test_weights_that_may_be_negative_or_all_zero_or_without_end_have_no_closed_form(weights: object):
    assert weighted_mean(weights, (ONE, TWO)) is None


@given(rows(3), CELLS)
def test_squared_distances_are_largest_at_a_vertex_and_least_at_one_level(cells: tuple[Interval, ...], m: Interval):
    found = squared_distances(cells, m)
    most = max(sum((x - mu[0]) ** 2 for x in xs) for xs, mu in vertices(cells, (m,)))
    levels = [
        m.lo + (m.hi - m.lo) * fmpq(k, 840) for k in range(841)
    ]  # means of up to three ends are among them, nearly
    nearest = [sum((min(max(level, x.lo), x.hi) - level) ** 2 for x in cells) for level in levels]
    assert found.hi == most
    assert found.lo <= min(nearest) <= found.lo + fmpq(1, 10**4)


def test_where_cells_meet_their_centre_the_least_is_zero_if_they_have_a_number_in_common():
    touching = squared_distances((box(0, 4), box(0, 4, "[)")), box(4, 8))
    assert (touching.lo, touching.lo_closed) == (0, False)
    meeting = squared_distances((box(0, 5), box(0, 5, "[)")), box(4, 8))
    assert (meeting.lo, meeting.lo_closed) == (0, True)


def test_what_is_not_one_number_a_row_is_no_centre():
    """Each cell has its own then, and is used once."""
    boxes = {name: Array(1, 2, (ONE, box(0, 4)), frozenset([name])) for name in "XY"}
    assert str(evaluate("sum((X - Y)**2, axis=1)", Ranges(), boxes).cells[0]) == "[0, 1]"


def test_what_two_parts_share_makes_the_range_an_enclosure():
    boxes = {"X": Array(2, 2, (ONE, box(0, 4), box(0, 8), TWO), frozenset("X"))}
    found = Evaluator(Ranges(), boxes.__getitem__).evaluate(parse_formula("softmax(X) @ X", signatures()))
    assert not found.exact
    assert not outside(found.cells[0], fmpq(1, 2))


def report(folder: Path, stages: str, printed: str) -> Verdict:
    path = folder / "small.yaml"
    text = (
        f"document: small\ntitle: Small\ngivens: rounded\nrounding: nearest\nstages:\n{stages}    printed: {printed}\n"
    )
    path.write_text(text, encoding="utf-8")
    return judged(read(str(path), signatures()), causes=False).stages[-1].cells[0].verdict


X = "  - name: X\n    printed: 0.1 0.5 0.9\n"
UNPRINTED_MEAN = X + "  - name: mu\n    formula: mean(X, axis=1)\n  - name: D\n    formula: X - mu\n"
UNPRINTED_SHARES = (
    "  - name: S\n    printed: 1.0 2.0\n  - name: V\n    printed: |\n      3.0\n      3.0\n"
    "  - name: P\n    formula: softmax(S)\n  - name: O\n    formula: P @ V\n"
)


def test_stages_that_show_nothing_are_seen_through(tmp_path: Path):
    """X - mean(X) is -0.4 with 0.0667 to either side, and were 0.1 to either side if the mean varied on its own."""
    assert report(tmp_path, UNPRINTED_MEAN, "-0.46 0.03 0.43") is Verdict.TOLERATED
    assert report(tmp_path, UNPRINTED_MEAN, "-0.46 0.00 0.40") is Verdict.CONTRADICTED  # they do not sum to zero
    assert report(tmp_path, UNPRINTED_MEAN, "-0.48 0.00 0.40") is Verdict.CONTRADICTED
    assert report(tmp_path, UNPRINTED_SHARES, "3.049") is Verdict.TOLERATED
    assert report(tmp_path, UNPRINTED_SHARES, "3.06") is Verdict.CONTRADICTED


def test_a_stage_that_cannot_be_computed_is_named_all_the_same(tmp_path: Path):
    stages = X + "  - name: T\n    formula: X @ X\n  - name: D\n    formula: T - mean(T, axis=1)\n"
    path = tmp_path / "small.yaml"
    text = f"document: small\ntitle: Small\nstages:\n{stages}    printed: 1\n"
    path.write_text(text, encoding="utf-8")
    (cell,) = judged(read(str(path), signatures()), causes=False).stages[-1].cells
    assert (cell.verdict, cell.reason) == (Verdict.UNCHECKED, "T was never printed")
