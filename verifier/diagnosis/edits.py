"""Single edits of a formula: what an author plausibly computed instead.

Operations bring their own slips along; the general ones are those that any tree can
suffer. An edit is an expression again, so that it is evaluated like a stated formula.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from flint import fmpq

from verifier.expression import (
    Apply,
    Build,
    Choice,
    Expression,
    Literal,
    Name,
    Span,
    Subscript,
    children,
    places,
    with_children,
)
from verifier.formula import parse_formula
from verifier.operations import REGISTER, signatures
from verifier.spelling import spell

_OPPOSITE: Final = {
    "less": "greater",
    "less_equal": "greater_equal",
    "greater": "less",
    "greater_equal": "less_equal",
    "equal": "not_equal",
    "not_equal": "equal",
}
_LOOSER: Final = {"less": "less_equal", "less_equal": "less", "greater": "greater_equal", "greater_equal": "greater"}
_WINDOWS: Final = ((0, 2), (-1, 1), (1, 2), (-1, 0), (0, 3))
_PLAIN: Final = ("add", "subtract", "multiply", "divide", "matmul")


class Edit(NamedTuple):
    """One slip in a formula: its kind, what it says of itself, the formula that it makes, and how far-fetched it is."""

    slip: str
    note: str
    expression: Expression
    weight: int = 1


class Operand(NamedTuple):
    """A stage that could have been used in the place of another: its rows, columns and decimals."""

    name: str
    rows: int
    columns: int
    decimals: int


def edits(expression: Expression, operands: tuple[Operand, ...], own: str) -> Iterator[Edit]:
    """All single edits of a formula; *operands* are the blocks of the document, *own* the stage itself."""
    shapes = {operand.name: operand for operand in operands}
    for node, put in places(expression):
        for make in (_of_operation, _of_terms, _of_sign, _of_choice, _of_window, _of_power):
            for edit in make(node):
                yield edit._replace(expression=put(edit.expression))
        for edit in _of_operand(node, shapes, own):
            yield edit._replace(expression=put(edit.expression))
        for edit in _of_number(node, shapes, expression):
            yield edit._replace(expression=put(edit.expression))


@cache
def _template(text: str) -> Expression:
    return parse_formula(text, signatures())


def _of_operation(node: Expression) -> Iterator[Edit]:
    """The slips that an operation brings along."""
    if not isinstance(node, Apply):
        return
    made = REGISTER[node.operation]
    if made.signature.variadic:
        if len(node.arguments) == 2 and made.pattern == "rearranging":  # noqa: PLR2004 - a sum has two terms
            yield Edit("sum-for-concatenation", "added instead of put side by side", Apply("add", node.arguments))
        return
    local: dict[str, Expression | None] = dict(zip(made.signature.arrays, node.arguments, strict=False))
    local |= {
        key: None if value is None else Literal(fmpq(value), str(value))
        for key, value in zip(made.signature.options, made.defaults, strict=True)
    }
    local |= dict(node.options)
    for slip in made.slips:
        other = _bind(_template(slip.formula), local)
        what = f"{slip.label}, {spell(other)}," if slip.label else spell(other)
        yield Edit(slip.kind, f"{what} for {spell(node)}", other)


def _bind(expression: Expression, local: dict[str, Expression | None]) -> Expression:
    """A template with the arguments and options of a call in it."""
    if isinstance(expression, Name):
        return local.get(expression.name) or expression
    if isinstance(expression, Apply):
        inner = tuple(_bind(argument, local) for argument in expression.arguments)
        options = tuple((key, _bind_option(value, local)) for key, value in expression.options)
        return Apply(expression.operation, inner, _without_defaults(expression.operation, options))
    return expression


def _bind_option(value: Expression | None, local: dict[str, Expression | None]) -> Expression | None:
    """The option of a template: the caller's own, or a number made of it."""
    if isinstance(value, Name) and value.name in local:
        return local[value.name]
    bound = None if value is None else _bind(value, local)
    match bound:
        case Apply("subtract", (Literal(a), Literal(b))):
            return Literal(a - b, str(a - b))
    return bound


def _without_defaults(
    name: str, options: tuple[tuple[str, Expression | None], ...]
) -> tuple[tuple[str, Expression | None], ...]:
    made = REGISTER[name]
    usual = dict(zip(made.signature.options, made.defaults, strict=True))
    return tuple(
        (key, value)
        for key, value in options
        if not (isinstance(value, Literal) and usual[key] is not None and value.value == usual[key])
    )


def _of_terms(node: Expression) -> Iterator[Edit]:
    """A term or factor left out, operands exchanged, an operation of another kind."""
    match node:
        case Apply(name, (left, right)) if name in _PLAIN:
            for kept, lost in ((left, right), (right, left)):
                yield Edit("omitted-term", f"{spell(lost)} left out", kept)
            if name in ("subtract", "divide"):
                yield Edit("swapped-order", f"{spell(right)} and {spell(left)} exchanged", Apply(name, (right, left)))
            for other in {"add": ("subtract",), "subtract": ("add",), "divide": ("multiply",)}.get(name, ()):
                made = Apply(other, (left, right))
                yield Edit("sign" if name != "divide" else "other-function", f"{spell(made)} for {spell(node)}", made)


def _of_sign(node: Expression) -> Iterator[Edit]:
    match node:
        case Apply("negative", (operand,)):
            yield Edit("sign", f"the minus before {spell(operand)} lost", operand)
        case Literal():
            return
        case _:
            yield Edit("sign", f"-{spell(node)} for {spell(node)}", Apply("negative", (node,)))
            yield Edit("sign", f"the sign of {spell(node)} lost", Apply("abs", (node,)))


