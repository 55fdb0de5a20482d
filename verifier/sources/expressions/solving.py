"""Solve an equality of two expressions for one printed number of the right one."""

from collections import Counter
from collections.abc import Callable, Mapping
from math import isqrt
from operator import add, mul, sub, truediv
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name, children, names, with_children
from verifier.sources.expressions.values import Numeral, literal, printed

Operands: TypeAlias = Mapping[str, Grid[Numeral]]
MAX_POWER: Final = 30
MAX_BITS: Final = 1_000
"""Maximum size of what is raised to a power."""
_EXACT: Final[Mapping[str, Callable[[fmpq, fmpq], fmpq]]] = {
    "add": add,
    "subtract": sub,
    "multiply": mul,
    "divide": truediv,
}


def solved(left: Expression, right: Expression, operands: Operands) -> tuple[str, Expression] | None:
    """A number of *right*, by its name, and what it must be for both sides to be equal; None if none can be solved for.

    Preferred are decimals to whole numbers, then numbers that *left* does not show, then later ones. A number that
    stands twice, as the 250 of `250 + 20%` read as 250 + 250 * 20%, is not solved for.
    """
    numbers = {name: printed(cell) for name, grid in operands.items() if (cell := _only(grid)) is not None}
    ours = {number.text for name, number in numbers.items() if name in set(names(left))}
    order = [name for name, times in Counter(reversed(list(names(right)))).items() if times == 1 and name in numbers]
    for name in sorted(order, key=lambda name: (numbers[name].is_bare_integer, numbers[name].text in ours)):
        tree = _freed(right, name, left, operands)
        if tree is not None:
            return name, tree
    return None


def _only(grid: Grid[Numeral]) -> Numeral | None:
    """The only cell of a grid; None if it has several."""
    return grid.cells[0] if grid.shape == (1, 1) else None


def value_at(tree: Expression, values: Mapping[str, fmpq], *, with_powers: bool = False) -> fmpq | None:
    """The value of sums, products and quotients at the values of names; None for anything else.

    So is that of powers of small whole numbers and of roots of squares, if asked for.
    """
    if isinstance(tree, Literal):
        return tree.value
    if isinstance(tree, Name):
        return values.get(tree.name)
    match tree:
        case Apply("negative", (operand,)):
            inner = value_at(operand, values, with_powers=with_powers)
            return None if inner is None else -inner
        case Apply("sqrt", (operand,)) if with_powers:
            inner = value_at(operand, values, with_powers=True)
            root = None if inner is None or inner < 0 else fmpq(isqrt(int(inner.p)), isqrt(int(inner.q)))
            return root if root is not None and root * root == inner else None
        case Apply("power", (base, exponent)) if with_powers:
            one, size = value_at(base, values, with_powers=True), value_at(exponent, values)
            if not one or size is None or size.q != 1 or abs(size) > MAX_POWER or one.height_bits() > MAX_BITS:
                return None
            return one ** int(size.p)
        case Apply(operation, (left, right)) if operation in _EXACT:
            one = value_at(left, values, with_powers=with_powers)
            other = None if one is None else value_at(right, values, with_powers=with_powers)
            if one is None or other is None or (operation == "divide" and other == 0):
                return None
            return _EXACT[operation](one, other)
    return None


def _freed(tree: Expression, name: str, value: Expression, operands: Operands) -> Expression | None:
    """What *name* is where *tree* has a value; None if that needs an inverse with several values."""
    while tree != Name(name):
        step = _of_one(tree, value, operands) or _of_two(tree, name, value, operands)
        if step is None:
            return None
        tree, value = step
    return value


def _of_one(tree: Expression, value: Expression, operands: Operands) -> tuple[Expression, Expression] | None:
    """The operand of an operation on one number, and its value."""
    match tree:
        case Apply("negative", (operand,)):
            return operand, Apply("negative", (value,))
        case Apply("sqrt", (operand,)):
            return operand, Apply("power", (value, literal(2)))
        case Apply("exp", (operand,)):
            return operand, Apply("log", (value,))
        case Apply("log", (operand,)):
            return operand, Apply("exp", (value,))
        case Apply("power", (Name(base), Literal(exponent))) if exponent.q == 1 and exponent > 0:
            shown = operands[base].cells[0]
            if shown is not None and not shown.text.startswith("-"):
                return Name(base), _root(value, exponent)
    return None


def _root(value: Expression, exponent: fmpq) -> Expression:
    return Apply("power", (value, Apply("divide", (literal(1), literal(int(exponent.p))))))


def _is_positive(tree: Expression, operands: Operands) -> bool:
    """Whether an expression is surely above zero: of positive numbers without a minus, or of whole numbers."""
    match tree:
        case Literal(value):
            return bool(value > 0)
        case Name(name) if name in operands:
            return _is_not_zero(tree, operands) and not any(
                cell is None or cell.text.startswith("-") for cell in operands[name].cells
            )
        case Apply("add" | "multiply" | "divide", (one, other)):
            return _is_positive(one, operands) and _is_positive(other, operands)
    found = _of_wholes(tree, operands)
    return found is not None and bool(found > 0)


def _of_wholes(tree: Expression, operands: Operands) -> fmpq | None:
    """The value of an expression of whole numbers that show no rounded results; None of any other."""
    cells = {name: cell for name in names(tree) if name in operands and (cell := _only(operands[name])) is not None}
    wholes = {name: printed(cell) for name, cell in cells.items() if cell.reach is None}
    exact = {name: number.value for name, number in wholes.items() if number.is_bare_integer}
    return value_at(tree, exact, with_powers=True)


def _of_two(tree: Expression, name: str, value: Expression, operands: Operands) -> tuple[Expression, Expression] | None:
    """The operand with *name* of an operation on two numbers, and its value."""
    if not isinstance(tree, Apply) or len(tree.arguments) != 2:  # noqa: PLR2004 - two
        return None
    left, right = tree.arguments
    is_left = name in names(left)
    part, other = (left, right) if is_left else (right, left)
    match tree.operation:
        case "power" if is_left and _is_positive(part, operands):
            exponent = _of_wholes(other, operands)
            is_whole = exponent is not None and exponent.q == 1 and exponent > 0
            return (part, _root(value, exponent)) if exponent is not None and is_whole else None
        case "add":
            return part, Apply("subtract", (value, other))
        case "subtract":
            return part, Apply("add", (value, other)) if is_left else Apply("subtract", (other, value))
        case "multiply" if _is_not_zero(other, operands):
            return part, Apply("divide", (value, other))
        case "divide":
            return part, Apply("multiply", (value, other)) if is_left else Apply("divide", (other, value))
    return None


def _is_not_zero(tree: Expression, operands: Operands) -> bool:
    """Whether a factor is a number that shows a digit other than zero."""
    match tree:
        case Literal(value):
            return bool(value != 0)
        case Apply("pi", ()):
            return True
        case Name(name) if name in operands:
            return all(
                cell is not None and any(digit in "123456789" for digit in cell.text) for cell in operands[name].cells
            )
        case Apply("negative", (operand,)):
            return _is_not_zero(operand, operands)
    return _of_wholes(tree, operands) not in (None, 0)


def renamed(tree: Expression, renaming: Mapping[str, Expression]) -> Expression:
    """The same tree with other expressions for some names."""
    if isinstance(tree, Literal):
        return tree
    if isinstance(tree, Name):
        return renaming.get(tree.name, tree)
    if isinstance(tree, Apply) and not tree.options:
        return Apply(tree.operation, tuple([renamed(one, renaming) for one in tree.arguments]))
    return with_children(tree, [renamed(child, renaming) for child in children(tree)])
