"""The expression tree that a formula becomes: exact numbers, names, and operations on them.

Nodes are values: equal trees are equal and hash alike, however they were built, so that any of them
is a key of a dictionary. The hash is computed once, from those of the children, and no node changes.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Final, TypeAlias

from flint import fmpq


class Node:
    """A node of a tree; its class and the fields in `__match_args__` are all that it is."""

    __slots__ = ("_hash", "spelled", "used")
    __match_args__: ClassVar[tuple[str, ...]] = ()
    _hash: int
    used: frozenset[str]
    spelled: tuple[str, int]

    @property
    def fields(self) -> tuple[Any, ...]:
        """The values of its fields, in the order of the constructor."""
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Node) or self._hash != other._hash:
            return False
        if type(self) is not type(other):
            return False
        for name in self.__match_args__:  # noqa: SIM110 - a generator takes twice as long
            if getattr(self, name) != getattr(other, name):
                return False
        return True

    def __reduce__(self) -> tuple[type["Node"], tuple[Any, ...]]:
        """Built again from its fields where it is unpickled: hashes of texts differ from process to process."""
        return type(self), self.fields

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.fields))})"


class Literal(Node):
    """An exact number, and the text that states it: empty where none does."""

    __slots__ = __match_args__ = ("value", "text")

    def __init__(self, value: fmpq, text: str) -> None:
        self.value = value
        self.text = text
        self._hash = hash(text or (int(value.p), int(value.q)))  # a rational by itself is slow to hash


class Name(Node):
    """A stage, or an index of the matrix that is being built."""

    __slots__ = __match_args__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name
        self._hash = hash((Name, name))


class Apply(Node):
    """An operation on arrays; an option is an expression, or None for Python's None."""

    __slots__ = __match_args__ = ("operation", "arguments", "options")

    def __init__(self, operation: str, arguments: tuple["Expression", ...], options: "Options" = ()) -> None:
        self.operation = operation
        self.arguments = arguments
        self.options = options
        self._hash = hash((operation, arguments, options))


class Choice(Node):
    """`then if condition else other`, cell by cell."""

    __slots__ = __match_args__ = ("condition", "then", "other")

    def __init__(self, condition: "Expression", then: "Expression", other: "Expression") -> None:
        self.condition = condition
        self.then = then
        self.other = other
        self._hash = hash((Choice, condition, then, other))


class Span(Node):
    """A slice `start:stop:step` of a subscript; None is an open end, or a step of one."""

    __slots__ = __match_args__ = ("start", "stop", "step")

    def __init__(self, start: "Expression | None", stop: "Expression | None", step: "Expression | None" = None) -> None:
        self.start = start
        self.stop = stop
        self.step = step
        self._hash = hash((Span, start, stop, step))


class Subscript(Node):
    """`array[row, column]`, each an index from zero or a slice; a lone index takes a row."""

    __slots__ = __match_args__ = ("array", "row", "column")

    def __init__(self, array: "Expression", row: "Expression | Span", column: "Expression | Span | None") -> None:
        self.array = array
        self.row = row
        self.column = column
        self._hash = hash((Subscript, array, row, column))


class Build(Node):
    """`Matrix(rows, columns, lambda i, j: body)`."""

    __slots__ = __match_args__ = ("rows", "columns", "indices", "body")

    def __init__(self, rows: "Expression", columns: "Expression", indices: tuple[str, str], body: "Expression") -> None:
        self.rows = rows
        self.columns = columns
        self.indices = indices
        self.body = body
        self._hash = hash((Build, rows, columns, indices, body))


HIDDEN: Final = Apply("mask", (Literal(fmpq(0), "0"),))
"""What a formula writes as `-inf`: the score of a position that is not to be kept."""

Expression: TypeAlias = Literal | Name | Apply | Choice | Subscript | Build
Options: TypeAlias = tuple[tuple[str, Expression | None], ...]
"""The options that a call names, in the order of the formula."""


def children(expression: "Expression | Span") -> tuple[Expression, ...]:
    """The expressions directly below one, in reading order."""
    if isinstance(expression, Apply):
        arguments, options = expression.arguments, expression.options
        return (*arguments, *[option for _, option in options if option is not None]) if options else arguments
    match expression:
        case Literal() | Name():
            return ()
        case Choice(condition, then, other):
            return condition, then, other
        case Span():
            return tuple([part for part in expression.fields if part is not None])
        case Subscript(array, row, column):
            return array, *_of_index(row), *_of_index(column)
        case Build(rows, columns, _, body):
            return rows, columns, body


