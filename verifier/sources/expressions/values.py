"""What a part of an expression is: its tree, its shape, and whether it is a single printed number."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from flint import fmpq

from verifier.document.model import Grid
from verifier.formulas.tree import Apply, Expression, Literal
from verifier.late import pattern
from verifier.numbers.printed import Printed, parse
from verifier.record import NamedTuple
from verifier.sources.text.decimals.commas import Commas

_SEPARATORS: Final = pattern(r",|\{,\}|\\,|[\u2009\u202f\u00a0]")
_TWO_SEPARATORS: Final = pattern(
    r"(?P<whole>[1-9][0-9]{0,2}(?:(?:\\,|[\u2009\u202f\u00a0])[0-9]{3})+)(?:,|\{,\})(?P<decimals>[0-9]{3})"
)
"""A number whose thousands are set apart, with a comma behind them: that of decimals."""
_POINTS: Final = pattern(r"[1-9][0-9]{0,2}(?:\.[0-9]{3})+")
_REMEMBERED: Final = 4096
_EXPONENT: Final = pattern(r"[+-]?[0-9]{1,4}")
_BRACED: Final = pattern(r"[1-9][0-9]{0,2}\{,\}[0-9]{3}")
_COMMA: Final = pattern(r"[1-9][0-9]{0,2},[0-9]{3}")


IMAGINARY: Final = "i"
"""The imaginary unit, and its name in trees."""


class Unreadable(ValueError):
    """An expression that is not read as a whole; the message is the reason."""


Reach: TypeAlias = tuple[fmpq, fmpq]
"""From where to where a number without its sign lies, both ends included."""
Results: TypeAlias = Callable[[str, int, bool], Reach | None]
"""What a whole number of these digits, at an offset and with a percent sign or none, can have been; None if exact."""


class Numeral(NamedTuple):
    """A printed number with its offsets in its stretch, from its sign to its last digit.

    `is_percent`: a percent sign stands behind it. A whole number with a `reach` shows a rounded result.
    """

    text: str
    start: int
    end: int
    is_percent: bool = False
    reach: Reach | None = None


class Value(NamedTuple):
    """An expression with its shape, None for a number; `numeral` where it is one printed number and nothing else.

    `grid` has the numerals of a matrix that shows numbers alone.
    """

    tree: Expression
    shape: tuple[int, int] | None = None
    numeral: Numeral | None = None
    grid: Grid[Numeral] | None = None

    @property
    def is_shown(self) -> bool:
        """Whether it shows a number, or a matrix of numbers, and no operation."""
        return self.numeral is not None or self.grid is not None


class Labelled(NamedTuple):
    """The label of a chain, and those of the parts that it goes on from, each with the offset at which that ends."""

    label: str
    earlier: tuple[tuple[int, str], ...] = ()

    def at(self, start: int) -> str:
        """The label at an offset."""
        return next((label for end, label in self.earlier if start < end), self.label)

    def before(self, end: int) -> tuple[tuple[int, str], ...]:
        """What another part of the chain goes on from that begins at an offset."""
        return (*self.earlier, (end, self.label))


PAIR: Final = "pair"
"""The question whether `(3,4)` is a row of two numbers, or one with a decimal comma."""


class Reading:
    """One way to read what can be read in several: an option for each question, the first unless it is chosen.

    `labels` and `mark` begin the names of its printed numbers. `asked` says how many options each question had that
    came up. What `is_doubtful` may agree, and accuses nobody. *results* gives what a whole number can have been that
    shows a rounded result; `has_results`: there was one. A whole number that is *missed*, by its name, is what its
    expression does not give.
    """

    commas = Commas()
    """What commas in numbers of the text are."""
    is_identity = False
    """Whether both sides are one expression of the same numbers, or numbers near each other: it claims nothing."""
    imaginary = ""
    """The letter that is the imaginary unit; empty if none is."""
    ratio: fmpq | None = None
    """What the units of the left side are of those of the right one, where numbers are converted without a word."""

    roots = 0
    """How many square roots were read."""
    has_results = False
    has_base = False
    """Whether a number had its base behind it, other than ten."""
    is_doubtful = False

    def __init__(
        self,
        chosen: Mapping[str, int] | None = None,
        labels: "Labelled | None" = None,
        mark: str = "",
        results: Results | None = None,
        missed: Collection[str] = (),
    ) -> None:
        self.missed = missed
        self.results = results
        self.labels = labels or Labelled("")
        self.mark = mark
        self.chosen = chosen or {}
        self.asked: dict[str, int] = {}

    def name(self, start: int, sort: str = "") -> str:
        """The name of what is printed from an offset on: a label, and behind it what no reader sees."""
        label = self.labels.at(start) if self.labels.earlier else self.labels.label
        return f"{label}#{self.mark}{sort}{start}"

    def reach(self, digits: str, start: int, *, is_percent: bool) -> Reach | None:
        """What a whole number used at an offset can have been if it shows a rounded result, else None."""
        found = None if self.results is None else self.results(digits, start, is_percent)
        if found is not None:
            self.has_results = True
        return found

    def is_missed(self, start: int) -> bool:
        """Whether a whole number from an offset on is wrong, so that what follows from it follows from a wrong one."""
        is_wrong = bool(self.missed) and self.results is not None and self.name(start) in self.missed
        self.has_results |= is_wrong
        return is_wrong

    def choice(self, question: str, options: int) -> int:
        """The option, from zero, for a question; notes that it came up."""
        self.asked[question] = max(options, self.asked.get(question, 0))
        return min(self.chosen.get(question, 0), options - 1)


def digits_of(text: str, reading: Reading) -> str:
    """The text of a numeral without separators of thousands."""
    if text.isdecimal():
        return text
    if _POINTS.fullmatch(text) is not None:
        are_parted = text.count(".") > 1 or (not reading.commas.are_of_chain and reading.choice("point", 2))
        return text.replace(".", "") if are_parted else text
    if text.isascii() and "," not in text and "\\" not in text:
        return text
    if (parted := _TWO_SEPARATORS.fullmatch(text)) is not None:
        return f"{_SEPARATORS.sub('', parted['whole'])}.{parted['decimals']}"
    is_open = not reading.commas.are_of_chain
    if _COMMA.fullmatch(text) and not reading.commas.part_thousands and reading.choice("comma", 2):
        return text.replace(",", ".")
    if is_open and _BRACED.fullmatch(text) and reading.choice("braces", 2) != reading.commas.have_decimals:
        return text.replace("{,}", ".")
    return _SEPARATORS.sub("", text)


def printed(numeral: Numeral, line: int = 0, column: int = 0) -> Printed:
    """A numeral as a printed number; raises Unreadable."""
    found = _printed(numeral.text)
    return Printed(found.text, found.value, found.decimals, line, column) if line else found


def printed_cell(numeral: Numeral, line: int, column: int) -> Printed:
    """A numeral of a block as a printed number: hundredths if a percent sign stands behind it; raises Unreadable."""
    return printed(numeral._replace(text=f"{numeral.text}%") if numeral.is_percent else numeral, line, column)


@lru_cache(maxsize=_REMEMBERED)
def _printed(text: str) -> Printed:
    try:
        return parse(text)
    except ValueError as error:
        raise Unreadable(str(error)) from None


def exponent_of(digits: str) -> int:
    """An exponent of a few digits with its sign; raises Unreadable."""
    if _EXPONENT.fullmatch(digits) is None:
        raise Unreadable("an exponent that is no number of a few digits")
    return int(digits)


def literal(number: int) -> Literal:
    """An exact whole number."""
    return Literal(fmpq(number), str(number))


def apply(operation: str, *values: Value) -> Value:
    """An operation on numbers."""
    return Value(Apply(operation, tuple(value.tree for value in values)))


def number_of(value: Value) -> fmpq | None:
    """The value of a literal; None for anything else."""
    match value.tree:
        case Literal(number):
            return number
        case Apply("negative", (Literal(number),)):
            return -number
    return None


def whole(value: Value) -> int:
    """The value of a whole number; raises Unreadable."""
    number = number_of(value)
    if number is None or number.q != 1:
        raise Unreadable("a whole number is needed here")
    return int(number.p)


def one(numeral: Numeral) -> Grid[Numeral]:
    """A grid of one numeral."""
    return Grid(1, 1, (numeral,))


def matrix_of(rows: Sequence[Sequence[Value]]) -> Value:
    """A matrix of numbers or of expressions; raises Unreadable for ragged rows."""
    if not rows or not rows[0] or len({len(row) for row in rows}) > 1:
        raise Unreadable("a matrix with ragged rows")
    if any(value.shape is not None for row in rows for value in row):
        raise Unreadable("a matrix in a matrix")
    lines = [row[0].tree if len(row) == 1 else Apply("hstack", tuple(value.tree for value in row)) for row in rows]
    tree = lines[0] if len(lines) == 1 else Apply("vstack", tuple(lines))
    shape = len(rows), len(rows[0])
    numerals = tuple(value.numeral for row in rows for value in row)
    if any(numeral is None or numeral.is_percent for numeral in numerals):
        return Value(tree, shape)
    return Value(tree, shape, grid=Grid(*shape, numerals))


def stacked(rows: Sequence[Value]) -> Value:
    """Rows below each other, some of which have expressions; raises Unreadable for what is none, or ragged."""
    shapes = {row.shape for row in rows}
    shape = shapes.pop()
    if shapes or shape is None or shape[0] != 1:
        raise Unreadable("a matrix in a matrix")
    return Value(Apply("vstack", tuple(row.tree for row in rows)), (len(rows), shape[1]))
