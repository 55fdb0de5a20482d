"""A report as `check --format json` writes it, read and looked through before anything is made of it."""

import json
from typing import Final, NamedTuple

from verifier.recheck.objects import MOST_CELLS, BadReport, Object
from verifier.recheck.printed import decimal

SCHEMA: Final = "verifier/1"
CONTRADICTED: Final = "contradicted"
_LARGEST_FACTOR: Final = 10**400


class Cell(NamedTuple):
    """A printed number or word; rows and columns count from 1. One that *inherits* rests on wrong ones.

    `held` says what later numbers use, where it is not the same for all of a stage.
    """

    row: int
    column: int
    printed: str
    verdict: str
    basis: str | None
    possible: str | None
    stands_for: str | None
    inherits: bool
    held: str | None


class LineReport(NamedTuple):
    """A row (axis 1) or a column (axis 0) that is judged as a whole."""

    axis: int
    number: int
    verdict: str
    test: str

    def holds(self, cell: Cell) -> bool:
        """Whether a cell lies in it."""
        return self.number == (cell.row if self.axis else cell.column)


class Multiple(NamedTuple):
    """A number of a stage, by its row and column from 1, times a whole number."""

    stage: str
    row: int
    column: int
    factor: int


class Sum(NamedTuple):
    """Numbers that cannot all be right, as their multiples in a sum; several stages have digits of givens *shared*."""

    multiples: tuple[Multiple, ...]
    shared: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " and ".join(f"{of.stage}[{of.row},{of.column}]" for of in self.multiples)

    def holds(self, stage: str, cell: Cell) -> bool:
        """Whether a cell of a stage is one of them."""
        return (stage, cell.row, cell.column) in [of[:3] for of in self.multiples]


class Stage(NamedTuple):
    """What the report says of one stage; *shape* is that of its printed block, *stated* that of its text."""

    name: str
    formula: str | None
    also: tuple[str, ...]
    verdict: str
    held: str
    resolution: str | None
    within: str | None
    is_hull: bool
    shape: tuple[int, int] | None
    stated: tuple[int | str, ...] | None
    shape_verdict: str
    cells: tuple[Cell, ...]
    lines: tuple[LineReport, ...]
    sums: tuple[Sum, ...]
    rounding: str | None
    givens: str | None
    between: tuple[str, str] | None
    is_stored: bool
    likely: tuple[str, ...]
    possible: tuple[str, ...]

    @property
    def wrong(self) -> frozenset[tuple[int, int]]:
        """The rows and columns, from zero, of the cells that are contradicted, alone or with their line."""
        refuted = {(line.axis, line.number) for line in self.lines if line.verdict == CONTRADICTED}
        cells = (
            cell
            for cell in self.cells
            if cell.verdict == CONTRADICTED or (1, cell.row) in refuted or (0, cell.column) in refuted
        )
        return frozenset((cell.row - 1, cell.column - 1) for cell in cells)

    @property
    def is_words(self) -> bool:
        """Whether it shows words; only of numbers the report counts digits."""
        return self.resolution is None and bool(self.cells)


class Report(NamedTuple):
    """A document by its report: the rule that it declares or that was inferred, and its stages by name.

    `exact` names the givens that are exact by evidence: contradictions with the basis givens rest on that.
    """

    document: str
    rule: str | None
    is_declared: bool
    within: str | None
    givens: str | None
    exact: frozenset[str]
    stages: dict[str, Stage]


