"""Vectors, which are rows or columns: their products, norms and the functions that take them whole or cell by cell."""

from collections.abc import Sequence
from typing import Final

from verifier.formulas.tree import Apply, Expression, Name, Subscript
from verifier.numbers.array import Shape
from verifier.sources.expressions.values import Reading, Unreadable, Value, apply, literal

OF_VECTORS: Final = ("softmax", "mean", "norm", "dot", "median", "std", "var", "trace")
"""Operations on vectors and matrices that numbers alone do not have."""
_OF_CELLS: Final = ("sigmoid", "tanh", "relu")
"""Functions of a matrix that surely mean those of its cells."""
_OF_CELLS_OF_VECTORS: Final = {"exp": "exp", "ln": "log", "abs": "abs"}
_SPREADS: Final = ("std", "var")
"""Spreads of numbers that are all there are, or a sample: it is seldom said which."""
_TO_NUMBERS: Final = ("max", "min", "mean")
_PAIR: Final = 2
_CROSSED: Final = ([1, 2], [1, 3])
"""The sizes of vectors that have a cross product."""
_INFINITE: Final = ("\\infty", "\u221e")


def function_of_cells(name: str, arguments: Sequence[Value]) -> Value | None:
    """A function of each cell of a matrix, or of a whole vector; None of numbers alone. Raises Unreadable."""
    value = arguments[0]
    if all(one.shape is None for one in arguments):
        return None
    if len(arguments) > 1 or value.shape is None:
        raise Unreadable("a function of a matrix")
    if name in _OF_CELLS:
        return Value(Apply(name, (value.tree,)), value.shape)
    if 1 not in value.shape:
        raise Unreadable("a function of a matrix")
    if name in _TO_NUMBERS:
        return apply(name, value)
    if name in _OF_CELLS_OF_VECTORS:
        return Value(Apply(_OF_CELLS_OF_VECTORS[name], (value.tree,)), value.shape)
    raise Unreadable("a function of a matrix")


def function_of_vectors(name: str, arguments: Sequence[Value], reading: Reading) -> Value:
    """A function of a vector, or of several numbers in its place, or the dot product of two; raises Unreadable."""
    if name == "dot" and len(arguments) == _PAIR:
        return dot(*arguments)
    vector = arguments[0]
    if len(arguments) > 1 and all(value.shape is None for value in arguments):
        vector = Value(Apply("hstack", tuple(value.tree for value in arguments)), (1, len(arguments)))
    elif len(arguments) > 1:
        raise Unreadable(f"{name} of several vectors")
    if vector.shape is None or name == "dot":
        raise Unreadable(f"{name} of what is no vector")
    if name == "trace":
        return trace(vector)
    if name in _SPREADS:
        if len(arguments) == _PAIR:
            raise Unreadable(f"{name} of two numbers")
        divisor = (("ddof", literal(1)),) if reading.choice("sample", 2) else ()
        return Value(Apply(name, (_vector(vector).tree,), divisor))
    if name == "softmax":
        return _softmax(vector.tree, vector.shape, reading)
    return norm(vector) if name == "norm" else apply(name, _vector(vector))


def trace(matrix: Value) -> Value:
    """The sum of the diagonal of a matrix; raises Unreadable for one that is not square, or is a number or a row."""
    if matrix.shape is None or matrix.shape[0] != matrix.shape[1]:
        raise Unreadable("the trace of what is no square matrix")
    return Value(Apply("trace", (matrix.tree,)))


def dot(left: Value, right: Value) -> Value:
    """The sum of the products of two rows or two columns; raises Unreadable for other shapes."""
    if left.shape is None or left.shape != right.shape or 1 not in left.shape:
        raise Unreadable("a product of shapes that do not fit")
    if left.shape[0] == 1:
        return Value(Apply("matmul", (left.tree, Apply("transpose", (right.tree,)))))
    return Value(Apply("matmul", (Apply("transpose", (left.tree,)), right.tree)))


def has_cross(left: Value, right: Value) -> bool:
    """Whether two values are vectors of two or three numbers, both rows or both columns."""
    return left.shape is not None and left.shape == right.shape and sorted(left.shape) in _CROSSED


def cross(left: Value, right: Value) -> Value | None:
    """The cross product of vectors, in the plane the number of its third axis; None if they are not written out."""
    shape, one, other = left.shape, left.tree, right.tree
    if shape is None or not (isinstance(one, Name) and isinstance(other, Name)):
        return None

    def of_axes(first: int, second: int) -> Expression:
        products = (
            Apply("multiply", (_cell(one, shape, j), _cell(other, shape, k)))
            for j, k in ((first, second), (second, first))
        )
        return Apply("subtract", tuple(products))

    if max(shape) == _PAIR:
        return Value(of_axes(0, 1))
    cells = tuple(of_axes(first, second) for first, second in ((1, 2), (2, 0), (0, 1)))
    return Value(Apply("hstack" if shape[0] == 1 else "vstack", cells), shape)


def norm(value: Value, kind: str = "") -> Value:
    """The norm of a vector, Euclid's unless its *kind* is 1 or infinity; raises Unreadable for a matrix."""
    if value.shape is None:
        return apply("abs", value)
    if 1 not in value.shape or kind not in ("", "1", "2", *_INFINITE):
        raise Unreadable("a norm")
    if kind in ("", "2"):
        return apply("norm", value)
    return Value(Apply("sum" if kind == "1" else "max", (Apply("abs", (value.tree,)),)))


def absolute(value: Value, reading: Reading) -> Value:
    """A number without its sign, or the length of a vector or of an interval; raises Unreadable for a matrix."""
    if value.shape == (1, _PAIR) and reading.choice("length", 2):
        return Value(Apply("subtract", tuple(_cell(value.tree, value.shape, at) for at in (1, 0))))
    return norm(value)


def _vector(value: Value) -> Value:
    """The same if it is a vector; raises Unreadable for a matrix."""
    if value.shape is None or 1 not in value.shape:
        raise Unreadable("a function of a matrix")
    return value


def _softmax(tree: Expression, shape: Shape, reading: Reading) -> Value:
    """The softmax of a vector, or of the rows or the columns of a matrix."""
    rows, columns = shape
    if columns > 1 and not (rows > 1 and reading.choice("axis", 2)):
        return Value(Apply("softmax", (tree,)), shape)
    return Value(Apply("transpose", (Apply("softmax", (Apply("transpose", (tree,)),)),)), shape)


def _cell(vector: Expression, shape: Shape, at: int) -> Expression:
    """A number of a row or a column, from zero."""
    row, column = (0, at) if shape[0] == 1 else (at, 0)
    return Subscript(vector, literal(row), literal(column))
