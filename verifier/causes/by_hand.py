"""Slips of people who compute by hand or with a calculator: brackets forgotten, degrees not turned to radians."""

from collections.abc import Iterator
from typing import Final

from verifier.causes.edit_records import Edit
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, children, with_children

_HALF_TURN: Final = 180


def by_hand(node: Expression) -> Iterator[Edit]:
    """The slips of one node of a formula."""
    yield from _of_brackets(node)
    yield from _of_brackets_meant(node)
    yield from _of_degrees(node)


def _of_brackets(node: Expression) -> Iterator[Edit]:
    """The brackets around a sum or a quotient forgotten: `a * b + c` for `a * (b + c)`."""
    match node:
        case Apply("multiply" | "divide" | "power" as outer, (Apply("add" | "subtract" as inner, (a, b)), c)):
            yield _unbracketed(node, Apply(inner, (a, Apply(outer, (b, c)))))
        case Apply("power", (Apply("multiply" | "divide" as inner, (a, b)), c)):
            yield _unbracketed(node, Apply(inner, (a, Apply("power", (b, c)))))
        case Apply("multiply" | "divide" | "subtract" as before, (a, Apply("add" | "subtract" as inner, (b, c)))):
            yield _unbracketed(node, Apply(inner, (Apply(before, (a, b)), c)))
        case Apply("divide", (a, Apply("multiply" | "divide" as inner, (b, c)))):
            yield _unbracketed(node, Apply(inner, (Apply("divide", (a, b)), c)))


def _of_brackets_meant(node: Expression) -> Iterator[Edit]:
    """The brackets of a sum that were meant, and not written: `1 / n * (a + b)` for `1 / n * a + b`."""
    made = _over_sum(node)
    if made is not None:
        yield Edit("omitted-term", f"{spell(made)} for {spell(node)}, with brackets around the sum", made)


def with_brackets_meant(tree: Expression) -> Iterator[Expression]:
    """A formula with the brackets of one sum that may have been meant, and were not written."""
    made = _over_sum(tree)
    if made is not None:
        yield made
    inner = list(children(tree))
    for at, child in enumerate(inner):
        for other in with_brackets_meant(child):
            yield with_children(tree, [*inner[:at], other, *inner[at + 1 :]])


def _over_sum(node: Expression) -> Apply | None:
    """The fraction before the first term of a sum as a factor of the whole sum; None if there is none."""
    match node:
        case Apply("add", (Apply("multiply", (Apply("divide") as factor, term)), last)):
            return Apply("multiply", (factor, Apply("add", (term, last))))
        case Apply("add", (terms, last)) if (inner := _over_sum(terms)) is not None:
            return Apply("multiply", (inner.arguments[0], Apply("add", (inner.arguments[1], last))))
    return None


def _unbracketed(node: Expression, made: Expression) -> Edit:
    return Edit("omitted-term", f"{spell(made)} for {spell(node)}, without its brackets", made)


def _of_degrees(node: Expression) -> Iterator[Edit]:
    """An angle left in degrees."""
    match node:
        case Apply("divide", (Apply("multiply", (angle, Apply("pi", ()))), Literal(value))) if value == _HALF_TURN:
            yield Edit("other-function", f"{spell(angle)} left in degrees", angle)
