"""The hypotheses on one stage: single edits of its formula, pairs of edits, copied blocks, exchanged lines."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from typing import Final, TypeAlias

from flint import fmpq

from verifier.causes.copied import goes_on_from, is_at_its_place, is_copy
from verifier.causes.crowds import Crowd, Crowds, crowd_in
from verifier.causes.edit_records import Edit, Operand
from verifier.causes.edits import KnownEdits, edits
from verifier.document.graph import followers_of
from verifier.document.model import Block, DerivedNumbers, Document, Formula, Stage
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.parser import MAX_LENGTH
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Name, Span, Subscript
from verifier.numbers.array import Array, scalar
from verifier.preimages.boxes import printed_values
from verifier.record import NamedTuple
from verifier.rewriting.definitions import substitute

# A pair combines an edit of an operation with an edit of an operand, each of these kinds.
_OF_OPERATION: Final = frozenset({"other-function", "other-divisor", "other-axis", "sign", "omitted-term"})
_OF_OPERAND: Final = frozenset({"shifted-window", "rerounded-operand", "transposed", "other-operand"})
MAX_PAIRS: Final = 600
MAX_LINES: Final = 12
"""Exchanges of two rows (columns) are tried for blocks with at most this many rows (columns)."""
NEAR: Final = 100
"""A single number is tried as an operand if at most this many stages stand between it and the stage that is wrong.

