r"""Steps of an elimination over an arrow, as `\xrightarrow{R_2 - 2R_1}`, as formulas of the matrix behind it.

The row that changes is the one that the step names as such, else one of those in it.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final

from flint import fmpq

from verifier.drafts.quantities import Quantity
from verifier.formulas.tree import Apply, Expression, Literal, Name, Span, Subscript
from verifier.sources.annotations.row_steps import Step, readings, texts_of
from verifier.sources.outline import Outline

MAX_ROWS: Final = 9
MAX_READINGS: Final = 16
_Rows = list[Expression]


def by_steps(quantity: Quantity, before: Sequence[Quantity], outline: Outline) -> Iterator[Expression]:
    """The formulas that the steps over the arrow before a matrix may mean, of the matrix from which it leads."""
    shown = quantity.shown
    index = next((k for k, one in enumerate(outline.shown) if one is shown), 0)
    source = next((one for one in before if index and one.shown is outline.shown[index - 1]), None)
    if not shown.arrow or source is None or source.block.shape != quantity.block.shape:
        return
    rows: _Rows = [_row(source.id, number) for number in range(source.block.rows)]
    steps = [list(readings(text, len(rows))) for text in texts_of(shown.arrow)]
    steps = [one for one in steps if one]
    if steps and 1 < len(rows) <= MAX_ROWS:
        for chosen in islice(product(*steps), MAX_READINGS):
            changed = rows
            for step in chosen:
                changed = _changed(changed, step)
            yield Apply("vstack", tuple(changed))


def _changed(rows: _Rows, step: Step) -> _Rows:
    """The rows after a step."""
    found = list(rows)
    if step.other is not None:
        found[step.row], found[step.other] = rows[step.other], rows[step.row]
        return found
    first, *rest = sorted(step.terms, key=lambda term: term[1] != step.row)
    made = _times(first[0], rows[first[1]])
    for factor, row in rest:
        made = Apply("subtract" if factor < 0 else "add", (made, _times(abs(factor), rows[row])))
    found[step.row] = made
    return found


def _times(factor: fmpq, row: Expression) -> Expression:
    if factor < 0:
        return Apply("negative", (_times(-factor, row),))
    if factor == 1:
        return row
    above, below = (Literal(fmpq(part), str(part)) for part in (factor.p, factor.q))
    scaled = row if factor.p == 1 else Apply("multiply", (above, row))
    return scaled if factor.q == 1 else Apply("divide", (scaled, below))


def _row(name: str, number: int) -> Expression:
    return Subscript(Name(name), Literal(fmpq(number), str(number)), Span(None, None))
