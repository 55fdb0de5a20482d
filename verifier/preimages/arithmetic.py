"""How far a program's result may lie from the exact value of its formula: a bound on what its roundings add up to.

Each operation rounds to a number of the program's format, off by at most half a unit there. Products and quotients add
up shares of the result. Sums and differences do not: where the terms cancel, 1.1e-16 is left in the place of 0, so
what they add is counted from the size of the terms. All is bounded generously, as by Higham, Accuracy and Stability
of Numerical Algorithms, chapter 3, with whole units in the place of halves.
"""

from collections.abc import Sequence
from typing import Final

from flint import fmpq

from verifier.document.model import Document, Stage
from verifier.formulas.tree import Apply, Build, Choice, Expression, Literal, Name, Subscript, children
from verifier.numbers.binary_formats import FORMATS, power_of_two, shortest, spacing, to_format
from verifier.numbers.bounded import BoundedInterval
from verifier.numbers.nesting import Nesting
from verifier.numbers.printed import parse
from verifier.record import NamedTuple

_FUNCTION: Final = 64
"""Units of the last place to which the functions of mathematical libraries are right, and more."""
_LARGEST_EXPONENT: Final = 40
_LONG: Final = 400
"""Bits of a numerator or denominator beyond which digits are dropped, upwards."""
_ENDLESS: Final = power_of_two(4000)
_INDEX: Final = fmpq(100)
"""The size of an index of a matrix that is built cell by cell."""
_MOVING: Final = frozenset(
    {"abs", "columns", "concat", "flatten", "hstack", "lower", "max", "median", "min", "negative", "relu", "rows"}
    | {"take", "transpose", "vstack"}
)
"""Operations that round nothing."""
_SHARES: Final = frozenset({"chi2_sf", "erf", "f_sf", "normal_sf", "sigmoid", "softmax", "student_t_sf", "tanh"})
"""Functions with values up to one that are right to a share of themselves where their arguments are."""


_AMPLIFYING: Final = frozenset(
    {"det", "inv", "solve", "lstsq", "capital_recovery", "pmt", "npv", "factorial", "comb", "binomial_pmf"}
    | {"binomial_cdf", "poisson_pmf", "poisson_cdf", "normal_ppf", "student_t_ppf", "chi2_ppf", "f_ppf", "zscore"}
    | {
        "correlation",
        "corrcoef",
        "cosine_similarity",
        "simpson_weights",
        "simpson",
        "trapezoid",
        "kl_divergence",
        "integral",
    }
)
"""Operations that make much of small errors, or that programs compute in many steps."""
_AMPLIFIED: Final = fmpq(10**7)
"""What they may make of an error of one unit."""


class Roundings(NamedTuple):
    """A bound on the values of an expression, and in units of a format's last place what they may be off.

    That is *share* of the value itself and *absolute*. No value is smaller than *least*, if that is not 0.
    """

    size: fmpq
    share: fmpq = fmpq(0)
    absolute: fmpq = fmpq(0)
    least: fmpq = fmpq(0)

    @property
    def most(self) -> fmpq:
        """What the largest values may be off."""
        return self.share * self.size + self.absolute

    def short(self) -> "Roundings":
        """The same or a little more, in numbers that are no longer than _LONG bits where they were."""
        size, share, absolute = map(_raised, self[:3])
        return Roundings(size, share, absolute, self.least if self.least.height_bits() <= _LONG else fmpq(0))