def _of_index(index: "Expression | Span | None") -> tuple[Expression, ...]:
    if isinstance(index, Span):
        return children(index)
    return () if index is None else (index,)


def size(expression: Expression) -> int:
    """The number of nodes."""
    left, found = [expression], 0
    while left:
        left += children(left.pop())
        found += 1
    return found


def depth(expression: Expression) -> int:
    """The number of nodes from the root to the deepest leaf, both counted."""
    level, found = [expression], 0
    while level:
        inner = [node for node in level if not isinstance(node, Literal | Name)]  # leaves are most nodes
        level, found = [child for node in inner for child in children(node)], found + 1
    return found


def names(expression: Expression, bound: frozenset[str] = frozenset()) -> Iterator[str]:
    """The stages an expression uses, in reading order, repeats included."""
    found: list[str] = []
    _add_names(expression, bound, found)
    return iter(found)


def _add_names(expression: Expression, bound: frozenset[str], found: list[str]) -> None:
    if isinstance(expression, Name):
        if expression.name not in bound:
            found.append(expression.name)
    elif isinstance(expression, Build):
        _add_names(expression.rows, bound, found)
        _add_names(expression.columns, bound, found)
        _add_names(expression.body, bound.union(expression.indices), found)
    elif isinstance(expression, Apply) and not expression.options:
        for child in expression.arguments:
            if not isinstance(child, Literal):
                _add_names(child, bound, found)
    elif not isinstance(expression, Literal):
        for child in children(expression):
            _add_names(child, bound, found)


def used(expression: Expression) -> frozenset[str]:
    """The stages an expression uses, by `names`; told once of each part that many expressions share."""
    found: frozenset[str] | None = getattr(expression, "used", None)
    if found is None:
        found = expression.used = _used(expression)
    return found


def _used(expression: Expression) -> frozenset[str]:
    if isinstance(expression, Name):
        return frozenset((expression.name,))
    if isinstance(expression, Build):
        return used(expression.rows) | used(expression.columns) | used(expression.body).difference(expression.indices)
    found: frozenset[str] = frozenset()
    for part in children(expression):
        more = getattr(part, "used", None)
        if more is None:
            more = used(part)
        if more and more is not found:  # most parts share the set of their only name
            found = found | more if found else more
    return found


def with_children(expression: Expression, parts: Sequence[Expression]) -> Expression:
    """The same node over other children, given in the order of `children`."""
    if isinstance(expression, Apply) and not expression.options:  # as most are
        return Apply(expression.operation, tuple(parts))
    rest = iter(parts)
    match expression:
        case Apply(operation, arguments, options):
            inner = tuple(next(rest) for _ in arguments)
            return Apply(
                operation, inner, tuple((key, None if value is None else next(rest)) for key, value in options)
            )
        case Choice():
            return Choice(next(rest), next(rest), next(rest))
        case Subscript(_, row, column):
            return Subscript(next(rest), _index(row, rest), None if column is None else _index(column, rest))
        case Build(_, _, indices, _):
            return Build(next(rest), next(rest), indices, next(rest))
    return expression


def _index(index: Expression | Span, rest: Iterator[Expression]) -> Expression | Span:
    if not isinstance(index, Span):
        return next(rest)
    return Span(*(None if part is None else next(rest) for part in index.fields))


def places(expression: Expression) -> Iterator[tuple[Expression, Callable[[Expression], Expression]]]:
    """Every node of a tree, the root first, with the function that puts another in its place."""
    yield expression, lambda other: other
    parts = children(expression)
    for index, child in enumerate(parts):
        for node, put in places(child):
            yield node, partial(_put, expression, parts, index, put)


def _put(
    parent: Expression,
    parts: tuple[Expression, ...],
    index: int,
    put: Callable[[Expression], Expression],
    other: Expression,
) -> Expression:
    return with_children(parent, (*parts[:index], put(other), *parts[index + 1 :]))


def is_scaled(expression: Expression) -> bool:
    """Whether an expression is a name or number, or one times numbers, or divided by them."""
    match expression:
        case Apply("multiply" | "divide", (part, Literal())):
            return is_scaled(part)
    return isinstance(expression, Name | Literal)
