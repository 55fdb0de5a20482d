"""The names of rows and columns, which the result of a formula has from its operands."""

from collections.abc import Callable
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Choice, Expression, Literal, Name, Span, Subscript
from verifier.record import NamedTuple


class Labels(NamedTuple):
    """The names of the rows and of the columns of a stage; empty where they have none."""

    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


NO_LABELS: Final = Labels()
_ROWS: Final = Literal(fmpq(1), "1")


def labels_of(expression: Expression, known: Callable[[str], Labels]) -> Labels:
    """The labels of what an expression gives; *known* has those of the stages."""
    match expression:
        case Name(name):
            return known(name)
        case Apply("matmul", (left, right)):
            return Labels(labels_of(left, known).rows, labels_of(right, known).columns)
        case Apply("transpose", (operand,)):
            rows, columns = labels_of(operand, known)
            return Labels(columns, rows)
        case Apply("sum" | "mean" | "count", (operand,), options):
            return Labels(labels_of(operand, known).rows) if ("axis", _ROWS) in options else Labels()
        case Apply("concat", (first, *_)):
            return Labels(labels_of(first, known).rows)
        case Apply("embedding" | "causal_mask" | "positional_encoding" | "index"):
            return Labels()
        case Subscript(array, row, column):
            rows, columns = labels_of(array, known)
            return Labels(rows if row == Span(None, None) else (), columns if column == Span(None, None) else ())
        case Apply(_, arguments):
            return _first([labels_of(argument, known) for argument in arguments])
        case Choice(_, then, other):
            return _first([labels_of(then, known), labels_of(other, known)])
    return Labels()


def _first(found: list[Labels]) -> Labels:
    """The first labels of rows, and the first of columns."""
    rows = next((labels.rows for labels in found if labels.rows), ())
    return Labels(rows, next((labels.columns for labels in found if labels.columns), ()))


def numbered(what: str, count: int) -> Labels:
    """Labels of rows: *what* and a number from 1."""
    return Labels(tuple(f"{what} {number}" for number in range(1, count + 1)))


def lettered(what: str, count: int) -> Labels:
    """Labels of rows: *what* and a letter from A."""
    return Labels(tuple(f"{what} {chr(ord('A') + index)}" for index in range(count)))