class Inaccuracy(NamedTuple):
    """How far a print in a binary format may lie from the exact value: a share of it, and an absolute part."""

    share: fmpq
    absolute: fmpq
    kind: str

    def around(self, box: BoundedInterval, value: fmpq) -> BoundedInterval:
        """The exact values of what is printed as *value*; *box* are the numbers that a decimal rule prints so.

        The shortest decimal of a number of the format is no rounded decimal. Unless it is one, it lies within two steps
        of the format of what the last operation gives, one step more than where all is rounded correctly.
        """
        if parse(shortest(to_format(value, self.kind), self.kind)).value != value:
            return box.widened(self.share * abs(value) + self.absolute, closed=True)
        last = 2 * power_of_two(1 - FORMATS[self.kind].bits)
        steps = 2 * (spacing(value, self.kind) or fmpq(0))
        off = max(self.share - last, fmpq(0)) * abs(value) + steps + self.absolute
        return box.joined(BoundedInterval(value - off, value + off))


class Arithmetic:
    """The roundings of the formulas of one document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._known: dict[str, Roundings] = {}
        self._lengths: dict[str, int] = {}
        self._roundings = Nesting(self._settle)
        self._counts = Nesting(self._count)

    def inaccuracy(self, stage: Stage, kind: str) -> Inaccuracy:
        """How far the prints of a stage may be off in a binary format; the print itself rounds once more."""
        unit, found = power_of_two(1 - FORMATS[kind].bits), self._of_stage(stage)
        return Inaccuracy(unit * (found.share + 1), unit * found.absolute, kind)

    def _of_stage(self, stage: Stage) -> Roundings:
        if stage.name not in self._known:
            self._roundings.settle(stage)
        return self._known[stage.name]

    def _settle(self, stage: Stage) -> None:
        made = Roundings(fmpq(0)) if stage.formula is None else self._of(stage.formula.expression)
        self._known[stage.name] = made.short()

    def _of(self, expression: Expression) -> Roundings:
        match expression:
            case Literal(value):
                return _of_leaf([value])
            case Name(name):
                return self._of_name(name)
            case Subscript(part) | Build(_, _, _, part):
                return self._of(part)
            case Choice(_, then, other):
                return _moved([self._of(then), self._of(other)])
            case Apply("power", (base, Literal(value))) if value.q == 1 and 0 < value <= _LARGEST_EXPONENT:
                return _power(self._of(base), int(value), fmpq(self._length(base)))
            case Apply(operation, arguments):
                longest = max(map(self._length, arguments), default=1)
                return _applied(operation, [self._of(argument) for argument in arguments], fmpq(longest))

    def _of_name(self, name: str) -> Roundings:
        stage = self.document.by_name.get(name)
        if stage is None:
            return Roundings(_INDEX)
        if stage.numbers is None:
            return self._of_stage(stage)
        return _of_leaf([number.value for number in stage.numbers.contents()])

    def _length(self, expression: Expression) -> int:
        """The most cells that an operation can add up, as far as blocks show it."""
        if isinstance(expression, Name):
            stage = self.document.by_name.get(expression.name)
            if stage is None:
                return 1
            if stage.name not in self._lengths:
                self._counts.settle(stage)
            return self._lengths[stage.name]
        return max(map(self._length, children(expression)), default=1)

    def _count(self, stage: Stage) -> None:
        if stage.printed is not None:
            self._lengths[stage.name] = len(stage.printed.cells)
        else:
            self._lengths[stage.name] = 1 if stage.formula is None else self._length(stage.formula.expression)


def _raised(value: fmpq) -> fmpq:
    """A number that is not below one that is not negative, without the digits that a long one does not need.

    What is beyond all numbers of a format is as good as infinite.
    """
    if value.height_bits() <= _LONG:
        return value
    if value >= _ENDLESS:
        return _ENDLESS
    place = power_of_two(value.p.bit_length() - value.q.bit_length() - _LONG // 2)
    return (value / place).ceil() * place


def _of_leaf(values: Sequence[fmpq]) -> Roundings:
    """Numbers that the program was given; whole ones it has exactly."""
    sizes = [abs(value) for value in values]
    is_whole = all(value.q == 1 for value in values)
    return Roundings(max(sizes, default=fmpq(0)), fmpq(not is_whole), least=min(sizes, default=fmpq(0)))


def _moved(parts: Sequence[Roundings]) -> Roundings:
    sizes, shares, absolutes, _ = zip(*parts, strict=True) if parts else ([fmpq(0)],) * 4
    return Roundings(max(sizes), max(shares), max(absolutes))


def _applied(operation: str, parts: Sequence[Roundings], length: fmpq) -> Roundings:
    """The roundings of an operation on parts, which adds up at most *length* terms."""
    match operation, parts:
        case (("add" | "subtract" | "multiply" | "divide" | "matmul"), (a, b)):
            return _of_two(operation, a, b, length)
        case (("dot" | "outer" | "conv2d"), (a, b)):
            return _of_two("matmul", a, b, length)
        case (("covariance" | "cov" | "mse"), _):
            return _of_two("matmul", _moved(parts), _moved(parts), length)
        case (("sum" | "mean" | "sqrt" | "exp" | "expm1" | "sinh" | "cosh"), (a,)):
            return _of_one(operation, a, length)
        case (("prod" | "cumprod"), (a,)):
            return _product(a, length)
    if operation in _AMPLIFYING:
        size = max(part.size for part in (*parts, Roundings(fmpq(1))))
        return Roundings(size, _AMPLIFIED, sum((part.most for part in parts), size) * _AMPLIFIED)
    if operation in _MOVING:
        return _moved(parts)
    if operation in _SHARES:
        return Roundings(fmpq(1), sum((part.most for part in parts), fmpq(_FUNCTION)))
    size = max(part.size for part in (*parts, Roundings(fmpq(1))))
    return Roundings(size, fmpq(0), sum((part.most for part in parts), (length + _FUNCTION) * size))


def _of_two(operation: str, a: Roundings, b: Roundings, length: fmpq) -> Roundings:
    """The roundings of `+`, `-`, `*`, `/` or `@`; of a divisor that may be as small as you like, as if it were 1."""
    if operation in ("add", "subtract"):
        size = a.size + b.size
        return Roundings(size, fmpq(0), a.most + b.most + size)
    if operation == "divide":
        least = b.least or fmpq(1)
        return Roundings(a.size / least, a.share + b.share + 1 + b.absolute / least, a.absolute / least)
    absolute, size = a.absolute * b.size + a.size * b.absolute, a.size * b.size
    product = Roundings(size, a.share + b.share + 1, absolute, a.least * b.least)
    return product if operation == "multiply" else _sum(product, length)


def _of_one(operation: str, a: Roundings, length: fmpq) -> Roundings:
    """The roundings of a sum, a mean, a root or a power of e."""
    if operation == "sum":
        return _sum(a, length)
    if operation == "mean":
        return Roundings(a.size, fmpq(0), a.most + length * a.size)
    if operation == "sqrt":
        return Roundings(max(a.size, fmpq(1)), a.share + 1, a.absolute)
    size = fmpq(3) ** int(min(a.size, fmpq(_LARGEST_EXPONENT)).ceil())
    return Roundings(size, a.most + _FUNCTION)


def _power(a: Roundings, exponent: int, length: fmpq) -> Roundings:
    """The roundings of a whole power: of factors that are off by shares alone, those of their product."""
    if a.absolute:
        return _applied("power", [a, _of_leaf([fmpq(exponent)])], length)
    return Roundings(a.size**exponent, exponent * (a.share + 1), least=a.least**exponent)


def _product(a: Roundings, length: fmpq) -> Roundings:
    """The roundings of a product of so many factors, and of each partial product."""
    size = max(a.size, fmpq(1)) ** int(min(length, fmpq(_LARGEST_EXPONENT)))
    return Roundings(size, length * (a.share + 1), length * a.absolute * size)


def _sum(terms: Roundings, length: fmpq) -> Roundings:
    """The roundings of so many terms, and of each partial sum."""
    size = length * terms.size
    return Roundings(size, fmpq(0), length * (terms.most + size))
