"""What sides give with their numbers as they are written, and whether a number shows that."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from flint import arb, fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name
from verifier.numbers.printed import power_of_ten
from verifier.sources.expressions.chains import Side
from verifier.sources.expressions.computed import number_in
from verifier.sources.expressions.enclosures import enclosed
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.statement import parsed
from verifier.sources.expressions.values import Numeral, Reading, Unreadable, printed
from verifier.sources.text.tokens import Token

_TINY: Final = 10**12
"""Irrational values that differ by less, as a share, are taken to be equal."""
_REMEMBERED: Final = 256
"""Sides whose trees are kept: those of one equality are asked for each way in which it may hold."""


@lru_cache(maxsize=_REMEMBERED)
def tree_of(side: Side) -> Expression | None:
    """A side as it is read first, with its numbers in the place of their names; None if it has none alone."""
    try:
        found = parsed(side, Reading())
    except Unreadable:
        return None
    return None if found.value.shape is not None else _written_out(found.value.tree, found.operands)


def value_of(side: Side) -> fmpq | None:
    """What a side of sums, products, quotients and small powers gives; None of anything else."""
    tree = tree_of(side)
    return None if tree is None else value_at(tree, {}, with_powers=True)


def shows(value: fmpq, number: Sequence[Token]) -> bool:
    """Whether tokens are one number that may show a value: off by less than a unit of its last decimal."""
    shown = number_in(number[0].text) if len(number) == 1 else None
    if shown is None:
        return False
    return shown.value == value or (shown.decimals > 0 and abs(shown.value - value) < power_of_ten(-shown.decimals))


def gives(side: Side, number: Sequence[Token]) -> bool:
    """Whether tokens are one number that may show what a side gives, also a root, a power or a function."""
    tree, shown = tree_of(side), number_in(number[0].text) if len(number) == 1 else None
    value = None if tree is None else value_at(tree, {}, with_powers=True)
    if value is not None or tree is None or shown is None:
        return value is not None and shows(value, number)
    found = enclosed(tree, {})
    unit = power_of_ten(-shown.decimals) if shown.decimals > 0 else (abs(shown.value) + 1) / _TINY
    return found is not None and bool(abs(found - arb(shown.value)) < arb(unit))


def are_equal(one: Side, other: Side) -> bool:
    """Whether two sides give the same with their numbers as they are written, to many digits."""
    trees = tree_of(one), tree_of(other)
    found, same = (None if tree is None else enclosed(tree, {}) for tree in trees)
    if found is None or same is None:
        return False
    return bool(abs(found - same) <= (abs(found) + abs(same)) / _TINY)


def spelled(side: Side) -> str:
    """The tokens of a side without the blanks between them."""
    return "".join([token.text for token in side.tokens])


def _written_out(tree: Expression, operands: Mapping[str, Grid[Numeral]]) -> Expression:
    match tree:
        case Name(name) if name in operands and operands[name].shape == (1, 1):
            cell = operands[name].cells[0]
            number = None if cell is None else printed(cell)
            return tree if number is None else Literal(number.value, number.text)
        case Apply(operation, arguments, options):
            return Apply(operation, tuple(_written_out(argument, operands) for argument in arguments), options)
    return tree
