"""The ranges of a product's cells all at once, against each of them added up by itself."""

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests import strategies
from tests.tables import each
from verifier.engines.points.flint import Points
from verifier.engines.points.products import dot, mixed_product
from verifier.engines.ranges import products
from verifier.engines.ranges.products import GREATEST, LEAST, product_ranges
from verifier.engines.ranges.ranges import Ranges
from verifier.numbers.array import Array
from verifier.numbers.interval import UNKNOWN, Interval

HALVES = st.integers(-3, 3).map(lambda number: fmpq(number, 2))
BOXES = st.one_of(
    HALVES,
    st.builds(
        lambda ends, lo_closed, hi_closed: Interval(min(ends), max(ends), lo_closed, hi_closed),
        st.lists(HALVES, min_size=2, max_size=2, unique=True),
        st.booleans(),
        st.booleans(),
    ),
)


@st.composite
def factors(draw: st.DrawFn) -> tuple[Array, Array]:
    m, k, n = (draw(st.integers(1, 3)) for _ in range(3))
    sides = [(m, k), (k, n)]
    a, b = (
        Array(*side, tuple(draw(st.lists(BOXES, min_size=side[0] * side[1], max_size=side[0] * side[1]))))
        for side in sides
    )
    return a, b


@pytest.fixture(autouse=True)
def even_of_small_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(products, "LEAST_PRODUCTS", 0)


def one_by_one(a: Array, b: Array) -> tuple[str, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(products, "LEAST_PRODUCTS", 10**9)
        return tuple(map(str, Ranges().matmul(a, b).cells))


@given(factors())
def test_ranges_at_once_are_those_of_the_sums(pair: tuple[Array, Array]) -> None:
    found = product_ranges(*pair)
    assert found is not None
    assert tuple(map(str, found)) == one_by_one(*pair)


THIN = arb(2) ** -40
NUMBERS = st.one_of(HALVES, HALVES.map(lambda number: arb(number) + arb(2).sqrt()))


@given(st.data(), *(st.integers(1, 4) for _ in range(3)))
def test_a_product_of_rationals_and_balls_is_rational_where_its_sum_is(data: st.DataObject, m: int, k: int, n: int):
    """And the other cells are balls around the same numbers."""
    a, b = (
        Array(*side, tuple(data.draw(st.lists(NUMBERS, min_size=side[0] * side[1], max_size=side[0] * side[1]))))
        for side in ((m, k), (k, n))
    )
    sums = [dot(row, b.column(j)) for row in a.row_list() for j in range(n)]
    for found, wanted in zip(mixed_product(a, b), sums, strict=True):
        assert type(found) is type(wanted)
        assert (
            found == wanted if isinstance(wanted, fmpq) else wanted.overlaps(found) and found.rel_accuracy_bits() > 40
        )


def test_each_pair_of_signs_has_its_ends():
    signs = {(a, b) for a in "+-0" for b in "+-0"}
    assert set(LEAST) == set(GREATEST) == signs - {("0", "0")}


@each(
    "cell",
    [
        UNKNOWN, "word", arb(2), Interval(None, fmpq(1)), Interval(fmpq(0), arb(2)),
        Interval(fmpq(0), fmpq(1), partial=True),
        Interval(fmpq(0), fmpq(1), loose=True),
    ],
    ids=str,
)  # fmt: skip
def test_other_cells_than_finite_rational_ones_are_left_to_the_sums(cell: object):
    one = strategies.from_rows([[fmpq(1)]])
    assert product_ranges(Array(1, 1, (cell,)), one) is None
    assert product_ranges(one, Array(1, 1, (cell,))) is None


def test_pairs_of_boxes_around_zero_are_bounded(monkeypatch: pytest.MonkeyPatch):
    around = Array(2, 2, (Interval(fmpq(-1), fmpq(1)),) * 4)
    assert product_ranges(around, around) is not None
    monkeypatch.setattr(products, "MAX_PAIRS", 7)
    assert product_ranges(around, around) is None


def of_whole(count: int) -> tuple[Array, Array]:
    cells = tuple(fmpq(at % 9 - 4) for at in range(count * count))
    return Array(count, count, cells), Array(count, count, cells)


def of_unlike_fractions(count: int) -> tuple[Array, Array]:
    """Matrices whose rows, and columns, have denominators that have a long least common multiple."""
    places = [divmod(at, count) for at in range(count * count)]
    return (
        Array(count, count, tuple(fmpq(i, j + 1) for i, j in places)),
        Array(count, count, tuple(fmpq(1, i + j + 1) for i, j in places)),
    )


def widened(array: Array) -> Array:
    cells = (Interval(cell, cell + 1, lo_closed=True, hi_closed=False) for cell in array.cells)
    return Array(array.rows, array.columns, tuple(cells), frozenset("x"))


@pytest.mark.parametrize("engine", [Points(), Ranges()], ids=["points", "ranges"])
def test_fractions_cost_what_their_common_denominators_take(engine: Points | Ranges) -> None:
    short, long = of_whole(40), of_unlike_fractions(40)
    if engine.is_range:
        short, long = ((widened(a), widened(b)) for a, b in (short, long))
    assert engine.matmul_work(*long) >= 3 * engine.matmul_work(*short) > 0


def test_a_product_over_nothing_costs_nothing() -> None:
    assert Points().matmul_work(Array(2, 0, ()), Array(0, 3, ())) == 0
