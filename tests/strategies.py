"""Every Hypothesis strategy of the tests, and how points are drawn from what they give."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product
from random import Random

from flint import fmpq
from hypothesis import strategies as st

from verifier.array import Array
from verifier.interval import Interval
from verifier.printed import power_of_ten
from verifier.rounding import TABLE, Rule

TINY = fmpq(1, 10**9)
FAR = 10**6


def rationals(bound: int = 100) -> st.SearchStrategy[fmpq]:
    """Rationals of all kinds: whole, on a decimal grid, just beside a grid point, with odd denominators."""
    whole = st.integers(-bound, bound).map(fmpq)
    grid = st.builds(lambda n, place: n * power_of_ten(-place), st.integers(-bound, bound), st.integers(0, 5))
    beside = st.builds(lambda x, way: x + way * TINY, grid, st.sampled_from([-1, 1]))
    return st.one_of(whole, grid, beside, st.builds(fmpq, st.integers(-bound, bound), st.integers(1, 97)))


@st.composite
def printed_texts(draw: st.DrawFn) -> str:
    """Numbers as authors spell them."""
    sign = draw(st.sampled_from(["", "", "-", "+", "\u2212", "\u2013"]))
    whole, decimals = draw(st.from_regex(r"\A[0-9]{0,6}\Z")), draw(st.from_regex(r"\A[0-9]{0,6}\Z"))
    if not whole and not decimals:
        whole = "0"
    point = "." if decimals or draw(st.booleans()) else ""
    power = draw(st.sampled_from(["", "", "", "e{}", "E{}", "x10^{}", "\u00d710^{}", "\u00b710^{{{}}}", "*10**{}"]))
    return f"{sign}{whole}{point}{decimals}{power.format(draw(st.integers(-12, 12)))}"


def rule_names() -> st.SearchStrategy[str]:
    """The rules of the table."""
    return st.sampled_from(sorted(TABLE))


def rules() -> st.SearchStrategy[Rule]:
    """Rules of one step, and composed ones whose early steps keep more decimals."""
    single = rule_names().map(lambda name: Rule(((name, None),)))
    step = st.tuples(rule_names(), st.integers(0, 5))
    composed = st.builds(lambda first, last: Rule((*first, (last, None))), st.lists(step, min_size=1, max_size=3), rule_names())
    return st.one_of(single, composed)


@st.composite
def intervals(draw: st.DrawFn, bound: int = 4, *, finite: bool = False) -> Interval:
    """Ranges that straddle zero, touch it or miss it; open or closed; one point; without an end."""
    ends = st.one_of(st.integers(-bound, bound).map(fmpq), st.builds(fmpq, st.integers(-8 * bound, 8 * bound), st.just(8)))
    lo, hi = sorted([draw(ends), draw(ends)])
    if lo == hi:
        return Interval(lo, hi)
    without = "" if finite else draw(st.sampled_from(["", "", "", "lo", "hi", "both"]))
    lo_closed, hi_closed = draw(st.booleans()), draw(st.booleans())
    if without in ("lo", "both"):
        lo, lo_closed = None, False
    if without in ("hi", "both"):
        hi, hi_closed = None, False
    return Interval(lo, hi, lo_closed, hi_closed)


def matrices(rows: int, columns: int, bound: int = 6) -> st.SearchStrategy[Array]:
    """Small matrices of rationals."""
    cells = st.lists(rationals(bound), min_size=rows * columns, max_size=rows * columns)
    return cells.map(lambda given: Array(rows, columns, tuple(given)))


def boxes(rows: int, columns: int, source: str, *, finite: bool = True, bound: int = 4) -> st.SearchStrategy[Array]:
    """Matrices of ranges and, among them, numbers that do not vary; all of one stage."""
    cell = st.one_of(intervals(bound, finite=finite), intervals(bound, finite=finite), st.integers(-bound, bound).map(fmpq))
    cells = st.lists(cell, min_size=rows * columns, max_size=rows * columns)
    return cells.map(lambda given: Array(rows, columns, tuple(given), frozenset([source])))


@dataclass
class Inside:
    """Points inside ranges, from one seed."""

    random: Random

    def of(self, box: Interval) -> fmpq:
        """Some point of the range: an end, or just beside it, or between."""
        lo, hi = box.lo, box.hi
        if lo is None and hi is None:
            return fmpq(self.random.randint(-FAR, FAR), self.random.choice([1, 1000, FAR]))
        if lo is None or hi is None:
            step = fmpq(self.random.randint(1, FAR), self.random.choice([1, 1000, FAR]))
            return lo + step if hi is None else hi - step
        if self.random.random() < 0.6:
            return self.random.choice(ends(box))
        return lo + (hi - lo) * fmpq(self.random.randint(1, 999), 1000)

    def array(self, box: Array) -> Array:
        """A matrix of such points."""
        return box.map(lambda cell: self.of(cell) if isinstance(cell, Interval) else cell)


def ends(box: Interval) -> list[fmpq]:
    """The points of a bounded range next to its two ends, the ends themselves where they are closed."""
    step = (box.hi - box.lo) * TINY * TINY
    return [box.lo if box.lo_closed else box.lo + step, box.hi if box.hi_closed else box.hi - step]


def corners(box: Array, limit: int = 256) -> Iterator[Array]:
    """The matrices with every cell next to one of its ends, or zero where it straddles zero."""
    choices = [_corner(cell) if isinstance(cell, Interval) and cell.lo != cell.hi else [_only(cell)] for cell in box.cells]
    for cells in islice(product(*choices), limit):
        yield Array(box.rows, box.columns, cells)


def _corner(box: Interval) -> list[fmpq]:
    return [*ends(box), fmpq(0)] if box.lo < 0 < box.hi else ends(box)


def _only(cell: object) -> object:
    return cell.lo if isinstance(cell, Interval) else cell


def seeds() -> st.SearchStrategy[Inside]:
    """Sources of points."""
    return st.integers(0, 10**6).map(lambda seed: Inside(Random(seed)))
