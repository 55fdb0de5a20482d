"""Plant a slip in a worked example whose author continues with the wrong numbers, such that `check` proves it."""

import difflib
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from flint import fmpq

from verifier.causes.edit_records import Edit, Operand
from verifier.causes.edits import edits
from verifier.document.model import Formula
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.example.adding_stages import NoNumber, is_numeric
from verifier.example.kinds import KINDS
from verifier.example.making import BadOrder, Order, example
from verifier.example.printing import Example, Printer, Rows
from verifier.example.stages import as_document, place
from verifier.formulas.tree import Apply, names, size
from verifier.numbers.number import Number, Uncertain, nearby
from verifier.numbers.precision import PRECISIONS, decide, working_precision
from verifier.operations import ShapeError, TooLarge
from verifier.pipeline import check
from verifier.record import NamedTuple
from verifier.verdict import Report, Verdict

ANY: Final = "any"
"""Stands for any of the usual slips of a kind of examples."""
MAX_STAGES: Final = 24
"""Maximum number of stages at which slips are looked for."""
MAX_TRIES: Final = 80
"""Maximum number of slips tried until one is found that no rounding explains."""


class Planted(NamedTuple):
    """An example with a slip, and the right example; `edit` has what was computed at *stage* instead of `formula`.

    `stage` is the name of a draft, which may be a row of a column.
    """

    example: Example
    right: Example
    stage: str
    formula: Formula
    edit: Edit
    report: Report


def plant(order: Order, right: Example, printer: Printer, kind: str, at: str | None) -> Planted:
    """Plant a slip of a kind, or of ANY, at a stage, or at any stage; raises BadOrder if none can be proved."""
    random = Random(f"slip {order.seed}")  # noqa: S311 - an exercise that can be made again, no secret
    computed = _computed(right)
    tried = [_stage(computed, at)] if at is not None else list(computed)
    random.shuffle(tried)
    kinds = KINDS[order.kind].slips if kind == ANY else (kind,)
    found = [(name, edit) for name in tried[:MAX_STAGES] for edit in _edits(printer, name, computed[name])]
    wanted = [(name, edit) for name, edit in found if edit.slip in kinds]
    random.shuffle(wanted)
    wanted.sort(key=lambda one: _oddity(right, computed[one[0]], one[1]))
    for name, edit in wanted[:MAX_TRIES]:
        planted = _planted(order, right, printer, (name, computed[name]), edit)
        if planted is not None:
            return planted
    where = at or "any stage"
    if wanted:
        what = "mistake" if kind == ANY else kind
        raise BadOrder(f"a {what} that can be told from rounding, found none at {where}; try another seed or stage")
    known = sorted({edit.slip for _, edit in found})
    raise BadOrder(f"unknown mistake {kind!r} at {where}; choose from {', '.join(known)}")


def _computed(right: Example) -> dict[str, Formula]:
    """The formulas of the stages that print numbers and have one, by name."""
    return {
        draft.name: draft.formula
        for draft in right.sheet.drafts
        if draft.formula is not None
        and isinstance(draft.formula.expression, Apply)
        and all(is_numeric(right.sheet.values[used]) for used in (draft.name, *draft.formula.uses))
        and draft.name in right.texts
    }


def _stage(computed: Iterable[str], at: str) -> str:
    """The stage of that name, or else the first whose name contains *at* between underscores; raises BadOrder."""
    known = list(computed)
    if at in known:
        return at
    found = [name for name in known if f"_{at}_" in f"_{name}_"]
    if found:
        return found[0]
    guesses = difflib.get_close_matches(at, known, n=1)
    hint = f"did you mean {guesses[0]}?" if guesses else f"as {', '.join(known[:8])}"
    raise BadOrder(f"--at names a computed stage, {hint}; found {at}")


def _edits(printer: Printer, name: str, formula: Formula) -> Iterator[Edit]:
    """The slips at one stage that the search for causes knows."""
    operands = []
    for draft in printer.sheet.drafts:
        if draft.name == name:
            break
        value, decimals = printer.sheet.values[draft.name], printer.decimals[draft.name]
        if decimals is not None:
            sizes = [abs(nearby(cell)) for cell in value.cells if isinstance(cell, Number)]
            operands.append(Operand(draft.name, *value.shape, decimals, max(sizes, default=fmpq(0))))
    yield from edits(formula.expression, tuple(operands), name)


def _oddity(right: Example, formula: Formula, edit: Edit) -> tuple[int, int, bool]:
    """How unlikely it is that a person makes the slip.

    That is how much longer the formula becomes, the weight of the slip, and whether it takes a number of another table.
    """
    tables = {draft.name: (draft.column, draft.table) for draft in right.sheet.drafts}
    used = set(names(edit.expression))
    lost = {tables[name] for name in formula.uses if name not in used}
    new = {tables[name] for name in used if name not in formula.uses and name in tables}
    return max(0, size(edit.expression) - size(formula.expression)), edit.weight, not new <= lost


def _planted(order: Order, right: Example, printer: Printer, stage: tuple[str, Formula], edit: Edit) -> Planted | None:
    """The example with the slip; None unless its numbers have the right shape and `check` proves them wrong."""
    name, formula = stage
    with working_precision(PRECISIONS[0]):
        try:
            value = decide(lambda: Evaluator(Points(), printer.exact.operand).evaluate(edit.expression))
            if value.shape != printer.sheet.shape(name) or not is_numeric(value):
                return None
            sheet = printer.sheet.with_value(name, value)
            wrong = Printer(sheet, {name: sheet.values[name]})
            wrong.decimals = printer.decimals
            made = example(order, wrong)._replace(is_planted=True)
        except (ShapeError, TooLarge, Uncertain, NoNumber):
            return None
    rows = made.texts[name]
    is_nothing = not any(text.strip("-0.") for row in rows for text in row)
    if rows == right.texts[name] or is_nothing or not _follows(made, name) or _words(made) != _words(right):
        return None
    report = check(as_document(made), causes=False)
    return Planted(made, right, name, formula, edit, report) if _is_found(report, *place(made, name)) else None


def _follows(made: Example, name: str) -> bool:
    """Whether a reader gets all numbers of other stages, if the author went on from what he printed."""
    return not made.sheet.habit.goes_on_from_print or set(made.differing) <= {name}


def _words(made: Example) -> dict[str, Rows]:
    """The words of an example, which label rows."""
    return {name: rows for name, rows in made.texts.items() if not is_numeric(made.sheet.values[name])}


def _is_found(report: Report, name: str, row: int | None) -> bool:
    """Whether the check proves the stage wrong, or the row of it, and accuses nothing else."""
    rows = [cell.row for cell in report.by_name[name].cells if cell.verdict is Verdict.CONTRADICTED]
    return (
        bool(rows) and set(rows) <= {row or at for at in rows} and all(found.stage == name for found in report.errata)
    )
