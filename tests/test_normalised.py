"""The exact range of a normalised row, against points of its box and against vertices and levels searched."""

from collections.abc import Iterator
from itertools import product
from unittest.mock import patch

from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from verifier.engines.ranges import normalised as module
from verifier.engines.ranges.normalised import Divisor, normalised
from verifier.engines.ranges.variance import Ends
from verifier.numbers.interval import Interval

GRID = st.integers(-100, 100).map(lambda units: fmpq(units, 100))
HALF = fmpq(1, 200)
ZERO = Ends(fmpq(0), fmpq(0), lo_closed=True, hi_closed=True)
EXTRA = st.sampled_from([fmpq(0), fmpq(1, 10**4), fmpq(1, 10), fmpq(2)]).map(
    lambda value: Ends(value, value, lo_closed=True, hi_closed=True)
)
ROWS = st.lists(st.tuples(GRID, st.sampled_from([HALF, HALF, fmpq(1, 20)])), min_size=2, max_size=5).map(
    lambda cells: [Ends(middle - half, middle + half, lo_closed=True, hi_closed=True) for middle, half in cells]
)
DIVISORS = st.builds(Divisor, st.sampled_from([0, 1]), EXTRA, EXTRA)


def value(cells: tuple[fmpq, ...], place: int, divisor: Divisor) -> arb:
    """One cell computed from points, as the formula says."""
    mean = sum(cells, fmpq(0)) / len(cells)
    variance = sum(((cell - mean) * (cell - mean) for cell in cells), fmpq(0)) / (len(cells) - divisor.ddof)
    return (cells[place] - mean) / (arb(variance + divisor.inside.lo).sqrt() + arb(divisor.outside.lo))


def points(row: list[Ends]) -> Iterator[tuple[fmpq, ...]]:
    """All points of a box with each cell at an end or in the middle."""
    return product(*([box.lo, (box.lo + box.hi) / 2, box.hi] for box in row))


@settings(max_examples=examples(60))
@given(ROWS, DIVISORS)
def test_no_point_of_the_box_leaves_the_range(row: list[Ends], divisor: Divisor) -> None:
    ranges = normalised(row, divisor)
    if ranges is None:
        return
    for cells in points(row):
        for place, found in enumerate(ranges):
            one = value(cells, place, divisor)
            assert not one < found.lo
            assert not one > found.hi


def level_points(row: list[Ends], place: int, end: fmpq) -> Iterator[tuple[fmpq, ...]]:
    """The cell at its end and all others at one level, cut to their boxes."""
    others = [box for index, box in enumerate(row) if index != place]
    low, high = min(box.lo for box in others), max(box.hi for box in others)
    for step in range(201):
        level = low + (high - low) * step / 200
        cells = [min(max(level, box.lo), box.hi) for box in row]
        cells[place] = end
        yield tuple(cells)


@settings(max_examples=examples(40))
@given(ROWS, DIVISORS)
def test_the_range_is_attained_but_for_the_width_of_the_search(row: list[Ends], divisor: Divisor) -> None:
    ranges = normalised(row, divisor)
    if ranges is None:
        return
    for place, found in enumerate(ranges):
        tops = [value(cells, place, divisor) for cells in (*points(row), *level_points(row, place, row[place].hi))]
        bottoms = [value(cells, place, divisor) for cells in (*points(row), *level_points(row, place, row[place].lo))]
        assert found.hi - max(tops, key=middle) < fmpq(1, 100)
        assert min(bottoms, key=middle) - found.lo < fmpq(1, 100)


def middle(number: arb) -> fmpq:
    return number.mid().fmpq()


def test_cells_that_may_all_be_equal_have_no_range() -> None:
    same = Ends(fmpq(0), fmpq(1), lo_closed=True, hi_closed=True)
    assert normalised([same, same], Divisor(0, ZERO, ZERO)) is None


def test_an_epsilon_makes_them_finite() -> None:
    same = Ends(fmpq(0), fmpq(1), lo_closed=True, hi_closed=True)
    ranges = normalised([same, same], Divisor(0, ZERO, Ends(fmpq(1), fmpq(1), lo_closed=True, hi_closed=True)))
    assert ranges is not None
    assert isinstance(ranges[0], Interval)
    assert abs(ranges[0].hi - fmpq(1, 3)) < fmpq(1, 10**9)  # x = (1, 0): 0.5 / (0.5 + 1)


APART = st.sampled_from([fmpq(1, 1000), HALF, fmpq(1, 20), fmpq(1, 3), fmpq(0)])
"""Half widths of cells, so different that all vertices of a box count."""
BELOW = st.lists(st.tuples(GRID, APART), min_size=2, max_size=6).map(
    lambda cells: [Ends(middle - half, middle + half, lo_closed=True, hi_closed=True) for middle, half in cells]
)


@settings(max_examples=examples(100))
@given(BELOW, DIVISORS, st.sampled_from([fmpq(1), fmpq(1, 10**20), fmpq(10**20), fmpq(1, 10**200)]))
def test_rough_values_leave_out_no_vertex_that_has_the_greatest_value(
    others: list[Ends], divisor: Divisor, scale: fmpq
) -> None:
    others = [Ends(box.lo * scale, box.hi * scale, lo_closed=True, hi_closed=True) for box in others]
    least = min(box.lo for box in others) - scale  # below the others' mean, wherever they are
    own = Ends(least, least, lo_closed=True, hi_closed=True)
    found = module.by_vertices(own, others, divisor)
    with patch.object(module, "highest", lambda *_: range(2 ** len(others))):
        assert str(found) == str(module.by_vertices(own, others, divisor))


def test_of_many_vertices_few_are_looked_at_closely() -> None:
    halves = [fmpq(1, 100 + at) for at in range(9)]
    others = [Ends(fmpq(at) - half, fmpq(at) + half, lo_closed=True, hi_closed=True) for at, half in enumerate(halves)]
    assert len(list(module.highest(fmpq(-1), others, Divisor(0, ZERO, ZERO)))) == 1
    assert len(list(module.highest(fmpq(-1, 10**200), others, Divisor(0, ZERO, ZERO)))) == 1


def test_all_vertices_are_looked_at_closely_where_the_divisor_of_one_may_be_zero() -> None:
    others = [Ends(fmpq(0), fmpq(1, 2 + at), lo_closed=True, hi_closed=True) for at in range(3)]
    assert len(list(module.highest(fmpq(0), others, Divisor(0, ZERO, ZERO)))) == 2**3
