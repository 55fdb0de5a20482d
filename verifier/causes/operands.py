"""Slips in the operands and the numbers of a formula: another block, other digits, another whole number."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from verifier.causes.edit_records import UNSAID, Edit, Operand, names, number_of
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.printed import power_of_ten

_LARGEST_SIZE: Final = 10**4
MAX_KEPT: Final = 1 << 12
"""So many names are kept for other formulas."""


def of_operand(node: Expression, shapes: dict[str, Operand]) -> Iterator[Edit]:
    """An operand replaced by another block, by its transpose, or rounded to fewer decimals."""
    if not isinstance(node, Name) or node.name not in shapes:
        return
    mine = shapes[node.name]
    yield Edit("transposed", f"{node.name}.T for {node.name}", Apply("transpose", (node,)))
    for digits in range(mine.decimals):
        units = mine.largest * power_of_ten(digits)
        for cut, done, leaves_any in (("trunc", "cut", units >= 1), ("round", "rounded", 2 * units > 1)):
            made = Apply(cut, (node,), (("digits", number_of(digits)),))
            said = f"{node.name} {done} to {digits} decimals before use"
            yield Edit("rerounded-operand", said, made, 1 if leaves_any else UNSAID)
    neighbours = beside(node.name)
    for other in shapes.values():
        if other.name != node.name and (other.rows, other.columns) == (mine.rows, mine.columns):
            is_beside = bool(neighbours) and unit(other.name) in neighbours
            note = f"{other.name} used for {node.name}"
            yield Edit("other-operand", note, _name(other.name), 1 if is_beside else 2, is_plain=is_beside)


@lru_cache(MAX_KEPT)
def _name(name: str) -> Name:
    """A name as an operand: one node for all formulas, as most slips put one of the same few blocks in its place."""
    return Name(name)


Unit: TypeAlias = tuple[str, int]
"""What a name numbers, and the number."""


def unit(name: str) -> Unit | None:
    """The unit that a name numbers, as `w_2`; None if it has no number at its end."""
    stem = name.rstrip("0123456789")
    return (stem, int(name[len(stem) :])) if len(stem) < len(name) else None


def beside(name: str) -> tuple[Unit, ...]:
    """The neighbours of a unit, as `w_1` and `w_3` of `w_2`."""
    own = unit(name)
    return () if own is None else ((own[0], own[1] - 1), (own[0], own[1] + 1))


def of_number(node: Expression, shapes: dict[str, Operand], whole: Expression) -> Iterator[Edit]:
    """A whole number replaced by a dimension, by 1 or by a neighbour; rows for columns; a number scaled by ten."""
    match node:
        case Literal(value) if value.q == 1 and 1 < value <= _LARGEST_SIZE:
            sides = {side for name in names(whole) if name in shapes for side in shapes[name][1:3]}
            for side in sorted(sides | {int(value.p) - 1, int(value.p) + 1, 1} - {int(value.p)}):
                yield Edit("other-divisor", f"{side} for {int(value.p)}", number_of(side))
        case Apply("rows" | "columns", (array,)):
            other = "columns" if node.operation == "rows" else "rows"
            yield Edit("other-divisor", f"{other}({spell(array)}) for {spell(node)}", Apply(other, (array,)))
    if isinstance(node, Literal) and (node.value.q != 1 or node.value >= 10):  # noqa: PLR2004 - a power of ten, or more
        for scaled in (node.value * 10, node.value / 10):
            yield Edit("other-exponent", f"{spell(Literal(scaled, ''))} for {spell(node)}", Literal(scaled, ""))
