"""What a document says: an ordered list of stages, and nothing about right or wrong."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final, Generic, Literal, TypeAlias, TypeVar

from verifier.document.ancestry import Ancestry
from verifier.document.not_claims import NotClaim
from verifier.document.origin import Origin
from verifier.document.parts import Part
from verifier.document.what_was_read import Read
from verifier.formulas.tree import Expression, children, is_scaled, names
from verifier.numbers.array import Coordinates, Position
from verifier.numbers.other_cells import Infinite
from verifier.numbers.printed import Printed
from verifier.record import NamedTuple

if TYPE_CHECKING:
    from verifier.numbers.resolution import Resolution
    from verifier.numbers.rounding import Rule
    from verifier.numbers.slack import Slack

Cell = TypeVar("Cell")
GivensReading: TypeAlias = Literal["exact", "rounded", "open"]
"""How givens are said to be read; open ones are read by evidence, whatever the document says of all."""
Dimension: TypeAlias = int | Expression
_NONE: Final[Mapping[int, Infinite]] = {}


class Grid(NamedTuple, Generic[Cell]):
    """Cells in rows and columns, row by row; None where a cell is elided or, by its index, in `infinite`."""

    rows: int
    columns: int
    cells: tuple[Cell | None, ...]
    infinite: Mapping[int, Infinite] = _NONE

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and of columns."""
        return self.rows, self.columns

    @property
    def has_elided(self) -> bool:
        """Whether some cell is not shown."""
        return None in self.cells and self.cells.count(None) > len(self.infinite)

    def position(self, index: int) -> Position:
        """The row and the column of the cell at *index*, from zero."""
        return tuple.__new__(Position, divmod(index, self.columns))

    def coordinates(self, index: int) -> Coordinates:
        """The row and the column of the cell at *index*, from one, as reports name them."""
        return index // self.columns + 1, index % self.columns + 1

    def index_of(self, row: int, column: int) -> int:
        """The index of the cell in a row and a column, both from zero."""
        return row * self.columns + column

    def index_by_columns(self, index: int) -> int:
        """The index that the cell at *index* has where cells are counted column by column."""
        row, column = self.position(index)
        return column * self.rows + row

    def line(self, axis: int, number: int) -> range:
        """The indices of one row, or with axis 0 of one column; counted from zero."""
        if axis == 0:
            return range(number, len(self.cells), self.columns)
        return range(number * self.columns, (number + 1) * self.columns)

    def row(self, number: int) -> tuple[Cell | None, ...]:
        """The cells of one row, from zero."""
        return self.cells[number * self.columns : (number + 1) * self.columns]

    def printed(self) -> Iterator[tuple[int, "Cell | Infinite"]]:
        """All that is printed, a number, a word or an infinity, each with its index."""
        for index, cell in enumerate(self.cells):
            if (shown := self.infinite.get(index) if cell is None else cell) is not None:
                yield index, shown

    def at(self, index: int) -> "Cell | Infinite | None":
        """What the cell at *index* shows; None if it is elided."""
        cell = self.cells[index]
        return self.infinite.get(index) if cell is None else cell

    def shown(self) -> Iterator[tuple[int, int, Cell]]:
        """The cells that show a number or a word, each with its row and column from zero."""
        for index, cell in enumerate(self.cells):
            if cell is not None:
                yield *divmod(index, self.columns), cell

    def contents(self) -> Iterator[Cell]:
        """The numbers or words of the cells that show one."""
        return filter(None, self.cells)


Block: TypeAlias = Grid[Printed]


class Word(NamedTuple):
    """One word and its place in the document file."""

    text: str
    line: int = 0
    column: int = 0


class _Formula(NamedTuple):
    text: str
    expression: Expression
    line: int
    column: int
    where: str | None = None
    written: str | None = None


