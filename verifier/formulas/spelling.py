"""An expression written as the formula language spells it, with no more brackets than it needs."""

from typing import Final

from verifier.formulas.parser import CONSTANTS, INTEGRAL
from verifier.formulas.tree import HIDDEN, Apply, Build, Choice, Expression, Literal, Name, Span, Subscript

_BINARY: Final = {
    "logical_or": ("or", 1),
    "logical_and": ("and", 2),
    "less": ("<", 4),
    "less_equal": ("<=", 4),
    "greater": (">", 4),
    "greater_equal": (">=", 4),
    "equal": ("==", 4),
    "not_equal": ("!=", 4),
    "add": ("+", 5),
    "subtract": ("-", 5),
    "multiply": ("*", 6),
    "divide": ("/", 6),
    "floor_divide": ("//", 6),
    "remainder": ("%", 6),
    "matmul": ("@", 6),
    "power": ("**", 8),
}
_CHOICE: Final = 0
_NOT: Final = 3
_COMPARISON: Final = 4
_NEGATIVE: Final = 7
_ATOM: Final = 9


def spell(expression: Expression) -> str:
    """The formula that reads back as *expression*."""
    return _spell(expression)[0]


def _spell(expression: Expression) -> tuple[str, int]:
    """The text and how tightly it binds; told once of each part that many expressions share."""
    found: tuple[str, int] | None = getattr(expression, "spelled", None)
    if found is None:
        found = _spell_node(expression)
        expression.spelled = found
    return found


def _spell_node(expression: Expression) -> tuple[str, int]:
    match expression:
        case Literal(value, text):
            return text or str(value), _ATOM if text or value.q == 1 else _BINARY["divide"][1]
        case Name(name):
            return name, _ATOM
        case Apply():
            return _spell_apply(expression)
        case Choice(condition, then, other):
            return f"{_within(then, 1)} if {_within(condition, 1)} else {spell(other)}", _CHOICE
        case Subscript(array, row, column):
            places = [_place(row), *([] if column is None else [_place(column)])]
            return f"{_within(array, _ATOM)}[{', '.join(places)}]", _ATOM
        case Build(rows, columns, (i, j), body):
            return f"Matrix({spell(rows)}, {spell(columns)}, lambda {i}, {j}: {spell(body)})", _ATOM


def _spell_apply(call: Apply) -> tuple[str, int]:
    match call:
        case Apply("mask") if call == HIDDEN:
            return "-inf", _NEGATIVE
        case Apply("negative", (operand,)):
            return f"-{_within(operand, _NEGATIVE)}", _NEGATIVE
        case Apply("logical_not", (operand,)):
            return f"not {_within(operand, _NOT)}", _NOT
        case Apply("transpose", (operand,)):
            return f"{_within(operand, _ATOM)}.T", _ATOM
        case Apply(name, (left, right)) if name in _BINARY:
            return _binary(name, left, right)
        case Apply(name, (Build(_, _, (x, _), body), lower, upper)) if name == INTEGRAL:
            return f"{name}(lambda {x}: {spell(body)}, {spell(lower)}, {spell(upper)})", _ATOM
        case Apply(name, ()) if name in CONSTANTS:
            return name, _ATOM
    parts = [spell(argument) for argument in call.arguments]
    parts += [f"{key}={'None' if value is None else spell(value)}" for key, value in call.options]
    return f"{call.operation}({', '.join(parts)})", _ATOM


def _binary(name: str, left: Expression, right: Expression) -> tuple[str, int]:
    sign, tight = _BINARY[name]
    if name == "power":  # binds to the right, and tighter than a minus before it
        return f"{_within(left, _ATOM)}**{_within(right, _NEGATIVE)}", tight
    first = tight + (tight == _COMPARISON)  # comparisons do not chain
    return f"{_within(left, first)} {sign} {_within(right, tight + 1)}", tight


def _within(expression: Expression, least: int) -> str:
    text, tight = _spell(expression)
    return text if tight >= least else f"({text})"


def _place(index: Expression | Span) -> str:
    if isinstance(index, Span):
        parts = index.fields if index.step is not None else (index.start, index.stop)
        return ":".join("" if part is None else spell(part) for part in parts)
    return spell(index)
