"""What accounts for each numeral of a document's source, and what the document has that its source has not.

A numeral is accounted for by the block of a stage, by its print again elsewhere, or by a literal of a
formula, a shape or a bound of a stage whose lines hold it; each at most once, stages with the fewest lines
first. A document may exclude numerals that claim nothing. What is left is listed, and so is every row of a
block that its lines do not show as printed.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import compress, groupby
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias
from typing import Literal as OneOf

from verifier.coverage.exclusions import exclude
from verifier.coverage.numerals import Numeral, digits_of, numerals
from verifier.coverage.placement import Places, Rows, Runs, TooLargeError
from verifier.document.files import read_text
from verifier.document.model import Document, Grid, NotClaim, Stage
from verifier.document.problems import START, Problems
from verifier.formulas.tree import Expression, Literal, Subscript, children
from verifier.numbers.printed import Printed

Kind: TypeAlias = OneOf["block", "repeat", "formula", "shape", "between"]

KINDS: Final[tuple[Kind, ...]] = ("block", "repeat", "formula", "shape", "between")
ENOUGH: Final = 98
"""How many of a hundred numerals that are not excluded must be accounted for."""

_CONTEXT: Final = 30
_TELLING: Final = 4
_MAX_LIKE: Final = 100
_MAX_TEXT: Final = 80


class Left(NamedTuple):
    """A numeral of the source that nothing accounts for, with what stands around it."""

    numeral: Numeral
    context: str


class Row(NamedTuple):
    """A row of a block as far as it is shown; its number counts from 1."""

    number: int
    cells: tuple[Printed, ...]
    digits: tuple[str, ...]


class Missing(NamedTuple):
    """A row of a stage that its lines of the source do not show; `first` is its first cell, from zero, that differs.

    `found` is what stands there instead, from `source_line` on; `elsewhere` is
    the line on which the whole block stands, if it stands on others.
    """

    stage: Stage
    row: Row
    first: int
    found: tuple[str, ...]
    source_line: int | None
    elsewhere: int | None

    @property
    def cell(self) -> Printed:
        """The first cell that differs."""
        return self.row.cells[self.first]

    @property
    def shown(self) -> tuple[str, ...]:
        """What the document has."""
        return tuple(cell.text for cell in self.row.cells)


class Excluded(NamedTuple):
    """What a document says claims nothing, and of how many numerals."""

    claim: NotClaim
    numerals: int


class Coverage(NamedTuple):
    """How a document accounts for the numerals of its source."""

    document: Document
    source: str
    numerals: int
    kinds: dict[Kind, int]
    exclusions: tuple[Excluded, ...]
    left: tuple[Left, ...]
    missing: tuple[Missing, ...]

    @property
    def accounted(self) -> int:
        """How many numerals the stages account for."""
        return sum(self.kinds.values())

    @property
    def excluded(self) -> int:
        """How many numerals claim nothing."""
        return sum(exclusion.numerals for exclusion in self.exclusions)

    @property
    def share(self) -> str:
        """How much of what is not excluded is accounted for, in percent, cut: only all of it is 100.0."""
        total = self.numerals - self.excluded
        tenths = 1000 * self.accounted // total if total else 1000
        return f"{tenths // 10}.{tenths % 10}"

    @property
    def is_enough(self) -> bool:
        """Whether every block is in the source, and hardly a numeral is left."""
        total = self.numerals - self.excluded
        return not self.missing and 100 * self.accounted >= ENOUGH * total


def cover(document: Document, source: str) -> Coverage:
    """The coverage of a document; raises DocumentError if a file cannot be read or compared in bounded time."""
    problems = Problems(source)
    read_text(source, problems)
    try:
        return _Ledger(document, source, problems.lines).coverage()
    except TooLargeError:
        problems.fail(START, "too-large", "a source whose numerals can be told apart in bounded time")


def _rows(block: Grid[Printed]) -> Iterator[Row]:
    """The rows of which anything is shown."""
    for number, shown in groupby(block.shown(), key=itemgetter(0)):
        cells = tuple(cell for _, _, cell in shown)
        yield Row(number + 1, cells, tuple(digits_of(cell.text) for cell in cells))


def _is_telling(rows: Rows) -> bool:
    """Whether a block that stands somewhere else is hardly there by chance; whole numbers often are."""
    return sum("." in digits for row in rows for digits in row) >= _TELLING


class _Ledger:
    """The numerals of one source, each crossed out at most once."""

    def __init__(self, document: Document, source: str, lines: list[str]) -> None:
        self.document = document
        self.source = source
        self.lines = lines
        self.numerals = list(numerals(lines))
        self.line_numbers = [numeral.line for numeral in self.numerals]
        self.excluded = exclude(document, self.numerals, lines)
        self.runs = Runs(
            [None if claim else numeral.digits for numeral, claim in zip(self.numerals, self.excluded, strict=True)]
        )
        self.kinds: dict[Kind, int] = dict.fromkeys(KINDS, 0)

    def coverage(self) -> Coverage:
        stages = sorted(self.document.stages, key=self.order)
        blocks = [(stage, list(_rows(stage.printed))) for stage in stages if stage.printed is not None]
        lost = [(stage, rows) for stage, rows in blocks if rows and not self.place(stage, rows)]
        missing = [row for stage, rows in lost for row in self.miss(stage, rows)]
        for _, rows in blocks:
            self.place_again(rows)
        shaped = {stage.name for stage in stages if self.place_shape(stage)}
        for stage in stages:
            if stage.lines is not None:
                self.place_literals(stage.lines, _literals(stage, with_shape=stage.name not in shaped))
        missing.sort(key=lambda row: (row.cell.line, row.cell.column))
        exclusions, left = tuple(self.exclusions()), tuple(self.left())
        count = len(self.numerals)
        return Coverage(self.document, self.source, count, self.kinds, exclusions, left, tuple(missing))

    def order(self, stage: Stage) -> tuple[int, int]:
        """The fewest lines first, then the most cells: what is small finds a place beside what is large."""
        span = len(self.lines) if stage.lines is None else stage.lines[1] - stage.lines[0]
        return span, 0 if stage.printed is None else -len(stage.printed.cells)

    def window(self, lines: tuple[int, int] | None) -> range:
        """The numerals on some lines; all if none are named."""
        first, last = lines or (1, len(self.lines))
        return range(bisect_left(self.line_numbers, first), bisect_left(self.line_numbers, last + 1))

    def take(self, places: Places, kind: Kind) -> None:
        """Cross numerals out."""
        self.runs.take(places)
        self.kinds[kind] += sum(map(len, places))

    def place(self, stage: Stage, rows: list[Row]) -> bool:
        """Cross out a block where its stage says that it stands."""
        places = self.runs.find([row.digits for row in rows], self.window(stage.lines))
        if places is None:
            return False
        self.take(places, "block")
        return True

    def place_again(self, rows: list[Row]) -> None:
        """Cross out what prints a block again, digit for digit, if it is too much for chance."""
        digits = [row.digits for row in rows]
        while _is_telling(digits) and (places := self.runs.find_close(digits, self.window(None))):
            self.take(places, "repeat")

    def miss(self, stage: Stage, rows: list[Row]) -> Iterator[Missing]:
        """What of a block its lines do not show; what agrees beside it is crossed out."""
        digits = [row.digits for row in rows]
        elsewhere = self.elsewhere(stage, digits)
        nearest = None if elsewhere else self.runs.nearest(digits, self.window(stage.lines))
        if nearest is None:
            found = () if elsewhere else self.likest(stage, digits[0])
            line = self.numerals[found[0]].line if found else None
            yield Missing(stage, rows[0], 0, self.texts(found), line, elsewhere)
            return
        for row, places in zip(rows, nearest, strict=True):
            agreeing = [self.runs.free[place] == shown for place, shown in zip(places, row.digits, strict=True)]
            self.take((tuple(compress(places, agreeing)),), "block")
            if not all(agreeing):
                line = self.numerals[places[0]].line
                yield Missing(stage, row, agreeing.index(False), self.texts(places), line, None)

    def elsewhere(self, stage: Stage, digits: Rows) -> int | None:
        """The line on which a block stands outside of its lines, if it is too much for chance."""
        if stage.lines is None or not _is_telling(digits):
            return None
        places = self.runs.find_close(digits, self.window(None))
        return None if places is None else self.numerals[places[0][0]].line

    def texts(self, places: Iterable[int]) -> tuple[str, ...]:
        """Numerals as the source has them."""
        return tuple(self.numerals[place].text for place in places)

    def likest(self, stage: Stage, row: tuple[str, ...]) -> Sequence[int]:
        """The neighbours on a stage's lines that no block has and whose text is most like a row's."""
        free = [place for place in self.window(stage.lines) if self.runs.free[place] is not None][:_MAX_LIKE]
        runs = [free[start : start + len(row)] for start in range(len(free) - len(row) + 1)]
        wanted = " ".join(row)[:_MAX_TEXT]
        matcher = SequenceMatcher(None, "", wanted)

        def likeness(run: list[int]) -> Fraction:
            shown = " ".join(self.numerals[place].digits[:_MAX_TEXT] for place in run)[:_MAX_TEXT]
            matcher.set_seq1(shown)
            return Fraction(sum(block.size for block in matcher.get_matching_blocks()), len(shown) + len(wanted))

        return max(runs, key=likeness, default=())

    def place_shape(self, stage: Stage) -> bool:
        """Cross out a shape where a stage's lines print its sides together."""
        sides = tuple(str(side) for side in stage.shape or () if isinstance(side, int))
        places = self.runs.find_close([sides], self.window(stage.lines)) if stage.lines and len(sides) > 1 else None
        self.take(places or (), "shape")
        return places is not None

    def place_literals(self, lines: tuple[int, int], literals: Iterable[tuple[Kind, str]]) -> None:
        """Cross out numbers that a stage states outside of its block, on its lines and each as often as stated."""
        stated: dict[str, list[Kind]] = {}
        for kind, text in literals:
            stated.setdefault(digits_of(text), []).append(kind)
        for place in self.window(lines) if stated else ():
            shown = self.runs.free[place] or ""
            kinds = stated.get(shown) or stated.get(shown.lstrip("-"))  # a formula has its minus apart
            if kinds:
                self.take(((place,),), kinds.pop(0))

    def exclusions(self) -> Iterator[Excluded]:
        """All exclusions, each with the number of numerals that it is the first to hold: of equal ones the first."""
        counts = Counter(self.excluded)
        yield from (Excluded(claim, counts.pop(claim, 0)) for claim in self.document.not_claims)

    def left(self) -> Iterator[Left]:
        """What nothing accounts for."""
        for numeral, free in zip(self.numerals, self.runs.free, strict=True):
            if free is not None:
                start = numeral.column - 1
                end = start + len(numeral.text)
                around = self.lines[numeral.line - 1][max(0, start - _CONTEXT) : end + _CONTEXT]
                yield Left(numeral, " ".join(around.split()))


def _literals(stage: Stage, *, with_shape: bool) -> Iterator[tuple[Kind, str]]:
    for formula in (stage.formula, stage.standard, *stage.also):
        if formula is not None:
            yield from (("formula", text) for text in _numbers(formula.expression))
    for side in stage.shape or () if with_shape else ():
        yield from (("shape", text) for text in ([str(side)] if isinstance(side, int) else _numbers(side)))
    yield from (("between", bound.text) for bound in stage.between or ())
    yield from (("between", end.text) for *_, end in (stage.hull.shown() if stage.hull else ()))


def _numbers(expression: Expression) -> Iterator[str]:
    """The literals of an expression, but not its indices: they count from zero, as no text does."""
    match expression:
        case Literal(_, text):
            yield text
        case Subscript(array):
            yield from _numbers(array)
        case _:
            for child in children(expression):
                yield from _numbers(child)