class Formula(_Formula):
    """A formula as a stage states it, parsed, with its place in the document file.

    `written` is how the author wrote it, where `text` was made from that.
    """

    @property
    def shown(self) -> str:
        """What readers see: the author's own writing, else the text."""
        return self.written or self.text

    @cached_property
    def uses(self) -> tuple[str, ...]:
        """The stages that it names, in reading order, each once."""
        return tuple(dict.fromkeys(names(self.expression)))

    def __getstate__(self) -> None:
        """Nothing but the fields goes into a pickle: hashes of texts differ from process to process."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.text, self.line, self.column))  # a tree is slow to hash


RESULTS: Final = "results"
"""The `text` of operands that show exact results of a text: they may be doubted, and prove nothing."""


class Stage(NamedTuple):
    """One step of a document; every part but the name may be missing.

    `lines` are those of the source text. `between` bounds the numbers of the stage, both ends included. One with an
    `origin` is judged by the formula that this makes, no claim of the author's. `within` is how far a rule book lets
    a print lie from the rounded number. One with a `hull` shows the two ends of an interval, as a row of two: of one
    unknown number, or with a formula of all its values. One that is `part_of` another is a block of it, unrolled. Those
    of one `text` are equalities of one author, with one habit of hidden digits and rounding. One `of_sides` says that
    two expressions are equal: its number is any of theirs. Of one that `leaves_out` rows elided cells are not computed.
    """

    name: str
    line: int
    column: int
    title: str | None = None
    where: str | None = None
    lines: tuple[int, int] | None = None
    formula: Formula | None = None
    standard: Formula | None = None
    because: str | None = None
    also: tuple[Formula, ...] = ()
    printed: Block | None = None
    words: Grid[Word] | None = None
    shape: tuple[Dimension, ...] | None = None
    between: tuple[Printed, Printed] | None = None
    rounding: "Rule | None" = None
    givens: GivensReading | None = None
    resolution: "Resolution | None" = None
    origin: Origin | None = None
    within: "Slack | None" = None
    hull: Block | None = None
    part_of: str | None = None
    text: str | None = None
    of_sides: bool = False
    leaves_out: bool = False

    @property
    def whole(self) -> str:
        """Its name, or that of the stage of which it is a part."""
        return self.part_of or self.name

    @property
    def is_solved(self) -> bool:
        """Whether its formula is two expressions that are solved for one of their numbers: one in two units is not."""
        formula = self.formula if self.of_sides else None
        return formula is not None and any(children(formula.expression)) and not is_scaled(formula.expression)

    @property
    def block(self) -> "Block | Grid[Word] | None":
        """What the stage shows, numbers or words."""
        return self.printed if self.printed is not None else self.words

    @property
    def shown(self) -> "Block | Grid[Word] | None":
        """All that the stage shows: its block, or the two ends of its interval as a row."""
        if self.printed is not None:
            return self.printed
        return self.words if self.words is not None else self.hull

    @property
    def numbers(self) -> "Block | None":
        """The numbers that the stage shows: its block, or the two ends of its interval."""
        return self.printed if self.printed is not None else self.hull

    @property
    def is_given(self) -> bool:
        """Whether it shows numbers or words and no formula says what they should be.

        False for a stage with an origin: that has a formula and is judged by it.
        """
        return self.formula is None and self.shown is not None

    @property
    def derived(self) -> "Derived | None":
        """What the stage shows, with its formula; None if it shows nothing or has no formula."""
        return self.derived_by(self.formula)

    def derived_by(self, formula: Formula | None) -> "Derived | None":
        """What the stage shows, with a formula that it should follow from; None if one of them is missing."""
        if formula is None:
            return None
        if self.printed is not None:
            return DerivedNumbers(self, formula, self.printed)
        if self.words is not None:
            return DerivedWords(self, formula, self.words)
        return None if self.hull is None else DerivedInterval(self, formula, self.hull)


class DerivedNumbers(NamedTuple):
    """The printed numbers of a stage and a formula that they should follow from."""

    stage: Stage
    formula: Formula
    block: Block


class DerivedWords(NamedTuple):
    """The words of a stage and a formula that they should follow from."""

    stage: Stage
    formula: Formula
    block: Grid[Word]


class DerivedInterval(NamedTuple):
    """The two ends of an interval and a formula whose values should fill it; `ends` is a row of two numbers."""

    stage: Stage
    formula: Formula
    ends: Block


DerivedBlock: TypeAlias = DerivedNumbers | DerivedWords
Derived: TypeAlias = DerivedBlock | DerivedInterval


_NO_PARTS: Final[Mapping[str, tuple[Part, ...]]] = {}


class _Document(NamedTuple):
    name: str
    title: str
    path: str
    stages: tuple[Stage, ...]
    author: str | None = None
    published: str | None = None
    source: str | None = None
    rounding: "Rule | None" = None
    givens: GivensReading | None = None
    resolution: "Resolution | None" = None
    within: "Slack | None" = None
    not_claims: tuple[NotClaim, ...] = ()
    read: Read | None = None
    parts: Mapping[str, tuple[Part, ...]] = _NO_PARTS
    whole: "Document | None" = None


class Document(_Document):
    """A document as published; `path` is the file that holds it, as the caller named it.

    `read` says what was read of an author's own file; None for a document file. One that is unrolled has the `parts` of
    stages that use their own cells, by name, and the `whole` document.
    """

    @cached_property
    def by_name(self) -> dict[str, Stage]:
        """The stages by their names."""
        return {stage.name: stage for stage in self.stages}

    @cached_property
    def ancestry(self) -> Ancestry:
        """Which stage rests on which."""
        return Ancestry({one.name: () if one.formula is None else one.formula.uses for one in self.stages})
