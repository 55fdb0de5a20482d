"""An expression written as the formula language spells it, with no more brackets than it needs."""

from typing import Final

from verifier.formulas.tree import HIDDEN, Apply, Build, Choice, Expression, Literal, Name, Span, Subscript

_BINARY: Final = {
    "less": ("<", 1),
    "less_equal": ("<=", 1),
    "greater": (">", 1),
    "greater_equal": (">=", 1),
    "equal": ("==", 1),
    "not_equal": ("!=", 1),
    "add": ("+", 2),
    "subtract": ("-", 2),
    "multiply": ("*", 3),
    "divide": ("/", 3),
    "floor_divide": ("//", 3),
    "remainder": ("%", 3),
    "matmul": ("@", 3),
    "power": ("**", 5),
}
_CHOICE: Final = 0
_NEGATIVE: Final = 4
_ATOM: Final = 6


def spell(expression: Expression) -> str:
    """The formula that reads back as *expression*."""
    return _spell(expression)[0]


def _spell(expression: Expression) -> tuple[str, int]:
    """The text and how tightly it binds."""
    return ("-inf", _NEGATIVE) if expression == HIDDEN else _spell_node(expression)


def _spell_node(expression: Expression) -> tuple[str, int]:
    match expression:
        case Literal(value, text):
            return text or str(value), _ATOM if text or value.q == 1 else _BINARY["divide"][1]
        case Name(name):
            return name, _ATOM
        case Apply("negative", (operand,)):
            return f"-{_within(operand, _NEGATIVE)}", _NEGATIVE
        case Apply("transpose", (operand,)):
            return f"{_within(operand, _ATOM)}.T", _ATOM
        case Apply(name, (left, right)) if name in _BINARY:
            return _binary(name, left, right)
        case Apply(name, arguments, options):
            parts = [spell(argument) for argument in arguments]
            parts += [f"{key}={'None' if value is None else spell(value)}" for key, value in options]
            return f"{name}({', '.join(parts)})", _ATOM
        case Choice(condition, then, other):
            return f"{_within(then, 1)} if {_within(condition, 1)} else {spell(other)}", _CHOICE
        case Subscript(array, row, column):
            places = [_place(row), *([] if column is None else [_place(column)])]
            return f"{_within(array, _ATOM)}[{', '.join(places)}]", _ATOM
        case Build(rows, columns, (i, j), body):
            return f"Matrix({spell(rows)}, {spell(columns)}, lambda {i}, {j}: {spell(body)})", _ATOM


def _binary(name: str, left: Expression, right: Expression) -> tuple[str, int]:
    sign, tight = _BINARY[name]
    if name == "power":  # binds to the right, and tighter than a minus before it
        return f"{_within(left, _ATOM)}**{_within(right, _NEGATIVE)}", tight
    return f"{_within(left, tight)} {sign} {_within(right, tight + 1)}", tight


def _within(expression: Expression, least: int) -> str:
    text, tight = _spell(expression)
    return text if tight >= least else f"({text})"


def _place(index: Expression | Span) -> str:
    if isinstance(index, Span):
        return ":".join("" if end is None else spell(end) for end in (index.start, index.stop))
    return spell(index)