def reports_of(text: str, name: str) -> list[Report]:
    """The reports that a text holds, one or a list of them; raises BadReport."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadReport(f"{name}:{error.lineno}:{error.colno}", "JSON", error.msg) from None
    except (RecursionError, ValueError) as error:
        raise BadReport(name, "JSON that can be read", str(error) or "too deep a nesting") from None
    if isinstance(found, list):
        if not found:
            raise BadReport(name, "one report or a list of them", found)
        parts = [Object(one, f"{name}[{at}]") for at, one in enumerate(found)]
    else:
        parts = [Object(found, name)]
    return [_report(part) for part in parts if "problems" not in part.value]  # a file that was not read says nothing


def _report(head: Object) -> Report:
    if head.value.get("schema") != SCHEMA:
        raise BadReport(f"{head.where}.schema", SCHEMA, head.value.get("schema"))
    rounding, givens = head.part("rounding"), head.part("givens")
    stages: dict[str, Stage] = {}
    for part in head.parts("stages"):
        stage = _stage(part)
        if stage.name in stages:
            raise BadReport(f"{part.where}.name", "names that differ", stage.name)
        stages[stage.name] = stage
    rule = rounding.text_or_none("rule")
    return Report(
        document=head.text("document"),
        rule=rule,
        is_declared=rule is not None and not rounding.flag("inferred"),
        within=rounding.text_or_none("within"),
        givens=None if givens.flag("inferred") else givens.text_or_none("reading"),
        exact=frozenset(part.text("stage") for part in givens.parts("blocks") if part.text("reading") == "exact"),
        stages=stages,
    )


def _stage(part: Object) -> Stage:
    shape = part.part("shape")
    printed, between = shape.sides("printed"), part.sides("between")
    size = None if printed is None else _size(printed, shape)
    limits = None if between is None else _ordered(between, f"{part.where}.between")
    cells = tuple(map(_cell, part.parts("cells")))
    is_hull, rules = part.value.get("hull") is not None, part.part("rules")
    lines = tuple(map(_line, part.parts("rows")))
    _check_places(cells, lines, size or (1, 2), part.where)
    return Stage(
        name=part.text("name"),
        formula=part.text_or_none("formula"),
        also=tuple(other.text("formula") for other in part.parts("also")),
        verdict=part.text("verdict"),
        held=part.text_or_none("held") or "printed",
        resolution=part.text_or_none("resolution"),
        within=part.text_or_none("within"),
        is_hull=is_hull,
        shape=None if is_hull else size,
        stated=shape.sides("stated"),
        shape_verdict=shape.text_or_none("verdict") or "unchecked",
        cells=cells,
        lines=lines,
        sums=tuple(map(_sum, part.parts("joint"))),
        rounding=part.text_or_none("rounding"),
        givens=part.text_or_none("givens"),
        between=limits,
        is_stored=part.flag("stored"),
        likely=tuple(map(str, rules.sides("likely") or ())),
        possible=tuple(map(str, rules.sides("possible") or ())),
    )


def _check_places(cells: tuple[Cell, ...], lines: tuple[LineReport, ...], size: tuple[int, int], where: str) -> None:
    """Raises BadReport of cells and lines beyond a block, and of two cells at one place."""
    rows, columns = size
    seen = set()
    for cell in cells:
        place = f"[{cell.row},{cell.column}]"
        if cell.row > rows or cell.column > columns:
            raise BadReport(f"{where}.cells", f"places within {rows} x {columns}", place)
        if place in seen:
            raise BadReport(f"{where}.cells", "places that differ", place)
        seen.add(place)
    for line in lines:
        if line.number > (rows if line.axis else columns):
            raise BadReport(f"{where}.rows", f"lines within {rows} x {columns}", line.number)


def _ordered(ends: tuple[int | str, ...], where: str) -> tuple[str, str]:
    """Two bounds, the lower first; raises BadReport of others and of more or fewer."""
    texts = tuple(map(str, ends))
    known = [number.value for text in texts if (number := decimal(text)) is not None]
    if len(texts) != 2 or known != sorted(known):  # noqa: PLR2004 - two bounds
        raise BadReport(where, "two bounds, the lower first", " and ".join(texts))
    return texts[0], texts[1]


def _size(sides: tuple[int | str, ...], shape: Object) -> tuple[int, int]:
    match sides:
        case (int(rows), int(columns)) if rows > 0 and columns > 0 and rows * columns <= MOST_CELLS:
            return rows, columns
    raise BadReport(f"{shape.where}.printed", f"rows and columns of at most {MOST_CELLS} cells", list(sides))


def _cell(part: Object) -> Cell:
    texts = (part.text("printed"), part.text("verdict"))
    basis, possible, stands_for, held = (part.text_or_none(key) for key in ("basis", "possible", "stands_for", "held"))
    inherits = bool(part.value.get("inherited_from"))
    return Cell(part.whole("row"), part.whole("column"), *texts, basis, possible, stands_for, inherits, held)


def _sum(part: Object) -> Sum:
    return Sum(tuple(map(_multiple, part.parts("sum"))), tuple(map(str, part.sides("shared") or ())))


def _multiple(part: Object) -> Multiple:
    factor = part.value.get("times")
    if not isinstance(factor, int) or not 0 < abs(factor) <= _LARGEST_FACTOR:
        raise BadReport(f"{part.where}.times", "a whole number other than 0", factor)
    return Multiple(part.text("stage"), part.whole("row"), part.whole("column"), factor)


def _line(part: Object) -> LineReport:
    is_column = part.value.get("column") is not None
    if is_column and part.value.get("row") is not None:
        raise BadReport(part.where, "a row or a column", "both")
    axis = 0 if is_column else 1
    return LineReport(axis, part.whole("row" if axis else "column"), part.text("verdict"), part.text("test"))
