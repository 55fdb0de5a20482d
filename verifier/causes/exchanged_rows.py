"""Rows of a recurrence that were printed in each other's place.

The rows below were computed from the right rows, so the formula of each row is asked in the right order: of the rows
that it uses, one stands where the other is printed.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from verifier.causes.hypotheses import Hypothesis, Reading
from verifier.causes.mutations import mapped
from verifier.document.model import DerivedNumbers, Document
from verifier.document.parts import Part
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Expression, Name
from verifier.numbers.array import Array

MOST_ROWS: Final = 40
"""Exchanges are tried for recurrences with at most this many rows."""


def exchanged_rows(document: Document, numbers: DerivedNumbers, first: int) -> Iterator[Hypothesis]:
    """The exchanges of the row of *first*, the index of the first wrong number, with a later one.

    *document* is unrolled; of a stage that uses no cells of its own, and of one that elides rows, there are none.
    """
    stage, _, block = numbers
    parts = {(part.row, part.column): part for part in document.parts.get(stage.name, ())}
    places = [block.position(index) for index in range(len(block.cells))]
    is_by_numbers = parts.keys() == set(places) and all(part.rows * part.columns == 1 for part in parts.values())
    if not is_by_numbers or block.rows > MOST_ROWS:
        return
    a, _ = places[first]
    for b in range(a + 1, block.rows):
        there = {place: parts[_other(place[0], a, b), place[1]] for place in places}
        if all(document.by_name[there[place].name].formula for place in places if place[0] in (a, b)):
            note = f"rows {a + 1} and {b + 1} exchanged"
            reading = Reading(({"slip": "permuted", "edit": note},), note, 1, is_plain=True)
            value = partial(_in_order, document, [(parts[place], there[place]) for place in places], block.shape)
            yield Hypothesis(reading, value, frozenset(range(len(places))))


def _other(row: int, a: int, b: int) -> int:
    return {a: b, b: a}.get(row, row)


def _in_order(
    document: Document, pairs: list[tuple[Part, Part]], shape: tuple[int, int], evaluation: Evaluation
) -> Array:
    """What each number of a stage should show: the value of the part that belongs in its place, from the right rows."""
    right: dict[Expression, Expression] = {Name(here.name): Name(there.name) for here, there in pairs if here != there}
    cells = []
    for _, there in pairs:
        formula = document.by_name[there.name].formula
        expression = Name(there.name) if formula is None else mapped(formula.expression, right)
        cells.append(evaluation.tried(expression).cells[0])
    return Array(*shape, tuple(cells))