One number cannot bear out a choice among a thousand.
"""


class Reading(NamedTuple):
    """One description of what the author may have done; a larger `weight` is less plausible.

    `says` has the slips for the report. `expression` is the formula after all slips; None for a copied block.
    `is_plain`: that the slip prints the numbers is a fact about them, whatever the author did.
    """

    says: tuple[dict[str, str], ...]
    note: str
    weight: int
    expression: Expression | None = None
    is_plain: bool = False

    @property
    def slips(self) -> tuple[dict[str, str], ...]:
        """The slips for the report; the last one has the formula as text, unless that is too long."""
        if self.expression is None:
            return self.says
        text = spell(self.expression)
        if len(text) > MAX_LENGTH // 2:  # `carried_slips` parses the text
            return self.says
        return (*self.says[:-1], {**self.says[-1], "formula": text})

    def naming(self, place: str, name: str) -> "Reading":
        """The same with the name of one number where another name stands for several."""
        expression = self.expression and substitute(self.expression, {place: Name(name)})
        says = tuple({key: text.replace(place, name) for key, text in one.items()} for one in self.says)
        return Reading(says, self.note.replace(place, name), self.weight, expression, self.is_plain)


class Hypothesis(NamedTuple):
    """A reading that can be tried: `value` computes its array with an evaluation.

    It explains a contradicted cell of `together` only if it explains all contradicted cells of `together`, if these are
    most of the contradicted ones (where all numbers are wrong, that two of them seem exchanged is chance), and if no
    cell of `together` is right as it is and would not be.

    With a `crowd` in it, it is as many hypotheses as that has numbers.
    """

    reading: Reading
    value: Callable[[Evaluation], Array]
    together: frozenset[int] = frozenset()
    crowd: Crowd | None = None

    def one_by_one(self) -> "Iterator[Hypothesis]":
        """The hypotheses with one number of the crowd."""
        if self.crowd is not None:
            place, names, values = self.crowd
            for name, value in zip(names, values, strict=True):
                yield _of_reading(self.reading.naming(place, name), scalar(value))


_Kind: TypeAlias = tuple[tuple[int, int], tuple[str, ...]]
"""The shape of a block and what its cells show."""


class Blocks:
    """The printed blocks of a document as operands, each with its kind; and the places of those of many numbers."""

    def __init__(self, document: Document) -> None:
        blocks = ((place, stage.printed) for place, stage in enumerate(document.stages))
        self.wide = [place for place, block in blocks if block is not None and block.shape != (1, 1)]
        self._known: dict[str, tuple[_Kind, Operand] | None] = {}

    def of(self, stage: Stage) -> tuple[_Kind, Operand] | None:
        """The block of a stage; None if it shows none, or elides some of it."""
        if stage.name not in self._known:
            self._known[stage.name] = None if stage.printed is None else self._operand(stage, stage.printed)
        return self._known[stage.name]

    @staticmethod
    def _operand(stage: Stage, block: Block) -> tuple[_Kind, Operand] | None:
        cells = [cell for cell in block.cells if cell is not None]
        if len(cells) < len(block.cells):
            return None
        decimals = max((cell.decimals for cell in cells if not cell.is_fraction), default=0)
        largest = max((abs(cell.value) for cell in cells), default=fmpq(0))
        return (block.shape, tuple(cell.text for cell in cells)), Operand(stage.name, *block.shape, decimals, largest)


def operands_of(document: Document, stage: Stage, blocks: Blocks) -> tuple[Operand, ...]:
    """The different printed blocks of a document; of equal ones the first, or one that the formula of *stage* uses."""
    found: dict[_Kind, Operand] = {}
    used = () if stage.formula is None else stage.formula.uses
    for other in _candidates(document, stage, blocks.wide):
        one = blocks.of(other)
        if one is None or (other is not stage and (goes_on_from(other, stage) or is_at_its_place(other, stage))):
            continue
        if one[0] not in found or other.name in used:
            found[one[0]] = one[1]
    return tuple(found.values())


def _candidates(document: Document, stage: Stage, wide: Sequence[int]) -> Iterator[Stage]:
    """The stages of a document but for single numbers that are far from *stage* and that its formula does not use.

    *wide* are the places of those that show more than one number.
    """
    places, used = document.ancestry.order.at, () if stage.formula is None else stage.formula.uses
    at = places[stage.name]
    near = range(max(0, at - NEAR), min(len(document.stages), at + NEAR + 1))
    for place in sorted({*near, *wide, *(places[name] for name in used)}):
        yield document.stages[place]


def usable(document: Document, stage: Stage, blocks: Blocks) -> tuple[Operand, ...]:
    """The *blocks* that can be operands of a stage: those that do not depend on it."""
    found = operands_of(document, stage, blocks)
    resting = followers_of(document, stage.name)
    return tuple(operand for operand in found if operand.name not in resting and operand.name != stage.name)


def single(
    document: Document, numbers: DerivedNumbers, operands: Sequence[Operand], crowds: Crowds
) -> Iterator[Hypothesis]:
    """The hypotheses with one slip: copied blocks, single edits, exchanged rows or columns.

    *operands* are `usable`, those of *crowds* together.
    """
    yield from _copies(document, numbers, operands, crowds)
    stage, formula, _ = numbers
    seen = {formula.expression}
    for edit in edits(formula.expression, operands, stage.name):
        if edit.expression not in seen:
            seen.add(edit.expression)
            yield hypothesis_of(edit, crowd=crowd_in(edit.expression, crowds))
    yield from _exchanges(numbers)
    yield from _repeats(numbers)


def pairs(
    _document: Document, numbers: DerivedNumbers, operands: Sequence[Operand], crowds: Crowds
) -> Iterator[Hypothesis]:
    """The hypotheses with two edits, one of an operation and one of an operand; at most MAX_PAIRS."""
    stage, formula, _ = numbers
    seen: set[Expression] = set()
    left = MAX_PAIRS
    known: KnownEdits = {}
    for first in edits(formula.expression, operands, stage.name, _OF_OPERATION):
        for second in edits(first.expression, operands, stage.name, _OF_OPERAND, known):
            if second.expression in seen:
                continue
            seen.add(second.expression)
            if not left:
                return
            crowd = crowd_in(second.expression, crowds)
            if crowd is not None:
                crowd = crowd.only(range(min(left, len(crowd.names))))
            left -= 1 if crowd is None else len(crowd.names)
            yield hypothesis_of(first, second, crowd=crowd)


def hypothesis_of(*made: Edit, crowd: Crowd | None = None) -> Hypothesis:
    """The hypothesis of one edit, or of several, each of which was made in the formula of the one before."""
    expression = made[-1].expression
    if len(made) == 1:
        slip, note, _, weight, is_plain = made[0]
        reading = Reading(({"slip": slip, "edit": note},), note, weight, expression, is_plain)
        return Hypothesis(reading, lambda evaluation: evaluation.tried(expression), crowd=crowd)
    reading = Reading(
        tuple({"slip": edit.slip, "edit": edit.note} for edit in made),
        "; ".join(edit.note for edit in made),
        sum(edit.weight for edit in made),
        expression,
    )
    return Hypothesis(reading, lambda evaluation: evaluation.tried(expression), crowd=crowd)


def _copies(
    document: Document, numbers: DerivedNumbers, operands: Sequence[Operand], crowds: Crowds
) -> Iterator[Hypothesis]:
    """The block is a copy of another block of the document, or of its transpose."""
    shape = numbers.block.shape

    def is_again(other: Stage) -> bool:
        return any(is_copy(other, number) for number in numbers.block.contents())

    for operand in operands:
        if (crowd := crowds.get(operand.name)) is not None:
            others = crowd.only([at for at, name in enumerate(crowd.names) if not is_again(document.by_name[name])])
            if others.names:
                yield _copy(crowd.place, f"a copy of {crowd.place}", scalar(others.values[0]), 1, others)
            continue
        other = document.by_name[operand.name]
        if other.printed is None:
            continue
        is_operand = other.name in numbers.formula.uses  # then it is likelier that the operation on it was left out
        if not is_operand and is_again(other):
            continue
        if operand.shape == shape:
            yield _copy(other.name, f"a copy of {other.name}", printed_values(other.printed), 2 if is_operand else 1)
        if operand.rows > 1 and operand.shape[::-1] == shape:
            turned = printed_values(other.printed).transposed
            yield _copy(other.name, f"a copy of {other.name}, transposed", turned, 1)


def _copy(name: str, note: str, array: Array, weight: int, crowd: Crowd | None = None) -> Hypothesis:
    said = {"slip": "copied-matrix", "from": name, "edit": note}
    return _of_reading(Reading((said,), note, weight), array)._replace(crowd=crowd)


def _of_reading(reading: Reading, array: Array) -> Hypothesis:
    """The hypothesis of a reading: its formula, or *array* if it has none."""
    expression = reading.expression
    if expression is None:
        return Hypothesis(reading, lambda _: array)
    return Hypothesis(reading, lambda evaluation: evaluation.tried(expression))


def _exchanges(numbers: DerivedNumbers) -> Iterator[Hypothesis]:
    """The right block with two rows or two columns exchanged."""
    formula = numbers.formula
    rows, columns = numbers.block.shape
    for a, b in combinations(range(rows if rows <= MAX_LINES else 0), 2):
        order = tuple({a: b, b: a}.get(i, i) for i in range(rows))
        yield _exchange(formula, f"rows {a + 1} and {b + 1} exchanged", order, range(columns))
    for a, b in combinations(range(columns if columns <= MAX_LINES else 0), 2):
        order = tuple({a: b, b: a}.get(j, j) for j in range(columns))
        yield _exchange(formula, f"columns {a + 1} and {b + 1} exchanged", range(rows), order)


def _repeats(numbers: DerivedNumbers) -> Iterator[Hypothesis]:
    """The right block with one row, or one column, shown again in the place of another."""
    formula, block = numbers.formula, numbers.block
    rows, columns = block.shape
    texts = [None if cell is None else cell.text for cell in block.cells]
    shown = [texts[i * columns : (i + 1) * columns] for i in range(rows)]
    for what, lines in (("row", shown), ("column", [list(line) for line in zip(*shown, strict=True)])):
        count = len(lines)
        for a, b in permutations(range(count if count <= MAX_LINES and len(lines[0]) > 1 else 0), 2):
            if lines[a] == lines[b] and None not in lines[a]:
                order = tuple(b if i == a else i for i in range(count))
                places = (order, range(columns)) if what == "row" else (range(rows), order)
                yield _exchange(formula, f"{what} {a + 1} is {what} {b + 1} again", *places)


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
    """A formula for the value of *expression* with its rows or its columns in another order."""
    if list(rows) != list(range(len(rows))):
        return Apply("vstack", tuple(Subscript(expression, _whole(i), None) for i in rows))
    parts = (Subscript(expression, Span(None, None), Span(_whole(j), _whole(j + 1))) for j in columns)
    return Apply("hstack", tuple(parts))


def _whole(number: int) -> Literal:
    return Literal(fmpq(number), str(number))
