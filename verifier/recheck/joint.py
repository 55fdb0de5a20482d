"""Lines whose printed numbers are impossible together: shares of a softmax, and numbers that are normalised."""

from fractions import Fraction as Q

from verifier.recheck.functions import exp, log
from verifier.recheck.grids import boxes
from verifier.recheck.intervals import ZERO, Box, add, divide, multiply, outward, point, root, square, total
from verifier.recheck.row_functions import CellValue, variance


def shares_are_refuted(line: list[CellValue], prints: list[Box | None]) -> bool:
    """Whether no denominator makes shares of a line that lie in their prints and sum to one."""
    if any(p is not None and (p[0] > 1 or p[1] < 0) for p in prints):
        return True
    known = [(x, p) for x, p in zip(line, prints, strict=True) if isinstance(x, tuple) and p is not None]
    least = max((x[0] - log(point(p[1]))[1] for x, p in known if p[1] > 0), default=None)
    most = min((x[1] - log(point(p[0]))[0] for x, p in known if p[0] > 0), default=None)
    if least is not None and most is not None and least > most:
        return True
    lo, hi = total([_share(x, p, least, most) for x, p in zip(line, prints, strict=True)])
    return lo > 1 or hi < 1


def _share(x: CellValue, p: Box | None, least: Q | None, most: Q | None) -> Box:
    """What a share can be by its print, its own number and the logarithm of the denominator."""
    lo, hi = (Q(0), Q(1)) if p is None else (max(p[0], Q(0)), min(p[1], Q(1)))
    if isinstance(x, tuple) and most is not None:
        lo = max(lo, exp(point(x[0] - most))[0])
    if isinstance(x, tuple) and least is not None:
        hi = min(hi, exp(point(x[1] - least))[1])
    return lo, hi


def sums_are_refuted(prints: list[Box]) -> bool:
    """Whether distances to a mean, all over one number, do not sum to zero."""
    lo, hi = total(prints)
    return lo > 0 or hi < 0


def normalised_are_refuted(line: list[CellValue], prints: list[Box], ddof: int, inside: Box, outside: Box) -> bool:
    """Whether the sum of a normalised line, or that of its squares, is not what it must be.

    The sum is zero. The squares sum to the count less *ddof*, times V / (sqrt(V + inside) + outside)**2 with the
    variance V. The addends are not negative.
    """
    count, squares = len(prints) - ddof, total([square(p) for p in prints])
    if sums_are_refuted(prints) or squares[0] > count:
        return True
    if inside == outside == ZERO:
        return squares[1] < count
    known = boxes(line)
    least = Q(0) if known is None else variance(known, ddof)[0]
    if least <= 0:
        return False
    added = add(root(outward(least + inside[1], least + inside[1])), point(outside[1]))
    taken = divide(root(point(least)), added)
    return squares[1] < multiply(point(count), square(taken))[0]
