"""Columns whose numbers follow from the row above: those of another column there, running totals and balances."""

from collections.abc import Iterator, Sequence
from typing import Final

from flint import fmpq

from verifier.document.model import Block
from verifier.drafts.evidence import ASKED, Target, Trial, chance, fits, prints, target_of
from verifier.drafts.quantities import Quantity
from verifier.drafts.search import Link, Search
from verifier.formulas.counting import number
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Subscript
from verifier.numbers.array import Array

LEAST_ROWS: Final = 3
MOST_COLUMNS: Final = 8
"""So many other columns of a table are tried, from the first."""
_I: Final = Name("i")
_ABOVE: Final = Apply("subtract", (_I, Literal(fmpq(1), "1")))
INDICES: Final = ("i", "j_")
"""Those of formulas for each row."""


def from_above(quantity: Quantity, everything: Sequence[Quantity], search: Search) -> Link | None:
    """The formula of the row above that fits the most numbers of a column, if the evidence for it is enough."""
    block = quantity.block
    if quantity.column is None or quantity.total is not None or block.rows < LEAST_ROWS or block.infinite:
        return None
    others = [one for one in everything if one.shown is quantity.shown and one.column not in (None, quantity.column)]
    others = [one for one in others if one.total is None and one.block.shape == block.shape][:MOST_COLUMNS]
    before = [one.id for one in others if one.at < quantity.at]
    bodies = _bodies(quantity.id, before, [one.id for one in others])
    trees = [_for_each_row(body, quantity, block) for body in bodies]
    arrays = {tree: array for tree in trees if (array := search.values.as_printed(tree)) is not None}
    target = target_of(_below(block))
    counts = {tree: len(prints(target, _cut(array))) for tree, array in arrays.items()}
    best = max(counts, key=lambda tree: counts[tree], default=None)
    possible = None if best is None else search.values.possible(best)
    if best is None or possible is None:
        return None
    return _link(target, best, Trial(arrays[best], possible), list(arrays.values()))


def _link(target: Target, tree: Expression, trial: Trial, others: Sequence[Array]) -> Link | None:
    """A formula with what speaks for it in the rows behind the first, its start; None if that is too little."""
    below = Trial(_cut(trial.array), _cut(trial.possible))
    own = prints(target, below.array)
    cut = map(_cut, others)
    unlike = [array for array in cut if 2 * len(own & prints(target, array)) < len(own)]
    likely = chance(target, below, unlike, len(others))
    fitting = {index + 1 for index in fits(target, below.possible) | own}
    if likely >= ASKED or 3 * len(fitting) < 2 * len(target.boxes):
        return None
    return Link(tree, trial.array, frozenset({0, *fitting}), len(target.boxes) + 1, likely, len(others))


def _bodies(own: str, before: Sequence[str], columns: Sequence[str]) -> Iterator[Expression]:
    """What a row may be, by the names of its column, of those *before* it, with the same row too, and of all others.

    The simplest come first.
    """
    last = _at(own, _ABOVE)
    yield from (_at(one, _ABOVE) for one in columns)
    for row, some in ((_I, before), (_ABOVE, columns)):
        for one in some:
            yield from (Apply(sign, (last, _at(one, row))) for sign in ("add", "subtract"))
    for one in before:
        more = Apply("add", (last, _at(one, _I)))
        yield from (Apply("subtract", (more, _at(other, _I))) for other in before if other != one)


def _at(column: str, row: Expression) -> Expression:
    return Subscript(Name(column), row, None)


def _for_each_row(body: Expression, quantity: Quantity, block: Block) -> Expression:
    """The column that has this in each row but the first, which is as it is shown."""
    return Build(number(block.rows), number(1), INDICES, Choice(_I, body, _at(quantity.id, _I)))


def _below(block: Block) -> Block:
    """A column without its first number."""
    return block._replace(rows=block.rows - 1, cells=block.cells[1:])


def _cut(array: Array) -> Array:
    return Array(array.rows - 1, array.columns, array.cells[1:])
