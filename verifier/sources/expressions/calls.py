"""Functions that are called by a name, on numbers that were read."""

from collections.abc import Callable, Mapping, Sequence
from math import comb, factorial, gcd, lcm, perm
from typing import Final

from flint import fmpq

from verifier.formulas.tree import Apply, Expression, Literal
from verifier.late import pattern
from verifier.sources.expressions.products import negative
from verifier.sources.expressions.solving import value_at
from verifier.sources.expressions.values import Reading, Unreadable, Value, apply, literal, number_of, whole
from verifier.sources.expressions.vectors import OF_VECTORS, function_of_cells, function_of_vectors
from verifier.sources.text.signs import RAISED, VULGAR
from verifier.sources.text.tokens import Token
from verifier.sources.text.words import FUNCTIONS

PI: Final = Apply("pi", ())
MAX_FACTORIAL: Final = 60
MAX_ROWS: Final = 6
"""Rows of a matrix whose determinant is read."""
DETERMINANT: Final = "det"
ANGLES: Final = ("sin", "cos", "tan")
_OF_ANGLES: Final = tuple(name for name, operation in FUNCTIONS.items() if operation in ANGLES)
SPELLED_ANGLES: Final = frozenset((*_OF_ANGLES, *(f"\\{name}" for name in _OF_ANGLES)))
"""Their names as words, in several languages, and as commands of LaTeX."""
INVERSES: Final = {"sin": "asin", "cos": "acos", "tan": "atan"}
OF_WHOLE: Final[Mapping[str, Callable[..., int]]] = {"gcd": gcd, "lcm": lcm}
"""Functions of whole numbers."""
_INVERSE: Final = pattern(r"\^?[{(]?-1")
"""The exponent of an inverse function, as in `\\sin^{-1}`."""
_TWO, _TEN = literal(2), literal(10)


def called(name: str, arguments: Sequence[Value], base: Value | None, reading: Reading) -> Value:
    """An operation on its arguments; *base* is that of a logarithm. Raises Unreadable."""
    if name in OF_VECTORS and base is None:
        return function_of_vectors(name, arguments, reading)
    of_cells = function_of_cells(name, arguments)
    if of_cells is not None:
        return of_cells
    if name in ("max", "min"):
        return Value(Apply(name, (Apply("hstack", tuple(value.tree for value in arguments)),)))
    if len(arguments) != 1:
        raise Unreadable(f"{name} of several numbers")
    value = arguments[0]
    if name in ("log", "log2", "log10"):
        return _logarithm(value, base or {"log2": Value(_TWO), "log10": Value(_TEN)}.get(name), reading)
    if base is not None:
        raise Unreadable("a function with an index")
    if name in ANGLES:
        return Value(Apply(name, (in_radians(value.tree) if reading.choice("angle", 2) else value.tree,)))
    if name in INVERSES.values():
        angle = Apply(name, (value.tree,))
        return Value(in_degrees(angle) if reading.choice("angle", 2) else angle)
    return apply("log" if name == "ln" else name, value)


def _logarithm(value: Value, base: Value | None, reading: Reading) -> Value:
    """A logarithm; without a base it is the natural one, or that to base ten or two."""
    if base is None:
        base = (None, Value(_TEN), Value(_TWO))[reading.choice("log", 3)]
    if base is None:
        return apply("log", value)
    exact = exact_logarithm(value.tree, number_of(base))
    if exact is not None:
        return Value(literal(exact)) if exact >= 0 else negative(Value(literal(-exact)))
    if number_of(base) == _TEN.value:
        return apply("log10", value)
    return Value(Apply("divide", (Apply("log", (value.tree,)), Apply("log", (base.tree,)))))


def exact_logarithm(tree: Expression, base: fmpq | None) -> int | None:
    """The logarithm of products, quotients and powers of whole powers of a whole number; None of others."""
    match tree:
        case Apply("power", (inner, exponent)):
            one, size = exact_logarithm(inner, base), number_of(Value(exponent))
            return None if one is None or size is None or size.q != 1 else one * int(size.p)
        case Apply("multiply" | "divide" as operation, (left, right)):
            one, other = exact_logarithm(left, base), exact_logarithm(right, base)
            if one is not None and other is not None:
                return one + other if operation == "multiply" else one - other
    number = value_at(tree, {}, with_powers=True)
    if number is None or base is None or base.q != 1 or base <= 1 or number <= 0:
        return None
    found = _whole_logarithm(1 / number if number < 1 else number, base)
    return -found if found is not None and number < 1 else found


