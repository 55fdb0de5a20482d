"""Points at which a function is tried: exact binary fractions, which an array of NumPy holds without rounding."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import prod
from random import Random
from typing import Final, TypeAlias

Shape: TypeAlias = tuple[int, ...]
Point: TypeAlias = dict[str, tuple[Fraction, ...]]
"""The cells of each array, row by row, by its name."""
Draw: TypeAlias = Callable[[], Fraction]

GRID: Final = 2**8
"""Ordinary cells are multiples of its inverse."""
_TINY: Final = 2**20
"""So much smaller are cells near zero."""
_ORDINARY: Final = 4
_SHRINKS: Final = 400
"""So many simpler points are tried for one that fails."""


def points(shapes: Mapping[str, Shape], within: tuple[Fraction, Fraction], seed: int) -> Iterator[Point]:
    """Points without an end, those at the edges first: zeros, ones, ties, small integers, large and tiny numbers.

    All numbers lie *within* two bounds, both included. The same seed gives the same points.
    """
    random = Random(seed)  # noqa: S311 - points are no secrets
    lo, hi = within

    def ordinary() -> Fraction:
        return _inside(Fraction(random.randint(-_ORDINARY * GRID, _ORDINARY * GRID), GRID), within, random)

    def large() -> Fraction:
        return random.choice((lo, hi, _on_grid(random, within)))

    def tiny() -> Fraction:
        return _inside(Fraction(random.randint(-GRID, GRID), GRID * _TINY), within, random)

    def small() -> Fraction:
        return _inside(Fraction(random.randint(-1, 1)), within, random)

    for one in (0, 1):
        yield _filled(shapes, lambda one=one: _inside(Fraction(one), within, random))  # type: ignore[misc]
    yield {name: (ordinary(),) * prod(shape) for name, shape in shapes.items()}
    yield {name: (large(),) * prod(shape) for name, shape in shapes.items()}
    for draw in (small, large, tiny):
        yield _filled(shapes, draw)
    while True:
        yield _filled(shapes, random.choice((ordinary, ordinary, ordinary, small, large, tiny)))


def simplest(point: Point, within: tuple[Fraction, Fraction], fails: Callable[[Point], bool]) -> Point:
    """A point that fails as *point* does, with as many simple numbers in it as a short search finds."""
    left = _SHRINKS
    is_simpler = True
    while is_simpler:
        is_simpler = False
        for trial in _simpler(point, within):
            left -= 1
            if left < 0:
                return point
            if fails(trial):
                point, is_simpler = trial, True
                break
    return point


def _simpler(point: Point, within: tuple[Fraction, Fraction]) -> Iterator[Point]:
    """The points with one simpler number each."""
    lo, hi = within
    for name, cells in point.items():
        for index, cell in enumerate(cells):
            nearer = (Fraction(0), Fraction(1), Fraction(int(cell)), Fraction(int(cell / 2)), abs(cell))
            for simpler in dict.fromkeys(nearer):
                if lo <= simpler <= hi and _cost(simpler) < _cost(cell):
                    yield point | {name: (*cells[:index], simpler, *cells[index + 1 :])}


def _cost(cell: Fraction) -> tuple[int, Fraction, bool]:
    """How much there is to read in a number."""
    return cell.denominator, abs(cell), cell < 0


def _filled(shapes: Mapping[str, Shape], draw: Draw) -> Point:
    return {name: tuple(draw() for _ in range(prod(shape))) for name, shape in shapes.items()}


def _inside(number: Fraction, within: tuple[Fraction, Fraction], random: Random) -> Fraction:
    """The number if it lies within the bounds, else one that does."""
    lo, hi = within
    return number if lo <= number <= hi else _on_grid(random, within)


def _on_grid(random: Random, within: tuple[Fraction, Fraction]) -> Fraction:
    """A number within the bounds, by the grid from the lower one."""
    lo, hi = within
    return lo + Fraction(random.randint(0, int((hi - lo) * GRID)), GRID)
