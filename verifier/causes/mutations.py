"""Slips possible in any formula: terms, signs, conditions, windows, exponents, operands, numbers."""

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Final

from flint import fmpq

from verifier.causes.edit_records import Edit, Operand, names, number_of
from verifier.causes.operands import of_number, of_operand
from verifier.formulas.spelling import spell
from verifier.formulas.tree import (
    Apply,
    Build,
    Choice,
    Expression,
    Literal,
    Name,
    Options,
    Span,
    Subscript,
    children,
    places,
    with_children,
)
from verifier.operations import REGISTER
from verifier.rewriting.definitions import axis_of

_COMPARISONS: Final = ("less", "less_equal", "greater", "greater_equal", "equal", "not_equal")
_WINDOWS: Final = ((0, 2), (-1, 1), (1, 2), (-1, 0), (0, 3), (-1, 2))
_PLAIN: Final = ("add", "subtract", "multiply", "divide", "matmul")
MOST_TERMS: Final = 4
"""That a sign in a sum of at most so many numbers gives what is shown is seen at once."""
_KINDS: Final = {
    "add": ("subtract",),
    "subtract": ("add",),
    "divide": ("multiply",),
    "multiply": ("divide",),
    "floor_divide": ("divide",),
}
_BUT_LAST: Final = Span(None, Literal(fmpq(-1), "-1"))
_BUT_FIRST: Final = Span(Literal(fmpq(1), "1"), None)


def of_node(
    node: Expression, shapes: dict[str, Operand], whole: Expression, kinds: Collection[str] | None = None
) -> Iterator[Edit]:
    """The edits of one node of the tree *whole*; with *kinds*, at least those of these kinds."""
    for family, gives in _FAMILIES:
        if kinds is None or not gives.isdisjoint(kinds):
            yield from family(node)
    if kinds is None or not _OF_OPERAND.isdisjoint(kinds):
        yield from of_operand(node, shapes)
    if kinds is None or not _OF_NUMBER.isdisjoint(kinds):
        yield from of_number(node, shapes, whole)


def everywhere(expression: Expression, shapes: dict[str, Operand]) -> Iterator[Edit]:
    """The edits of a whole formula: two operands or numbers exchanged, the result transposed or scaled by 10**n."""
    used = [name for name in dict.fromkeys(names(expression)) if name in shapes]
    for a, b in combinations(used, 2):
        if shapes[a][1:3] == shapes[b][1:3]:
            exchanged = mapped(expression, {Name(a): Name(b), Name(b): Name(a)})
            yield Edit("swapped-order", f"{a} and {b} exchanged", exchanged)
    numbers = [node for node, _ in places(expression) if isinstance(node, Literal) and node.value.q != 1]
    for one, other in combinations(dict.fromkeys(numbers), 2):
        exchanged = mapped(expression, {one: other, other: one})
        yield Edit("swapped-order", f"{spell(one)} and {spell(other)} exchanged", exchanged)
    yield Edit("transposed", "the result transposed", Apply("transpose", (expression,)))
    for power in (10, 100, 1000):
        for name, done in (("multiply", "multiplied"), ("divide", "divided")):
            made = Apply(name, (expression, number_of(power)))
            yield Edit("other-exponent", f"the result {done} by {power}", made, 2, is_plain=True)


def mapped(expression: Expression, others: dict[Expression, Expression]) -> Expression:
    """The expression with each part that is a key of *others* replaced by its value."""
    if expression in others:
        return others[expression]
    return with_children(expression, [mapped(child, others) for child in children(expression)])


