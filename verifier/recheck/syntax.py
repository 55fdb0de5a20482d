"""The text of a formula as a tree: Python's syntax with the few constructs that formulas have."""

import ast
import warnings
from fractions import Fraction as Q
from functools import lru_cache, reduce
from typing import Final, NamedTuple, TypeAlias

from verifier.recheck.intervals import Unknown
from verifier.recheck.printed import decimal

_NO_MEANING: Final = "a formula with something that has no meaning there"
_LONGEST: Final = 4000
_DEEPEST: Final = 60
_OPERATORS: Final = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "power",
    ast.MatMult: "matmul",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}


_OPERATOR_NAMES: Final = frozenset({*_OPERATORS.values(), "negative"})
"""Operations that are written as operators, never as calls."""


class Number(NamedTuple):
    """An exact number."""

    value: Q


class Name(NamedTuple):
    """A stage, an argument of a definition, or an index of a matrix that is built."""

    name: str


class Call(NamedTuple):
    """An operation; an option is a tree, or None for Python's None."""

    operation: str
    arguments: tuple["Tree", ...]
    options: tuple[tuple[str, "Tree | None"], ...] = ()


class Choice(NamedTuple):
    """`then if condition else other`."""

    condition: "Tree"
    then: "Tree"
    other: "Tree"


class Span(NamedTuple):
    """A slice `start:stop:step`; None is an open end, or a step of one."""

    start: "Tree | None"
    stop: "Tree | None"
    step: "Tree | None" = None


class Part(NamedTuple):
    """`array[row, column]`; without a column it is whole rows."""

    array: "Tree"
    row: "Tree | Span"
    column: "Tree | Span | None"


class Build(NamedTuple):
    """`Matrix(rows, columns, lambda i, j: body)`."""

    rows: "Tree"
    columns: "Tree"
    indices: tuple[str, str]
    body: "Tree"


Tree: TypeAlias = Number | Name | Call | Choice | Part | Build


@lru_cache(maxsize=1 << 12)
def parse(text: str) -> Tree:
    """The tree of a formula; raises Unknown if it cannot be read."""
    if len(text) > _LONGEST:
        raise Unknown("a formula that is too long")
    source = " ".join(text.split())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source, mode="eval")
    except (SyntaxError, RecursionError, MemoryError, ValueError):
        raise Unknown("a formula that is not in the syntax of formulas") from None
    return _Reader(source.encode()).read(tree.body, 0)


class _Reader:
    def __init__(self, source: bytes) -> None:
        self.source = source

    def read(self, node: ast.expr, depth: int) -> Tree:
        """The tree of a node; raises Unknown."""
        if depth > _DEEPEST:
            raise Unknown("a formula that is nested too deeply")
        below = depth + 1
        match node:
            case ast.Constant():
                return self._number(node)
            case ast.Name(id=name):
                return Name(name)
            case ast.BoolOp(operator, values):
                name = "logical_and" if isinstance(operator, ast.And) else "logical_or"
                return reduce(lambda a, b: Call(name, (a, b)), (self.read(value, below) for value in values))
            case ast.BinOp() | ast.Compare() | ast.UnaryOp() | ast.Attribute():
                return self._operator(node, below)
            case ast.IfExp(condition, then, other):
                return Choice(self.read(condition, below), self.read(then, below), self.read(other, below))
            case ast.Subscript(value, index):
                return self._part(value, index, below)
            case ast.Call(ast.Name(name), arguments, keywords):
                return self._call(name, arguments, keywords, below)
        raise Unknown(_NO_MEANING)

    def _operator(self, node: ast.expr, depth: int) -> Tree:
        match node:
            case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]) if (
                type(operator) in _OPERATORS
            ):
                return Call(_OPERATORS[type(operator)], (self.read(left, depth), self.read(right, depth)))
            case ast.UnaryOp(ast.USub(), ast.Name("inf")):
                return Call("mask", (Number(Q(0)),))
            case ast.UnaryOp(ast.USub(), operand):
                return Call("negative", (self.read(operand, depth),))
            case ast.UnaryOp(ast.UAdd(), operand):
                return self.read(operand, depth)
            case ast.UnaryOp(ast.Not(), operand):
                return Call("logical_not", (self.read(operand, depth),))
            case ast.Attribute(value, "T"):
                return Call("transpose", (self.read(value, depth),))
        raise Unknown(_NO_MEANING)

    def _number(self, node: ast.Constant) -> Number:
        text = self.source[node.col_offset : node.end_col_offset].decode()
        number = decimal(text)
        if number is None:
            raise Unknown(f"a constant that is no decimal number, {text[:20]!r}")
        return Number(number.value)

    def _part(self, value: ast.expr, index: ast.expr, depth: int) -> Part:
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        if len(parts) not in (1, 2):
            raise Unknown("a subscript with more than two indices")
        places = [self._place(part, depth) for part in parts]
        return Part(self.read(value, depth), places[0], places[1] if len(places) > 1 else None)

    def _place(self, node: ast.expr, depth: int) -> Tree | Span:
        if not isinstance(node, ast.Slice):
            return self.read(node, depth)
        parts = (node.lower, node.upper, node.step)
        return Span(*(None if part is None else self.read(part, depth) for part in parts))

    def _call(self, name: str, arguments: list[ast.expr], keywords: list[ast.keyword], depth: int) -> Call | Build:
        if name == "Matrix":
            return self._matrix(arguments, keywords, depth)
        if name in _OPERATOR_NAMES:
            raise Unknown(f"there is no operation with the name {name}")
        if len({keyword.arg for keyword in keywords}) < len(keywords):
            raise Unknown(f"an option that is given twice to {name}"[:80])
        options = []
        for keyword in keywords:
            is_none = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
            options.append((keyword.arg or "", None if is_none else self.read(keyword.value, depth)))
        given = [part for value in arguments for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
        return Call(name, tuple(self.read(part, depth) for part in given), tuple(options))

    def _matrix(self, arguments: list[ast.expr], keywords: list[ast.keyword], depth: int) -> Build:
        match arguments, keywords:
            case [rows, columns, ast.Lambda(indices, body)], []:
                i, j = _two_names(indices)
                return Build(self.read(rows, depth), self.read(columns, depth), (i, j), self.read(body, depth))
        raise Unknown(_NO_MEANING)


def _two_names(indices: ast.arguments) -> tuple[str, str]:
    """The names of two indices that differ; raises Unknown of other arguments of a lambda."""
    others = [*indices.posonlyargs, *indices.kwonlyargs, *indices.defaults, indices.vararg, indices.kwarg]
    match indices.args:
        case [ast.arg(i), ast.arg(j)] if i != j and not any(others):
            return i, j
    raise Unknown("a matrix whose indices are not two names")
