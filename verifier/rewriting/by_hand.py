"""Operations written out in others, down to sums and products, as a reader computes them by hand."""

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeAlias

from flint import fmpq

from verifier.formulas.parser import parse_formula
from verifier.formulas.tree import (
    Apply,
    Build,
    Choice,
    Expression,
    Literal,
    Name,
    Span,
    children,
    hides,
    with_children,
)
from verifier.operations import REGISTER, signatures

Local: TypeAlias = Mapping[str, Expression | None]
"""What stands in place of names; None is Python's None, as in axis=None."""

_BY_HAND: Final = {
    "mean": "sum(X, axis=axis) / N",
    "var": "sum((X - mean(X, axis=axis))**2, axis=axis) / N",
}
"""How a reader computes what has no definition in other operations; N is the count of numbers, less ddof."""


_NEUTRAL: Final = {"add": Literal(fmpq(0), ""), "multiply": Literal(fmpq(1), "")}
"""Defaults that change nothing; a number that is stated has a text."""


def written_out(node: Apply, count: int) -> Expression | None:
    """A call in other operations, if it can be written so; *count* numbers are reduced to one."""
    made = REGISTER[node.operation]
    text = _BY_HAND.get(node.operation) or made.definition or made.identity
    if text is None:
        return None
    template = _parsed(text)
    if hides(template, children(node)):
        return None
    local = dict(zip(made.signature.arrays, node.arguments, strict=True)) | options_of(node)
    if node.operation in _BY_HAND:
        local["N"] = _divisor(count, local.get("ddof"))
    return put_in(template, local)


def options_of(node: Apply) -> dict[str, Expression | None]:
    """The options of a call, those that it does not name included."""
    made = REGISTER[node.operation]
    return dict(zip(made.signature.options, map(_default, made.defaults), strict=True)) | dict(node.options)


def _divisor(count: int, less: Expression | None) -> Expression:
    if less is None or (isinstance(less, Literal) and less.value == 0):
        return Literal(fmpq(count), str(count))
    return Apply("subtract", (Literal(fmpq(count), str(count)), less))


@cache
def _parsed(text: str) -> Expression:
    return parse_formula(text, signatures())


def _default(value: int | None) -> Expression | None:
    return None if value is None else Literal(fmpq(value), "")  # no text, unlike a number that is stated


def put_in(expression: Expression, local: Local) -> Expression:
    """The expression with others in place of names; options that say the default are left out."""
    match expression:
        case Name(name):
            return local.get(name) or expression
        case Apply(name, arguments, options):
            inner = tuple(put_in(argument, local) for argument in arguments)
            if len(inner) > 1 and inner[1] == _NEUTRAL.get(name):
                return inner[0]
            chosen = {key: _option(value, local) for key, value in options}
            usual = options_of(Apply(name, inner))
            return Apply(name, inner, tuple((key, value) for key, value in chosen.items() if value != usual[key]))
        case Choice(condition, then, other):
            decided = _decided(put_in(condition, local))
            if decided is not None:
                return put_in(then if decided else other, local)
        case Build(rows, columns, indices, body):
            outer = {name: value for name, value in local.items() if name not in indices}
            return Build(put_in(rows, local), put_in(columns, local), indices, put_in(body, outer))
    made = with_children(expression, [put_in(child, local) for child in children(expression)])
    assert not isinstance(made, Span)
    return made


def _decided(condition: Expression) -> bool | None:
    """Whether a condition on an option holds; None if it is one on something else."""
    match condition:
        case Literal(value):
            return bool(value != 0)
        case Apply("equal", (Literal(a), Literal(b))):
            return bool(a == b)
    return None


def _option(value: Expression | None, local: Local) -> Expression | None:
    if isinstance(value, Name) and value.name in local:
        return local[value.name]
    return None if value is None else put_in(value, local)