def _of_choice(node: Expression) -> Iterator[Edit]:
    """A condition turned around, or its edge."""
    match node:
        case Choice(Apply(name, sides), then, other) if name in _OPPOSITE:
            turned = Choice(Apply(_OPPOSITE[name], sides), then, other)
            yield Edit("reversed-mask", f"{spell(turned.condition)} for {spell(node.condition)}", turned)
            if name in _LOOSER:
                looser = Choice(Apply(_LOOSER[name], sides), then, other)
                yield Edit("reversed-mask", f"{spell(looser.condition)} for {spell(node.condition)}", looser)
            yield Edit("other-function", f"{spell(then)} everywhere", then)
            yield Edit("other-function", f"{spell(other)} everywhere", other)


def _of_window(node: Expression) -> Iterator[Edit]:
    """A summary of a row taken over other rows, as a formula dragged in a spreadsheet gives."""
    match node:
        case Apply(name, (array,), options) if REGISTER[name].pattern == "reducing" and "axis" in dict(
            zip(REGISTER[name].signature.options, REGISTER[name].defaults, strict=True)
        ):
            rest = tuple((key, value) for key, value in options if key != "axis")
            for first, last in _WINDOWS:
                window = Subscript(array, Span(_shifted("i", first), _shifted("i", last)), None)
                body = Subscript(Apply(name, (window,), (*rest, ("axis", None))), _number(0), _number(0))
                made = Build(Apply("rows", (array,)), _number(1), ("i", "j"), body)
                yield Edit("shifted-window", f"{name} over rows i{first:+d} to i{last - 1:+d} of {spell(array)}", made)
            if not isinstance(array, Subscript):
                short = Subscript(array, Span(None, None), Span(None, Literal(fmpq(-1), "-1")))
                made_short = Apply(name, (short,), options)
                yield Edit("omitted-term", f"the last column of {spell(array)} left out", made_short)


def _shifted(index: str, by: int) -> Expression:
    return Name(index) if by == 0 else Apply("add" if by > 0 else "subtract", (Name(index), _number(abs(by))))


def _number(value: int) -> Literal:
    return Literal(fmpq(value), str(value))


def _of_power(node: Expression) -> Iterator[Edit]:
    """An exponent lost or replaced by one; an index of pairs taken for one of cells, or the reverse."""
    match node:
        case Apply("power", (base, exponent)):
            yield Edit("other-exponent", f"the exponent {spell(exponent)} lost", base)
            for factor, note in (("2", "doubled"), ("1/2", "halved")):
                made = Apply("multiply", (exponent, _template(factor)))
                yield Edit("other-exponent", f"the exponent {spell(exponent)} {note}", Apply("power", (base, made)))
        case Build(rows, columns, indices, body):
            for index in indices:
                for text in (f"{index} // 2", f"2 * ({index} // 2)", f"{index} + 1", f"{index} - 1"):
                    replaced = _replace_name(body, index, _template(text))
                    yield Edit("other-exponent", f"{text} for {index}", Build(rows, columns, indices, replaced))
            turned = Build(rows, columns, (indices[1], indices[0]), body)
            yield Edit("transposed", "rows and columns exchanged", turned)


def _replace_name(expression: Expression, name: str, other: Expression) -> Expression:
    """The expression with another in the place of every use of a name."""
    if isinstance(expression, Name):
        return other if expression.name == name else expression
    made = with_children(expression, [_replace_name(child, name, other) for child in children(expression)])
    assert not isinstance(made, Span)
    return made


def _of_operand(node: Expression, shapes: dict[str, Operand], own: str) -> Iterator[Edit]:
    """Another block in the place of an operand, its transpose, or it with fewer digits."""
    if not isinstance(node, Name) or node.name not in shapes:
        return
    mine = shapes[node.name]
    yield Edit("transposed", f"{node.name}.T for {node.name}", Apply("transpose", (node,)))
    for digits in range(mine.decimals):
        for cut in ("trunc", "round"):
            made = Apply(cut, (node,), (("digits", _number(digits)),))
            done = "cut" if cut == "trunc" else "rounded"
            yield Edit("rerounded-operand", f"{node.name} {done} to {digits} decimals before use", made)
    for other in shapes.values():
        if other.name not in (node.name, own) and (other.rows, other.columns) == (mine.rows, mine.columns):
            yield Edit("other-operand", f"{other.name} used for {node.name}", Name(other.name), 2)


def _of_number(node: Expression, shapes: dict[str, Operand], whole: Expression) -> Iterator[Edit]:
    """Another dimension in the place of a number or of a stated dimension, or one less."""
    match node:
        case Literal(value) if value.q == 1 and 1 < value <= 10**4:
            sides = {side for name in _names(whole) if name in shapes for side in shapes[name][1:3]}
            for side in sorted(sides | {int(value.p) - 1, int(value.p) + 1, 1} - {int(value.p)}):
                yield Edit("other-divisor", f"{side} for {int(value.p)}", _number(side))
        case Apply("rows" | "columns", (array,)):
            other = "columns" if node.operation == "rows" else "rows"
            yield Edit("other-divisor", f"{other}({spell(array)}) for {spell(node)}", Apply(other, (array,)))


def _names(expression: Expression) -> Iterator[str]:
    if isinstance(expression, Name):
        yield expression.name
    for child in children(expression):
        yield from _names(child)
