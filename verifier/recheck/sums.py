"""Numbers that cannot all be right: a sum of their multiples, by their formulas and by their prints."""

from fractions import Fraction as Q
from functools import partial

from verifier.recheck.accounts import Accounts
from verifier.recheck.affine import Affine, End, Form
from verifier.recheck.carried import is_loose
from verifier.recheck.grids import shape
from verifier.recheck.intervals import Unknown
from verifier.recheck.operands import once
from verifier.recheck.printed import decimal, ten
from verifier.recheck.report_reading import Stage, Sum
from verifier.recheck.rounding import Set
from verifier.recheck.single_numbers import claim_of


class System:
    """The numbers of one stage as forms; raises Unknown."""

    def __init__(self, accounts: Accounts, stage: Stage, boxes: list[tuple[End, End]]) -> None:
        self.stage = stage
        self.reading = accounts.operands.reading(stage)
        tree = accounts.operands.formula(stage)
        evaluations = accounts.evaluations(stage, tree)
        if len(evaluations) > 1:
            raise Unknown("it rests on numbers that are wrong")
        self.affine = Affine(evaluations[0], boxes)
        self.forms = self.affine.of(tree)
        if shape(self.forms) != stage.shape:
            raise Unknown("its formula has another shape")
        self.cells = {(cell.row, cell.column): cell for cell in stage.cells}

    def claim(self, at: tuple[int, int]) -> tuple[Form, Set]:
        """The form of a number and what its print stands for."""
        if at not in self.cells:
            raise Unknown("a number that is not shown there")
        claim = claim_of(self.reading, self.cells[at])
        if not isinstance(claim, Set):
            raise Unknown(claim or "a number that nothing prints")
        return self.forms[at[0] - 1][at[1] - 1], claim

    def differs(self, put: dict[int, Form]) -> bool:
        """Whether some number is impossible where others are put in the place of hidden numbers."""
        claims = [self.claim(at) for at, cell in self.cells.items() if decimal(cell.printed) is not None]
        return any(self.affine.is_refuted([(self.affine.put(form, put), claim, 1)]) for form, claim in claims)


class SumProofs:
    """The sets of numbers of a report; raises Unknown."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.boxes: list[tuple[End, End]] = []
        self._systems: dict[str, System | Unknown] = {}
        self._puts: dict[tuple[str, tuple[str, ...]], dict[int, Form] | Unknown] = {}
        self._common: dict[str, list[list[Form]]] = {}

    def reason(self, sum_of: Sum) -> str | None:
        """Why numbers are not proved to be impossible together; None if they are."""
        parts = []
        for of in sum_of.multiples:
            system = self._system(of.stage)
            form, claim = system.claim((of.row, of.column))
            key = of.stage, sum_of.shared
            put = once(self._puts, key, partial(self._near, system, sum_of.shared))
            parts.append((system.affine.put(form, put), claim, of.factor))
        is_proved = bool(parts) and self._system(sum_of.multiples[0].stage).affine.is_refuted(parts)
        return None if is_proved else "by formulas and by prints their sum can be the same"

    def _system(self, name: str) -> System:
        if name not in self.accounts.stages:
            raise Unknown(f"there is no stage {name}"[:80])
        return once(self._systems, name, lambda: System(self.accounts, self.accounts.stages[name], self.boxes))

    def _near(self, system: System, shared: tuple[str, ...]) -> dict[int, Form]:
        """By hidden number of a stage, the one that is common to all stages that differ from the same given.

        A stage that differs from it as printed had what is behind it, exact or with at least one more digit.
        """
        put: dict[int, Form] = {}
        for name in shared:
            held = system.affine.named.get(name)
            if held is None:
                continue
            given = self.accounts.stages[name]
            reading = self.accounts.operands.reading(given)
            if given.formula is not None or given.is_hull or is_loose(reading):
                raise Unknown(f"{name} is no given with digits behind what is printed"[:80])
            numbers = {(c.row - 1, c.column - 1): n for c in given.cells if (n := decimal(c.printed)) is not None}
            prints = {_only(held[i][j]): Form(n.value, {}) for (i, j), n in numbers.items() if held[i][j].factors}
            if prints and not system.differs(prints):
                raise Unknown(f"{system.stage.name} may follow from {name} as printed"[:80])
            common = self._common.setdefault(name, [[self._fresh(system, form) for form in row] for row in held])
            coarsest = min(map(reading.place, numbers.values()), default=None)
            for i, row in enumerate(held):
                for j, form in enumerate(row):
                    place = reading.place(numbers[i, j]) if (i, j) in numbers else coarsest
                    off = Q(0) if place is None else ten(-place - 1)
                    if form.factors:
                        parts = [(common[i][j], Q(1)), (system.affine.variable((-off, off)), Q(1))]
                        put[_only(form)] = system.affine.sum_of(parts)
        return put

    def _fresh(self, system: System, form: Form) -> Form:
        lo, hi = system.affine.range(form)
        return system.affine.variable(None if lo is None or hi is None else (lo, hi))


def _only(form: Form) -> int:
    """The variable of a form that is one hidden number."""
    return next(iter(form.factors))
