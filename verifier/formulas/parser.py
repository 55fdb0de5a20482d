"""Formulas: Python expression syntax to an expression tree, never evaluated by Python.

Names of stages and constants, exact decimal literals, operators, comparisons, `and`, `or` and `not`,
`a if c else b`, subscripts from zero, `X.T`, calls, and `Matrix(rows, columns, lambda i, j: ...)`.
Operators are operations with a spelling of their own: all is an `Apply`, a choice, a subscript or a `Build`.
"""

import ast
import re
import warnings
from collections.abc import Collection, Mapping
from functools import reduce
from typing import Final

from flint import fmpq

from verifier.formulas.long_sums import in_pairs
from verifier.formulas.nearest import nearest, nearest_operation
from verifier.formulas.tree import HIDDEN, Apply, Build, Choice, Expression, Literal, Name, Span, Subscript
from verifier.numbers.printed import parse
from verifier.numbers.rules import ROUNDINGS
from verifier.record import NamedTuple

MAX_LENGTH: Final = 4000
MAX_DEPTH: Final = 60
MAX_NODES: Final = 1500

_OPERATORS: Final = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "power",
    ast.MatMult: "matmul",
    ast.USub: "negative",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
}
# Python would skip what follows the first, join lines at the second, read texts between the next, and names over a dot.
_FOREIGN: Final = re.compile(r"""[#\\"'\u00b7]""")
OPERATOR_NAMES: Final = frozenset(_OPERATORS.values())
INTEGRAL: Final = "integral"
"""The operation whose first argument is a function."""
CONSTANTS: Final = frozenset({"e", "pi"})
"""Names of numbers, each an operation without arguments, where no stage has the name."""
_FIRST, _SECOND = (Literal(parse(text).value, text) for text in "01")
_AXES: Final = {"0": _FIRST, "1": _SECOND, "-1": _SECOND, "-2": _FIRST}
"""Axes of a matrix, counted from the first or from the last."""


class FormulaError(ValueError):
    """A text that is no formula: what must hold or was found, and the column, from 0, where."""

    def __init__(self, message: str, column: int = 0, length: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.length = length


class Signature(NamedTuple):
    """How an operation is called: arrays first, then options that have defaults."""

    arrays: tuple[str, ...]
    options: tuple[str, ...] = ()
    variadic: bool = False


def parse_formula(
    text: str, signatures: Mapping[str, Signature], constants: Collection[str] = frozenset()
) -> Expression:
    """The expression that *text* spells; raises FormulaError with the column of what is wrong.

    A line end is a blank. *constants* are the names of `CONSTANTS` that no stage has; other names are those of stages.
    """
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"a formula has at most {MAX_LENGTH} characters, found {len(text)}")
    source = text.strip()
    shift = text.find(source)
    if (foreign := _FOREIGN.search(source)) is not None:
        raise FormulaError(f"{foreign[0]} has no meaning in a formula", shift + foreign.start())
    source = re.sub(r"\s", " ", source)
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(source, mode="eval")
    except SyntaxError as error:
        from verifier.formulas.names_of_mathematics import must_be, named  # imported here, as few are wrong

        if (name := named(source)) is not None:
            raise FormulaError(must_be(name[0]), shift + name.start(), len(name[0])) from None
        column = offset - 1 if 0 < (offset := error.offset or 0) <= len(source) else len(source)  # or an early end
        must = f"a formula in Python's syntax{f': {error.msg}' if error.msg else ''}"
        raise FormulaError(must, shift + column) from None
    except (RecursionError, MemoryError, ValueError):
        raise FormulaError("a formula that can be read: it is nested too deeply or holds a null") from None
    return _Builder(source, shift, signatures, frozenset(constants)).build(tree.body)


