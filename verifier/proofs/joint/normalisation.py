"""The joint test of a normalisation: distances to the mean sum to zero, their squares to a known number."""

from typing import Final

from flint import fmpq

from verifier.document.model import Formula
from verifier.engines.points.flint import ball
from verifier.engines.ranges.ranges import Ranges
from verifier.evaluation.expression_values import Evaluator
from verifier.evaluation.predicates import attempt
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import Apply, Expression, Literal, Options, children
from verifier.numbers.array import as_interval
from verifier.numbers.decimals import decimal
from verifier.numbers.interval import Interval
from verifier.numbers.number import Number
from verifier.operations import REGISTER, Defined, ShapeError, Unprinted
from verifier.proofs.joint.line import Found, Line, middle, sum_of, total_of
from verifier.rewriting.definitions import axis_of, template_of
from verifier.rewriting.patterns import Normalisation, find_centred, find_deviation
from verifier.rewriting.symbolic_shapes import Shapes

MAX_NODES: Final = 400
"""A layer in one formula repeats its input so often that no test of it comes to an end."""
_RANGES: Final = Ranges()
_ZERO: Final = Literal(fmpq(0), "")


def normalisation_test(formula: Formula, ranges: Evaluation, shapes: Shapes) -> Found | None:
    """The test of `(X - mean(X)) / S`, whose rows sum to zero if S is one number a row."""
    match formula.expression:
        case Apply(name, _) if name == "divide" or isinstance(REGISTER[name], Defined):
            pass
        case _:
            return None  # nothing else spells out to a quotient, and spelling out takes its time
    if not _may_have_mean(formula.expression):
        return None
    from verifier.rewriting.normal_form import is_small, normal_form

    spelled_out = normal_form(formula.expression, shapes.side_of)
    if not is_small(spelled_out, MAX_NODES):
        return None
    match spelled_out:
        case Apply("divide", (difference, divisor)) if (centred := find_centred(difference)) is not None:
            axis = centred.axis
            if not isinstance(axis, int) or not _one_a_line(divisor, axis, shapes):
                return None
            deviation = _with_one_addend(divisor, centred.x)
            extra = _largest_extra(deviation, ranges)
            return "normalisation", centred.x, axis, lambda line: normalised_row(line, deviation, extra)
    return None


def _may_have_mean(expression: Expression) -> bool:
    """Whether a formula has a mean, or an operation that may spell out to one."""
    is_one = isinstance(expression, Apply) and (
        expression.operation == "mean" or template_of(REGISTER[expression.operation]) is not None
    )
    return is_one or any(map(_may_have_mean, children(expression)))


def _one_a_line(divisor: Expression, axis: int, shapes: Shapes) -> bool:
    """Whether a divisor is the same for all cells of a line."""
    match divisor:
        case Literal():
            return True
        case Apply(name, (_,)) if REGISTER[name].pattern == "reducing":
            return axis_of(divisor) in (axis, None)
        case Apply(name, arguments) if REGISTER[name].pattern == "cellwise":
            return all(_one_a_line(argument, axis, shapes) for argument in arguments)
    try:
        shape = shapes.of(divisor)
    except (Unprinted, ShapeError):
        return False
    return bool(shape[-2 if axis == 0 else -1] == 1)


def _with_one_addend(divisor: Expression, x: Expression) -> Normalisation | None:
    """The normalisation that a divisor makes; None if its sum of squares is not known.

    That is so where numbers are added both under the root and beside it, and where `ddof` is no whole literal.
    """
    found = find_deviation(divisor, x)
    if found is None or (found.inside and found.outside) or _ddof(found.options) is None:
        return None
    return found


def _ddof(options: Options) -> int | None:
    """The `ddof` of a variance, 0 where it is left out; None if the formula does not say it as a whole number."""
    value = dict(options).get("ddof", _ZERO)
    return int(value.value.p) if isinstance(value, Literal) and value.value.q == 1 else None


def _largest_extra(deviation: Normalisation | None, ranges: Evaluation) -> Number | None:
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


def normalised_row(line: Line, deviation: Normalisation | None, extra: Number | None) -> str | None:
    """Distances to the mean sum to zero, and their squares over the variance to n - ddof, less what extra takes."""
    sums = [total_of(p.lo for p in line.prints), total_of(p.hi for p in line.prints)]
    if sums[0] is not None and sums[0] > 0:
        return f"it sums to at least {decimal(sums[0], 4)}, and must sum to 0"
    if sums[1] is not None and sums[1] < 0:
        return f"it sums to at most {decimal(sums[1], 4)}, and must sum to 0"
    ddof = None if deviation is None else _ddof(deviation.options)
    if deviation is None or ddof is None or extra is None:
        return None
    most = len(line.prints) - ddof
    squares = sum_of(_least_square(p) for p in line.prints)
    if squares > most:
        return f"its squares sum to at least {decimal(squares, 4)}, and must sum to at most {most}"
    largest = total_of(_greatest_square(p) for p in line.prints)
    least = _least_squares(line, deviation, extra, ddof)
    if largest is not None and largest < least:
        return f"its squares sum to at most {decimal(largest, 4)}, and must sum to at least {decimal(least, 4)}"
    return None


def _least_squares(line: Line, deviation: Normalisation, extra: Number, ddof: int) -> Number:
    """(n - ddof) var / (var + inside), or (n - ddof) (s / (s + outside))**2, where the variance is least."""
    most = len(line.prints) - ddof
    if extra == 0:
        return fmpq(most)
    variance = as_interval(_RANGES.variance(line.operands, ddof)).lo
    if variance is None or not variance > 0:
        return fmpq(0)
    if deviation.inside is not None:
        return most * (variance / (variance + extra))
    root = ball(variance).sqrt()
    return most * (root / (root + extra)) * (root / (root + extra))


def _least_square(box: Interval) -> Number:
    ends = (end for end in (box.lo, None if box.hi is None else -box.hi) if end is not None)
    near = max(ends, key=middle, default=fmpq(0))
    return near * near if near > 0 else fmpq(0)


def _greatest_square(box: Interval) -> Number | None:
    if box.lo is None or box.hi is None:
        return None
    far = max((-box.lo, box.hi), key=middle)
    return far * far
