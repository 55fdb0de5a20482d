"""The numbers of rows and columns of formulas in normal form, from the sizes of the stages."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from flint import fmpq

from verifier.formulas.kept_results import kept
from verifier.formulas.tree import Apply, Choice, Expression, Literal, Name, Span, Subscript
from verifier.operations import REGISTER
from verifier.rewriting.definitions import axis_of

SideOf: TypeAlias = Callable[[str, int], Expression | None]
"""The number of rows (0) or columns (1) of a stage, if the document states it."""

_ONE = Literal(fmpq(1), "")


class Extents:
    """The numbers of rows and columns of expressions, each computed once."""

    def __init__(self, side_of: SideOf) -> None:
        self.side_of = side_of

    @kept
    def of(self, node: Expression, side: int) -> Expression | None:
        """The rows (0) or columns (1) of an expression in normal form; None where they are not known."""
        match node:
            case Literal():
                return _ONE
            case Name(name):
                return self.side_of(name, side)
            case Apply():
                return self._applied(node, side)
            case Choice(condition, then, other):
                return _common(self.of(part, side) for part in (condition, then, other))
            case Subscript(array, row, column):
                return self._cut(array, row if side == 0 else column, side)
        return None

    def _applied(self, node: Apply, side: int) -> Expression | None:
        match node:
            case Apply("transpose", (inner,)):
                return self.of(inner, 1 - side)
            case Apply("matmul", (left, right)):
                return self.of(right if side else left, side)
            case Apply("hstack" | "vstack" as name, parts):
                if side == (name == "vstack"):
                    return self.of(parts[0], side)
                return _total(self.of(part, side) for part in parts)
            case Apply(name, (inner,)) if REGISTER[name].pattern == "reducing":
                axis = axis_of(node)
                if axis == 1 - side:  # axis 1 keeps the rows
                    return self.of(inner, side)
                return _ONE if axis is None or isinstance(axis, int) else None
        if REGISTER[node.operation].pattern == "cellwise" or node.operation in ("max", "min"):
            return _common(self.of(part, side) for part in node.arguments)
        return None

    def _cut(self, array: Expression, index: Expression | Span | None, side: int) -> Expression | None:
        if index is None:
            return self.of(array, side)
        if not isinstance(index, Span):
            return _ONE
        if index.start is None and index.stop is None and index.step is None:
            return self.of(array, side)
        whole = self.of(array, side)
        count = None if whole is None else _number(whole)
        parts = [None if part is None else _number(part) for part in index.fields]
        unknown = any(part is not None and at is None for part, at in zip(index.fields, parts, strict=True))
        if count is None or unknown or parts[2] == 0:
            return None
        return Literal(fmpq(len(range(count)[slice(*parts)])), "")


def _number(node: Expression) -> int | None:
    return int(node.value.p) if isinstance(node, Literal) and node.value.q == 1 else None


def _total(sides: Iterable[Expression | None]) -> Expression | None:
    numbers = [None if side is None else _number(side) for side in sides]
    known = [number for number in numbers if number is not None]
    return Literal(fmpq(sum(known)), "") if len(known) == len(numbers) else None


def _common(sides: Iterable[Expression | None]) -> Expression | None:
    """The side of a broadcast: any that is not 1, as only that and 1 fit each other."""
    found = list(sides)
    wide = [side for side in found if side is not None and side != _ONE]
    if wide:
        return wide[0]
    return _ONE if all(side is not None for side in found) else None
