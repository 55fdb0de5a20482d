"""A number worked by hand: the formula of its stage with the numbers that it is made of.

A formula becomes a matrix of formulas without names, one for each cell, in which the operands are the printed numbers.
What only copies or looks up numbers, or is no arithmetic, is not worked.
"""

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Final

from flint import fmpq

from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.example.adding_stages import Draft
from verifier.example.printing import Example, Rows
from verifier.formulas.tree import Apply, Expression, Literal, Name, Span, Subscript, children, size, with_children
from verifier.numbers.array import Array
from verifier.numbers.number import Number, Uncertain
from verifier.numbers.precision import decide
from verifier.numbers.printed import power_of_ten, show
from verifier.numbers.rounding import Rule, round_to
from verifier.record import NamedTuple

MAX_TERMS: Final = 6
MAX_SIZE: Final = 32
"""Bounds on the terms of a sum that is shown whole, and on its size."""
_MORE: Final = (2, 3, 4, 5, 6)
"""Decimals beyond the printed ones with which an unrounded value is shown, as few as do."""
_FEW: Final = 3
"""Terms of a sum that is shown in part, without the dots."""
DOTS: Final = Name("\u22ef")
_CELLWISE: Final = ("add", "subtract", "multiply", "divide", "power", "negative", "sqrt", "exp", "less", "greater")

Cells = list[list[Expression]]
"""Formulas by rows, one for each cell."""


class Worked(NamedTuple):
    """A number worked by hand: its row and column from 1, the arithmetic, its value in more digits, and its print.

    `more` is empty where the print is the exact value.
    """

    name: str
    row: int
    column: int
    arithmetic: Expression
    more: str
    print: str


class _NotWorked(Exception):
    """A formula is not written out here."""


def worked(example: Example) -> dict[str, Worked]:
    """The first number of the first stage of each kind of step, by the name of the stage."""
    found: dict[Expression, Worked | None] = {}
    by_name: dict[str, Worked] = {}
    for draft in example.sheet.drafts:
        if draft.formula is None or draft.name not in example.texts:
            continue
        step = _kind_of_step(draft.formula.expression)
        if step not in found:
            found[step] = made = _worked(example, draft)
            if made is not None:
                by_name[draft.name] = made
    return by_name


def _kind_of_step(expression: Expression) -> Expression:
    """The formula with its stages numbered in reading order, and with no difference between numbers."""
    known: dict[str, Name] = {}

    def blank(node: Expression) -> Expression:
        if isinstance(node, Name):
            return known.setdefault(node.name, Name(f"stage {len(known)}"))
        return (
            Literal(fmpq(0), "") if isinstance(node, Literal) else with_children(node, list(map(blank, children(node))))
        )

    return blank(expression)


def _worked(example: Example, draft: Draft) -> Worked | None:
    if draft.formula is None:
        return None
    try:
        cells = _cells(draft.formula.expression, example.texts.__getitem__)
        texts = example.texts[draft.name]
        telling = list(_telling(cells))
        row, column, arithmetic = next((at for at in telling if texts[at[0]][at[1]].strip("-0.")), telling[0])
        value = decide(lambda: Evaluator(Points(), _no_name).evaluate(arithmetic)).cells[0]
        more, shown = _value(value, texts[row][column], example.sheet.habit.rule)
    except (_NotWorked, IndexError, Uncertain):
        return None
    return Worked(draft.name, row + 1, column + 1, _shortened(arithmetic), more, shown)


def _no_name(name: str) -> Array:
    raise AssertionError(f"an arithmetic expression without names, found {name}")


def _telling(cells: Cells) -> Iterator[tuple[int, int, Expression]]:
    """The cells that are computed, not copied, the first first."""
    for row, line in enumerate(cells):
        for column, arithmetic in enumerate(line):
            if isinstance(arithmetic, Apply):
                yield row, column, arithmetic


def _value(value: Number, printed: str, rule: Rule) -> tuple[str, str]:
    """The value in more digits than *printed* if they are needed, such that they round to it; and *printed*."""
    decimals = len(printed.partition(".")[2])
    if isinstance(value, fmpq) and value * power_of_ten(decimals) == round_to(value * power_of_ten(decimals), 0, rule):
        return "", printed
    for more in _MORE:
        longer = decide(lambda more=more: round_to(value, decimals + more, rule))  # type: ignore[misc]
        if show(round_to(longer, decimals, rule), decimals) == printed:
            return show(longer, decimals + more), printed
    raise _NotWorked


