"""The replay: which values the author carried from stage to stage, printed ones or ones with hidden digits.

For each stage the replay chooses one array, which all later stages use. It is the value of the stated formula if that
prints as shown in every cell. Else it is one of the candidates of `candidates.py`. A contradicted stage is a misprint
if later stages bear out its right value. Beside it stands the document with all contradicted cells corrected: a number
that follows from corrected operands is not contradicted, whatever is printed above it.
"""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property, partial
from typing import Final, TypeVar

from verifier.document.ancestry import Above
from verifier.document.graph import above, in_order, shown_operands, some, users_of
from verifier.document.model import DerivedBlock, DerivedNumbers, Document, Formula, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.memo import Memo
from verifier.evaluation.predicates import Refuter, attempt, cell_of, failing, unsettled
from verifier.evaluation.range_evaluation import Possible
from verifier.evaluation.stage_values import Evaluation, literal
from verifier.numbers.array import Array
from verifier.numbers.number import Number
from verifier.preimages.boxes import Boxes
from verifier.preimages.looks import PrintedCell
from verifier.preimages.readings import Tolerance
from verifier.preimages.reprints import Reprint
from verifier.replay.carrying import MENDED, PARTLY, PRINTED, SLIPPED, STATED, Mended
from verifier.replay.correction import Mending
from verifier.replay.exchanges import exchanged
from verifier.replay.habits import Habits
from verifier.replay.misprints import Misprints
from verifier.replay.right import Right
from verifier.replay.rule_witnesses import Witnesses
from verifier.replay.standing import NONE_DECIDED, NOTHING, Common, as_stated, read_alike, resting_on

_T = TypeVar("_T")
_NO_CELLS: Final = frozenset[int]()


