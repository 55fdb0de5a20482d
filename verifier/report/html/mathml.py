"""Formulas as MathML Core, which browsers render without scripts."""

from typing import Final

from markupsafe import Markup, escape

from verifier.document.model import Formula
from verifier.formulas.tree import HIDDEN, Apply, Build, Choice, Expression, Literal, Name, Span, Subscript

_SIGNS: Final = {
    "less": ("<", 1),
    "less_equal": ("\u2264", 1),
    "greater": (">", 1),
    "greater_equal": ("\u2265", 1),
    "equal": ("=", 1),
    "not_equal": ("\u2260", 1),
    "add": ("+", 2),
    "subtract": ("\u2212", 2),
    "multiply": ("\u22c5", 3),
    "remainder": ("mod", 3),
    "matmul": ("\u2062", 3),
    "logical_and": ("\u2227", 0),
    "logical_or": ("\u2228", 0),
}
"""The sign and the precedence of each binary operation."""
_PREFIXES: Final = {"negative": "\u2212", "logical_not": "\u00ac"}
_CONSTANTS: Final = {"pi": "\u03c0", "e": "e"}
_LOOSE: Final = 0
_PRODUCT: Final = 3
_NEGATIVE: Final = 3
_ATOM: Final = 6
_SUBSCRIPT: Final = 3


def equation(name: str, formula: Formula) -> Markup:
    """`name = formula` as a displayed equation, annotated with the formula's text."""
    return _math(_row(_name(name), _sign("="), _drawn(formula.expression)[0]), formula.text, "block")


def inline(formula: Formula) -> Markup:
    """A formula for use within a sentence."""
    return _math(_drawn(formula.expression)[0], formula.text, "inline")


def _math(inner: Markup, text: str, display: str) -> Markup:
    return Markup(
        '<math display="{}"><semantics>{}<annotation encoding="text/x-python">{}</annotation></semantics></math>'
    ).format(display, inner, text)


def _tag(tag: str, *inner: Markup) -> Markup:
    return Markup(f"<{tag}>{''.join(inner)}</{tag}>")  # noqa: S704 - tags are our own words, and the parts are escaped


def _row(*inner: Markup) -> Markup:
    return _tag("mrow", *inner)


def _sign(text: str) -> Markup:
    return _tag("mo", escape(text))


def _word(text: str) -> Markup:
    return _tag("mi", escape(text))


def _name(name: str) -> Markup:
    """A name; `W_Q`, a letter with a short ending, becomes a letter with a subscript."""
    base, _, ending = name.partition("_")
    if len(base) == 1 and 0 < len(ending) <= _SUBSCRIPT and "_" not in ending:
        return _tag("msub", _word(base), _tag("mn" if ending.isdigit() else "mi", escape(ending)))
    return _word(name)


def _list(parts: list[Markup]) -> list[Markup]:
    found: list[Markup] = []
    for part in parts:
        found += [_sign(","), part] if found else [part]
    return found


def _bracketed(*inner: Markup) -> Markup:
    return _row(_sign("("), *inner, _sign(")"))


def _within(expression: Expression, least: int) -> Markup:
    drawn, tight = _drawn(expression)
    return drawn if tight >= least else _bracketed(drawn)


def _drawn(expression: Expression) -> tuple[Markup, int]:
    """The MathML of an expression, and the precedence of its outermost operation."""
    match expression:
        case Literal(value, text):
            return _tag("mn", escape(text or str(value))), _ATOM
        case Name(name):
            return _name(name), _ATOM
        case Apply():
            return _applied(expression)
        case Choice():
            return _cases(expression), _LOOSE
        case Subscript(array, row, column):
            places = _list([_place(index) for index in (row, column) if index is not None])
            return _row(_within(array, _ATOM), _sign("["), *places, _sign("]")), _ATOM
        case Build(rows, columns, (i, j), body):
            return _built(body, [(i, rows), (j, columns)]), _ATOM


