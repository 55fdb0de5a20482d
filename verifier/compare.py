"""Where two documents print the same quantity, and which errata of one stand in the other.

Two stages are the same quantity if they bear one name and show blocks of one shape; failing
that, if their blocks show the same digits. Each is matched once, in document order, and since
both sides rank the other by that order, it does not matter which document comes first.

Nothing is judged here. What a number stands for is a set of `tolerance`, what is wrong was
found by `check`; this module only lays two reports beside each other.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from verifier.document import Stage, Word
from verifier.errata import refuted_rows
from verifier.interval import Interval, Number, overlap, point
from verifier.numerals import digits_of
from verifier.printed import Printed
from verifier.tolerance import Boxes, Tolerance
from verifier.verdict import Erratum, Kind, Report, Size, StageReport, StandardVerdict, Verdict

LEAST_SHOWN: Final = 6
"""Under different names, as many cells at least must be shown in both blocks ..."""

LEAST_TELLING: Final = 4
"""... and as many different texts among them that are no integers of one or two digits.

Indices, masks and counts look alike in all documents. Numbers of two digits that have nothing
to do with each other agree once in a hundred, four of them once in 10^8: two documents of a
hundred stages make ten thousand pairs, and none of these is expected to agree by chance.
"""

_SMALL: Final = 2

Likeness: TypeAlias = Literal["identical", "different-digits", "contradicting"]
Bond: TypeAlias = Literal["name", "digits"]
Answer: TypeAlias = Literal["found", "not-checkable", "right"]
Form: TypeAlias = tuple[Literal["numbers", "words"], int, int]


class Shown(NamedTuple):
    """What a stage shows: each number or word in one spelling of its sign, None where it is elided."""

    stage: Stage
    form: Form
    texts: tuple[str | None, ...]

    def at(self, place: Size) -> str | None:
        """The text in a row and a column, counted from 1."""
        row, column = place
        return self.texts[(row - 1) * self.form[2] + column - 1]


class Difference(NamedTuple):
    """A cell that two documents print differently; they contradict each other if no number prints as both."""

    row: int
    column: int
    first: Printed | Word
    second: Printed | Word
    contradicts: bool


class Pair(NamedTuple):
    """One quantity in two documents; `compared` counts the cells that both of them show."""

    first: Stage
    second: Stage
    bond: Bond
    compared: int
    differences: tuple[Difference, ...]

    @property
    def likeness(self) -> Likeness:
        """The worst that is true of a cell."""
        if self.contradictions:
            return "contradicting"
        return "different-digits" if self.differences else "identical"

    @property
    def contradictions(self) -> tuple[Difference, ...]:
        """The cells in which no number prints as both documents show."""
        return tuple(difference for difference in self.differences if difference.contradicts)


class Standing(NamedTuple):
    """An erratum of one document whose print is in the other too, and what the other's own check says of it.

    `first` and `second` are the stages of the first and of the second document, whichever has
    the erratum. `cells` are the `of` cells of the erratum that are printed alike; an erratum
    without cells is in what the stage states. `found_as` names the other document's errata.
    """

    erratum: Erratum
    of_first: bool
    first: Stage
    second: Stage
    cells: tuple[Size, ...]
    of: int
    answer: Answer
    found_as: tuple[str, ...] = ()
    reason: str | None = None


class Comparison(NamedTuple):
    """Two documents side by side, in the order of the first one's stages.

    `other_shapes` are stages of one name whose blocks have different shapes.
    """

    first: Report
    second: Report
    pairs: tuple[Pair, ...]
    other_shapes: tuple[tuple[Stage, Stage], ...]
    printed_alike: tuple[Standing, ...]

    @property
    def standing(self) -> tuple[Standing, ...]:
        """The errata that stand; what the other document's own formula finds right is none of its errata."""
        return tuple(one for one in self.printed_alike if one.answer != "right")

    @property
    def is_clean(self) -> bool:
        """Whether nothing contradicts and no erratum stands."""
        return not self.standing and all(pair.likeness != "contradicting" for pair in self.pairs)


def compare(first: Report, second: Report) -> Comparison:
    """Two checked documents side by side."""
    mine, theirs = _shown(first), _shown(second)
    matches = _matches(mine, theirs)
    sets = _sets(first), _sets(second)
    pairs = tuple(_pair(mine[name], theirs[other], bond, sets) for name, (other, bond) in matches.items())
    there = {pair.first.name: pair.second.name for pair in pairs} | _silent(first, second)
    back = {other: name for name, other in there.items()}
    alike = [Standing(made, True, first.by_name[made.stage].stage, *rest) for made, *rest in _e(first)]
    return Comparison(first, second, pairs, _other_shapes(mine, theirs), tuple(alike))
