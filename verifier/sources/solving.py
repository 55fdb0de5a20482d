"""Solve an equality of two expressions for one printed number of the right one."""

from collections.abc import Callable, Iterator, Mapping
from operator import add, mul, sub, truediv
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal, Name, children, names, with_children
from verifier.numbers.printed import power_of_ten
from verifier.sources.values import Numeral, literal, printed

Operands: TypeAlias = Mapping[str, Grid[Numeral]]
_EXACT: Final[Mapping[str, Callable[[fmpq, fmpq], fmpq]]] = {
    "add": add,
    "subtract": sub,
    "multiply": mul,
    "divide": truediv,
}


def solved(left: Expression, right: Expression, operands: Operands) -> tuple[str, Expression, bool] | None:
    """A name of *right*, what it must be for both sides to be equal, and whether another name might do as well.

    None if no name can be solved for. Preferred is a name that stands where *left* has something with another value;
    one that is the value at its place comes last.
    """
    opposite = list(_opposite(left, right))
    differ = {name: _differs(part, name, operands) for name, part in opposite}
    order = [*sorted(differ, key=lambda name: differ[name] is None), *reversed(list(names(right)))]
    for name in sorted(dict.fromkeys(order), key=lambda name: differ.get(name) is False):
        if name in operands and operands[name].shape == (1, 1):
            tree = _freed(right, name, left, operands)
            if tree is not None:
                return name, tree, not any(isinstance(part, Apply) for _, part in opposite)
    return None


def _opposite(left: Expression, right: Expression) -> Iterator[tuple[str, Expression]]:
    """The names of *right* that stand at the place of something else in *left*, and that."""
    match left, right:
        case Apply(one, ours), Apply(other, theirs) if one == other and len(ours) == len(theirs):
            for a, b in zip(ours, theirs, strict=True):
                yield from _opposite(a, b)
        case (_, Name(name)) if left != right:
            yield name, left


def _differs(part: Expression, name: str, operands: Operands) -> bool | None:
    """Whether a part of the left side has a value that is not printed by the number at its place; None if unknown."""
    shown = operands[name].cells[0]
    value = _value(part, operands)
    if shown is None or value is None:
        return None
    number = printed(shown)
    return abs(value - number.value) >= power_of_ten(-number.decimals)


def _value(tree: Expression, operands: Operands) -> fmpq | None:
    """The value of sums, products and quotients at the printed numbers; None for anything else."""
    numbers = {
        name: printed(grid.cells[0]) for name, grid in operands.items() if grid.shape == (1, 1) and grid.cells[0]
    }
    return value_at(tree, {name: number.value for name, number in numbers.items()})


def value_at(tree: Expression, values: Mapping[str, fmpq]) -> fmpq | None:
    """The value of sums, products and quotients at the values of names; None for anything else."""
    match tree:
        case Literal(value):
            return value
        case Name(name):
            return values.get(name)
        case Apply("negative", (operand,)):
            inner = value_at(operand, values)
            return None if inner is None else -inner
        case Apply(operation, (left, right)) if operation in _EXACT:
            one, other = value_at(left, values), value_at(right, values)
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
                return Name(base), Apply("power", (value, Apply("divide", (literal(1), literal(int(exponent.p))))))
    return None


def _of_two(tree: Expression, name: str, value: Expression, operands: Operands) -> tuple[Expression, Expression] | None:
    """The operand with *name* of an operation on two numbers, and its value."""
    if not isinstance(tree, Apply) or len(tree.arguments) != 2 or tree.operation not in _EXACT:  # noqa: PLR2004 - two
        return None
    left, right = tree.arguments
    is_left = name in names(left)
    part, other = (left, right) if is_left else (right, left)
    match tree.operation:
        case "add":
            return part, Apply("subtract", (value, other))
        case "subtract":
            return part, Apply("add", (value, other)) if is_left else Apply("subtract", (other, value))
        case "multiply" if _is_not_zero(other, operands):
            return part, Apply("divide", (value, other))
        case "divide" if is_left:
            return part, Apply("multiply", (value, other))
    return None


def _is_not_zero(tree: Expression, operands: Operands) -> bool:
    """Whether a factor is a number that shows a digit other than zero."""
    match tree:
        case Literal(value):
            return bool(value != 0)
        case Name(name) if name in operands:
            return all(
                cell is not None and any(digit in "123456789" for digit in cell.text) for cell in operands[name].cells
            )
        case Apply("negative", (operand,)):
            return _is_not_zero(operand, operands)
    return False


def renamed(tree: Expression, renaming: Mapping[str, Expression]) -> Expression:
    """The same tree with other expressions for some names."""
    match tree:
        case Name(name):
            return renaming.get(name, tree)
    return with_children(tree, [renamed(child, renaming) for child in children(tree)])
