"""Formulas as mathematics: boxes with the tags of MathML, from which MathML and LaTeX are written."""

from typing import Final

from verifier.formulas.tree import HIDDEN, Apply, Build, Choice, Expression, Literal, Name, Span, Subscript
from verifier.record import NamedTuple

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
_BELOW: Final = {("axis", "0"): "columns", ("axis", "1"): "rows", ("ddof", "1"): "n\u22121"}
"""What stands below the name of an operation in the place of an option: what is reduced, and by what it is divided."""
_LOOSE: Final = 0
_SUM: Final = 2
_PRODUCT: Final = 3
_NEGATIVE: Final = 3
_ATOM: Final = 6
_SUBSCRIPT: Final = 3


class Box(NamedTuple):
    """An element of MathML: a leaf has a text, any other has parts."""

    tag: str
    parts: tuple["Box", ...] = ()
    text: str = ""


def equation(name: str, expression: Expression) -> Box:
    """`name = expression`."""
    return _row(_name(name), _sign("="), drawn(expression))


def drawn(expression: Expression) -> Box:
    """An expression as mathematics."""
    return _drawn(expression)[0]


def width(box: Box) -> int:
    """About how many letters wide a box is: parts in a row together, of parts above one another the widest."""
    widths = [width(part) for part in box.parts]
    if not widths:
        return len(box.text)
    return max(widths) if box.tag in ("mfrac", "mtable") else sum(widths)


def _tag(tag: str, *inner: Box) -> Box:
    return Box(tag, inner)


def _leaf(tag: str, text: str) -> Box:
    return Box(tag, text=text)


def _row(*inner: Box) -> Box:
    return _tag("mrow", *inner)


def _sign(text: str) -> Box:
    return _leaf("mo", text)


def _word(text: str) -> Box:
    return _leaf("mi", text)


def _name(name: str) -> Box:
    """A name; `W_Q`, a letter with a short ending or a word with one sign behind it, has a subscript."""
    base, _, ending = name.partition("_")
    if base and 0 < len(ending) <= (_SUBSCRIPT if len(base) == 1 else 1) and "_" not in ending:
        return _tag("msub", _word(base), _leaf("mn" if ending.isdigit() else "mi", ending))
    return _word(name)


def _list(parts: list[Box]) -> list[Box]:
    found: list[Box] = []
    for part in parts:
        found += [_sign(","), part] if found else [part]
    return found


def _bracketed(*inner: Box) -> Box:
    return _row(_sign("("), *inner, _sign(")"))


def _within(expression: Expression, least: int) -> Box:
    drawn, tight = _drawn(expression)
    return drawn if tight >= least else _bracketed(drawn)


def _drawn(expression: Expression) -> tuple[Box, int]:
    """The box of an expression, and the precedence of its outermost operation."""
    match expression:
        case Literal(value, text):
            return _leaf("mn", text or str(value)), _SUM if text.startswith("-") else _ATOM
        case Name(name):
            return _name(name), _ATOM
        case Apply():
            return _applied(expression)
        case Choice():
            return _cases(expression), _LOOSE
        case Subscript(Name(name), Name() | Apply() as index, None):
            return _tag("msub", _name(name), _drawn(index)[0]), _ATOM
        case Subscript(array, row, column):
            places = _list([_place(index) for index in (row, column) if index is not None])
            return _row(_within(array, _ATOM), _sign("["), *places, _sign("]")), _ATOM
        case Build(rows, columns, (i, j), body):
            return _built(body, [(i, rows), (j, columns)]), _ATOM


def _applied(node: Apply) -> tuple[Box, int]:
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
    return _called(node), _PRODUCT if node.operation == "sum" and not node.options else _ATOM


def _raised(exponent: Expression) -> Box:
    """An exponent; a fraction in it is written with a slash."""
    match exponent:
        case Apply("divide", (above, below)):
            return _row(_within(above, _PRODUCT), _sign("/"), _within(below, _ATOM))
    return _drawn(exponent)[0]


def _between(sign: str) -> Box:
    """An infix sign; the product of matrices has a thin space."""
    return Box("mspace") if sign == "\u2062" else _sign(sign)


def _called(node: Apply) -> Box:
    if node.operation in _CONSTANTS:
        return _word(_CONSTANTS[node.operation])
    name = _tag("msub", _word("log"), _leaf("mn", "10")) if node.operation == "log10" else _word(node.operation)
    match node:
        case Apply("sum", (operand,), ()):
            return _row(_sign("\u2211"), _within(operand, _PRODUCT))
        case Apply("integral", (Build(_, _, (x, _), body), lower, upper)):
            sign = _tag("msubsup", _sign("\u222b"), _drawn(lower)[0], _drawn(upper)[0])
            return _row(sign, _within(body, _PRODUCT), _word("d"), _name(x))
    said = {(key, value.text if isinstance(value, Literal) else None): (key, value) for key, value in node.options}
    below = [_leaf("mtext", text) for option, text in _BELOW.items() if option in said]
    parts = [_drawn(argument)[0] for argument in node.arguments]
    parts += [_option(*option) for place, option in said.items() if place not in _BELOW]
    return _row(_tag("msub", name, _row(*_list(below))) if below else name, _bracketed(*_list(parts)))


def _option(key: str, value: Expression | None) -> Box:
    return _row(_word(key), _sign("="), _word("None") if value is None else _drawn(value)[0])


def _cases(choice: Expression) -> Box:
    """The branches of a conditional, one a line."""
    lines = []
    while isinstance(choice, Choice):
        condition = _row(_leaf("mtext", "if\u00a0"), _drawn(choice.condition)[0])
        lines.append(_tag("mtr", _tag("mtd", _drawn(choice.then)[0]), _tag("mtd", condition)))
        choice = choice.other
    lines.append(_tag("mtr", _tag("mtd", _drawn(choice)[0]), _tag("mtd", _leaf("mtext", "otherwise"))))
    return _row(_sign("{"), _tag("mtable", *lines))


def _built(body: Expression, sides: list[tuple[str, Expression]]) -> Box:
    """A matrix given by its cell, with the ranges of the indices, from zero, below it."""
    zero, least = _leaf("mn", "0"), _sign("\u2264")
    spans = [_row(zero, least, _name(index), _sign("<"), _drawn(side)[0]) for index, side in sides]
    return _tag("msub", _row(_sign("["), _drawn(body)[0], _sign("]")), _row(*_list(spans)))


def _place(index: Expression | Span) -> Box:
    if not isinstance(index, Span):
        return _drawn(index)[0]
    start, stop, step = ((() if part is None else (_drawn(part)[0],)) for part in index.fields)
    return _row(*start, _sign(":"), *stop, *((_sign(":"), *step) if step else ()))
