"""All that an author may have done at one stage: edits of its formula, pairs of them, copied and permuted blocks."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from flint import fmpq

from verifier.causes.edits import KnownEdits, edits
from verifier.causes.mutations import Edit, Operand, names
from verifier.document.graph import in_order
from verifier.document.model import DerivedNumbers, Document, Formula, Stage
from verifier.evaluation.evaluation import Evaluation
from verifier.formulas.parser import MAX_LENGTH
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Span, Subscript
from verifier.numbers.array import Array
from verifier.preimages.boxes import printed_values

# Families whose members are combined: what is computed, and from what.
_OF_OPERATION: Final = frozenset({"other-function", "other-divisor", "other-axis", "sign", "omitted-term"})
_OF_OPERAND: Final = frozenset({"shifted-window", "rerounded-operand", "transposed", "other-operand"})
MAX_PAIRS: Final = 600
MAX_LINES: Final = 12
"""Blocks of more rows or columns are not searched for two of them exchanged."""


class Reading(NamedTuple):
    """One thing that the author may have done, as it is reported, and how far-fetched it is.

    `says` are the slips, the last with the formula that `expression` spells; `expression`
    is None where the numbers of a block are all there is.
    """

    says: tuple[dict[str, str], ...]
    note: str
    weight: int
    expression: Expression | None = None

    @property
    def uses(self) -> tuple[str, ...]:
        """The stages and indices that are named in its formula."""
        return () if self.expression is None else tuple(dict.fromkeys(names(self.expression)))

    @property
    def slips(self) -> tuple[dict[str, str], ...]:
        """The slips, as the report says them."""
        if self.expression is None:
            return self.says
        text = spell(self.expression)
        if len(text) > MAX_LENGTH // 2:  # it must be read again
            return self.says
        return (*self.says[:-1], {**self.says[-1], "formula": text})


class Hypothesis(NamedTuple):
    """A reading that can be tried: `value` computes it under an evaluation.

    It explains nothing unless it explains all that is wrong of the cells that it takes `together`.
    """

    reading: Reading
    value: Callable[[Evaluation], Array]
    together: frozenset[int] = frozenset()


def operands_of(document: Document, stage: Stage) -> tuple[Operand, ...]:
    """The different blocks of a document; one that is printed again counts once, the earliest first."""
    found: dict[tuple[tuple[int, int], tuple[str, ...]], Operand] = {}
    for other in document.stages:
        block = other.printed
        if block is not None and None not in block.cells:
            key = block.shape, tuple(cell.text for cell in block.cells if cell is not None)
            if key not in found or (stage.formula is not None and other.name in stage.formula.uses):
                decimals = max((cell.decimals for *_, cell in block.shown()), default=0)
                found[key] = Operand(other.name, *block.shape, decimals)
    return tuple(found.values())


def usable(document: Document, stage: Stage) -> tuple[Operand, ...]:
    """The blocks that could have been operands of a stage: those that do not rest on it themselves."""
    resting = {stage.name}
    for other in in_order(document):
        if other.formula is not None and not resting.isdisjoint(other.formula.uses):
            resting.add(other.name)
    return tuple(operand for operand in operands_of(document, stage) if operand.name not in resting)


def single(document: Document, numbers: DerivedNumbers) -> Iterator[Hypothesis]:
    """Copied blocks, single edits, and two rows or columns exchanged."""
    yield from _copies(document, numbers)
    stage, formula, _ = numbers
    seen = {formula.expression}
    for edit in edits(formula.expression, usable(document, stage), stage.name):
        if edit.expression not in seen:
            seen.add(edit.expression)
            yield _of_edits(edit)
    yield from _exchanges(numbers)


def pairs(document: Document, numbers: DerivedNumbers) -> Iterator[Hypothesis]:
    """Two edits, one of what is computed and one of what it is computed from."""
    stage, formula, _ = numbers
    operands = usable(document, stage)
    seen: set[Expression] = set()
    known: KnownEdits = {}
    for first in edits(formula.expression, operands, stage.name, _OF_OPERATION):
        for second in edits(first.expression, operands, stage.name, _OF_OPERAND, known):
            if second.expression not in seen:
                seen.add(second.expression)
                if len(seen) > MAX_PAIRS:
                    return
                yield _of_edits(first, second)


def _of_edits(*made: Edit) -> Hypothesis:
    expression = made[-1].expression
    reading = Reading(
        tuple({"slip": edit.slip, "edit": edit.note} for edit in made),
        "; ".join(edit.note for edit in made),
        sum(edit.weight for edit in made),
        expression,
    )
    return Hypothesis(reading, lambda evaluation: evaluation.tried(expression))


def _copies(document: Document, numbers: DerivedNumbers) -> Iterator[Hypothesis]:
    """The block is another block of the document, as it stands or turned on its side."""
    shape = numbers.block.shape
    for operand in usable(document, numbers.stage):
        other = document.by_name[operand.name]
        if other.printed is None:
            continue
        is_operand = other.name in numbers.formula.uses  # rather what is done to it was left out
        if operand.shape == shape:
            yield _copy(other, f"a copy of {other.name}", printed_values(other.printed), 2 if is_operand else 1)
        if operand.rows > 1 and operand.shape[::-1] == shape:
            yield _copy(other, f"a copy of {other.name}, transposed", printed_values(other.printed).transposed, 1)


def _copy(other: Stage, note: str, array: Array, weight: int) -> Hypothesis:
    said = {"slip": "copied-matrix", "from": other.name, "edit": note}
    return Hypothesis(Reading((said,), note, weight), lambda _: array)


def _exchanges(numbers: DerivedNumbers) -> Iterator[Hypothesis]:
    """Two rows or two columns of the right block exchanged."""
    formula = numbers.formula
    rows, columns = numbers.block.shape
    for a, b in combinations(range(rows if rows <= MAX_LINES else 0), 2):
        order = tuple({a: b, b: a}.get(i, i) for i in range(rows))
        yield _exchange(formula, f"rows {a + 1} and {b + 1} exchanged", order, range(columns))
    for a, b in combinations(range(columns if columns <= MAX_LINES else 0), 2):
        order = tuple({a: b, b: a}.get(j, j) for j in range(columns))
        yield _exchange(formula, f"columns {a + 1} and {b + 1} exchanged", range(rows), order)


def _exchange(formula: Formula, note: str, rows: Sequence[int], columns: Sequence[int]) -> Hypothesis:
    def value(evaluation: Evaluation) -> Array:
        right = evaluation.of(formula)
        if right.shape != (len(rows), len(columns)):
            return right
        return Array(len(rows), len(columns), tuple(right[i, j] for i in rows for j in columns))

    expression = _rearranged(formula.expression, rows, columns)
    moved = {(i, j) for i, a in enumerate(rows) for j, b in enumerate(columns) if (a, b) != (i, j)}
    together = frozenset(i * len(columns) + j for i, j in moved)
    return Hypothesis(Reading(({"slip": "permuted", "edit": note},), note, 1, expression), value, together)


def _rearranged(expression: Expression, rows: Sequence[int], columns: Sequence[int]) -> Expression:
    """The rows or the columns of a formula's value in another order, as a formula."""
    if list(rows) != list(range(len(rows))):
        return Apply("vstack", tuple(Subscript(expression, _whole(i), None) for i in rows))
    parts = (Subscript(expression, Span(None, None), Span(_whole(j), _whole(j + 1))) for j in columns)
    return Apply("hstack", tuple(parts))


def _whole(number: int) -> Literal:
    return Literal(fmpq(number), str(number))
