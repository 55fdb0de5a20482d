"""Columns and rows headed in percent, as `share (%)`, or with letters that may be of thousands or more, as `1.5M`."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from verifier.document.model import Stage
from verifier.late import pattern
from verifier.numbers.printed import Printed, parse
from verifier.record import NamedTuple
from verifier.sources.annotations.annotated import Annotated
from verifier.sources.annotations.cells.around_numbers import SCALES, is_large
from verifier.sources.annotations.cells.tabular import Table

_PERCENT: Final = pattern(
    r"(?:\A|[^0-9\s\\])\s*\\?[%\uff05]|\bper ?cent|\bprozent|\bpour ?cent|\bporcent|\bpor ciento|\bpercentu"
    r"|\bprocent|процент|відсот|百分",
)
_PERCENT_SIGN: Final = "%"


class Scale(NamedTuple):
    """The *number* of a column or a row of a table, from 0, and the *sign* that its numbers may have behind them."""

    number: int
    sign: str


def scale_of(table: Table | None, verb: str, number: int) -> Scale | None:
    """What a column, or a row by its label, is said to be in: percent, but not at `5 %`.

    Or which letter of thousands or millions stands behind its numbers, if that may be a unit.
    """
    if table is None or not table.body:
        return None
    body = table.body[number if verb == "rows" and number < len(table.body) else 0]
    if verb == "rows":
        labels = [body.cells[0]] if 0 in body.cells else []
    else:
        labels = [row.cells[number] for row in table.rows[: table.rows.index(body)] if number in row.cells]
    if any(_PERCENT.search(label.text.lower()) for label in labels):
        return Scale(number, _PERCENT_SIGN)
    cells = body.cells.values() if verb == "rows" else [one.cells[number] for one in table.body if number in one.cells]
    letters = {sign for cell in cells for sign in SCALES if is_large(cell.text) and sign in cell.text}
    return Scale(number, letters.pop()) if len(letters) == 1 else None


def by_scale(found: Sequence[tuple[int, Scale, str]]) -> Iterator[tuple[str, frozenset[str]]]:
    """The sign of each column or row that may be in percent or the like, and the names of its stages.

    *found* has of each stage where its table stands, its column or row, and its name.
    """
    for at, scale in dict.fromkeys(one[:2] for one in found):
        yield scale.sign, frozenset(name for *where, name in found if where == [at, scale])


def scaled(annotated: Annotated, groups: Sequence[tuple[str, Collection[str]]]) -> Annotated:
    """The same, where the numbers of some *groups* of stages have a sign behind them, unless they show one."""
    signs = {name: sign for sign, group in groups for name in group}
    stages = (_scaled(stage, signs[stage.name]) if stage.name in signs else stage for stage in annotated.stages)
    return annotated._replace(stages=tuple(stages))


def _scaled(stage: Stage, sign: str) -> Stage:
    block = stage.printed
    if block is None:
        return stage
    cells = tuple(cell and _with_sign(cell, sign) for cell in block.cells)
    return stage._replace(printed=block._replace(cells=cells))


def _with_sign(number: Printed, sign: str) -> Printed:
    is_plain = number.kind is not None or bool(number.form.group)
    return parse(number.text + sign, number.line, number.column) if is_plain and not number.form.shift else number
