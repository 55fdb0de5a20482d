"""Joint tests: what a whole row shows to be impossible although each of its numbers is possible.

A test belongs to an operation as it is called: shares with one denominator for a
softmax, a sum of zero and a known sum of squares for a normalisation by its own mean
and deviation. It does not apply where mean or deviation is a printed stage that the
formula uses. Each refutation comes with the two or three numbers that suffice.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from flint import arb, fmpq

from verifier.array import Array
from verifier.cells import attempt
from verifier.digits import bounds, decimal
from verifier.document import Formula, Stage
from verifier.engines.flint import Points, ball
from verifier.engines.ranges import Ranges, as_interval
from verifier.evaluation import Evaluation, Unprinted
from verifier.evaluator import Evaluator
from verifier.expression import Apply, Expression, Literal
from verifier.interval import WHOLE_LINE, Interval, Number
from verifier.normal_form import normal_form
from verifier.operations import REGISTER, ShapeError
from verifier.shapes import Shapes
from verifier.tolerance import Tolerance
from verifier.verdict import RowReport, Verdict

_POINTS = Points()
_RANGES = Ranges()


class Line(NamedTuple):
    """A row (or column): the ranges of the operand's cells and what the printed cells stand for."""

    operands: tuple[Interval, ...]
    prints: tuple[Interval, ...]
    texts: tuple[str, ...]


def joint_reports(
    stage: Stage, formula: Formula, tolerance: Tolerance, ranges: Evaluation, shapes: Shapes
) -> tuple[RowReport, ...]:
    """The joint tests of a stage's rows; none where no test belongs to its formula."""
    if stage.printed is None:
        return ()
    found = _softmax_test(formula.expression) or _normalisation_test(formula, ranges, shapes)
    if found is None:
        return ()
    name, operand, axis, test = found
    array = attempt(lambda: Evaluator(ranges.engine, ranges.operand).evaluate(operand), None)
    if array is not None and array.shape != stage.printed.shape:
        return ()  # a row that lacks cells need not sum up
    lines = _lines(stage, tolerance, array, axis)
    return tuple(_report(place, name, axis, test, line) for place, line in enumerate(lines, start=1))


def _report(place: int, name: str, axis: int, test: "Test", line: Line) -> RowReport:
    certificate = attempt(lambda: test(line), None)
    verdict = Verdict.AGREES if certificate is None else Verdict.CONTRADICTED
    return RowReport(place, verdict, name, certificate, axis)


def _lines(stage: Stage, tolerance: Tolerance, array: Array | None, axis: int) -> Iterator[Line]:
    block = stage.printed
    assert block is not None
    count = block.columns if axis == 0 else block.rows
    for place in range(count):
        indices = (
            range(place, len(block.cells), block.columns)
            if axis == 0
            else range(place * block.columns, (place + 1) * block.columns)
        )
        numbers = [block.cells[index] for index in indices]
        targets = [None if n is None else tolerance.target(stage, n, strict=False) for n in numbers]
        operands = [as_interval(array.cells[i]) if array is not None else WHOLE_LINE for i in indices]
        yield Line(
            tuple(operands),
            tuple(WHOLE_LINE if target is None else target for target in targets),
            tuple("?" if n is None else n.text for n in numbers),
        )


Test = Callable[[Line], str | None]
Found = tuple[str, Expression, int, Test]


def _axis(options: tuple[tuple[str, Expression | None], ...]) -> int | None:
    value = dict(options).get("axis", Literal(fmpq(1), ""))
    if isinstance(value, Apply) and value.operation == "negative":
        return 1
    return int(value.value.p) if isinstance(value, Literal) else None


def _softmax_test(expression: Expression) -> Found | None:
    match expression:
        case Apply("softmax", (operand,), options):
            axis = _axis(options)
            return None if axis is None else ("softmax", operand, axis, softmax_row)
    return None


