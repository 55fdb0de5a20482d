"""Columns and rows of tables that are headed in percent, as `share (%)`, whose numbers have no percent sign."""

from collections.abc import Collection, Sequence
from typing import Final

from verifier.document.model import Stage
from verifier.late import pattern
from verifier.numbers.printed import Printed, parse
from verifier.sources.annotations.annotated import Annotated
from verifier.sources.annotations.tabular import Table

_PERCENT: Final = pattern(
    r"(?:\A|[^0-9\s\\])\s*\\?[%\uff05]|\bper ?cent|\bprozent|\bpour ?cent|\bporcent|\bpor ciento|\bpercentu"
    r"|\bprocent|процент|відсот|百分",
)
_SIGN: Final = "%"


def headed(table: Table | None, verb: str, number: int) -> int:
    """The *number* of a column or, by its label, of a row that is said to be in percent, not at `5 %`; -1 of others."""
    if table is None or not table.body:
        return -1
    body = table.body[number if verb == "rows" and number < len(table.body) else 0]
    if verb == "rows":
        labels = [body.cells[0]] if 0 in body.cells else []
    else:
        labels = [row.cells[number] for row in table.rows[: table.rows.index(body)] if number in row.cells]
    return number if any(_PERCENT.search(label.text.lower()) for label in labels) else -1


def in_percent(annotated: Annotated, groups: Sequence[Collection[str]]) -> Annotated:
    """The same, where the numbers of some *groups* of stages are percentages if no sign says what they are."""
    names = {name for group in groups for name in group}
    stages = (_as_percent(stage) if stage.name in names else stage for stage in annotated.stages)
    return annotated._replace(stages=tuple(stages))


def _as_percent(stage: Stage) -> Stage:
    block = stage.printed
    if block is None:
        return stage
    cells = tuple(cell and _with_sign(cell) for cell in block.cells)
    return stage._replace(printed=block._replace(cells=cells))


def _with_sign(number: Printed) -> Printed:
    is_plain = number.kind is not None or bool(number.form.group)
    return parse(number.text + _SIGN, number.line, number.column) if is_plain and not number.form.shift else number
