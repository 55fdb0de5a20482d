"""The record of an operation, the register of all operations, and helpers for writing their values and shapes."""

from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any, Final, Literal, TypeAlias

from verifier.formulas.parser import Signature, parse_formula
from verifier.formulas.tree import Expression
from verifier.numbers.array import Array, Shape, Value, are_single
from verifier.operations._engine import Engine as Engine  # noqa: PLC0414 - families import it from here
from verifier.record import NamedTuple


class ShapeError(ValueError):
    """A formula that is undefined for the shapes of its operands; the message names the dimensions.

    `sides`: the two dimensions that differ, if there are two.
    """

    def __init__(self, message: str, sides: tuple[object, object] | None = None) -> None:
        super().__init__(message)
        self.sides = sides


class TooLarge(ValueError):
    """A formula whose evaluation exceeds the limits on cells or work."""


class Unprinted(Exception):
    """An operand was never printed and cannot be computed; the argument is its name."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


Pattern: TypeAlias = Literal["cellwise", "rearranging", "reducing", "mixing"]
ValueFunction: TypeAlias = Callable[..., Array]
ShapeFunction: TypeAlias = Callable[..., Shape]


class Slip(NamedTuple):
    """A plausible mistake in place of an operation: its kind, the formula computed instead, and a label for readers."""

    kind: str
    formula: str
    label: str = ""


class Operation:
    """An operation of the formula language: what its two kinds, `Primitive` and `Defined`, have in common.

    `signature`: the arrays and the names of the options, which have `defaults`. `reference`: the source of the
    definition. `slips`: what authors compute instead, for the search for causes. `pattern`: which operand cells a
    result cell uses: the one at its own place (cellwise), one elsewhere (rearranging), those of its row or column
    (reducing), or more (mixing). `identity`: a formula with the same value, used to prove that two formulas are equal.
    The value is continuous in all arrays but those it `jumps_in`; `is_of_size`: it depends on sizes and on no cell.
    `definition`: the formula of a `Defined`, None for a `Primitive`.
    """

    name: str
    signature: Signature
    reference: str
    defaults: Mapping[str, Any]
    slips: tuple[Slip, ...] = ()
    pattern: Pattern = "mixing"
    identity: str | None = None
    jumps_in: tuple[str, ...] = ()
    is_of_size: bool = False
    definition: str | None = None

    def __init__(self, **fields: Any) -> None:  # noqa: ANN401 - each is of its own type
        """The operation with these fields; those that are missing have the values of the class."""
        vars(self).update(fields)

    @property
    def is_of_lines(self) -> bool:
        """Whether a row of the result depends on one row of the operand alone, or a column on a column by the axis."""
        return self.pattern == "mixing" and "axis" in self.signature.options


class Primitive(Operation):
    """An operation whose value is a Python function.

    `value` takes an engine, the arrays and the options. `shape` takes the shapes and the options, gives the shape of
    the value, and raises ShapeError. `exact`: the range of a result cell is attained if operand cells vary freely.
    `is_dynamic`: the shape depends on values, so that `shape` is only a guess. `work` takes the options and gives the
    cost of a call beside that of its cells, in products.
    """

    value: ValueFunction
    shape: ShapeFunction
    exact: bool = True
    is_dynamic: bool = False
    work: Callable[..., int] | None = None


class Defined(Operation):
    """An operation defined by a formula over its arrays and options; options in `wide` may be arrays."""

    definition: str
    wide: frozenset[str] = frozenset()

    @cached_property
    def expression(self) -> Expression:
        """The definition as an expression."""
        return parse_formula(self.definition, signatures())


REGISTER: Final[dict[str, Primitive | Defined]] = {}
"""All operations by their names."""


def operation(  # noqa: PLR0913 - all that is known of an operation
    *arrays: str,
    shape: ShapeFunction,
    pattern: Pattern,
    reference: str,
    exact: bool = True,
    variadic: bool = False,
    name: str | None = None,
    identity: str | None = None,
    slips: tuple[Slip, ...] = (),
    dynamic: bool = False,
    work: Callable[..., int] | None = None,
    jumps_in: tuple[str, ...] = (),
    of_size: bool = False,
    **options: Any,  # noqa: ANN401 - an option's default is a number, None or text, as NumPy has them
) -> Callable[[ValueFunction], ValueFunction]:
    """Register the decorated function as the value of an operation on *arrays* with *options* and their defaults.

    The name is the function's unless *name* is given; the other arguments are the fields of `Primitive`. The last
    array of a *variadic* operation may be repeated.
    """
    made = partial(
        Primitive,
        signature=Signature(arrays, tuple(options), variadic),
        reference=reference,
        defaults=options,
        slips=slips,
        pattern=pattern,
        identity=identity,
        jumps_in=jumps_in,
        is_of_size=of_size,
        shape=shape,
        exact=exact,
        is_dynamic=dynamic,
        work=work,
    )
    return partial(_register, made, name)


def _register(made: Callable[..., Primitive], name: str | None, value: ValueFunction) -> ValueFunction:
    """Register the operation that *made* returns; by default its name is that of the function without underscores."""
    _add(made(name=name or value.__name__.rstrip("_"), value=value))
    return value


def define(
    name: str,
    *arrays: str,
    definition: str,
    reference: str,
    slips: tuple[Slip, ...] = (),
    wide: tuple[str, ...] = (),
    **options: Any,  # noqa: ANN401 - as above
) -> None:
    """Register an operation defined by a formula of other operations.

    A *wide* option may be an array: a bias (default 0), a gain (1), a mask (0).
    """
    _add(
        Defined(
            name=name,
            signature=Signature(arrays, tuple(options)),
            reference=reference,
            defaults=options,
            slips=slips,
            definition=definition,
            wide=frozenset(wide),
        )
    )


def _add(made: Primitive | Defined) -> None:
    """Register an operation; raises ValueError if its name is taken."""
    if made.name in REGISTER:
        raise ValueError(f"two operations are called {made.name}")
    REGISTER[made.name] = made


def broadcast(*shapes: Shape) -> Shape:
    """NumPy's broadcasting of shapes; raises ShapeError."""
    rows, columns = shapes[0]
    for shape in shapes[1:]:
        if shape != (rows, columns):
            rows, columns = _fit(rows, shape[0], shapes), _fit(columns, shape[1], shapes)
    return rows, columns


