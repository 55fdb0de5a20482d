"""Plant a slip in a worked example whose author continues with the wrong numbers, such that `check` proves it."""

import difflib
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final, NamedTuple

from flint import fmpq

from verifier.causes.edit import Edit, Operand
from verifier.causes.edits import edits
from verifier.check import check
from verifier.document.blocks import grid
from verifier.document.model import Document, Formula, Grid, Stage, Word
from verifier.engines.points.flint import Points
from verifier.evaluation.evaluator import Evaluator
from verifier.example.making import BadOrder, Order, example
from verifier.example.printing import Example, Printer
from verifier.example.sheet import NoNumber, is_numeric
from verifier.numbers.number import Number, Uncertain, nearby
from verifier.numbers.precision import PRECISIONS, decide, working_precision
from verifier.numbers.printed import parse_cell
from verifier.numbers.resolution import Resolution
from verifier.operations import ShapeError, TooLarge
from verifier.verdict import Report, Verdict

MAX_TRIES: Final = 40
"""Maximum number of slips tried until one is found that no rounding explains."""


class Planted(NamedTuple):
    """An example with a slip, and the right example; `edit` has what was computed at *stage* instead of `formula`."""

    example: Example
    printer: Printer
    right: Example
    stage: str
    formula: Formula
    edit: Edit
    report: Report


def plant(order: Order, right: Example, printer: Printer, kind: str, at: str | None) -> Planted:
    """Plant a slip of a kind at a stage, or at any stage; raises BadOrder if none can be proved."""
    random = Random(f"slip {order.seed}")  # noqa: S311 - an exercise that can be made again, no secret
    computed = _computed(right)
    names = [_stage(computed, at)] if at is not None else list(computed)
    if at is None:
        random.shuffle(names)
    known: set[str] = set()
    tries = 0
    for name in names:
        found = list(_edits(printer, name, computed[name]))
        known |= {edit.slip for edit in found}
        wanted = [edit for edit in found if edit.slip == kind]
        random.shuffle(wanted)
        for edit in wanted[: MAX_TRIES - tries]:
            tries += 1
            planted = _planted(order, right, printer, (name, computed[name]), edit)
            if planted is not None:
                return planted
    where = at or "any stage"
    if kind in known:
        raise BadOrder(f"a {kind} that can be told from rounding, found none at {where}; try another seed or stage")
    raise BadOrder(f"unknown mistake {kind!r} at {where}; choose from {', '.join(sorted(known))}")


def _computed(right: Example) -> dict[str, Formula]:
    """The formulas of the stages that print numbers and have one, by name."""
    return {
        draft.name: draft.formula
        for draft in right.sheet.drafts
        if draft.formula is not None and is_numeric(right.sheet.values[draft.name]) and draft.name in right.texts
    }


def _stage(computed: Iterable[str], at: str) -> str:
    """The stage of that name, or else the first whose name contains *at* between underscores; raises BadOrder."""
    names = list(computed)
    if at in names:
        return at
    found = [name for name in names if f"_{at}_" in f"_{name}_"]
    if found:
        return found[0]
    guesses = difflib.get_close_matches(at, names, n=1)
    hint = f"did you mean {guesses[0]}?" if guesses else f"as {', '.join(names[:8])}"
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
    if made.texts[name] == right.texts[name]:
        return None
    report = check(as_document(made), causes=False)
    if not any(cell.verdict is Verdict.CONTRADICTED for cell in report.by_name[name].cells):
        return None
    return Planted(made, wrong, right, name, formula, edit, report)


def as_document(made: Example) -> Document:
    """The example as the document that its file is read as."""
    stages = []
    for draft in made.sheet.drafts:
        rows = made.texts.get(draft.name)
        stage = Stage(draft.name, 0, 0, draft.title, where=draft.section, formula=draft.formula)
        if rows is not None and is_numeric(made.sheet.values[draft.name]):
            numbers = [parse_cell(text) for row in rows for text in row]
            stage = stage._replace(printed=grid(len(rows), len(rows[0]), numbers))
        elif rows is not None:
            words = tuple(Word(text) for row in rows for text in row)
            stage = stage._replace(words=Grid(len(rows), len(rows[0]), words))
        stages.append(stage)
    rule = made.sheet.habit.rule
    return Document(
        "example", made.title, "example.yaml", tuple(stages), rounding=rule, givens="exact", resolution=Resolution()
    )