def softmax_row(line: Line) -> str | None:
    """A complete decision: with c the logarithm of the denominator, p_i = exp(x_i - c) and sum p_i = 1.

    Every printed share bounds c; shares that fall and rise with c decide the sum at the
    ends of what is left (engines.md calls this one unknown).
    """
    limits = [_limits(x, p) for x, p in zip(line.operands, line.prints, strict=True)]
    apart = _apart(limits)
    if apart is not None:
        a, b = apart
        return (
            f"cells {a + 1} and {b + 1} ({line.texts[a]} and {line.texts[b]}) cannot share a denominator: its logarithm"
            f" would lie in {bounds(limits[a], 3)} and in {bounds(limits[b], 3)}"
        )
    least = max((limit.lo for limit in limits if limit.lo is not None), key=_middle, default=None)
    most = min((limit.hi for limit in limits if limit.hi is not None), key=_middle, default=None)
    smallest = _sum(_share_below(x, p, most) for x, p in zip(line.operands, line.prints, strict=True))
    if smallest > 1:
        return f"it sums to at least {decimal(smallest, 4)}, and must sum to 1"
    largest = _sum(_share_above(x, p, least) for x, p in zip(line.operands, line.prints, strict=True))
    if largest < 1:
        return f"it sums to at most {decimal(largest, 4)}, and must sum to 1"
    return None


def _middle(number: Number) -> fmpq:
    return number if isinstance(number, fmpq) else number.mid().fmpq()


def _limits(x: Interval, p: Interval) -> Interval:
    """What one share says of c: from x_lo - log p_hi to x_hi - log p_lo."""
    top = p.hi if p.hi is not None and p.hi <= 1 else fmpq(1)
    bottom = p.lo if p.lo is not None and p.lo > 0 else None
    lo = None if x.lo is None or top <= 0 else x.lo - _log(top)
    hi = None if x.hi is None or bottom is None else x.hi - _log(bottom)
    return Interval(lo, hi)


def _log(number: Number) -> arb:
    value = _POINTS.log(number)
    return ball(value) if isinstance(value, Number) else arb.neg_inf()


def _apart(limits: list[Interval]) -> tuple[int, int] | None:
    """The pair of cells whose limits are farthest apart, if they certainly are."""
    lows = [(index, limit.lo) for index, limit in enumerate(limits) if limit.lo is not None]
    highs = [(index, limit.hi) for index, limit in enumerate(limits) if limit.hi is not None]
    if not lows or not highs:
        return None
    a, low = max(lows, key=lambda pair: _middle(pair[1]))
    b, high = min(highs, key=lambda pair: _middle(pair[1]))
    return (a, b) if low > high else None


def _share_below(x: Interval, p: Interval, c: Number | None) -> Number:
    """The least that a share can be when the denominator is as large as it can be."""
    printed = p.lo if p.lo is not None and p.lo > 0 else fmpq(0)
    if c is None or x.lo is None:
        return printed
    computed = (ball(x.lo) - ball(c)).exp()
    return computed if computed > printed else printed


def _share_above(x: Interval, p: Interval, c: Number | None) -> Number:
    """The most that a share can be when the denominator is as small as it can be."""
    printed = p.hi if p.hi is not None and p.hi < 1 else fmpq(1)
    if c is None or x.hi is None:
        return printed
    computed = (ball(x.hi) - ball(c)).exp()
    return computed if computed < printed else printed


def _sum(numbers: Iterator[Number]) -> Number:
    total: Number = fmpq(0)
    for number in numbers:
        total = total + number
    return total


class Deviation(NamedTuple):
    """A divisor made of the deviation of X: sqrt(var(X, ddof) + inside) + outside."""

    ddof: int
    inside: Expression | None = None
    outside: Expression | None = None


def _normalisation_test(formula: Formula, ranges: Evaluation, shapes: Shapes) -> Found | None:
    """The test of `(X - mean(X)) / S`, whose rows sum to zero if S is one number a row."""
    match normal_form(formula.expression, shapes.side_of):
        case Apply("divide", (Apply("subtract", (x, Apply("mean", (y,), options))), divisor)) if x == y:
            axis = _axis(options)
            if axis is None or not _one_a_line(divisor, axis, shapes):
                return None
            deviation = _deviation(divisor, x)
            extra = _largest_extra(deviation, ranges)
            return "normalisation", x, axis, lambda line: normalised_row(line, deviation, extra)
    return None


