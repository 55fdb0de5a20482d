"""Compare the stated, the printed and the computed shape of a stage."""

from collections.abc import Collection
from typing import Final

from flint import fmpq

from verifier.document.model import Formula, Stage
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Apply, Build, Expression, Literal, Name, Subscript, children, names, with_children
from verifier.numbers.number import Uncertain
from verifier.numbers.precision import decide
from verifier.operations import REGISTER, ShapeError, TooLarge, Unprinted
from verifier.rewriting.symbolic_shapes import Shapes, Sides, spelled
from verifier.verdict import ShapeReport, Verdict

_AXES: Final = tuple(Literal(fmpq(axis), str(axis)) for axis in (0, 1))


def with_conflict(report: ShapeReport, conflict: str | None) -> ShapeReport:
    """The report on a shape whose symbols stand for other numbers elsewhere, if there is such a *conflict*."""
    if conflict is None:
        return report
    reason = f"{report.reason}; {conflict}" if report.verdict is Verdict.CONTRADICTED else conflict
    return report._replace(verdict=Verdict.CONTRADICTED, reason=reason)


def judge_shape(stage: Stage, formula: Formula | None, points: Evaluation, shapes: Shapes) -> ShapeReport:
    """The report on the shape of a stage, computed by *formula*: from its value if known, else symbolically."""
    report = _judged(stage, formula, points, shapes)
    if formula is None or report.verdict is not Verdict.CONTRADICTED:
        return report
    wanted = report.printed or (shapes.stated(stage) if stage.shape else None)
    return report._replace(reason=f"{report.reason}{_hint(formula, wanted, shapes)}{_single(formula, points)}")


def _single(formula: Formula, points: Evaluation) -> str:
    """Which givens of one number a formula uses, and where these stand: others may have been meant."""
    used = (points.document.by_name.get(name) for name in dict.fromkeys(names(formula.expression)))
    givens = [(one.name, one.printed) for one in used if one is not None and one.is_given and one.printed is not None]
    numbers = [(name, block.cells[0]) for name, block in givens if len(block.cells) == 1]
    return "".join(f"; {name} is {cell.text} in line {cell.line}" for name, cell in numbers if cell is not None)


def _judged(stage: Stage, formula: Formula | None, points: Evaluation, shapes: Shapes) -> ShapeReport:
    if formula is None:
        shown = None if stage.block is None else stage.block.shape
        return _report(stage, shapes, None) if stage.shape else ShapeReport(None, shown, None, Verdict.UNCHECKED)
    try:
        return _report(stage, shapes, _computed(formula, points, shapes))
    except ShapeError as error:
        return _report(stage, shapes, None, str(error), fails=True)
    except TooLarge as error:  # a budget that is spent proves nothing
        return _report(stage, shapes, _by_rules(formula, shapes), str(error))
    except Unprinted as missing:
        return _report(stage, shapes, None, f"{missing.name} was never printed")
    except Uncertain:
        return _report(stage, shapes, None, "an exact tie of an irrational form")


def _computed(formula: Formula, points: Evaluation, shapes: Shapes) -> Sides:
    try:
        return decide(lambda: points.of(formula)).shape
    except Unprinted:
        return shapes.of(formula.expression)


def _by_rules(formula: Formula, shapes: Shapes) -> Sides | None:
    """The shape by symbolic rules alone; None if they give none."""
    try:
        return shapes.of(formula.expression)
    except (Unprinted, ShapeError, TooLarge):
        return None


