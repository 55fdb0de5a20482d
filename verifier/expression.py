"""The expression tree that a formula becomes: exact numbers, names, and operations on them."""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from flint import fmpq


class Literal(NamedTuple):
    """An exact number."""

    value: fmpq
    text: str


class Name(NamedTuple):
    """A stage, or an index of the matrix that is being built."""

    name: str


class Apply(NamedTuple):
    """An operation on arrays; an option is an expression, or None for Python's None."""

    operation: str
    arguments: tuple["Expression", ...]
    options: tuple[tuple[str, "Expression | None"], ...] = ()


class Choice(NamedTuple):
    """`then if condition else other`, cell by cell."""

    condition: "Expression"
    then: "Expression"
    other: "Expression"


class Span(NamedTuple):
    """A slice `start:stop` of a subscript; None is an open end."""

    start: "Expression | None"
    stop: "Expression | None"


class Subscript(NamedTuple):
    """`array[row, column]`, each an index from zero or a slice; a lone index takes a row."""

    array: "Expression"
    row: "Expression | Span"
    column: "Expression | Span | None"


class Build(NamedTuple):
    """`Matrix(rows, columns, lambda i, j: body)`."""

    rows: "Expression"
    columns: "Expression"
    indices: tuple[str, str]
    body: "Expression"


Expression: TypeAlias = Literal | Name | Apply | Choice | Subscript | Build


def children(expression: "Expression | Span") -> Iterator[Expression]:
    """The expressions directly below one, in reading order."""
    match expression:
        case Apply(_, arguments, options):
            yield from arguments
            yield from (option for _, option in options if option is not None)
        case Choice(condition, then, other):
            yield from (condition, then, other)
        case Span(start, stop):
            yield from (end for end in (start, stop) if end is not None)
        case Subscript(array, row, column):
            yield array
            for index in (row, column):
                if isinstance(index, Span):
                    yield from children(index)
                elif index is not None:
                    yield index
        case Build(rows, columns, _, body):
            yield from (rows, columns, body)


def names(expression: Expression, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The stages an expression uses, in reading order, repeats included."""
    match expression:
        case Name(name):
            if name not in bound:
                yield name
        case Build(rows, columns, indices, body):
            yield from (*names(rows, bound), *names(columns, bound), *names(body, bound | set(indices)))
        case _:
            for child in children(expression):
                yield from names(child, bound)
