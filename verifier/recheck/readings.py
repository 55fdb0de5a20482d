"""What the printed numbers of a report stand for: as the claim of their stage, and as operands of later ones."""

import re
from fractions import Fraction as Q
from functools import cached_property, partial
from typing import Final

from verifier.recheck.grids import Grid
from verifier.recheck.intervals import Box, Unknown
from verifier.recheck.printed import BLANK, Printed, decimal, is_infinite, magnitude, ten
from verifier.recheck.ranges import range_of
from verifier.recheck.report_reading import Cell, Report, Stage
from verifier.recheck.rounding import (
    FORMATS,
    RARE,
    USUAL,
    Set,
    Steps,
    is_to_nearest,
    loosened,
    preimage,
    slack_of,
    steps_of,
    widest,
)
from verifier.recheck.row_functions import MASKED, VOID, CellValue
from verifier.recheck.whole_numbers import NONE, WholeNumbers, decimals_of_all, whole_numbers

_COUNT: Final = re.compile(r"-?[0-9]{1,3}", re.ASCII)
"""Of digits, as rules and resolutions write it."""
_STORED: Final = Q(1, 2**10)
"""A number of any binary format of a file lies no farther from its shortest text, as a share of it."""
_MISPRINTED: Final = ("mended", "stated")
"""What later stages go on with where a number was only misprinted."""