def _one_a_line(divisor: Expression, axis: int, shapes: Shapes) -> bool:
    """Whether a divisor is the same for all cells of a line."""
    match divisor:
        case Literal():
            return True
        case Apply(name, (_,), options) if REGISTER[name].pattern == "reducing":
            return _axis(options) == axis
        case Apply(name, arguments) if REGISTER[name].pattern == "cellwise":
            return all(_one_a_line(argument, axis, shapes) for argument in arguments)
    try:
        shape = shapes.of(divisor)
    except (Unprinted, ShapeError):
        return False
    return bool(shape[-2 if axis == 0 else -1] == 1)


def _deviation(divisor: Expression, x: Expression) -> Deviation | None:
    """The divisor as a deviation of x, with what is added under the root or beside it; None if it is another."""
    match divisor:
        case Apply("sqrt", (Apply("var", (y,), options),)) if y == x:
            return Deviation(_ddof(options))
        case Apply("sqrt", (Apply("add", (a, b)),)):
            for variance, extra in ((a, b), (b, a)):
                found = _deviation(Apply("sqrt", (variance,)), x)
                if found is not None:
                    return Deviation(found.ddof, inside=extra)
        case Apply("add", (a, b)):
            for root, extra in ((a, b), (b, a)):
                found = _deviation(root, x)
                if found is not None and found.inside is None:
                    return Deviation(found.ddof, outside=extra)
    return None


def _ddof(options: tuple[tuple[str, Expression | None], ...]) -> int:
    value = dict(options).get("ddof")
    return int(value.value.p) if isinstance(value, Literal) else 0


def _largest_extra(deviation: Deviation | None, ranges: Evaluation) -> Number | None:
    """The most that is added to the deviation; None if that is not known or may be negative."""
    if deviation is None:
        return None
    expression = deviation.inside or deviation.outside
    if expression is None:
        return fmpq(0)
    array = attempt(lambda: Evaluator(ranges.engine, ranges.operand).evaluate(expression), None)
    if array is None or array.shape != (1, 1):
        return None
    box = as_interval(array.cells[0])
    return box.hi if box.lo is not None and box.lo >= 0 else None


def normalised_row(line: Line, deviation: Deviation | None, extra: Number | None) -> str | None:
    """Distances to the mean sum to zero, and their squares over the variance to n - ddof, less what extra takes."""
    sums = [_total(p.lo for p in line.prints), _total(p.hi for p in line.prints)]
    if sums[0] is not None and sums[0] > 0:
        return f"it sums to at least {decimal(sums[0], 4)}, and must sum to 0"
    if sums[1] is not None and sums[1] < 0:
        return f"it sums to at most {decimal(sums[1], 4)}, and must sum to 0"
    if deviation is None or extra is None:
        return None
    most = len(line.prints) - deviation.ddof
    squares = _sum(_least_square(p) for p in line.prints)
    if squares > most:
        return f"its squares sum to at least {decimal(squares, 4)}, and must sum to at most {most}"
    largest = _total(_greatest_square(p) for p in line.prints)
    least = _least_squares(line, deviation, extra, most)
    if largest is not None and largest < least:
        return (
            f"its squares sum to at most {decimal(largest, 4)},"
            f" and must sum to at least {decimal(least, 4)}"
        )
    return None


def _least_squares(line: Line, deviation: Deviation, extra: Number, most: int) -> Number:
    """(n - ddof) var / (var + inside), or (n - ddof) (s / (s + outside))**2, where the variance is least."""
    if extra == 0:
        return fmpq(most)
    variance = as_interval(_RANGES.variance(line.operands, deviation.ddof)).lo
    if variance is None or not variance > 0:
        return fmpq(0)
    if deviation.inside is not None:
        return most * (variance / (variance + extra))
    root = ball(variance).sqrt()
    return most * (root / (root + extra)) * (root / (root + extra))


def _total(ends: Iterable[Number | None]) -> Number | None:
    """The sum of ends; None if one is infinite."""
    total: Number = fmpq(0)
    for end in ends:
        if end is None:
            return None
        total = total + end
    return total


def _least_square(box: Interval) -> Number:
    ends = (end for end in (box.lo, None if box.hi is None else -box.hi) if end is not None)
    near = max(ends, key=_middle, default=fmpq(0))
    return near * near if near > 0 else fmpq(0)


def _greatest_square(box: Interval) -> Number | None:
    if box.lo is None or box.hi is None:
        return None
    far = max((-box.lo, box.hi), key=_middle)
    return far * far
