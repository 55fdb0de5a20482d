"""Addresses of cells, as `V[1,2]`: write one, and find the stage and the cell that it names."""

import difflib
import re
from typing import Final

from verifier.document.model import Stage
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.numbers.array import Position

_ADDRESS: Final = re.compile(r"\s*([^\s\[\]]+)\s*(?:\[\s*([0-9]{1,9})\s*(?:,\s*([0-9]{1,9})\s*)?\])?\s*")
_LISTED: Final = 8


class BadCell(ValueError):
    """An address that names no cell of the document; the message says what to write."""


def find(values: Evaluation, address: str) -> tuple[Stage, Position]:
    """The stage and the position of the cell that an address names; raises BadCell."""
    match = _ADDRESS.fullmatch(address)
    if match is None:
        raise BadCell(f"a cell is written STAGE[row,column], as V[1,2], both counted from 1; found {address[:60]!r}")
    name, row, column = match.groups()
    stage = values.document.by_name.get(name)
    if stage is None:
        raise BadCell(f"no stage is called {name[:60]}; {_hint(name, list(values.document.by_name))}")
    rows, columns = size(stage, values)
    if row is None and (rows, columns) == (1, 1):
        return stage, Position(0, 0)
    if row is None:
        raise BadCell(f"{name} is {rows} x {columns}: say which cell, as {name}[1,{columns}]")
    if column is None:
        better = f"{name}[1,{row}]" if rows == 1 else f"{name}[{row},1]"
        raise BadCell(f"{name}[{row}] names no cell: write a row and a column, as {better}")
    if not (1 <= int(row) <= rows and 1 <= int(column) <= columns):
        raise BadCell(f"{name} is {rows} x {columns}, counted from 1, and has no cell [{row},{column}]")
    return stage, Position(int(row) - 1, int(column) - 1)


def spelled(stage: Stage, at: Position) -> str:
    """The address of a cell."""
    return f"{stage.name}[{at.row + 1},{at.column + 1}]"


def size(stage: Stage, values: Evaluation) -> tuple[int, int]:
    """Rows and columns of what a stage shows, or else computes; raises BadCell if it has neither."""
    if stage.shown is not None:
        return stage.shown.shape
    shape = None if stage.formula is None else attempt(lambda: values.value(stage.name).shape, None)
    if shape is None:
        raise BadCell(f"{stage.name} shows no numbers, and none can be computed for it: there is no cell to explain")
    return shape


def _hint(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1) or [other for other in known if other.lower() == name.lower()]
    if close:
        return f"did you mean {close[0]}?"
    more = f" and {len(known) - _LISTED} more" if len(known) > _LISTED else ""
    return f"known are {', '.join(known[:_LISTED])}{more}"