def _fit(a: int, b: int, shapes: tuple[Shape, ...]) -> int:
    if a != b and 1 not in (a, b):
        spelled = " and ".join(f"{rows} x {columns}" for rows, columns in shapes)
        raise ShapeError(f"shapes {spelled} do not fit each other: {a} and {b} differ and neither is 1", (a, b))
    return b if a == 1 else a


def same(shape: Shape, **_options: object) -> Shape:
    """The shape rule of operations that keep the shape of their operand."""
    return shape


def cellwise(function: Callable[..., Value], *arrays: Array) -> Array:
    """A function of cells applied to broadcast arrays."""
    if are_single(arrays):  # nothing is to be broadcast
        return Array(1, 1, (function(*[array.cells[0] for array in arrays]),))
    rows, columns = broadcast(*[array.shape for array in arrays])
    return Array(rows, columns, tuple(map(function, *[spread(array, rows, columns) for array in arrays])))


def spread(array: Array, rows: int, columns: int) -> tuple[Value, ...]:
    """The cells of an array broadcast to a shape, row by row; the array fits the shape."""
    if array.shape == (rows, columns):
        return array.cells
    if array.shape == (1, 1):
        return array.cells * (rows * columns)
    if array.rows == 1:
        return array.cells * rows
    return tuple([cell for cell in array.cells for _ in range(columns)])


def reduced(shape: Shape, axis: int | None = None, **_options: object) -> Shape:
    """The shape rule of a reduction: one number (axis None), a column of rows (1) or a row of columns (0)."""
    if axis not in (1, 0, None):
        raise ShapeError(f"axis is 0, 1 or None, found {axis}")
    return (1, 1) if axis is None else (1, shape[1]) if axis == 0 else (shape[0], 1)


def reduce(function: Callable[[tuple[Value, ...]], Value], array: Array, axis: int | None) -> Array:
    """A function of the cells of each row (axis 1), of each column (0) or of all (None)."""
    if axis is None:
        return Array(1, 1, (function(array.cells),))
    if axis == 0:
        return Array(1, array.columns, tuple(function(array.column(j)) for j in range(array.columns)))
    return Array(array.rows, 1, tuple(map(function, array.row_list())))


def along(function: Callable[[tuple[Value, ...]], tuple[Value, ...]], array: Array, axis: int | None) -> Array:
    """A function from rows to rows applied along an axis (rows, columns, or all cells as one row)."""
    if axis is None:
        return Array(array.rows, array.columns, function(array.cells))
    if axis == 0:
        return along(function, array.transposed, 1).transposed
    return Array(array.rows, array.columns, tuple(cell for row in array.row_list() for cell in function(row)))


def signatures() -> dict[str, Signature]:
    """How every operation is called."""
    return {name: made.signature for name, made in REGISTER.items()}