def _cells(node: Expression, texts: Callable[[str], Rows]) -> Cells:
    """What an expression gives, cell by cell; raises _NotWorked."""
    match node:
        case Literal():
            return [[node]]
        case Name(name):
            return [[_number(text) for text in row] for row in texts(name)]
        case Subscript(array, row, column):
            return _part(_cells(array, texts), row, column)
        case Apply(operation, arguments, options):
            parts = [_cells(argument, texts) for argument in arguments]
            return _applied(operation, parts, dict(options))
    raise _NotWorked


def _number(text: str) -> Literal:
    """A printed number as an operand."""
    try:
        numerator, denominator = (fmpq(int(text.replace(".", ""))), 10 ** len(text.partition(".")[2]))
    except ValueError:
        raise _NotWorked from None
    return Literal(numerator / denominator, text)


def _part(cells: Cells, row: Expression | Span, column: Expression | Span | None) -> Cells:
    lines = cells[_slice(row)]
    return lines if column is None else [line[_slice(column)] for line in lines]


def _slice(index: Expression | Span) -> slice:
    if isinstance(index, Span):
        return slice(*(None if part is None else _whole(part) for part in index.fields))
    start = _whole(index)
    return slice(start, start + 1 or None)


def _whole(node: Expression) -> int:
    match node:
        case Literal(value):
            return int(value.p)
        case Apply("negative", (Literal(value),)):
            return -int(value.p)
    raise _NotWorked


def _applied(operation: str, parts: list[Cells], options: dict[str, Expression | None]) -> Cells:
    first, *others = parts
    match operation, others:
        case ("transpose", []):
            return [list(column) for column in zip(*first, strict=True)]
        case ("matmul", [second]):
            columns = list(zip(*second, strict=True))
            return [[_sum(map(_product, row, column)) for column in columns] for row in first]
        case ("sum" | "mean", []):
            return _reduced(operation, first, options)
        case ("count", []):
            return [[_literal(len(first) * len(first[0]))]]
        case ("softmax", []):
            return [[_share(row, cell) for cell in row] for row in first]
        case ("relu", []):
            return [[Apply("max", (_literal(0), cell)) for cell in row] for row in first]
    if operation in _CELLWISE:
        return _cellwise(operation, parts)
    raise _NotWorked


def _cellwise(operation: str, parts: list[Cells]) -> Cells:
    rows, columns = max(len(part) for part in parts), max(len(part[0]) for part in parts)
    return [
        [Apply(operation, tuple(part[i % len(part)][j % len(part[0])] for part in parts)) for j in range(columns)]
        for i in range(rows)
    ]


def _reduced(operation: str, cells: Cells, options: dict[str, Expression | None]) -> Cells:
    axis = options.get("axis")
    lines = [[cell for row in cells for cell in row]]
    if axis is not None:
        lines = cells if _whole(axis) else [list(column) for column in zip(*cells, strict=True)]
    found: list[Expression] = [_sum(iter(line)) for line in lines]
    if operation == "mean":
        found = [Apply("divide", (total, _literal(len(lines[0])))) for total in found]
    return [[cell] for cell in found] if axis is not None and _whole(axis) else [found]


def _share(row: list[Expression], cell: Expression) -> Expression:
    return Apply("divide", (Apply("exp", (cell,)), _sum(Apply("exp", (other,)) for other in row)))


def _product(first: Expression, second: Expression) -> Expression:
    return Apply("multiply", (first, second))


def _sum(terms: Iterator[Expression]) -> Expression:
    return reduce(lambda left, right: Apply("add", (left, right)), terms)


def _literal(number: int) -> Literal:
    return Literal(fmpq(number), str(number))


def _shortened(node: Expression) -> Expression:
    """The arithmetic with dots for the middle of long sums."""
    terms = _terms(node)
    if len(terms) > MAX_TERMS or (len(terms) > _FEW and size(node) > MAX_SIZE):
        return _sum(iter([*map(_shortened, terms[: _FEW - 1]), DOTS, _shortened(terms[-1])]))
    if len(terms) > 1:
        return _sum(map(_shortened, terms))
    return with_children(node, list(map(_shortened, children(node))))


def _terms(node: Expression) -> list[Expression]:
    match node:
        case Apply("add", (left, right)):
            return [*_terms(left), *_terms(right)]
    return [node]
