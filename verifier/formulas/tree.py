"""The expression tree that a formula becomes: exact numbers, names, and operations on them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from flint import fmpq


class Literal(NamedTuple):
    """An exact number."""

    value: fmpq
    text: str

    def __hash__(self) -> int:
        return hash(self.text or str(self.value))  # a rational by itself is slow to hash


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


HIDDEN: Final = Apply("mask", (Literal(fmpq(0), "0"),))
"""What a formula writes as `-inf`: the score of a position that is not to be kept."""

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


def hides(template: Expression, parts: Iterable[Expression]) -> bool:
    """Whether an index of a matrix that a template builds would hide a stage that one of the parts put in it names."""
    used = {name for part in parts for name in names(part)}
    return bool(used) and any(isinstance(node, Build) and used & set(node.indices) for node, _ in places(template))


def with_children(expression: "Expression | Span", parts: Sequence[Expression]) -> "Expression | Span":
    """The same node over other children, given in the order of `children`."""
    rest = iter(parts)
    match expression:
        case Apply(operation, arguments, options):
            inner = tuple(next(rest) for _ in arguments)
            return Apply(
                operation, inner, tuple((key, None if value is None else next(rest)) for key, value in options)
            )
        case Choice():
            return Choice(next(rest), next(rest), next(rest))
        case Span(start, stop):
            return Span(*(None if end is None else next(rest) for end in (start, stop)))
        case Subscript(_, row, column):
            array = next(rest)
            places = [_index(index, rest) for index in (row, column)]
            assert places[0] is not None
            return Subscript(array, places[0], places[1])
        case Build(_, _, indices, _):
            return Build(next(rest), next(rest), indices, next(rest))
    return expression


def _index(index: "Expression | Span | None", rest: Iterator[Expression]) -> "Expression | Span | None":
    if isinstance(index, Span):
        inner = [next(rest) for _ in children(index)]
        made = with_children(index, inner)
        assert isinstance(made, Span)
        return made
    return None if index is None else next(rest)


def places(expression: Expression) -> Iterator[tuple[Expression, Callable[[Expression], Expression]]]:
    """Every node of a tree, the root first, with the function that puts another in its place."""
    yield expression, lambda other: other
    parts = list(children(expression))
    for index, child in enumerate(parts):
        for node, put in places(child):
            yield node, partial(_put, expression, parts, index, put)


def _put(
    parent: Expression,
    parts: list[Expression],
    index: int,
    put: Callable[[Expression], Expression],
    other: Expression,
) -> Expression:
    made = with_children(parent, [*parts[:index], put(other), *parts[index + 1 :]])
    assert not isinstance(made, Span)
    return made