def _report(
    stage: Stage, shapes: Shapes, computed: Sides | None, reason: str | None = None, *, fails: bool = False
) -> ShapeReport:
    """The report; contradicted if two known shapes differ, or if the formula *fails* to have a shape."""
    printed = None if stage.block is None else stage.block.shape
    stated = shapes.stated(stage) if stage.shape else None
    labelled = [("stated", stated), ("printed", printed), ("computed", computed)]
    known = [(label, shape) for label, shape in labelled if shape is not None]
    pairs = [(a, b) for index, (_, a) in enumerate(known) for _, b in known[index + 1 :]]
    differ = any(_differ(a, b) for a, b in pairs)
    if differ and not fails:
        reason = ", ".join(f"{label} {' x '.join(map(str, shape))}" for label, shape in known)
    if fails or differ:
        verdict = Verdict.CONTRADICTED
    else:
        verdict = Verdict.AGREES if any(_same(a, b) for a, b in pairs) else Verdict.UNCHECKED
    texts = None if not stage.shape else tuple(str(s) if isinstance(s, int) else spell(s) for s in stage.shape)
    return ShapeReport(texts, printed, None if computed is None else spelled(computed), verdict, reason)


def _hint(formula: Formula, wanted: Sides | None, shapes: Shapes) -> str:
    """What to write where a number of a column, or reductions of each row or column, would fit; else nothing."""
    if isinstance(formula.expression, Build):
        return _hint_of_rows(formula.expression, wanted, shapes)
    for axis, line in ((1, "row"), (0, "column")):
        if (other := _with_axis(formula.expression, _AXES[axis])) == formula.expression:
            return ""
        try:
            fits = shapes.of(other) == wanted
        except (Unprinted, ShapeError, TooLarge):
            continue
        if fits:
            return f"; without an axis a reduction takes all numbers, for one of each {line} write {spell(other)}"
    return ""


def _hint_of_rows(made: Build, wanted: Sides | None, shapes: Shapes) -> str:
    """What to write where a formula of each row takes whole columns, and would fit with one number of each."""
    row = made.indices[0]
    inner = frozenset(made.indices)
    wholes = [name for name in dict.fromkeys(names(made.body, inner)) if _is_column(name, shapes)]
    taken = [name for name in wholes if _with_rows(made.body, row, [name]) != made.body]
    body = _with_rows(made.body, row, taken)
    try:
        fits = shapes.of(Build(made.rows, made.columns, made.indices, body)) == wanted
    except (Unprinted, ShapeError, TooLarge):
        return ""
    if row not in names(made.body) or not taken or not fits:
        return ""
    return "".join(f"; {name} is a whole column: write {name}[{row}]" for name in taken)


def _is_column(name: str, shapes: Shapes) -> bool:
    try:
        *_, rows, columns = shapes.of_stage(name)
    except (Unprinted, ShapeError, TooLarge):
        return False
    return bool(rows != 1 and columns == 1)


def _with_rows(expression: Expression, row: str, columns: Collection[str]) -> Expression:
    """A formula with the number of a row for each of the *columns* that it takes whole, outside of reductions."""
    match expression:
        case Name(name) if name in columns:
            return Subscript(expression, Name(row), None)
        case Subscript():
            return expression
        case Apply(operation) if REGISTER[operation].pattern == "reducing":
            return expression
    return with_children(expression, [_with_rows(part, row, columns) for part in children(expression)])


def _with_axis(expression: Expression, axis: Literal) -> Expression:
    """A formula in which all reductions that name no axis name *axis*."""
    made = with_children(expression, [_with_axis(part, axis) for part in children(expression)])
    if not isinstance(made, Apply) or len(made.arguments) != 1 or "axis" in dict(made.options):
        return made
    operation = REGISTER[made.operation]
    is_reduction = operation.pattern == "reducing" and "axis" in operation.defaults
    return Apply(made.operation, made.arguments, (("axis", axis), *made.options)) if is_reduction else made


def _differ(a: Sides, b: Sides) -> bool:
    """Whether two shapes surely differ; a symbol may equal any number, but differs from another symbol."""
    if len(a) != len(b):
        return True
    return any(x != y and isinstance(x, int) == isinstance(y, int) for x, y in zip(a, b, strict=True))


def _same(a: Sides, b: Sides) -> bool:
    return a == b
