"""A formula with its calls of defined operations spelled out in those that have values of their own."""

from collections.abc import Callable
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Build, Expression, Literal, Name, children, hides, with_children
from verifier.operations import REGISTER, Defined

MAX_NODES: Final = 400
"""So long a formula may become when the operations in it are spelled out."""


def expanded(node: Expression) -> Expression:
    """A formula with its calls of defined operations spelled out; as it stands if that would make it long."""
    try:
        return _Expansion().of(node)
    except _Long:
        return node


def inlined(node: Expression, formula_of: Callable[[str], Expression | None]) -> Expression:
    """A formula with stages that show nothing spelled out, so that an operand used in two of them is seen to be one.

    *formula_of* gives the formula of such a stage. In a matrix built cell by cell names stay, as an index may hide one.
    """
    try:
        return _Inlining(formula_of).of(node)
    except _Long:
        return node


class _Long(Exception):
    """A formula that grows beyond bounds when it is spelled out."""


class _Rebuilding:
    def __init__(self) -> None:
        self.left = MAX_NODES

    def rebuilt(self, node: Expression, change: Callable[[Expression], Expression]) -> Expression:
        self.left -= 1
        if self.left < 0:
            raise _Long
        inner = list(children(node))
        changed = [change(part) for part in inner]
        if all(a is b for a, b in zip(inner, changed, strict=True)):
            return node
        return with_children(node, changed)  # type: ignore[return-value]  # it gives a span for a span alone


class _Inlining(_Rebuilding):
    def __init__(self, formula_of: Callable[[str], Expression | None]) -> None:
        super().__init__()
        self.formula_of = formula_of
        self._known: dict[str, Expression] = {}

    def of(self, node: Expression) -> Expression:
        if isinstance(node, Build):
            return node
        if not isinstance(node, Name):
            return self.rebuilt(node, self.of)
        if node.name not in self._known:
            formula = self.formula_of(node.name)
            self._known[node.name] = node if formula is None else self.of(formula)
        return self._known[node.name]


class _Expansion(_Rebuilding):
    def of(self, node: Expression) -> Expression:
        if isinstance(node, Apply) and isinstance(made := REGISTER[node.operation], Defined):
            numbers = zip(made.signature.options, made.defaults, strict=True)
            parts: dict[str, Expression] = {name: Literal(fmpq(value), str(value)) for name, value in numbers}
            parts |= {name: value for name, value in node.options if value is not None}
            parts |= dict(zip(made.signature.arrays, node.arguments, strict=True))
            if not hides(made.expression, parts.values()):
                return self.of(self.put(made.expression, parts))
        return self.rebuilt(node, self.of)

    def put(self, node: Expression, parts: dict[str, Expression]) -> Expression:
        if isinstance(node, Name):
            return parts.get(node.name, node)
        return self.rebuilt(node, lambda inner: self.put(inner, parts))
