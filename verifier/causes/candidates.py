"""The formulas that may give a block, by the shapes of the blocks before it: forms, parts and stacks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Final

from flint import fmpq

from verifier.causes.forms import COLUMNS, INNER, NUMBER, ROWS, Form, bound, forms
from verifier.document.model import Block
from verifier.formulas.tree import Apply, Expression, Literal, Name, Span, Subscript
from verifier.numbers.array import Shape
from verifier.record import NamedTuple
from verifier.sources.expressions.solving import renamed

REACH: Final = (0, 48, 20, 9)
"""So many blocks before a block are tried as operands, by the number of operands of a form; the nearest."""
MAX_NUMBERS: Final = 10
MAX_OFFSETS: Final = 24
"""Parts of a block are tried from so many places."""
MAX_STACKED: Final = 8
MAX_DIMENSION: Final = 4096
_AS_IT_IS: Final = 2
"""The weight of what computes nothing: a part of a block, or several joined."""
MAX_KEPT: Final = 1 << 15
"""So many formulas are kept for other blocks."""
MAX_TRIED: Final = 6_000
"""Maximum number of formulas for one block."""


class Usable(NamedTuple):
    """A block that a formula may use, by the name that it has in the search."""

    name: str
    shape: Shape


class Candidate(NamedTuple):
    """A formula that may give a block; a larger weight is less simple."""

    expression: Expression
    weight: int


def tells(block: Block) -> bool:
    """Whether a block as an operand tells anything: one of zeros alone can be added to every formula."""
    return any(cell is None or cell.value != 0 for cell in block.cells)


def numbers_in(blocks: Iterable[Block]) -> list[int]:
    """The dimensions of blocks and their single whole numbers, by which a form may divide; the nearest first."""
    return list(dict.fromkeys(chain(*map(_numbers_in, blocks), (2,))))


def _numbers_in(block: Block) -> list[int]:
    """The dimensions of a block above one; of a single number that is whole, this number."""
    cell = block.cells[0]
    if block.shape != (1, 1):
        return [size for size in block.shape if size > 1]
    return [int(cell.value.p)] if cell is not None and cell.is_bare_integer and 1 < cell.value < MAX_DIMENSION else []


def candidates(shape: Shape, before: Sequence[Usable], numbers: Sequence[int]) -> Iterator[Candidate]:
    """The formulas for a block of a shape, at most MAX_TRIED; operands are those *before* it, the nearest first.

    *numbers* are those that forms may divide by.
    """
    yield from islice(_candidates(shape, before, numbers), MAX_TRIED)


def _candidates(shape: Shape, before: Sequence[Usable], numbers: Sequence[int]) -> Iterator[Candidate]:
    sizes = {"r": shape[0], "c": shape[1], "1": 1}
    size: dict[str, Expression] = {ROWS: _whole(shape[0]), COLUMNS: _whole(shape[1])}
    for form in forms():
        if not form.shapes:
            yield Candidate(renamed(form.tree, size), form.weight)
            continue
        near = before[: REACH[len(form.shapes)]]
        some = numbers[:MAX_NUMBERS] if form.has_number else (None,)
        for operands in _filled(form, near, sizes):
            for number in some:
                yield Candidate(_filled_in(form, operands, number), form.weight)
    for operand in before[: REACH[1]]:
        yield from (Candidate(part, _AS_IT_IS) for part in _parts(operand, shape))
    yield from (Candidate(stack, _AS_IT_IS) for stack in _stacks(shape, before[: REACH[1]][::-1]))


def _filled(form: Form, near: Sequence[Usable], sizes: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """The ways to give operands to a form, by their names, each operand once."""
    found: list[tuple[tuple[str, ...], Mapping[str, int]]] = [((), sizes)]
    for _, pattern in form.shapes:
        found = [
            ((*used, operand.name), more)
            for used, known in found
            for operand in near
            if operand.name not in used
            and (more := bound(pattern, operand.shape, known)) is not None
            and more.get(INNER) != 1
        ]
    yield from (used for used, _ in found)


@lru_cache(MAX_KEPT)
def _filled_in(form: Form, operands: Sequence[str], number: int | None) -> Expression:
    """A form with names for its operands; the same tree each time, as the next block has most of its formulas again."""
    parts: dict[str, Expression] = {letter: Name(name) for (letter, _), name in zip(form.shapes, operands, strict=True)}
    return renamed(form.tree, parts if number is None else {**parts, NUMBER: _whole(number)})


def _parts(operand: Usable, shape: Shape) -> Iterator[Expression]:
    """The rows or columns of a block that have a shape, as they are and turned."""
    rows, columns = operand.shape
    name = Name(operand.name)
    if columns == shape[1] and rows > shape[0]:
        for start in range(min(rows - shape[0] + 1, MAX_OFFSETS)):
            yield Subscript(name, _span(start, shape[0]), None)
    if rows == shape[0] and columns > shape[1]:
        for start in range(min(columns - shape[1] + 1, MAX_OFFSETS)):
            yield Subscript(name, Span(None, None), _span(start, shape[1]))
    if shape[0] == 1 and rows == shape[1] and columns > 1:
        for start in range(min(columns, MAX_OFFSETS)):
            yield Apply("transpose", (Subscript(name, Span(None, None), _span(start, 1)),))
    if shape[1] == 1 and columns == shape[0] and rows > 1:
        for start in range(min(rows, MAX_OFFSETS)):
            yield Apply("transpose", (Subscript(name, _span(start, 1), None),))


def _span(start: int, count: int) -> Span:
    return Span(_whole(start), _whole(start + count))


def _stacks(shape: Shape, in_order: Sequence[Usable]) -> Iterator[Expression]:
    """Blocks that follow one another, side by side or under one another; others may stand between them."""
    for join, axis in (("hstack", 1), ("vstack", 0)):
        fitting = [one for one in in_order if one.shape[1 - axis] == shape[1 - axis] and one.shape[axis] < shape[axis]]
        for first in range(len(fitting)):
            for step in (1, 2, 3, 4):
                run = fitting[first::step][:MAX_STACKED]
                count = _count(run, axis, shape[axis])
                if count > 1:
                    yield Apply(join, tuple(Name(one.name) for one in run[:count]))


def _count(run: Sequence[Usable], axis: int, size: int) -> int:
    """How many blocks of a run, from its first, have a size together; 0 if none have."""
    for index, one in enumerate(run):
        size -= one.shape[axis]
        if size <= 0:
            return 0 if size else index + 1
    return 0


def _whole(number: int) -> Literal:
    return Literal(fmpq(number), str(number))
