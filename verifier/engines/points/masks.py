"""What engines make of scores that a mask hides."""

from collections.abc import Callable

from flint import fmpq

from verifier.numbers.array import Value
from verifier.numbers.interval import MINUS_INFINITY, UNDEFINED, Missing


def unmasked(
    cells: tuple[Value, ...], softmax: Callable[[tuple[Value, ...]], tuple[Value, ...]]
) -> tuple[Value, ...] | None:
    """A softmax in which masked cells have no share; undefined if all are masked, None if none is."""
    kept = tuple(cell for cell in cells if cell is not MINUS_INFINITY)
    if len(kept) == len(cells):
        return None
    shares = iter(softmax(kept) if kept else ())
    return tuple((fmpq(0) if kept else UNDEFINED) if cell is MINUS_INFINITY else next(shares) for cell in cells)


def largest_known(a: Value, b: Value) -> Value:
    """The larger of two cells of which one has no value: anything is above minus infinity."""
    if a is MINUS_INFINITY:
        return b
    return a if isinstance(a, Missing) or b is MINUS_INFINITY else b
