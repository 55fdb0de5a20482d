"""The replay: which values the author carried from stage to stage, printed ones or ones with hidden digits.

For each stage the replay chooses one array, which all later stages use. It is the value of the stated formula if that
prints as shown in every cell. Else it is the first of these candidates with which the next stages print as shown: the
value of a slip, the printed numbers, the printed numbers with contradicted cells corrected, the value of the stated
formula. A contradicted stage is a misprint if later stages fit its right value.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from verifier.document.graph import above, in_order, shown_operands, users_of
from verifier.document.model import DerivedBlock, DerivedNumbers, Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.evaluation import Evaluation, literal
from verifier.evaluation.memo import Memo
from verifier.evaluation.predicates import (
    PrintedCell,
    attempt,
    cell_of,
    does_not_print,
    failing,
    misses,
    shown_by,
    unsettled,
)
from verifier.evaluation.range_evaluation import Possible
from verifier.numbers.array import Array
from verifier.numbers.number import Number
from verifier.numbers.rounding import one_step_rules
from verifier.preimages.boxes import Boxes, printed_values
from verifier.preimages.readings import Reprint, Tolerance

Mended = tuple[set[int], dict[int, Reprint]]
PRINTED = "printed"
STATED = "stated"
SLIPPED = "slipped"
MENDED = "mended"


@dataclass(slots=True)
class Replay:
    """The values that the author carried on, for one reading of the document's digits.

    All mappings are by the name of a stage. `slipped` has the formula of a slip that a search found; `proved` the
    indices of cells that are contradicted by a proof that ranges alone do not give: of their row, or by bisection.
    `carried` says which array is carried on: slipped, printed, mended, stated, or `also:k`. `contradicted` lists the
    indices of the cells that no choice of operands in their widest preimages prints; `reprints` what those cells
    should show. Replays of one document that share a `memo` compute nothing twice.
    """

    document: Document
    tolerance: Tolerance
    slipped: Mapping[str, Formula] = field(default_factory=dict)
    proved: Mapping[str, frozenset[int]] = field(default_factory=dict)
    carried: dict[str, str] = field(default_factory=dict)
    contradicted: dict[str, list[int]] = field(default_factory=dict)
    reprints: dict[str, dict[int, Reprint]] = field(default_factory=dict)
    memo: Memo = field(default_factory=Memo)
    evaluation: Evaluation = field(init=False)
    ranges: Possible = field(init=False)
    literal: Evaluation = field(init=False)
    mendings: dict[tuple[object, ...] | None, Mended] = field(default_factory=dict)
    """Corrections of stages, by the key of `Mending`; shared by all corrections of this replay."""
    order: list[Stage] = field(init=False)
    _users: dict[str, list[DerivedBlock]] = field(init=False)
    _open: set[str] = field(default_factory=set)
    _above: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.evaluation = Evaluation(self.document, Points(), self.source, memo=self.memo)
        self.literal = literal(self.document, self.memo)
        self.ranges = Possible(self.document, Boxes(self.tolerance), self.mended, memo=self.memo)
        self._users = users_of(self.document)
        self.order = in_order(self.document)
        for stage in self.order:
            self._carry(stage)

    def again(
        self, *, slipped: Mapping[str, Formula] | None = None, proved: Mapping[str, frozenset[int]] | None = None
    ) -> "Replay":
        """A replay with other slips or proved cells; None keeps those of this one. The memo is shared."""
        return Replay(
            self.document,
            self.tolerance,
            self.slipped if slipped is None else slipped,
            self.proved if proved is None else proved,
            memo=self.memo,
        )

    def _carry(self, stage: Stage) -> None:
        """Decide what a stage carries on, unless that is decided or being decided."""
        if stage.block is None or stage.name in self.carried or stage.name in self._open:
            return
        self._open.add(stage.name)
        derived = stage.derived
        if isinstance(derived, DerivedBlock):
            self._settle(derived, self._users.get(stage.name, []))
        else:
            self.carried[stage.name] = PRINTED

    def _carry_beside(self, stage: Stage, user: Stage) -> None:
        """Decide the other operands of *user* first, except those that depend on *stage*."""
        wanted = self.above(user) - {stage.name}
        for other in self.order:
            if other.name in wanted and stage.name not in self.above(other):
                self._carry(other)

    def above(self, stage: Stage) -> set[str]:
        """The names of all stages that a stage depends on."""
        if stage.name not in self._above:
            self._above[stage.name] = above(self.document, stage)
        return self._above[stage.name]

    def is_misprint(self, stage: Stage) -> bool:
        """Whether a stage is contradicted, and later stages fit its right value."""
        return bool(self.contradicted.get(stage.name)) and self.carried[stage.name] in (MENDED, STATED)

    def known_wrong(self, name: str) -> frozenset[int]:
        """The indices of the cells of a stage that are contradicted, by ranges or by another proof."""
        return self.proved.get(name, frozenset[int]()).union(self.contradicted.get(name, ()))

    def fits_all_users(self, stage: Stage) -> bool:
        """Whether no cell of the next stages that use it is contradicted."""
        return not any(self.contradicted.get(user.stage.name) for user in self._users.get(stage.name, ()))

    def mended(self, name: str) -> Mapping[int, Reprint]:
        """The misprinted cells of a stage, by index, and what they should show; empty if it is no misprint."""
        stage = self.document.by_name[name]
        return self.reprints.get(name, {}) if name in self.carried and self.is_misprint(stage) else {}

    def source(self, stage: Stage) -> Array | None:
        """The array that later stages use; None if the stage has no block."""
        return self._array(stage, self.carried.get(stage.name, PRINTED))

    def _array(self, stage: Stage, kind: str) -> Array | None:
        if stage.block is None:
            return None
        if kind == STATED:
            return self.evaluation.value(stage.name)
        if kind == SLIPPED:
            return self.evaluation.of(self.slipped[stage.name])
        if kind.startswith("also:"):
            return self.evaluation.of(stage.also[int(kind[5:])])
        shown = printed_values(stage.block)
        if kind == MENDED:
            fixed = self.reprints[stage.name]
            cells = tuple(fixed[i].value if i in fixed else cell for i, cell in enumerate(shown.cells))
            return Array(shown.rows, shown.columns, cells)
        return shown

    def _settle(self, derived: DerivedBlock, users: list[DerivedBlock]) -> None:
        stage = derived.stage
        self.contradicted[stage.name] = []
        value = partial(self.evaluation.value, stage.name)
        missed = failing(self.tolerance, derived, value)
        if missed == []:
            self.carried[stage.name] = STATED
            return
        for index, other in enumerate(stage.also):
            if failing(self.tolerance, derived, partial(self.evaluation.of, other)) == []:
                self.carried[stage.name] = f"also:{index}"
        if isinstance(derived, DerivedNumbers) and missed is not None:
            self._find_contradicted(derived, value)
        if stage.name not in self.carried:
            self.carried[stage.name] = self._fitting(derived, users) if missed is not None else PRINTED

    def _slip(self, derived: DerivedBlock) -> list[str]:
        """[SLIPPED] if the stage has a slip whose values print as shown in every cell; else empty."""
        slip = self.slipped.get(derived.stage.name)
        fits = slip is not None and failing(self.tolerance, derived, partial(self.evaluation.of, slip)) == []
        return [SLIPPED] if fits else []

    def _find_contradicted(self, numbers: DerivedNumbers, value: Callable[[], Array]) -> None:
        """Set the contradicted cells of a stage, and their corrections where these can be computed."""
        stage, formula = numbers.stage, numbers.formula
        shape = attempt(lambda: value().shape, None) or attempt(partial(self.ranges.shape, formula), None)
        choices = [value]
        if not any(self.mended(operand.name) for operand in shown_operands(self.document, stage)):
            choices.append(partial(self.literal.of, formula))  # no printed operand is known to be wrong
        fixed: dict[int, Reprint] = {}
        arrays = (attempt(choice, None) for choice in choices)
        proved = self.proved.get(stage.name, ())
        for cell in unsettled(self.tolerance, numbers, shape or (0, 0), *arrays):
            if cell.at in proved or misses(self.tolerance, numbers, self.ranges, cell, *choices):
                self.contradicted[stage.name].append(cell.at)
                mended = attempt(partial(self._reprint, stage, cell, value), None)
                if mended is not None:
                    fixed[cell.at] = mended
        self.reprints[stage.name] = fixed

    def _reprint(self, stage: Stage, cell: PrintedCell, value: Callable[[], Array]) -> Reprint | None:
        right = cell_of(value(), cell.row, cell.column)
        return self.tolerance.reprint(stage, cell.number, right) if isinstance(right, Number) else None

    def _fitting(self, derived: DerivedBlock, users: list[DerivedBlock]) -> str:
        """The first candidate with which the next stages print as shown; a misprint must refute no cell of theirs more.

        Else MENDED, if the cells that it refutes are a proper part of those that PRINTED refutes; else PRINTED.
        """
        stage = derived.stage
        contradicted = self.contradicted[stage.name]
        can_mend = bool(contradicted) and len(self.reprints[stage.name]) == len(contradicted)
        candidates = [
            *self._slip(derived),
            PRINTED,
            *([MENDED] if can_mend else []),
            *([STATED] if self._may_be_stated(derived) else []),
        ]
        for user in users:
            self._carry_beside(stage, user.stage)
        counts = {kind: [self._count_failing(stage, kind, user) for user in users] for kind in candidates}
        # ignore users that fail equally under every candidate: they are wrong for another reason
        telling = [index for index in range(len(users)) if len({counts[kind][index] for kind in candidates}) > 1]
        telling = telling or list(range(len(users)))
        for kind in candidates:
            known = [counts[kind][index] for index in telling if counts[kind][index] is not None]
            if known and not any(known) and self._refutes_no_more(stage, kind, users):
                return kind
        is_mended = can_mend and self._all_refuted(stage, MENDED, users) < self._all_refuted(stage, PRINTED, users)
        return MENDED if is_mended else PRINTED

    def _refutes_no_more(self, stage: Stage, kind: str, users: list[DerivedBlock]) -> bool:
        """Whether the next stages lose no cell that the print allows, if the stage is a misprint of *kind*."""
        if kind not in (MENDED, STATED) or not self.contradicted[stage.name]:
            return True
        return self._all_refuted(stage, kind, users) <= self._all_refuted(stage, PRINTED, users)

    def _all_refuted(self, stage: Stage, kind: str, users: list[DerivedBlock]) -> set[tuple[str, int]]:
        return {(user.stage.name, index) for user in users for index in self._refuted(stage, kind, user)}

    def _may_be_stated(self, derived: DerivedBlock) -> bool:
        """Whether the value of the stated formula can have been carried on.

        It can if every cell that it does not print is contradicted, or if one rule prints all cells as shown.
        """
        if not isinstance(derived, DerivedNumbers):
            return True
        stage = derived.stage
        value = partial(self.evaluation.value, stage.name)
        array = attempt(value, None)
        left = unsettled(self.tolerance, derived, (0, 0) if array is None else array.shape, array)
        apart = {cell.at for cell in left if does_not_print(self.tolerance, stage, value, cell)}
        return apart <= set(self.contradicted[stage.name]) or self._is_shown_by_another_rule(derived, array)

    def _is_shown_by_another_rule(self, numbers: DerivedNumbers, array: Array | None) -> bool:
        """Whether some rule, not only the document's, prints the stated value as shown in every cell."""
        if array is None:
            return False
        shown = [(number, cell_of(array, row, column)) for row, column, number in numbers.block.shown()]
        by = partial(shown_by, self.tolerance, numbers.stage)
        return any(all(by(number, cell, rule) for number, cell in shown) for rule in one_step_rules())

    def _trial(self, stage: Stage, kind: str) -> Evaluation:
        """The evaluation in which *stage* carries on the array of *kind*, and all others what the replay carries."""

        def source(other: Stage) -> Array | None:
            return self._array(stage, kind) if other.name == stage.name else self.source(other)

        return Evaluation(self.document, Points(), source, memo=self.memo)

    def _count_failing(self, stage: Stage, kind: str, user: DerivedBlock) -> int | None:
        missed = failing(self.tolerance, user, partial(self._trial(stage, kind).value, user.stage.name))
        return None if missed is None else len(missed)

    def _refuted(self, stage: Stage, kind: str, user: DerivedBlock) -> list[int]:
        """The indices of the cells of a user that no choice of operands prints if *stage* carried on *kind*."""
        if not isinstance(user, DerivedNumbers):
            return []

        def mended(name: str) -> Mapping[int, Reprint]:
            if name == stage.name:
                return self.reprints[name] if kind in (MENDED, STATED) else {}
            return self.mended(name)

        trial = Possible(self.document, Boxes(self.tolerance), mended, memo=self.memo)
        shape = attempt(partial(trial.shape, user.formula), None) or (0, 0)
        carried = partial(self._trial(stage, kind).value, user.stage.name)
        left = unsettled(self.tolerance, user, shape, attempt(carried, None))
        return [cell.at for cell in left if misses(self.tolerance, user, trial, cell, carried)]
