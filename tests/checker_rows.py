"""Rows that are impossible together, proved once more with fractions alone.

Of a softmax: each share says in what range the logarithm of its row's denominator lies, and all shares sum to one. Of a
normalisation: its row sums to zero, and its squares to the count of its degrees of freedom, less what is added to the
deviation takes. What a contraction refutes is left to `checker_unknowns`.
"""

from collections.abc import Iterator
from fractions import Fraction as Q

from tests.checker import (
    ANY,
    Box,
    Grid,
    Silent,
    add,
    box,
    divide,
    enclosures,
    exp,
    log,
    multiply,
    root,
    spread,
    square,
    tell,
    total,
    unshown,
)
from tests.checker_unknowns import forms, nothing_is_left
from verifier.check import check
from verifier.document.model import Document, Stage
from verifier.formulas.tree import Apply, Expression, Literal
from verifier.numbers.precision import working_precision
from verifier.replay.replay import Replay
from verifier.replay.rule_evidence import infer
from verifier.rewriting.definitions import expanded, inlined
from verifier.rewriting.patterns import Normalisation, find_normalisation
from verifier.verdict import RowReport, Verdict

ONE: Box = (Q(1), Q(1))
NOTHING: Box = (Q(0), Q(0))


def shares_are_refuted(line: list[Box], prints: list[Box]) -> bool:
    """Whether no denominator makes shares of a line that lie in their prints and sum to one."""
    if any(p is not ANY and (p[0] > 1 or p[1] < 0) for p in prints):
        return True
    known = [(x, p) for x, p in zip(line, prints, strict=True) if x is not ANY and p is not ANY]
    least = max((x[0] - log((p[1], p[1]))[1] for x, p in known if p[1] > 0), default=None)
    most = min((x[1] - log((p[0], p[0]))[0] for x, p in known if p[0] > 0), default=None)
    if least is not None and most is not None and least > most:
        return True
    shares = [between(x, p, least, most) for x, p in zip(line, prints, strict=True)]
    lo, hi = total(shares)
    return lo > 1 or hi < 1


def between(x: Box, p: Box, least: Q | None, most: Q | None) -> Box:
    """What a share can be by its print, its own number and the logarithm of the denominator."""
    lo, hi = (Q(0), Q(1)) if p is ANY else (max(p[0], Q(0)), min(p[1], Q(1)))
    if x is not ANY and most is not None:
        lo = max(lo, exp((x[0] - most, x[0] - most))[0])
    if x is not ANY and least is not None:
        hi = min(hi, exp((x[1] - least, x[1] - least))[1])
    return lo, hi


def normalised_are_refuted(line: list[Box] | None, prints: list[Box], ddof: int, inside: Box, outside: Box) -> bool:
    """Whether the sum of a normalised row, or that of its squares, is not what it must be."""
    if ANY in prints:
        return False
    lo, hi = total(prints)
    count = len(prints) - ddof
    squares = total([square(p) for p in prints])
    if lo > 0 or hi < 0 or squares[0] > count:
        return True
    if line is None or ANY in line:
        return (inside, outside) == (NOTHING, NOTHING) and squares[1] < count
    variance = spread(line, ddof)
    if variance[0] <= 0:
        return False
    deviation = root(variance)[0], root(variance)[0]
    taken = divide(
        deviation, add(root(add((variance[0], variance[0]), (inside[1], inside[1]))), (outside[1], outside[1]))
    )
    return squares[1] < multiply((Q(count), Q(count)), square(taken))[0]


def rows_again(document: Document) -> Iterator[tuple[str, bool | None]]:
    """Each row that is refuted as a whole: proved once more, not proved, or None where nothing is said."""
    report, (replay, _) = check(document, causes=False), infer(document)
    for stage in report.stages:
        for row in stage.rows:
            if row.verdict is Verdict.CONTRADICTED:
                with working_precision(128):
                    yield f"{document.name} {stage.stage.name} {row.axis} {row.row}", refuted(replay, stage.stage, row)


def refuted(replay: Replay, stage: Stage, row: RowReport) -> bool | None:
    assert stage.formula is not None
    prints = shown(replay, stage, row)
    match row.test, stage.formula.expression:
        case "softmax", Apply("softmax", (operand,)):
            line = operands(replay, operand, row) or [ANY] * len(prints)
            return shares_are_refuted(line, prints)
        case "normalisation", expression:
            found = find_normalisation(expanded(expression))
            if found is None:
                return normalised_are_refuted(None, prints, 0, ANY, ANY)
            extra = [number(replay, part) for part in (found.inside, found.outside)]
            return normalised_are_refuted(operands(replay, found.x, row), prints, ddof_of(found), *extra)
        case "contraction", expression:
            return contracted(replay, expression, row, prints)
    return None


def contracted(replay: Replay, expression: Expression, row: RowReport, prints: list[Box]) -> bool | None:
    """Whether what is never shown is left no value by a line."""
    seen = inlined(expression, lambda name: unshown(replay.document.by_name[name]))
    try:
        cells = forms(seen, replay.ranges.operand)
    except Silent:
        return None
    line = cells[row.row - 1] if row.axis == 1 else [made[row.row - 1] for made in cells]
    chosen = [(cell, shown) for cell, shown in zip(line, prints, strict=True) if shown is not ANY]
    return nothing_is_left(*map(list, zip(*chosen, strict=True)))


def shown(replay: Replay, stage: Stage, row: RowReport) -> list[Box]:
    """What the numbers of a line stand for; one that is not shown may be any."""
    assert stage.printed is not None
    block = stage.printed
    places = [row.row - 1 + i * block.columns for i in range(block.rows)]
    if row.axis == 1:
        places = [(row.row - 1) * block.columns + j for j in range(block.columns)]
    targets = [None if (n := block.cells[at]) is None else replay.tolerance.widest_preimage(stage, n) for at in places]
    return [ANY if target is None else box(target) for target in targets]


def operands(replay: Replay, expression: Expression, row: RowReport) -> list[Box] | None:
    grid: Grid | None = enclosures(expression, replay.ranges.operand)
    if grid is None:
        return None
    return grid[row.row - 1] if row.axis == 1 else [line[row.row - 1] for line in grid]


def number(replay: Replay, expression: Expression | None) -> Box:
    if expression is None:
        return NOTHING
    grid = enclosures(expression, replay.ranges.operand)
    return ANY if grid is None or len(grid) != 1 or len(grid[0]) != 1 or grid[0][0][0] < 0 else grid[0][0]


def ddof_of(found: Normalisation) -> int:
    value = dict(found.options).get("ddof")
    return int(value.value.p) if isinstance(value, Literal) else 0


if __name__ == "__main__":
    tell(rows_again, "rows")
