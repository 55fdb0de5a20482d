"""A report as `check --format json` writes it, read and looked through before anything is made of it."""

import json
from typing import Any, Final, NamedTuple

from verifier.recheck.printed import decimal

SCHEMA: Final = "verifier/1"
CONTRADICTED: Final = "contradicted"
_HINT: Final = "try `verifier check DOCUMENT --format json --output report.json`"
_MOST_CELLS: Final = 1_000_000
"""Of one stage, elided ones included."""
_MOST_SIDES: Final = 16
"""Of a shape that a text states, of which those that are no matrix have more than two."""


class BadReport(Exception):
    """A text that is no report; the message says where, what must hold, what was found, and what to try."""

    def __init__(self, where: str, must: str, found: object) -> None:
        super().__init__(f"{where}: {must}, found {_shown(found)}; {_HINT}")


def _shown(found: object) -> str:
    """What was found, in a few words."""
    if isinstance(found, dict | list):
        return f"{'an object' if isinstance(found, dict) else 'a list'} of {len(found)}"
    return "nothing" if found is None else str(found)[:60]


class Cell(NamedTuple):
    """A printed number or word; rows and columns count from 1. One that *inherits* rests on wrong ones."""

    row: int
    column: int
    printed: str
    verdict: str
    basis: str | None
    possible: str | None
    stands_for: str | None
    inherits: bool


class Line(NamedTuple):
    """A row (axis 1) or a column (axis 0) that is judged as a whole."""

    axis: int
    number: int
    verdict: str
    test: str

    def holds(self, cell: Cell) -> bool:
        """Whether a cell lies in it."""
        return self.number == (cell.row if self.axis else cell.column)


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
    lines: tuple[Line, ...]
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
        return [_report(_Object(one, f"{name}[{at}]")) for at, one in enumerate(found)]
    return [_report(_Object(found, name))]


class _Object:
    """A JSON object, and how to name its parts in a message."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, dict):
            raise BadReport(where, "an object", value)
        self.value: dict[str, Any] = value
        self.where = where

    def text(self, key: str) -> str:
        return self._of(key, str, "a text")  # type: ignore[no-any-return]  # it is of the type that is asked for

    def text_or_none(self, key: str) -> str | None:
        return None if self.value.get(key) is None else self.text(key)

    def flag(self, key: str) -> bool:
        return self.value.get(key) is not None and bool(self._of(key, bool, "true or false"))

    def whole(self, key: str) -> int:
        found = self._of(key, int, "a whole number from 1")
        if isinstance(found, bool) or not 0 < found <= _MOST_CELLS:
            raise BadReport(f"{self.where}.{key}", f"a whole number from 1 to {_MOST_CELLS}", found)
        return int(found)

    def part(self, key: str) -> "_Object":
        """The object under a key, empty where there is none."""
        found = self.value.get(key)
        return _Object({} if found is None else found, f"{self.where}.{key}")

    def parts(self, key: str) -> "list[_Object]":
        """The objects of a list, none where there is no list."""
        found = self.value.get(key)
        if found is not None and not isinstance(found, list):
            raise BadReport(f"{self.where}.{key}", "a list", found)
        return [_Object(one, f"{self.where}.{key}[{at}]") for at, one in enumerate(found or [])]

    def sides(self, key: str) -> tuple[int | str, ...] | None:
        """A list of a few whole numbers or texts; None where there is none."""
        found = self.value.get(key)
        if found is None:
            return None
        if (
            not isinstance(found, list)
            or len(found) > _MOST_SIDES
            or not all(isinstance(one, int | str) and not isinstance(one, bool) for one in found)
        ):
            raise BadReport(f"{self.where}.{key}", f"a list of at most {_MOST_SIDES} sizes or texts", found)
        return tuple(found)

    def _of(self, key: str, kind: type, must: str) -> Any:  # noqa: ANN401 - it is of that type
        found = self.value.get(key)
        if not isinstance(found, kind):
            raise BadReport(f"{self.where}.{key}", must, found)
        return found


def _report(head: _Object) -> Report:
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


def _stage(part: _Object) -> Stage:
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
        rounding=part.text_or_none("rounding"),
        givens=part.text_or_none("givens"),
        between=limits,
        is_stored=part.flag("stored"),
        likely=tuple(map(str, rules.sides("likely") or ())),
        possible=tuple(map(str, rules.sides("possible") or ())),
    )


def _check_places(cells: tuple[Cell, ...], lines: tuple[Line, ...], size: tuple[int, int], where: str) -> None:
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


def _size(sides: tuple[int | str, ...], shape: _Object) -> tuple[int, int]:
    match sides:
        case (int(rows), int(columns)) if rows > 0 and columns > 0 and rows * columns <= _MOST_CELLS:
            return rows, columns
    raise BadReport(f"{shape.where}.printed", f"rows and columns of at most {_MOST_CELLS} cells", list(sides))


def _cell(part: _Object) -> Cell:
    texts = (part.text("printed"), part.text("verdict"))
    basis, possible, stands_for = (part.text_or_none(key) for key in ("basis", "possible", "stands_for"))
    inherits = bool(part.value.get("inherited_from"))
    return Cell(part.whole("row"), part.whole("column"), *texts, basis, possible, stands_for, inherits)


def _line(part: _Object) -> Line:
    is_column = part.value.get("column") is not None
    if is_column and part.value.get("row") is not None:
        raise BadReport(part.where, "a row or a column", "both")
    axis = 0 if is_column else 1
    return Line(axis, part.whole("row" if axis else "column"), part.text("verdict"), part.text("test"))
