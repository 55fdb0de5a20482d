"""Numbers that cannot all be right: a sum of their multiples, by their formulas and by their prints."""

from fractions import Fraction as Q

from verifier.recheck.accounts import Accounts
from verifier.recheck.affine import Affine, End, Form
from verifier.recheck.grids import shape
from verifier.recheck.intervals import Unknown
from verifier.recheck.prints import claim_of
from verifier.recheck.reading import Stage, Sum
from verifier.recheck.rounding import Set


def is_refuted(affine: Affine, parts: list[tuple[Form, Set, int]]) -> bool:
    """Whether a sum of multiples of forms and that of the sets that they should lie in have no number in common."""
    total = affine.sum_of([(form, Q(factor)) for form, _, factor in parts])
    lo, hi = affine.range(total)
    least, most = Q(0), Q(0)
    lo_closed = hi_closed = True
    for _, claim, factor in parts:
        ends = [(claim.lo * factor, claim.lo_closed), (claim.hi * factor, claim.hi_closed)]
        (low, is_low), (high, is_high) = ends if factor > 0 else ends[::-1]
        least, most = least + low, most + high
        lo_closed, hi_closed = lo_closed and is_low, hi_closed and is_high
    return _is_beyond(lo, most, is_closed=hi_closed) or _is_beyond(least, hi, is_closed=lo_closed)


def _is_beyond(lo: End, hi: End, *, is_closed: bool) -> bool:
    """Whether numbers from *lo* on and numbers up to *hi* have none in common."""
    return lo is not None and hi is not None and (lo > hi or (lo == hi and not is_closed))


class SumProof:
    """Sets of numbers of one stage; raises Unknown."""

    def __init__(self, accounts: Accounts, stage: Stage) -> None:
        self.stage = stage
        self.reading = accounts.operands.reading(stage)
        evaluations = accounts.evaluations(stage)
        if len(evaluations) > 1:
            raise Unknown("it rests on numbers that are wrong")
        self.affine = Affine(evaluations[0])
        self.forms = self.affine.of(accounts.operands.formula(stage))

    def reason(self, sum_of: Sum) -> str | None:
        """Why numbers are not proved to be impossible together; None if they are."""
        if shape(self.forms) != self.stage.shape:
            raise Unknown("its formula has another shape")
        cells = {(cell.row, cell.column): cell for cell in self.stage.cells}
        parts = []
        for of in sum_of.multiples:
            cell = cells.get((of.row, of.column))
            if of.stage != self.stage.name or cell is None:
                raise Unknown("a number that is not shown there")
            claim = claim_of(self.reading, cell)
            if not isinstance(claim, Set):
                return claim
            parts.append((self.forms[of.row - 1][of.column - 1], claim, of.factor))
        return None if is_refuted(self.affine, parts) else "by formulas and by prints their sum can be the same"