class Reading:
    """How the printed numbers of one stage are read; raises Unknown where the report does not say.

    Where it *is_sure* that significant digits are counted, no number shows fewer because its zeros were dropped.
    """

    def __init__(self, report: Report, stage: Stage, *, is_sure: bool) -> None:
        self.stage = stage
        self.is_sure = is_sure
        declared = stage.rounding or (report.rule if report.is_declared else None)
        self.declared: Steps | None = None if declared is None else steps_of(declared)
        self.likely = tuple(map(steps_of, stage.likely))
        self.possible = tuple(map(steps_of, stage.possible or USUAL))
        within = stage.within or report.within
        self.slack = None if within is None else slack_of(within)
        self.givens = stage.givens or report.givens
        self.numbers = [number for cell in stage.cells if (number := decimal(cell.printed)) is not None]
        self.resolution = _resolution(stage.resolution or "own digits")

    @property
    def is_significant(self) -> bool:
        """Whether digits are counted from the first that is not zero."""
        return self.resolution[-1] == "significant"

    def place(self, number: Printed) -> int:
        """The decimals of the last digit that a number stands for; the fewest where that is open."""
        usual = self._usual(number)
        if self.is_program and not number.has_exponent:
            return max(usual, self._finest)
        is_own = self.resolution[-1] == "digits"
        if number.has_exponent or (is_own and not number.is_bare_integer):
            return usual
        return self._whole.place(number, usual) if is_own or not self.is_sure else usual

    def _usual(self, number: Printed) -> int:
        """The same by the resolution alone."""
        kind = self.resolution[-1]
        if self.stage.is_stored or kind in FORMATS:
            return number.place
        if kind == "digits":
            return self._coarsest if number.is_bare_integer else number.place
        if number.has_exponent or (kind == "significant" and number.value == 0):
            return number.place
        return int(self.resolution[0]) - (magnitude(number.value) if kind == "significant" else 0)

    @cached_property
    def _whole(self) -> WholeNumbers:
        """What whole numbers beside decimals may lack."""
        kind = self.resolution[-1]
        if self.stage.is_stored or kind in FORMATS:
            return NONE
        return whole_numbers(self.stage, all_digits=kind == "decimals", is_rounded=self.givens == "rounded")

    @cached_property
    def _finest(self) -> int:
        return decimals_of_all(self.numbers) if self.resolution == ["float64"] else 0

    @cached_property
    def _coarsest(self) -> int:
        """The decimals of a number without a point beside others with one."""
        return min((n.place for n in self.numbers if not n.has_exponent and not n.is_bare_integer), default=0)

    def claim(self, text: str) -> Set | None:
        """The reals that print as a text shows, None if none do; raises Unknown of a text that is no number."""
        number = decimal(text)
        if number is None:
            raise Unknown(f"{text[:20]!r} is no number")
        return self._set_of_print(number)

    def _set_of_print(self, number: Printed) -> Set | None:
        """The reals that print as a number; one that lacks zeros is closer to those below a power of ten."""
        if number.is_fraction:
            return Set(number.value, number.value)
        place, usual = self.place(number), self._usual(number)
        found = self.set_of(number.value, place)
        is_finer = place < usual and abs(number.value) == ten(magnitude(number.value or Q(1)) - 1)
        within = self.set_of(number.value, place + 1) if is_finer and not self.is_significant else found
        return found if found is None or within is None else _split(number.value, within, found)

    def set_of(self, value: Q, place: int) -> Set | None:
        """The reals that print as a value with so many decimals; of a superset if digits or formats are not sure."""
        before = partial(self._printed_by, place=place)
        if self.slack is None:
            found = before(value)
        else:
            off_grid = self.declared is not None and self.declared[-1][0] in ("exact", *FORMATS)
            on_grid = not (self.is_significant or off_grid)
            found = loosened(before, value, place, self.slack, on_grid=on_grid)
        is_of_format = self.declared is not None and self.declared[-1][0] in FORMATS
        if found is None or not self.stage.is_stored or is_of_format:
            return found
        off = min(ten(-place) / 2, max(abs(value) * _STORED, _STORED**2))  # the text is not the number itself
        return Set(found.lo - off, found.hi + off)

    def _printed_by(self, value: Q, place: int) -> Set | None:
        """What prints so by a declared rule, or else by one that the stage may follow."""
        found = self._at_place(value, place)
        is_finer = self.is_significant and self.is_sure and value != 0
        if found is None or not is_finer or abs(value) != ten(magnitude(value) - 1):
            return found
        within = self._at_place(value, place + 1)  # below a power of ten the unit is ten times smaller
        return found if within is None else _split(value, within, found)

    def _at_place(self, value: Q, place: int) -> Set | None:
        if self.declared is not None:
            return preimage(value, place, self.declared)
        is_cut = bool(self.likely) and not any(map(is_to_nearest, self.likely))
        left = [steps for steps in self.possible if place >= 0 or steps[-1][0] not in RARE or steps in self.likely]
        return widest(value, place, left, is_cut=is_cut)

    @property
    def is_exact(self) -> bool:
        """Whether what a number stands for is known here to the last digit."""
        is_vague = not self.is_sure if self.resolution[-1] != "digits" else self._whole != NONE  # or else declared
        return not (is_vague or self.stage.is_stored or self.resolution[-1] in FORMATS)

    def operand(self, cell: Cell) -> CellValue:
        """What is known of a shown cell as an operand of later stages."""
        if self.stage.is_words:
            return None if cell.printed in (MASKED, VOID) else cell.printed
        if is_infinite(cell.printed):
            return MASKED if not cell.printed[0].isalnum() and cell.printed[0] not in "+\u221e" else None
        number = decimal(cell.printed)
        if number is None:
            return (Q(0), Q(0)) if cell.printed == BLANK else None
        is_given = self.stage.formula is None
        if is_given and not self.stage.is_stored and self._is_count(number):
            return number.value, number.value
        if self.is_program:
            return self._of_program(cell, number)
        found = self._set_of_print(number)
        if found is None:
            return number.value, number.value
        limits = self.limits if is_given else None
        return _meet((found.lo, found.hi), limits)

    @property
    def is_program(self) -> bool:
        """Whether the report takes the numbers for those of a program, of a format that nobody stated."""
        return self.resolution[-1] in FORMATS and self.declared is None and not self.stage.is_stored

    def _of_program(self, cell: Cell, number: Printed) -> CellValue:
        """What the report says that a number stands for, and what its print does; nothing where it does not say."""
        told, found = range_of(cell.stands_for), self._set_of_print(number)
        if found is None:
            return None
        if self.stage.formula is None:
            off = abs(number.value) * Q(2) ** (1 - FORMATS[self.resolution[-1]][0])
            return found.lo - off, found.hi + off
        return None if told is None else (min(found.lo, told.lo), max(found.hi, told.hi))

    def _is_count(self, number: Printed) -> bool:
        """Whether a number of a given is taken at its word: declared so, or an integer that counts."""
        counts = number.is_bare_integer and self.stage.givens != "rounded" and not self.is_significant
        return (counts and self._usual(number) == 0) or self.givens == "exact"

    @property
    def limits(self) -> Box | None:
        """The bounds that the stage states for its numbers."""
        ends = [decimal(end) for end in self.stage.between or ()]
        if len(ends) != 2 or ends[0] is None or ends[1] is None:  # noqa: PLR2004 - two bounds
            return None
        return ends[0].value, ends[1].value

    def interval(self) -> Box:
        """A printed interval: from the least that its lower end may be to the greatest upper end."""
        lo, hi = self.ends()
        return lo[0], hi[1]

    def ends(self) -> tuple[Box, Box]:
        """What the two ends of a printed interval may be; raises Unknown."""
        found = {cell.column: self.operand(cell) for cell in self.stage.cells}
        lo, hi = found.get(1), found.get(2)
        if not isinstance(lo, tuple) or not isinstance(hi, tuple):
            raise Unknown(f"an end of {self.stage.name} that is not known")
        return lo, hi

    def grid(self) -> Grid:
        """The cells of the block; of one that is elided its stated bounds are known."""
        rows, columns = self.stage.shape or (1, 1)
        grid: Grid = [[None if self.stage.is_words else self.limits] * columns for _ in range(rows)]
        for cell in self.stage.cells:
            grid[cell.row - 1][cell.column - 1] = self.operand(cell)
        return grid

    @cached_property
    def misprinted(self) -> list[Cell]:
        """The cells whose right numbers later stages go on with."""
        refuted = [line for line in self.stage.lines if line.verdict == "contradicted"]
        return [
            cell
            for cell in self.stage.cells
            if (cell.held or self.stage.held) in _MISPRINTED
            and (
                cell.verdict == "contradicted"
                or (cell.basis != "literal" and any(line.holds(cell) for line in refuted))
            )
        ]

    @cached_property
    def _told(self) -> list[Printed]:
        """The numbers that tell how the block is rounded; a misprint does so only where nothing else does."""
        wrong = set(self.misprinted)
        right = [cell for cell in self.stage.cells if cell not in wrong]
        return [number for cell in right if (number := decimal(cell.printed)) is not None] or self.numbers

    def off(self, box: Box, decimals: list[Printed]) -> Q:
        """How far a number that is not shown may lie from what its formula gives, as the author may have rounded it.

        *decimals* are those of the whole document, for a block that shows none.
        """
        most = self.slack.most if self.slack is not None else Q(0)
        if self.declared is not None and self.declared[-1][0] == "exact":
            return most
        told = self._told or decimals
        if not told or self.is_program:
            raise Unknown(f"how {self.stage.name} is rounded")
        size = max(abs(box[0]), abs(box[1]))
        if self.declared is not None and self.declared[-1][0] in FORMATS:
            bits, finest = FORMATS[self.declared[-1][0]]
            return most + Q(2) ** finest + size * Q(2) ** (2 - bits)
        rules = self.possible if self.declared is None else (self.declared,)
        most += sum((ten(-place) for steps in rules for _, place in steps[:-1] if place is not None), Q(0))
        plain = [self.place(number) for number in told if not number.has_exponent]
        last = min(plain, default=None)
        if self.is_significant:
            last = None if self.is_sure else max(number.place for number in told)
        digits = self._digits(told, min(plain, default=None))
        most += Q(0) if last is None else ten(-last)
        return most if digits is None or size == 0 else most + ten(magnitude(size) - digits)

    def _digits(self, told: list[Printed], coarsest: int | None) -> int | None:
        """The least count of significant digits of numbers that do not all end at one place."""
        if self.is_significant:
            return int(self.resolution[0])
        powers = [number for number in told if number.has_exponent and number.value != 0]
        finer = [number for number in powers if coarsest is None or number.place < coarsest]
        return min((magnitude(number.value) + number.place for number in finer), default=None)


def _split(value: Q, within: Set, beyond: Set) -> Set:
    """What prints as a power of ten: from one set on the side of zero, and from the other beyond."""
    low, high = (within, beyond) if value > 0 else (beyond, within)
    return Set(low.lo, high.hi, low.lo_closed, high.hi_closed)


def _resolution(text: str) -> list[str]:
    """The words of a resolution, `own digits`, `3 decimals`, `4 significant` or a format; raises Unknown."""
    match text.split():
        case ["own", "digits"] as words:
            return words
        case [kind] if kind in FORMATS:
            return [kind]
        case [count, "decimals" | "significant" as kind] if _COUNT.fullmatch(count):
            return [count, kind]
    raise Unknown(f"a resolution that is not known here, {text!r}"[:80])


def _meet(box: Box, limits: Box | None) -> Box:
    """The common part of two intervals, the first where they have none."""
    if limits is None or box[1] < limits[0] or limits[1] < box[0]:
        return box
    return max(box[0], limits[0]), min(box[1], limits[1])