def _of_terms(node: Expression) -> Iterator[Edit]:
    """A term or factor left out, operands exchanged, the inverse operation, a divisor squared or its root."""
    match node:
        case Apply(name, (left, right)) if name in _PLAIN:
            for kept, lost in ((left, right), (right, left)):
                yield Edit("omitted-term", f"{spell(lost)} left out", kept)
            if name in ("subtract", "divide"):
                yield Edit("swapped-order", f"{spell(right)} and {spell(left)} exchanged", Apply(name, (right, left)))
            if name == "divide":
                squared = Apply("power", (right, number_of(2)))
                yield Edit("other-divisor", f"{spell(right)} squared", Apply(name, (left, squared)))
                yield Edit("other-divisor", f"the root of {spell(right)}", Apply(name, (left, Apply("sqrt", (right,)))))
        case Apply("hstack" | "vstack" | "concat" as name, (left, right)):
            yield Edit("swapped-order", f"{spell(left)} and {spell(right)} exchanged", Apply(name, (right, left)))
    if isinstance(node, Apply):
        for other in _KINDS.get(node.operation, ()):
            made = Apply(other, node.arguments)
            slip = "sign" if node.operation in ("add", "subtract") else "other-function"
            is_plain = slip == "sign" and 1 < _terms(node) <= MOST_TERMS
            yield Edit(slip, f"{spell(made)} for {spell(node)}", made, is_plain=is_plain)


def _terms(node: Expression) -> int:
    """The count of the numbers that a sum or difference of nothing else has; more than MOST_TERMS for other nodes."""
    match node:
        case Literal():
            return 1
        case Apply("add" | "subtract", (left, right)):
            return _terms(left) + _terms(right)
    return MOST_TERMS + 1


def _of_sums(node: Expression) -> Iterator[Edit]:
    """A matrix product whose sums lack their first or last term."""
    match node:
        case Apply("matmul", (left, right)):
            for span, which in ((_BUT_LAST, "last"), (_BUT_FIRST, "first")):
                shorter = Subscript(left, Span(None, None), span), Subscript(right, span, None)
                yield Edit("omitted-term", f"the {which} product of each sum left out", Apply("matmul", shorter))


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
    """Another comparison, exchanged branches, one branch everywhere, or a branch filled with 0 or 1."""
    if not isinstance(node, Choice):
        return
    condition, then, other = node.condition, node.then, node.other
    for kept in (then, other):
        yield Edit("other-function", f"the other branch, {spell(kept)}", kept, 0)
    match condition:
        case Apply(name, (a, b)) if name in _COMPARISONS:
            for changed in (*(Apply(one, (a, b)) for one in _COMPARISONS if one != name), Apply(name, (b, a))):
                note = f"{spell(changed)} for {spell(condition)}"
                yield Edit("reversed-mask", note, Choice(changed, then, other))
    yield Edit("reversed-mask", "the two cases exchanged", Choice(condition, other, then))
    for fill in (0, 1):
        note = f"filled with {fill} in the place of"
        yield Edit("other-fill", f"{note} {spell(other)}", Choice(condition, then, number_of(fill)))
        yield Edit("other-fill", f"{note} {spell(then)}", Choice(condition, number_of(fill), other))


def _of_window(node: Expression) -> Iterator[Edit]:
    """A reduction of rows over a window that moves with the row, as in a spreadsheet; one over fewer numbers."""
    match node:
        case Apply(name, (array,), options) if (made := REGISTER[name]).pattern == "reducing" and not made.is_of_size:
            if (axis := axis_of(node)) == 1:
                yield from _moving_windows(name, array, options)
            if not isinstance(array, Subscript) and (axis is None or isinstance(axis, int)):
                for kind, end, span in (("omitted-term", "last", _BUT_LAST), ("shifted-window", "first", _BUT_FIRST)):
                    what, shorter = _cut(array, span, axis)
                    yield Edit(kind, f"the {end} {what} of {spell(array)} left out", Apply(name, (shorter,), options))


def _moving_windows(name: str, array: Expression, options: Options) -> Iterator[Edit]:
    rest = tuple((key, value) for key, value in options if key != "axis")
    for first, last in _WINDOWS:
        window = Subscript(array, Span(_shifted("i", first), _shifted("i", last)), None)
        made = Build(Apply("rows", (array,)), number_of(1), ("i", "j"), Apply(name, (window,), rest))
        lines = [spell(Name("i") if by == 0 else _moved("i", by)) for by in (first, last - 1)]
        where = f"row {lines[0]}" if lines[0] == lines[1] else f"rows {lines[0]} to {lines[1]}"
        yield Edit("shifted-window", f"{name} over {where} of {spell(array)}, for row i", made)