class Replay:
    """The values that the author carried on, for one reading of the document's digits.

    All mappings are by the name of a stage. `slipped` has the formula of a slip that a search found; `proved` the
    indices of cells that are contradicted by a proof that ranges alone do not give: of their row, or by bisection.
    `carried` says which array is carried on: slipped, printed, mended, mended in part, stated, or `also:k`.
    `contradicted` lists the indices of the cells that no choice of operands prints: neither from their widest
    preimages, nor from the right values of those that are contradicted; `denied` those that only the users of the stage
    prove to be misprinted; `reprints` what all these should show, and what should stand in lines exchanged with theirs.
    `right` has what follows from corrected cells. Replays of one document that share a `memo` compute nothing twice.
    """

    _known = NONE_DECIDED
    """What stages carry on whose decisions stand; each is decided when its turn comes."""

    def __init__(  # noqa: PLR0913 - what is known before, and what was computed
        self,
        document: Document,
        tolerance: Tolerance,
        slipped: Mapping[str, Formula] | None = None,
        proved: Mapping[str, frozenset[int]] | None = None,
        *,
        memo: Memo,
        before: "Replay | None" = None,
        common: Common = NOTHING,
    ) -> None:
        """The decisions on all stages; those of *before*, or on what two documents have in *common*, stay if so."""
        self.document, self.tolerance = document, tolerance
        self.slipped, self.proved = slipped or {}, proved or {}
        self.carried: dict[str, str] = {}
        self.contradicted: dict[str, list[int]] = {}
        self.denied: dict[str, frozenset[int]] = {}
        self.reprints: dict[str, dict[int, Reprint]] = {}
        self.memo, self.misprints = memo, Misprints(self)
        self.witnesses, self.rounds = Witnesses(tolerance), list[Replay]()  # by which its rules were inferred in turn
        self.mendings: dict[tuple[object, ...] | None, Mended] = {}
        """Corrections of stages, by the key of `Mending`; shared by all corrections of this replay."""
        self.by_two_rules: dict[tuple[str, Formula, int], bool] = {}  # what `is_by_two_rules` told
        self.evaluation = Evaluation(self.document, Points(), self.source, memo=self.memo, at_word=True)
        self.literal = literal(self.document, self.memo)
        self.ranges = Possible(self.document, Boxes(self.tolerance), self.mended, memo=self.memo)
        self.habits = Habits(self.tolerance, self._by_prints, self.evaluation, self.carried)
        self.right = Right(self, Mending(self))
        self.users, self.order = memo.once(users_of, document), memo.once(in_order, document)
        self.standing, self.alike = frozenset[str](), frozenset[str]()
        """The stages that stand as in the document of the replay *before*, if that is another one: with all; alone."""
        if before is not None:
            self._go_on_from(before, common)
        shown = (stage.name for stage in self.order if stage.block is not None and stage.name not in self.carried)
        self._undecided = some(self.document, shown)
        """The stages that show something and of which it is neither decided nor being decided what they carry on."""
        for stage in self.order:
            self._carry(stage)
        self.right.forget()

    def _go_on_from(self, before: "Replay", common: Common) -> None:
        """Keep the decisions of another replay where nothing is new."""
        if before.document is not self.document:
            self.standing, self.alike = read_alike(before.tolerance, self.tolerance, common)
            self.standing |= as_stated(self.document, self.alike, before.carried)
            self.tolerance.keep(before.tolerance, self.alike)
        self._keep(before, self._untouched(before))

    def again(
        self, *, slipped: Mapping[str, Formula] | None = None, proved: Mapping[str, frozenset[int]] | None = None
    ) -> "Replay":
        """A replay with other slips or proved cells; None keeps those of this one. The memo is shared."""
        made = Replay(
            self.document,
            self.tolerance,
            self.slipped if slipped is None else slipped,
            self.proved if proved is None else proved,
            memo=self.memo,
            before=self,
        )
        made.witnesses, made.rounds = self.witnesses, self.rounds
        return made

    def _untouched(self, before: "Replay") -> set[str]:
        """The stages whose decision rests on nothing that is new since another replay.

        A decision rests on the stages above, and on what the users of all these are computed from.
        """
        if before.document is not self.document:  # nor may the effort for a whole document end before it
            alike = () if before.memo.has_normalised else self.standing
            return {name for name in alike if self.news(name) == before.news(name)}
        names = {stage.name for stage in self.order}
        touched = {name for name in names if self.news(name) != before.news(name)}
        return names.difference(resting_on(touched, self.order, self.users, self.above))

    def news(self, name: str) -> object:
        """What searches and proofs found of a stage."""
        return self.slipped.get(name), self.proved.get(name)

    def _keep(self, before: "Replay", names: set[str]) -> None:
        """Take over the decisions of another replay on some stages."""
        if before.document is self.document:
            self.carried |= _of(names, before.carried)
        else:
            self._known = _of(names, before.carried)
        self.contradicted |= _of(names, before.contradicted)
        self.denied |= _of(names, before.denied)
        self.reprints |= _of(names, before.reprints)
        self.misprints.in_part |= _of(names, before.misprints.in_part)
        self.habits.keep(before.habits, names)
        self.by_two_rules |= {key: told for key, told in before.by_two_rules.items() if key[0] in names}
        if before.memo is self.memo:  # which numbers the states of operands
            self.mendings.update({key: found for key, found in before.mendings.items() if key and key[0] in names})
        self.right.mending.keep(before.right.mending, names)

    def _carry(self, stage: Stage) -> None:
        """Decide what a stage carries on, unless that is decided or being decided."""
        if stage.name not in self._undecided:
            return
        self._undecided = self._undecided.without(stage.name)
        if stage.name in self._known:
            self.carried[stage.name] = self._known[stage.name]
            return
        derived = stage.derived
        if isinstance(derived, DerivedBlock):
            self._settle(derived, self.users.get(stage.name, []))
        else:
            self.carried[stage.name] = PRINTED
        self.right.mending.mend(stage, self.contradicted.get(stage.name, ()))

    def _carry_beside(self, stage: Stage, user: Stage) -> None:
        """Decide the other operands of *user* first, except those that depend on *stage*."""
        wanted = (self.above(user) & self._undecided) - {stage.name}
        for other in self.order if wanted else ():
            if other.name in wanted and stage.name not in self.above(other):
                self._carry(other)

    def above(self, stage: Stage) -> Above:
        """The names of all stages that a stage depends on."""
        return above(self.document, stage)

    @cached_property
    def unlike_prints(self) -> frozenset[str]:
        """The stages that carry on other values than they print, or of which some part does."""
        return frozenset(one.whole for one in self.document.stages if self.carried.get(one.name) != PRINTED)

    def known_wrong(self, name: str) -> frozenset[int]:
        """The indices of the cells of a stage that are contradicted, by ranges or by another proof."""
        return self.proved.get(name, _NO_CELLS).union(self.contradicted.get(name) or _NO_CELLS)

    def mended(self, name: str) -> Mapping[int, Reprint]:
        """The misprinted cells of a stage, by index, and what they should show; empty if there is none."""
        return self.misprints.mended(name)

    def source(self, stage: Stage) -> Array | None:
        """The array that later stages use; None if the stage has no block."""
        return self.array(stage, self.carried.get(stage.name, PRINTED))

    def array(self, stage: Stage, kind: str) -> Array | None:
        """The array of one kind that a stage can carry on; None if it has no block."""
        if stage.block is None:
            return None
        if kind == STATED:
            return self.evaluation.value(stage.name)
        if kind == SLIPPED:
            return self.evaluation.of(self.slipped[stage.name])
        if kind.startswith("also:"):
            return self.evaluation.of(stage.also[int(kind[5:])])
        shown = self.memo.printed(stage.block)
        if kind in (MENDED, PARTLY):
            fixed = self.reprints[stage.name] if kind == MENDED else self.misprints.mended_in_part(stage.name)
            return shown.with_cells({at: reprint.value for at, reprint in fixed.items()})
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
        if missed is None:
            self.carried.setdefault(stage.name, PRINTED)
        if missed is None or stage.name in self.carried:
            return
        from verifier.replay.candidates import best

        for user in users:
            self._carry_beside(stage, user.stage)
        self._find_denied(derived, missed, users)
        self.carried[stage.name] = best(self, derived, users)
        if isinstance(derived, DerivedNumbers) and self.carried[stage.name] == PRINTED:
            from verifier.replay.denials import borne_out

            self.misprints.in_part[stage.name] = found = borne_out(self, derived, self._author_s(derived), users)
            self.carried[stage.name] = PARTLY if found else PRINTED

    def _find_denied(self, derived: DerivedBlock, missed: list[int], users: list[DerivedBlock]) -> None:
        """Add the cells that only the users of a stage prove to be misprinted."""
        if not isinstance(derived, DerivedNumbers):
            return
        from verifier.replay.denials import denied

        name = derived.stage.name
        suspects = set(missed).difference(self.contradicted[name])
        found = denied(self, derived, suspects, self._author_s(derived), users)
        if found:
            self.denied[name] = frozenset(found)
            self.contradicted[name] = sorted({*self.contradicted[name], *found})
            self.reprints[name].update(found)

    def _find_contradicted(self, numbers: DerivedNumbers, value: Callable[[], Array]) -> None:
        """Set the contradicted cells of a stage, and their corrections where these can be computed."""
        stage, formula = numbers.stage, numbers.formula
        shape = attempt(lambda: value().shape, None) or attempt(partial(self.ranges.shape, formula), None)
        worlds = [(self.ranges, [value, *self.right.values(formula)])]
        if not self._rests_on_misprints(stage):
            worlds[0][1].append(partial(self.literal.of, formula))
        if self.right.is_open(formula):
            worlds.append((self.right.ranges, []))
        arrays = (attempt(choice, None) for _, choices in worlds for choice in choices)
        proved = self.proved.get(stage.name, ())
        refuters = [Refuter(self.tolerance, numbers, ranges, *choices) for ranges, choices in worlds]
        cells = unsettled(self.tolerance, numbers, shape or (0, 0), *arrays)
        refuted = [cell for cell in cells if cell.at not in proved]
        for refuter in refuters:
            refuted = refuter.refuted(refuted)
        impossible = {cell.at for cell in refuted}.union(proved)
        wrong = [cell for cell in cells if cell.at in impossible]
        self.contradicted[stage.name] = [cell.at for cell in wrong]
        self.reprints[stage.name] = self._fixed(numbers, wrong)

    def _fixed(self, numbers: DerivedNumbers, wrong: list[PrintedCell]) -> dict[int, Reprint]:
        """What wrong cells should show, with the lines that were exchanged with theirs."""
        value = self._author_s(numbers)
        fixed = {cell.at: attempt(partial(self._reprint, numbers.stage, cell, value), None) for cell in wrong}
        known = {index: mended for index, mended in fixed.items() if mended is not None}
        return {**exchanged(self.tolerance, numbers, attempt(value, None), fixed), **known} if wrong else {}

    def _rests_on_misprints(self, stage: Stage) -> bool:
        return any(self.mended(operand.name) for operand in shown_operands(self.document, stage))

    def _author_s(self, numbers: DerivedNumbers) -> Callable[[], Array]:
        """The values of a stage on the operands that its author went on with."""
        stage, formula = numbers.stage, numbers.formula
        is_of_prints = self.habits.goes_on_with_prints(stage)
        return partial((self._by_prints(stage) if is_of_prints else self.evaluation).of, formula)

    def _by_prints(self, stage: Stage) -> Evaluation:
        """The evaluation of a stage on what is printed, and on what should be where its author had that."""
        return self.right.mending.printed if self._rests_on_misprints(stage) else self.literal

    def _reprint(self, stage: Stage, cell: PrintedCell, value: Callable[[], Array]) -> Reprint | None:
        right = cell_of(value(), cell.row, cell.column)
        return self.tolerance.reprint(stage, cell.number, right) if isinstance(right, Number) else None


def _of(names: Collection[str], found: Mapping[str, _T]) -> dict[str, _T]:
    """What was found of the stages with these names, in the same order."""
    return {name: one for name, one in found.items() if name in names}