def _applied(node: Apply) -> tuple[Markup, int]:
    if node == HIDDEN:
        return _row(_sign("\u2212"), _sign("\u221e")), _NEGATIVE
    match node:
        case Apply(name, (operand,)) if name in _PREFIXES:
            return _row(_sign(_PREFIXES[name]), _within(operand, _NEGATIVE)), _NEGATIVE
        case Apply("transpose", (operand,)):
            return _tag("msup", _within(operand, _ATOM), _sign("\u22a4")), _ATOM - 1
        case Apply("power", (base, exponent)):
            return _tag("msup", _within(base, _ATOM), _raised(exponent)), _ATOM - 1
        case Apply("divide", (above, below)):
            return _tag("mfrac", _drawn(above)[0], _drawn(below)[0]), _ATOM - 1
        case Apply("floor_divide", (above, below)):
            inner = _tag("mfrac", _drawn(above)[0], _drawn(below)[0])
            return _row(_sign("\u230a"), inner, _sign("\u230b")), _ATOM
        case Apply("sqrt", (operand,)):
            return _tag("msqrt", _drawn(operand)[0]), _ATOM
        case Apply("abs", (operand,)):
            return _row(_sign("|"), _drawn(operand)[0], _sign("|")), _ATOM
        case Apply(name, (left, right)) if name in _SIGNS:
            sign, tight = _SIGNS[name]
            return _row(_within(left, tight), _between(sign), _within(right, tight + 1)), tight
    return _called(node), _ATOM


def _raised(exponent: Expression) -> Markup:
    """An exponent; a fraction in it is written with a slash."""
    match exponent:
        case Apply("divide", (above, below)):
            return _row(_within(above, _PRODUCT), _sign("/"), _within(below, _ATOM))
    return _drawn(exponent)[0]


def _between(sign: str) -> Markup:
    """An infix sign; the product of matrices has a thin space."""
    return Markup('<mspace width="0.25em"/>') if sign == "\u2062" else _sign(sign)


def _called(node: Apply) -> Markup:
    if node.operation in _CONSTANTS:
        return _word(_CONSTANTS[node.operation])
    name = _tag("msub", _word("log"), _tag("mn", escape("10"))) if node.operation == "log10" else _word(node.operation)
    match node:
        case Apply("integral", (Build(_, _, (x, _), body), lower, upper)):
            sign = _tag("msubsup", _sign("\u222b"), _drawn(lower)[0], _drawn(upper)[0])
            return _row(sign, _within(body, _PRODUCT), _word("d"), _name(x))
    parts = [_drawn(argument)[0] for argument in node.arguments]
    parts += [_option(key, value) for key, value in node.options]
    return _row(name, _bracketed(*_list(parts)))


def _option(key: str, value: Expression | None) -> Markup:
    return _row(_word(key), _sign("="), _word("None") if value is None else _drawn(value)[0])


def _cases(choice: Expression) -> Markup:
    """The branches of a conditional, one a line."""
    lines = []
    while isinstance(choice, Choice):
        condition = _row(_tag("mtext", escape("if\u00a0")), _drawn(choice.condition)[0])
        lines.append(_tag("mtr", _tag("mtd", _drawn(choice.then)[0]), _tag("mtd", condition)))
        choice = choice.other
    lines.append(_tag("mtr", _tag("mtd", _drawn(choice)[0]), _tag("mtd", _tag("mtext", escape("otherwise")))))
    return _row(Markup('<mo stretchy="true">{</mo>'), _tag("mtable", *lines))


def _built(body: Expression, sides: list[tuple[str, Expression]]) -> Markup:
    """A matrix given by its cell, with the ranges of the indices, from zero, below it."""
    zero, least = _tag("mn", escape("0")), _sign("\u2264")
    spans = [_row(zero, least, _name(index), _sign("<"), _drawn(side)[0]) for index, side in sides]
    return _tag("msub", _row(_sign("["), _drawn(body)[0], _sign("]")), _row(*_list(spans)))


def _place(index: Expression | Span) -> Markup:
    if isinstance(index, Span):
        start, stop, step = (Markup() if part is None else _drawn(part)[0] for part in index.fields)
        stepped = () if index.step is None else (_sign(":"), step)
        return _row(start, _sign(":"), stop, *stepped)
    return _drawn(index)[0]