def _cut(array: Expression, span: Span, axis: int | None) -> tuple[str, Expression]:
    """What is left out of each line of an array that is reduced along *axis*, and the array without it."""
    if axis is None:
        return "number", Subscript(Apply("flatten", (array,)), Span(None, None), span)
    return ("column", Subscript(array, Span(None, None), span)) if axis else ("row", Subscript(array, span, None))


def _shifted(index: str, by: int) -> Expression:
    """The index plus *by*, at least 0."""
    if by == 0:
        return Name(index)
    return _moved(index, by) if by > 0 else Apply("max", (_moved(index, by), number_of(0)))


def _moved(index: str, by: int) -> Expression:
    return Apply("add" if by > 0 else "subtract", (Name(index), number_of(abs(by))))


def _of_power(node: Expression) -> Iterator[Edit]:
    """An exponent lost, doubled, halved or off by one; a floor division left out."""
    match node:
        case Apply("power", (base, exponent)):
            yield Edit("other-exponent", f"the exponent {spell(exponent)} lost", base)
            for note, made in _other_exponents(exponent):
                yield Edit("other-exponent", note, Apply("power", (base, made)))
        case Apply("floor_divide", (left, _)):
            yield Edit("other-exponent", f"{spell(left)} for {spell(node)}", left)


def _other_exponents(exponent: Expression) -> Iterator[tuple[str, Expression]]:
    """The double and the half of an exponent, and its neighbours; of 2, half and less one is no exponent at all."""
    is_square = isinstance(exponent, Literal) and exponent.value == 2  # noqa: PLR2004 - the exponent of a square
    for factor, note in ((fmpq(2), "doubled"), (fmpq(1, 2), "halved")):
        if factor > 1 or not is_square:
            yield f"the exponent {spell(exponent)} {note}", Apply("multiply", (exponent, Literal(factor, "")))
    for by in (1,) if is_square else (-1, 1):
        made: Expression = Apply("add" if by > 0 else "subtract", (exponent, number_of(1)))
        if isinstance(exponent, Literal):
            made = Literal(exponent.value + by, "")
        yield f"the exponent {spell(made)} for {spell(exponent)}", made


def _of_indices(node: Expression) -> Iterator[Edit]:
    """An index of a matrix built cell by cell replaced by its half, by the even number below, or by a neighbour."""
    if not isinstance(node, Build):
        return
    for name in node.indices:
        index = Name(name)
        pair = Apply("floor_divide", (index, number_of(2)))
        others = (
            pair,
            Apply("multiply", (number_of(2), pair)),
            Apply("add", (index, number_of(1))),
            Apply("subtract", (index, number_of(1))),
        )
        for other in others:
            body = mapped(node.body, {index: other})
            yield Edit(
                "other-exponent", f"{spell(other)} for {name}", Build(node.rows, node.columns, node.indices, body)
            )


def _of_turn(node: Expression) -> Iterator[Edit]:
    """A matrix built with its two indices exchanged."""
    if isinstance(node, Build):
        turned = Build(node.rows, node.columns, node.indices[::-1], node.body)
        yield Edit("transposed", "rows and columns exchanged", turned)


_FAMILIES: Final = (
    (_of_terms, frozenset({"omitted-term", "swapped-order", "other-divisor", "sign", "other-function"})),
    (_of_sums, frozenset({"omitted-term"})),
    (_of_sign, frozenset({"sign"})),
    (_of_choice, frozenset({"other-function", "reversed-mask", "other-fill"})),
    (_of_window, frozenset({"shifted-window", "omitted-term"})),
    (_of_power, frozenset({"other-exponent"})),
    (_of_indices, frozenset({"other-exponent"})),
    (_of_turn, frozenset({"transposed"})),
)
"""Functions that make edits of one node, each with the kinds that it can make."""
_OF_OPERAND: Final = frozenset({"transposed", "rerounded-operand", "other-operand"})
_OF_NUMBER: Final = frozenset({"other-divisor", "other-exponent"})
