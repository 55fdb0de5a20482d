"""Account for each numeral of a document's source, and find the rows of the document that the source does not show.

A numeral is accounted for by the block of a stage, by a repetition of that block elsewhere, or by a number in a
formula, a shape or a bound of a stage whose lines contain it. Each numeral is used at most once; stages with the
fewest lines come first. Numerals that the document excludes are not looked at. What remains is listed.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import compress, groupby
from operator import itemgetter
from typing import Final

from verifier.coverage.exclusions import exclude
from verifier.coverage.numerals import all_digits_of, digits_of, numerals
from verifier.coverage.placement import Places, Rows, Runs, TooLargeError
from verifier.coverage.records import KINDS, Coverage, Excluded, Kind, Left, NotInSource, Row
from verifier.document.files import read_text
from verifier.document.model import Document, Grid, Stage
from verifier.document.problems import START, Problems
from verifier.formulas.tree import Apply, Expression, Literal, Subscript, children
from verifier.numbers.printed import Printed

_CONTEXT: Final = 30
"""Characters of context shown on each side of a numeral."""
_TELLING: Final = 4
"""A block found outside its lines needs this many numbers with a decimal point: whole numbers repeat by chance."""
_MAX_LIKE: Final = 100
"""How many free numerals are compared with a row that was not found."""
_MAX_TEXT: Final = 80
"""How many characters of two rows are compared."""


def cover(document: Document, source: str) -> Coverage:
    """The coverage of *document* by the text in the file *source*.

    Raises DocumentError if a file cannot be read, or cannot be compared within the bounds on the search.
    """
    problems = Problems(source)
    read_text(source, problems, is_authors=True)
    try:
        return _Ledger(document, source, problems.lines).coverage()
    except TooLargeError:
        problems.fail(START, "too-large", "a source whose numerals can be told apart in bounded time")


def _rows(block: Grid[Printed]) -> Iterator[Row]:
    """The rows of a block that show at least one number, without their elided cells."""
    for number, shown in groupby(block.shown(), key=itemgetter(0)):
        parts = [(cell, digits) for _, _, cell in shown for digits in all_digits_of(cell.text)]
        yield Row(number + 1, tuple(cell for cell, _ in parts), tuple(digits for _, digits in parts))


def _is_telling(rows: Rows) -> bool:
    """Whether a block has enough numbers with a decimal point that finding it elsewhere is hardly chance."""
    return sum("." in digits for row in rows for digits in row) >= _TELLING


class _Ledger:
    """The numerals of one source; `runs` knows which of them are still free, that is, neither excluded nor used."""

    def __init__(self, document: Document, source: str, lines: list[str]) -> None:
        self.document = document
        self.source = source
        self.lines = lines
        self.numerals = list(numerals(lines))
        self.line_numbers = [numeral.line for numeral in self.numerals]
        self.excluded = exclude(document, self.numerals, lines)
        self.runs = Runs(
            [
                numeral.digits if claim is None else None
                for numeral, claim in zip(self.numerals, self.excluded, strict=True)
            ]
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
        """Sort key of a stage: fewest lines first, then most cells. A stage without lines spans the whole source."""
        span = len(self.lines) if stage.lines is None else stage.lines[1] - stage.lines[0]
        return span, 0 if stage.printed is None else -len(stage.printed.cells)

    def window(self, lines: tuple[int, int] | None) -> range:
        """The indices of the numerals on *lines*, first and last included; all numerals if *lines* is None."""
        first, last = lines or (1, len(self.lines))
        return range(bisect_left(self.line_numbers, first), bisect_left(self.line_numbers, last + 1))

    def take(self, places: Places, kind: Kind) -> None:
        """Mark numerals as used and count them under *kind*."""
        self.runs.take(places)
        self.kinds[kind] += sum(map(len, places))

    def place(self, stage: Stage, rows: list[Row]) -> bool:
        """Mark a block as used on the lines of its stage; False if it is not there."""
        places = self.runs.find([row.digits for row in rows], self.window(stage.lines))
        if places is None:
            return False
        self.take(places, "block")
        return True

    def place_again(self, rows: list[Row]) -> None:
        """Mark every further print of a block, digit for digit, if it has enough numbers to exclude chance."""
        digits = [row.digits for row in rows]
        while _is_telling(digits) and (places := self.runs.find_close(digits, self.window(None))):
            self.take(places, "repeat")

    def miss(self, stage: Stage, rows: list[Row]) -> Iterator[NotInSource]:
        """The rows of a block that its lines do not show; cells that agree are marked as used."""
        digits = [row.digits for row in rows]
        elsewhere = self.elsewhere(stage, digits)
        nearest = None if elsewhere else self.runs.nearest(digits, self.window(stage.lines))
        if nearest is None:
            found = () if elsewhere else self.likest(stage, digits[0])
            line = self.numerals[found[0]].line if found else None
            yield NotInSource(stage, rows[0], 0, self.texts(found), line, elsewhere)
            return
        for row, places in zip(rows, nearest, strict=True):
            agreeing = [self.runs.free[place] == shown for place, shown in zip(places, row.digits, strict=True)]
            self.take((tuple(compress(places, agreeing)),), "block")
            if not all(agreeing):
                line = self.numerals[places[0]].line
                yield NotInSource(stage, row, agreeing.index(False), self.texts(places), line, None)

    def elsewhere(self, stage: Stage, digits: Rows) -> int | None:
        """The line on which a block stands outside its stage's lines; None if it does not, or might by chance."""
        if stage.lines is None or not _is_telling(digits):
            return None
        places = self.runs.find_close(digits, self.window(None))
        return None if places is None else self.numerals[places[0][0]].line

    def texts(self, places: Iterable[int]) -> tuple[str, ...]:
        """Numerals as the source spells them."""
        return tuple(self.numerals[place].text for place in places)

    def likest(self, stage: Stage, row: tuple[str, ...]) -> Sequence[int]:
        """As many consecutive free numerals on a stage's lines as *row* has, the ones most similar to it."""
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
        """Mark a stage's shape where its lines print the sides next to each other; False if they do not."""
        sides = tuple(str(side) for side in stage.shape or () if isinstance(side, int))
        places = self.runs.find_close([sides], self.window(stage.lines)) if stage.lines and len(sides) > 1 else None
        self.take(places or (), "shape")
        return places is not None

    def place_literals(self, lines: tuple[int, int], literals: Iterable[tuple[Kind, str]]) -> None:
        """Mark the numbers that a stage states outside its block, on *lines*, each as often as it is stated."""
        stated: dict[str, list[Kind]] = {}
        for kind, text in literals:
            stated.setdefault(digits_of(text), []).append(kind)
        for place in self.window(lines) if stated else ():
            shown = self.runs.free[place] or ""
            kinds = stated.get(shown) or stated.get(shown.lstrip("-"))  # a formula has its minus apart
            if kinds:
                self.take(((place,),), kinds.pop(0))

    def exclusions(self) -> Iterator[Excluded]:
        """All exclusions of the document; a numeral counts for the first that excludes it."""
        counts = Counter(self.excluded)
        for place, claim in enumerate(self.document.not_claims):
            yield Excluded(claim, counts[place])

    def left(self) -> Iterator[Left]:
        """The free numerals, in reading order."""
        for numeral, free in zip(self.numerals, self.runs.free, strict=True):
            if free is not None:
                start = numeral.column - 1
                end = start + len(numeral.text)
                around = self.lines[numeral.line - 1][max(0, start - _CONTEXT) : end + _CONTEXT]
                yield Left(numeral, " ".join(around.split()))


def _literals(stage: Stage, *, with_shape: bool) -> Iterator[tuple[Kind, str]]:
    """The numbers that a stage states outside its block, as text, each with its kind."""
    for formula in (stage.formula, stage.standard, *stage.also):
        if formula is not None:
            yield from (("formula", text) for text in _numbers(formula.expression))
    for side in stage.shape or () if with_shape else ():
        yield from (("shape", text) for text in ([str(side)] if isinstance(side, int) else _numbers(side)))
    yield from (("between", bound.text) for bound in stage.between or ())
    yield from (("between", end.text) for *_, end in (stage.hull.shown() if stage.hull else ()))


def _numbers(expression: Expression) -> Iterator[str]:
    """The literals of an expression without those of indices and axes: these count from zero, and texts from one."""
    match expression:
        case Literal(_, text):
            yield text
        case Subscript(array):
            yield from _numbers(array)
        case Apply(_, arguments, options):
            for part in (*arguments, *(value for key, value in options if key != "axis" and value is not None)):
                yield from _numbers(part)
        case _:
            for child in children(expression):
                yield from _numbers(child)