def _whole_logarithm(number: fmpq, base: fmpq) -> int | None:
    """The logarithm of a number, one or more, that is a whole power of a whole number; None of others."""
    if number.q != 1:
        return None
    power, exponent = fmpq(1), 0
    while power < number:
        power, exponent = power * base, exponent + 1
    return exponent if power == number else None


def takes_angle(tokens: Sequence[Token]) -> bool:
    """Whether tokens have a function of an angle, and not only its inverse."""
    names = [at for at, token in enumerate(tokens, start=1) if token.text in SPELLED_ANGLES]
    return any(
        _INVERSE.match("".join(one.text for one in tokens[at : at + 4]).translate(RAISED)) is None for at in names
    )


def in_radians(tree: Expression) -> Expression:
    """Degrees as radians."""
    return Apply("divide", (Apply("multiply", (tree, PI)), literal(180)))


def in_degrees(tree: Expression) -> Expression:
    """Radians as degrees."""
    return Apply("divide", (Apply("multiply", (tree, literal(180))), PI))


def factorial_of(value: Value, *, is_double: bool = False) -> Value:
    """`n!`; raises Unreadable if n is no small whole number."""
    if is_double:
        raise Unreadable("a double factorial")
    size = value_at(value.tree, {})
    number = whole(value) if size is None or size.q != 1 else int(size.p)
    if not 0 <= number <= MAX_FACTORIAL:
        raise Unreadable("a factorial of a large number")
    return Value(literal(factorial(number)))


def binomial(above: Value, below: Value) -> Value:
    """A binomial coefficient; raises Unreadable if its numbers are not small and whole."""
    n, k = whole(above), whole(below)
    if not 0 <= k <= n <= MAX_FACTORIAL:
        raise Unreadable("a binomial coefficient of large numbers")
    return Value(literal(comb(n, k)))


def permutations(above: Value, below: Value) -> Value:
    """The number of permutations of some of several; raises Unreadable if its numbers are not small and whole."""
    n, k = whole(above), whole(below)
    if not 0 <= k <= n <= MAX_FACTORIAL:
        raise Unreadable("permutations of large numbers")
    return Value(literal(perm(n, k)))


def risings(below: Value, count: Value) -> Value:
    """A rising factorial: a number times those that follow it, so many in all; raises Unreadable, as `permutations`."""
    last = whole(below) + whole(count) - 1
    return permutations(Value(literal(last)), count)


COUNTS: Final = {
    **dict.fromkeys(("\\binom", "\\tbinom", "\\dbinom"), binomial),
    "\\permutations": permutations,
    "\\risings": risings,
}
"""Commands of numbers of choices, and of products of numbers that follow each other."""


def determinant(value: Value) -> Value:
    """The determinant of a matrix; raises Unreadable if it is none, or is not square or large."""
    if value.shape is None or value.shape[0] != value.shape[1] or value.shape[0] > MAX_ROWS:
        raise Unreadable("a determinant of what is no small square matrix")
    return Value(Apply(DETERMINANT, (value.tree,)))


def vulgar(sign: str) -> Value:
    """A fraction that is one character."""
    above, below = VULGAR[sign]
    return Value(Apply("divide", (literal(above), literal(below))))


def root(value: Value, degree: Value | None) -> Value:
    """A square root, or one of another degree."""
    if value.shape is not None:
        raise Unreadable("a root of a matrix")
    if degree is None:
        return apply("sqrt", value)
    inverse = Apply("divide", (literal(1), degree.tree))
    below = _negated(value)
    match degree.tree:
        case Literal(size) if below is not None and size.q == 1 and size.p % 2:
            return Value(Apply("negative", (Apply("power", (below, inverse)),)))
    return Value(Apply("power", (value.tree, inverse)))


def _negated(value: Value) -> Expression | None:
    """The negative of what is written with a minus; None of anything else."""
    match value.tree:
        case Apply("negative", (operand,)):
            return operand
    has_sign = value.numeral is not None and value.numeral.text.startswith("-")
    return Apply("negative", (value.tree,)) if has_sign else None


def rounded(value: Value, *, is_up: bool) -> Value:
    """The largest whole number that is not above, or the least that is not below."""
    if value.shape is not None:
        raise Unreadable("a rounded matrix")
    if not is_up:
        return Value(Apply("floor_divide", (value.tree, literal(1))))
    return Value(Apply("negative", (Apply("floor_divide", (Apply("negative", (value.tree,)), literal(1))),)))
