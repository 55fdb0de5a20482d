"""Building a matrix from the values of its body at each row and column: from cells or from blocks."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, TypeAlias

from flint import fmpq

from verifier.formulas.tree import Apply, Build, Expression, Literal, Name, children, used
from verifier.numbers.array import Array, Shape, scalar, sources_of
from verifier.numbers.interval import UNKNOWN
from verifier.operations import ShapeError, TooLarge

MAX_CELLS: Final = 1 << 20
"""Maximum number of cells of one matrix; more raise TooLarge."""
Computed: TypeAlias = dict[tuple[Expression, int], Array]
"""Results of subtrees on the same operands, by the subtree and the precision in bits."""
_SKIPPED: Final = scalar(UNKNOWN)


def check_size(rows: int, columns: int) -> None:
    """Raise TooLarge for a matrix of too many cells or of a negative size."""
    if rows < 0 or columns < 0 or rows * columns > MAX_CELLS:
        raise TooLarge(f"a matrix of at most {MAX_CELLS} cells, found {rows} x {columns}")


def built_by_places(
    made: Build,
    shape: Shape,
    local: Mapping[str, Array],
    evaluate: Callable[[Expression, Mapping[str, Array]], Array],
    only: Collection[Shape] | None,
) -> Array | None:
    """The matrix from the body's values at all places, or at those in *only*, UNKNOWN elsewhere.

    None if the body gives blocks although *only* names cells. Raises ShapeError for blocks of different shapes, and
    TooLarge for too many cells.
    """
    rows, columns = shape
    inner = dict(local)
    blocks: list[Array] = []
    for i in range(rows):
        inner[made.indices[0]] = scalar(fmpq(i))
        for j in range(columns):
            if only is not None and (i, j) not in only:
                blocks.append(_SKIPPED)
                continue
            inner[made.indices[1]] = scalar(fmpq(j))
            block = evaluate(made.body, inner)
            if only is not None and block.shape != (1, 1):
                return None
            blocks.append(block)
            if block.shape != blocks[0].shape:
                found = f"found {_sizes(blocks[0], block)}"
                row = made.indices[0]
                raise ShapeError(f"parts of one size in each row, {found}; NAME[{row}] is the number in row {row}")
            if len(block.cells) * rows * columns > MAX_CELLS:
                found = f"{rows * columns} times {_sizes(block)}"
                raise TooLarge(f"a matrix of at most {MAX_CELLS} cells, found {found}")
    return _assembled(rows, columns, blocks)


def kept_apart(made: Build, outer: Mapping[int, Computed]) -> dict[int, Computed]:
    """Where results of the parts of a body are kept that no place changes, by the identity of the part.

    A part that is kept for an *outer* body already stays there.
    """
    new = Computed()
    parts: list[Apply] = []
    _add_parts_apart(made.body, frozenset(made.indices), parts)
    return {id(part): outer.get(id(part), new) for part in parts}


def _add_parts_apart(body: Expression, indices: frozenset[str], found: list[Apply]) -> None:
    """Add the largest operations in a body that use none of its *indices*, nor those of what is built in it."""
    if isinstance(body, Literal | Name):
        return
    if isinstance(body, Apply) and indices.isdisjoint(used(body)):
        found.append(body)
        return
    inner = indices.union(body.indices) if isinstance(body, Build) else indices
    for part in children(body):
        _add_parts_apart(part, inner, found)


def sliced(count: int, start: int | None, stop: int | None, step: int | None) -> range:
    """The places of a slice among *count*; raises ShapeError for a step of 0."""
    if step == 0:
        raise ShapeError("a step of a slice that is not 0")
    return range(count)[start:stop:step]


def place_at(place: int, count: int, what: str) -> range:
    """The one place of an index, *what* it counts from 0 or backwards from -1; raises ShapeError outside."""
    if not -count <= place < count:
        raise ShapeError(f"{what} {place} of a matrix with {count}, counted from 0")
    return range(place % count, place % count + 1)


def _sizes(*blocks: Array) -> str:
    return " and ".join(f"{block.rows} x {block.columns}" for block in blocks)


def _assembled(rows: int, columns: int, blocks: list[Array]) -> Array:
    """Blocks of one shape, *rows* times *columns* of them, row by row, as one matrix."""
    height, width = blocks[0].shape if blocks else (1, 1)
    cells = tuple(
        cell
        for i in range(rows)
        for line in range(height)
        for block in blocks[i * columns : (i + 1) * columns]
        for cell in block.row(line)
    )
    sources = sources_of(blocks)
    exact = all(block.exact for block in blocks)
    return Array(rows * height, columns * width, cells, sources, exact, independent=not sources)
