"""Products and sums of numbers and matrices: which of them an author can mean, by the shapes."""

from collections.abc import Sequence
from typing import Final

from verifier.formulas.tree import Apply, Expression, children
from verifier.numbers.array import Shape
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.values import Reading, Unreadable, Value, literal, number_of
from verifier.sources.expressions.vectors import cross, dot, has_cross
from verifier.sources.text.signs import CROSSES, ELEMENTWISE

_POWERS: Final = (-1, 2, 3)
"""Exponents of matrices."""
NOT_ADDED: Final = "matrices of sizes that are not added"
"""The beginning of why a sum is not read."""


def added(operation: str, left: Value, right: Value, reading: Reading) -> Value:
    """A sum or a difference, or another operation cell by cell; raises Unreadable for shapes that differ.

    A number and a vector are taken cell by cell; beside a matrix it may stand for a multiple of the identity. A row is
    added to each row of a matrix, as the biases of a network are, or to each column of a square one.
    """
    if left.shape is None or right.shape is None:
        shape = left.shape or right.shape
        if shape is not None and 1 not in shape:
            raise Unreadable("a sum of a number and a matrix")
    elif left.shape == right.shape:
        shape = left.shape
    else:
        shape = left.shape if 1 in right.shape else right.shape
        left, right = _beside(left, right, reading), _beside(right, left, reading)
    return Value(Apply(operation, (left.tree, right.tree)), shape)


def _beside(one: Value, other: Value, reading: Reading) -> Value:
    """A matrix, or what a row is that is added to it; raises Unreadable for other sizes."""
    (rows, columns), (height, width) = one.shape or (1, 1), other.shape or (1, 1)
    if min(rows, columns) > 1 and (height, width) == (1, columns):
        return one
    if min(rows, columns) == min(height, width) == 1:
        raise Unreadable("a sum of vectors of other sizes")
    if min(height, width) == 1 or (rows, columns) != (1, width):
        raise Unreadable(f"{NOT_ADDED}: {rows} x {columns} and {height} x {width}")
    return transposed(one) if height == width and reading.choice("row", 2) else one


def in_pairs(operation: str, values: Sequence[Value], reading: Reading) -> Value:
    """The sum or the product of numbers, or the sum of matrices, made of those of two halves: no deep tree."""
    if len(values) == 1:
        return values[0]._replace(numeral=None, grid=None)
    middle = len(values) // 2
    left, right = in_pairs(operation, values[:middle], reading), in_pairs(operation, values[middle:], reading)
    return added(operation, left, right, reading)


def negative(value: Value) -> Value:
    """The number or the matrix with the other sign."""
    return Value(Apply("negative", (value.tree,)), value.shape)


def multiplied(left: Value, right: Value, sign: str, reading: Reading) -> Value:
    """A product: of numbers, of a number and a matrix, or one of those that two matrices can have.

    Zero times the logarithm of zero, also as fractions, is zero, as everybody means it who writes it.
    """
    if _is_logarithm_of_zero(right.tree) and value_at(left.tree, {}) == 0:
        return Value(literal(0))
    if left.shape is None or right.shape is None:
        return Value(Apply("multiply", (left.tree, right.tree)), left.shape or right.shape)
    options = _products(left.tree, right.tree, left.shape, right.shape, sign)
    if sign in (*CROSSES, "*") and has_cross(left, right):
        crossed = cross(left, right)
        reading.is_doubtful |= crossed is None and sign in CROSSES
        crosses = [] if crossed is None else [crossed]
        options = crosses + options if sign in CROSSES else options + crosses
    if not options:
        raise Unreadable("a product of shapes that do not fit")
    found = options[reading.choice("product", len(options))]
    is_of_rows = found.shape is not None and 1 in found.shape and left.shape == right.shape
    if is_of_rows and sign not in (*ELEMENTWISE, *CROSSES, "*"):
        reading.is_doubtful = True  # vectors have no such product, complex numbers, quaternions and points may
    return found


def matrix_power(matrix: Value, exponent: Value, reading: Reading) -> Value:
    """The inverse, the square or the cube of a square matrix; the powers of its cells where these may be meant."""
    size = value_at(exponent.tree, {})
    if matrix.shape is None or matrix.shape[0] != matrix.shape[1] or size not in _POWERS:
        raise Unreadable("a power of a power, or of a matrix")
    if size == -1:
        return Value(Apply("inv", (matrix.tree,)), matrix.shape)
    if reading.choice("product", 2):
        return Value(Apply("power", (matrix.tree, exponent.tree)), matrix.shape)
    square = Apply("matmul", (matrix.tree, matrix.tree))
    return Value(square if size == _POWERS[1] else Apply("matmul", (square, matrix.tree)), matrix.shape)


def remainder(dividend: Value, divisor: Value, reading: Reading) -> Value:
    """What a division leaves: of a negative number with the sign of the divisor, or of the dividend as in programs.

    Raises Unreadable for fractions, which may have an inverse.
    """
    if dividend.shape is not None or divisor.shape is not None or number_of(divisor) == 0:
        raise Unreadable("a modulus of a matrix, or of zero")
    size = value_at(dividend.tree, {}, with_powers=True)
    if (size is not None and size.q != 1) or _has_quotient(dividend.tree):
        raise Unreadable("a modulus of a fraction")
    if size is not None and size < 0 and reading.choice("truncated", 2):
        return negative(Value(Apply("remainder", (negative(dividend).tree, divisor.tree))))
    return Value(Apply("remainder", (dividend.tree, divisor.tree)))


def _has_quotient(tree: Expression) -> bool:
    is_one = isinstance(tree, Apply) and tree.operation == "divide"
    return is_one or any(map(_has_quotient, children(tree)))


def _is_logarithm_of_zero(tree: Expression) -> bool:
    match tree:
        case Apply("divide", (logarithm, Apply("log", _))):
            return _is_logarithm_of_zero(logarithm)
        case Apply("log" | "log10" | "log2", (argument,)):
            return value_at(argument, {}) == 0
    return False


def _products(left: Expression, right: Expression, shape: Shape, other: Shape, sign: str) -> list[Value]:
    """The products that a matrix of one *shape* and one of the *other* can have."""
    found: list[Value] = []
    if sign not in ELEMENTWISE:
        if shape[1] == other[0]:
            found.append(_matrix("matmul", left, right, shape[0], other[1]))
        elif shape[0] > 1 and other == (1, shape[1]):  # a row in the place of a column
            column = _matrix("matmul", left, _transposed(right), shape[0], 1)
            found += [transposed(column), column]
        if shape == other and 1 in shape:
            found.append(dot(Value(left, shape), Value(right, other)))
    if shape == other:
        found.append(Value(Apply("multiply", (left, right)), shape))
    return found


def _transposed(tree: Expression) -> Expression:
    return Apply("transpose", (tree,))


def transposed(value: Value) -> Value:
    """The transpose; raises Unreadable for a number."""
    if value.shape is None:
        raise Unreadable("a transposed number")
    return Value(_transposed(value.tree), (value.shape[1], value.shape[0]))


def _matrix(operation: str, left: Expression, right: Expression, rows: int, columns: int) -> Value:
    return Value(Apply(operation, (left, right)), None if rows == columns == 1 else (rows, columns))