class _Builder:
    """Turns Python's tree into ours, counting as it goes."""

    def __init__(self, source: str, shift: int, signatures: Mapping[str, Signature], constants: frozenset[str]) -> None:
        self.source = source.encode()
        self.shift = shift
        self.signatures = signatures
        self.constants = constants
        self.depth = 0
        self.nodes = 0

    def build(self, node: ast.expr) -> Expression:
        self.depth += 1
        self.nodes += 1
        if self.depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise self.error(node, f"a formula nested at most {MAX_DEPTH} deep and of at most {MAX_NODES} parts")
        result = self._build(in_pairs(node))
        self.depth -= 1
        return result

    def _build(self, node: ast.expr) -> Expression:
        match node:
            case ast.Constant():
                return self.literal(node)
            case ast.Name(id=name):
                return Apply(name, ()) if name in self.constants else Name(name)
            case ast.BoolOp(operator, values):
                name = "logical_and" if isinstance(operator, ast.And) else "logical_or"
                return reduce(lambda left, right: Apply(name, (left, right)), map(self.build, values))
            case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]) if (
                type(operator) in _OPERATORS
            ):
                return Apply(_OPERATORS[type(operator)], (self.build(left), self.build(right)))
            case ast.UnaryOp(ast.USub() | ast.UAdd() | ast.Not() as operator, operand):
                return self.unary(operator, operand)
            case ast.IfExp(condition, then, other):
                return Choice(self.build(condition), self.build(then), self.build(other))
            case ast.Attribute(value, "T"):
                return Apply("transpose", (self.build(value),))
            case ast.Subscript(value, index):
                return self.subscript(value, index)
            case ast.Call(ast.Name(name)):
                return self.matrix(node) if name == "Matrix" else self.call(name, node)
        kind = ast.In if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn) else type(node)
        spelled, hint = _SPELLINGS.get(kind, "this"), _HINTS.get(kind, "")
        raise self.error(node, f"{spelled} has no meaning in a formula{hint}")

    def unary(self, operator: ast.unaryop, operand: ast.expr) -> Expression:
        if isinstance(operator, ast.USub) and isinstance(operand, ast.Name) and operand.id == "inf":
            return HIDDEN
        built = self.build(operand)
        if isinstance(operator, ast.UAdd):
            return built
        return Apply("negative" if isinstance(operator, ast.USub) else "logical_not", (built,))

    def literal(self, node: ast.Constant) -> Literal:
        text = self.segment(node)
        if isinstance(node.value, bool) or not isinstance(node.value, int | float) or "_" in text:
            raise self.error(node, f"a name, a number or a call, found {text}")
        try:
            return Literal(parse(text.rstrip(".")).value, text)
        except ValueError as error:
            raise self.error(node, str(error)) from None

    def subscript(self, value: ast.expr, index: ast.expr) -> Expression:
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        if len(parts) not in (1, 2):
            raise self.error(index, f"one or two indices, found {len(parts)}")
        places = [self.place(part) for part in parts]
        return Subscript(self.build(value), places[0], places[1] if len(places) > 1 else None)

    def place(self, node: ast.expr) -> Expression | Span:
        if not isinstance(node, ast.Slice):
            return self.build(node)
        return Span(*(None if part is None else self.build(part) for part in (node.lower, node.upper, node.step)))

    def matrix(self, node: ast.Call) -> Expression:
        match node:
            case ast.Call(args=[rows, columns, ast.Lambda(indices, body)], keywords=[]):
                names = _names_of(indices)
                if len(set(names)) == len(names) == 2:  # noqa: PLR2004 - a row and a column
                    sides = self.build(rows), self.build(columns)
                    return Build(*sides, (names[0], names[1]), self.within(body, set(names)))
        raise self.error(node, "Matrix(rows, columns, lambda i, j: ...)")

    def integral(self, node: ast.Call) -> Expression:
        """The integral of a function between two numbers; the function is a matrix of one cell over its index."""
        match node:
            case ast.Call(args=[ast.Lambda(indices, body), lower, upper], keywords=[]):
                for x in _names_of(indices)[:1] if len(indices.args) == 1 else ():
                    function = Build(_SECOND, _SECOND, (x, f"{x}_"), self.within(body, {x}))
                    return Apply(INTEGRAL, (function, self.build(lower), self.build(upper)))
        raise self.error(node, "integral(lambda x: ..., a, b)")

    def within(self, body: ast.expr, indices: set[str]) -> Expression:
        """A part in which *indices* hide constants."""
        outer = self.constants
        self.constants = outer - indices
        made = self.build(body)
        self.constants = outer
        return made

    def call(self, name: str, node: ast.Call) -> Expression:
        signature = self.signatures.get(name)
        if signature is None or name in OPERATOR_NAMES:
            known = [word for word in self.signatures if word not in OPERATOR_NAMES]
            raise self.error(node.func, f"a known operation, found {name}{nearest_operation(name, known)}")
        if name == INTEGRAL:
            return self.integral(node)
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self.error(node, f"{name} with its arguments one by one")
        arguments, options = self.bind(name, signature, node)
        return Apply(
            name,
            tuple(self.build(argument) for argument in arguments),
            tuple((option, self.option(option, value)) for option, value in options),
        )

    def bind(
        self, name: str, signature: Signature, node: ast.Call
    ) -> tuple[list[ast.expr], list[tuple[str, ast.expr]]]:
        """Arrays by position, options by position or name, each at most once; a tuple is its parts, as in NumPy."""
        given = [part for value in node.args for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
        width = len(given) if signature.variadic else len(signature.arrays)
        arguments, rest = given[:width], given[width:]
        options = list(zip(signature.options, rest, strict=False))
        options += [(keyword.arg or "**", keyword.value) for keyword in node.keywords]
        for option, value in options:
            if option not in signature.options:
                raise self.error(value, f"an option of {name}, found {option}{nearest(option, signature.options)}")
        spelled = spell_signature(name, signature)
        repeated = len(dict(options)) < len(options)
        if len(arguments) < len(signature.arrays) or len(rest) > len(signature.options) or repeated:
            raise self.error(node, f"{spelled}, found {len(given) + len(node.keywords)} arguments")
        return arguments, options

    def option(self, name: str, node: ast.expr) -> Expression | None:
        if isinstance(node, ast.Constant) and node.value is None:
            return None
        if name == "rule" and isinstance(node, ast.Name):
            return self.rule(node)
        built = self.build(node)
        if name != "axis":
            return built
        match built:
            case Literal(_, text):
                return self.axis(node, text)
            case Apply("negative", (Literal(_, text),)):
                return self.axis(node, f"-{text}")
        return built

    def rule(self, node: ast.Name) -> Expression:
        """A rounding rule, by its place among the rules."""
        if node.id not in ROUNDINGS:
            choose = f"choose from {', '.join(ROUNDINGS)}{nearest(node.id, ROUNDINGS)}"
            raise self.error(node, f"unknown rounding {node.id!r}; {choose}")
        return Literal(fmpq(ROUNDINGS.index(node.id)), node.id)

    def axis(self, node: ast.expr, text: str) -> Expression:
        """An axis of a matrix, counted from the first."""
        if text not in _AXES:
            raise self.error(node, f"{', '.join(_AXES)} or None for axis, found {text}")
        return _AXES[text]

    def segment(self, node: ast.expr | ast.Slice) -> str:
        return self.source[node.col_offset : node.end_col_offset].decode()

    def error(self, node: ast.expr | ast.Slice, message: str) -> FormulaError:
        column = len(self.source[: node.col_offset].decode())
        return FormulaError(message, self.shift + column, len(self.segment(node)))


def _names_of(indices: ast.arguments) -> list[str]:
    """The names of a lambda's arguments; none if it has others than plain ones."""
    others = (indices.posonlyargs, indices.kwonlyargs, indices.defaults, indices.vararg, indices.kwarg)
    return [] if any(others) else [one.arg for one in indices.args]


_HINTS: Final = {ast.List: "; write a matrix as vstack(hstack(2, 1), hstack(1, 3))", ast.In: "; write i == 1 or i == 2"}
_SPELLINGS: Final[dict[type[ast.AST], str]] = {
    ast.In: "`in`",
    ast.Compare: "a chain of comparisons",
    ast.Lambda: "a lambda outside of Matrix(rows, columns, lambda i, j: ...)",
    ast.Attribute: "an attribute other than .T",
    ast.List: "a list",
    ast.Tuple: "a tuple",
    ast.Call: "a call of something that has no name",
    ast.UnaryOp: "`~`",
}


def spell_signature(name: str, signature: Signature) -> str:
    """How a call is written: `softmax(X, axis=...)`."""
    parts = [*signature.arrays, *(["..."] if signature.variadic else []), *(f"{o}=..." for o in signature.options)]
    return f"{name}({', '.join(parts)})"
