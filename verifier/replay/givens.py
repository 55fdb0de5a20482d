"""Whether the givens of each block are exact or rounded: declared, or told by the numbers that rest on them.

The accounts start from "all exact". The rival that is likelier a million to one, if any, takes its blocks away, which
are rounded then, and the rest is weighed again. A block that stays is exact if every rival with it is a thousand
times less likely, else its reading is open. A stage whose misfits alone are a thousand times likelier under "rounded"
has a reading of its own, and tells nothing. The givens of equalities that a text writes out are read by the habit of
the text (`text_habits.py`).
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import Final

from flint import fmpq

from verifier.document.graph import shown_operands
from verifier.document.model import RESULTS, DerivedNumbers, Document, Stage
from verifier.evaluation.carried_sets import CarriedSets
from verifier.evaluation.predicates import PrintedCell, attempt, prints_as_shown, shown_by, unsettled
from verifier.numbers.array import Array
from verifier.numbers.number import Number, nearby
from verifier.numbers.rounding import Rule
from verifier.numbers.rule_sets import RuleSet
from verifier.preimages.readings import Tolerance
from verifier.replay.accounts import ACCEPTED, REFUTED, Accounts, Told, chance
from verifier.replay.givens_by_number import Counts, Weighed, room_of
from verifier.replay.policies import carried_if_exact, impossible
from verifier.replay.replay import Replay
from verifier.replay.response import Responses, Slopes
from verifier.replay.text_habits import Equalities, Texts, doubted_preimage, texts_of
from verifier.verdict import BlockReading, GivensReport, Reading

MOST_LOOKED_AT: Final = 24
"""Numbers of a stage whose response is computed; each stands for as many others."""
MOST_WEIGHT: Final = 50
MOST_RIVALS: Final = 64
_NONE: Final[frozenset[str]] = frozenset()


def infer_givens(replay: Replay, before: Weighed | None = None) -> Weighed:
    """The reading of each block of givens, with the evidence; responses that were found *before* are known."""
    document, known = replay.document, None if before is None else before.responses
    responses = Responses(document, replay.tolerance, replay.literal, known)
    told: list[Told] = []
    counts: list[Counts] = []
    every = frozenset(responses.digits)
    results = frozenset(name for name in every if document.by_name[name].text == RESULTS)
    exact = carried_if_exact(replay, every - results)
    with_results = carried_if_exact(replay, every) if results else exact
    of_texts: dict[str, Equalities] = {}
    for stage in document.stages:
        if isinstance(stage.derived, DerivedNumbers):
            witness = _Witness(replay, responses, exact, stage.derived)
            if stage.text is None:
                witness.tell(told, counts)
            else:
                rests = results and not results.isdisjoint(stage.derived.formula.uses)
                by_all = _Witness(replay, responses, with_results, stage.derived) if rests else None
                of_texts.setdefault(stage.text, Equalities([], [])).add(witness, by_all)
    texts = texts_of(of_texts, responses.digits, replay.tolerance)
    return _weighed(document, Accounts(told, responses.digits), responses, counts, texts)


def _weighed(
    document: Document, accounts: Accounts, responses: Responses, counts: list[Counts], texts: Texts
) -> Weighed:
    candidates = frozenset(name for name in responses.digits if document.by_name[name].text is None)
    rounded = _refuted(accounts, candidates)
    left = candidates - rounded
    own = frozenset(
        name
        for name, numbers in _by_stage(accounts).items()
        if any(not one.is_literal for one in numbers) and accounts.odds(left, rounded, numbers) * ACCEPTED < 1
    )
    telling = Accounts([one for one in accounts.told if one.stage not in own], responses.digits)
    odds = {rival: telling.odds(rival, rounded) for rival in _rivals(telling, left)}
    least = {name: min((odds[rival] for rival in odds if name in rival), default=fmpq(1)) for name in left}
    readings = tuple(
        _reading(stage, least.get(stage.name), counts, is_rounded=stage.name in rounded)
        for stage in document.stages
        if stage.name in candidates
    )
    written = list(_written(document, responses, texts))
    report = _report(document, (*readings, *(one for one in written if one.reading == "exact")), own)
    report = report._replace(written=frozenset(one.stage for one in written))
    return Weighed(document, report, telling, responses, odds, counts, texts)


def _written(document: Document, responses: Responses, texts: Texts) -> Iterator[BlockReading]:
    """The readings of the givens of texts that may be exact as written by habit, or that give two numbers."""
    formulas = (document.by_name[one].formula for one in texts.differing)
    doubted = {name for formula in formulas if formula is not None for name in formula.uses}
    for name in responses.digits:
        found = texts.reading(document.by_name[name], is_doubted=name in doubted)
        if found is not None:
            yield found


def _by_stage(accounts: Accounts) -> dict[str, list[Told]]:
    found: dict[str, list[Told]] = {}
    for one in accounts.told:
        found.setdefault(one.stage, []).append(one)
    return found


def _refuted(accounts: Accounts, candidates: frozenset[str]) -> frozenset[str]:
    """The blocks that are rounded: a rival takes its blocks away as long as one is a million times likelier.

    It is the largest of those that are not a thousand times less likely than the likeliest: of two factors either or
    both may be rounded, and what nothing speaks for is not exact.
    """
    rounded: frozenset[str] = _NONE
    while any(not one.is_literal for one in accounts.told):
        odds = {rival: accounts.odds(rival, rounded) for rival in _rivals(accounts, candidates - rounded)}
        most = min(REFUTED, min(odds.values(), default=fmpq(1)) * ACCEPTED)
        likely = [rival for rival in odds if odds[rival] <= most]
        if not likely:
            break
        rounded |= max(likely, key=len)
    return rounded


def _rivals(accounts: Accounts, blocks: frozenset[str]) -> list[frozenset[str]]:
    """The sets of blocks that may be rounded together: each alone, those under one misfit, connected ones, and all."""
    found = {frozenset([name]): None for name in sorted(blocks)}
    groups = list(dict.fromkeys(one.blocks & blocks for one in accounts.told))
    found |= dict.fromkeys(one.blocks & blocks for one in accounts.told if not one.is_literal)
    found |= dict.fromkeys(_connected(groups))
    found[blocks] = None
    return [rival for rival in found if rival][:MOST_RIVALS]


def _connected(groups: list[frozenset[str]]) -> list[frozenset[str]]:
    """The unions of sets that overlap, directly or by way of others."""
    found: list[frozenset[str]] = []
    for group in groups:
        apart = [other for other in found if not other & group]
        found = [*apart, group.union(*(other for other in found if other & group))]
    return found


def _reading(stage: Stage, odds: fmpq | None, counts: list[Counts], *, is_rounded: bool) -> BlockReading:
    """The reading of one block from the least odds for it; None if it was taken away."""
    here = [count for count in counts if stage.name in count.blocks]
    beside = sorted(_NONE.union(*(count.blocks for count in here)) - {stage.name})
    reading: Reading = "open"
    if is_rounded or odds is None:
        reading = "rounded"
    elif odds >= ACCEPTED:
        reading = "exact"
    reproduced, of = sum(count.reproduced for count in here), sum(count.of for count in here)
    return BlockReading(stage.name, reading, reproduced, of, tuple(beside))


def _report(document: Document, blocks: tuple[BlockReading, ...], own: frozenset[str]) -> GivensReport:
    """The report of all blocks; its reading is that of all of them, or mixed."""
    if document.givens is not None:
        return GivensReport(document.givens, is_inferred=False, blocks=blocks, own=own)
    readings = {block.reading for block in blocks}
    whole: Reading = "open"
    if readings:
        whole = readings.pop() if len(readings) == 1 else "mixed"
    return GivensReport(whole, is_inferred=True, blocks=blocks, own=own)


class _Witness:
    """What the numbers of one stage tell of the givens that it uses."""

    def __init__(self, replay: Replay, responses: Responses, exact: CarriedSets, numbers: DerivedNumbers) -> None:
        self.replay = replay
        self.exact = exact
        self.tolerance = replay.tolerance
        self.responses = responses
        self.stage, self.formula, self.block = numbers
        self.numbers = numbers
        operands = list(shown_operands(replay.document, self.stage))
        self.known = exact.boxes.exact
        self.blocks = frozenset(other.name for other in operands if other.name in self.known)
        above, known = replay.above(self.stage), self.known
        self.under = frozenset(name for name in min(above, known, key=len) if name in above and name in known)
        self.is_direct = all(other.is_given or not _uses(replay.document, other) for other in operands)

    def tell(self, told: list[Told], counts: list[Counts]) -> None:
        """Add the numbers that tell something, and the counts of those that rest on givens alone."""
        if self.array is None:
            return
        from verifier.replay.later_numbers import told_by_later_numbers

        if self.is_direct and self.tolerance.rule(self.stage) is None:
            self.tolerance = self._by_one_rule(self.array)
        explained = {one.at for one in told if one.stage == self.stage.name and one.is_literal}
        misfits = [one for one in self.misfits() if one.at not in explained]
        told += misfits
        told += told_by_later_numbers(self.replay, self.responses, self.numbers, self.array)
        if self.blocks and self.is_direct:
            telling = self.literals()
            told += telling
            reproduced = len(self._literally) if telling else 0
            missed = self.tolerance.open_cells(self.stage, self.array)
            proved = missed.intersection(self.replay.proved.get(self.stage.name, ()))
            wrong = sum(one.weight for one in misfits) + len(proved)
            counts.append(Counts(self.blocks, reproduced, reproduced + wrong))

    def misfits(self) -> list[Told]:
        """The numbers that are impossible if all givens are exact, and possible if they are rounded."""
        return [] if self.array is None else list(self._misfits(self.array))

    def literals(self) -> list[Told]:
        """The numbers that givens at their word print, if others would not, where the stage rests on givens alone."""
        is_told = self.array is not None and self.blocks and self.is_direct
        return list(self._literal(self.array, self._literally)) if is_told and self.array is not None else []

    @cached_property
    def array(self) -> Array | None:
        """What givens at their word give; None if none hides digits, or if it has not the shape of the block."""
        found = attempt(partial(self.replay.literal.of, self.formula), None) if self.under else None
        return None if found is None or found.shape != self.block.shape else found

    @property
    def _literally(self) -> list[int]:
        """The indices of the numbers that are as the givens at their word give them."""
        missed = () if self.array is None else self.tolerance.open_cells(self.stage, self.array)
        return [index for index, number in enumerate(self.block.cells) if number and index not in missed]

    def _by_one_rule(self, array: Array) -> Tolerance:
        """The reading by which the stage follows one rule: that by which most numbers are as givens give them.

        If each number could be printed by a rule of its own, a print would tell little.
        """

        def literal_by(rule: Rule) -> int:
            return sum(
                shown_by(self.tolerance, self.stage, number, array.cells[index], rule)
                for index, number in enumerate(self.block.cells)
                if number is not None
            )

        best = max(self.tolerance.rules(self.stage).possible, key=literal_by)
        return self.tolerance.supposing({self.stage.name: RuleSet((best,), (best,))})

    def _literal(self, array: Array, indices: list[int]) -> Iterator[Told]:
        """The numbers that the givens at their word print, a few for all, without those that any givens do."""
        step = max(1, -(-len(indices) // MOST_LOOKED_AT))
        chosen = indices[::step]
        for index in chosen:
            value, target = array.cells[index], self.tolerance.declared_preimages(self.stage)[index]
            if isinstance(value, Number) and target is not None:
                slopes = self._slopes(*self.block.position(index))
                room, weight = (target.lo - nearby(value), target.hi - nearby(value)), _weight(indices, chosen)
                told = Told(self.stage.name, index, is_literal=True, room=room, slopes=slopes, weight=weight)
                if chance(told, self.responses.digits, slopes) < 1:
                    yield told

    def _misfits(self, array: Array) -> Iterator[Told]:
        known = self.replay.contradicted.get(self.stage.name, ())
        replayed = attempt(partial(self.replay.evaluation.of, self.formula), None)
        left = [
            cell
            for cell in unsettled(self.tolerance, self.numbers, array.shape, array, replayed)
            if cell.at not in known and not self._agrees(cell, array, replayed)
        ]
        step = max(1, -(-len(left) // MOST_LOOKED_AT))
        chosen = left[::step]
        for cell in chosen:
            target = doubted_preimage(self.tolerance, self.stage, cell.number)
            found = None if target is None else impossible(self.exact, self.numbers, cell.at, target)
            if found is not None and target is not None:
                slopes = self._slopes(cell.row, cell.column)
                room, weight = room_of(found, target), _weight(left, chosen)
                told = Told(self.stage.name, cell.at, is_literal=False, room=room, slopes=slopes)
                yield told._replace(weight=weight, under=self.under)

    def _slopes(self, row: int, column: int) -> Slopes:
        """The response of a cell to the givens that may be exact."""
        slopes, is_all = self.responses.slopes(self.formula, row, column), len(self.known) == len(self.responses.digits)
        return slopes if is_all else {at: slope for at, slope in slopes.items() if at[0] in self.known}

    def _agrees(self, cell: PrintedCell, *arrays: Array | None) -> bool:
        return any(
            array is not None and prints_as_shown(self.tolerance, self.stage, partial(_itself, array), cell)
            for array in arrays
        )


def _itself(array: Array) -> Array:
    return array


def _weight(all_of: Sequence[object], chosen: Sequence[object]) -> int:
    """How many numbers each of the chosen ones stands for."""
    return min(MOST_WEIGHT, len(all_of) // max(len(chosen), 1))


def _uses(document: Document, stage: Stage) -> bool:
    """Whether a computed stage rests on anything shown."""
    return any(True for _ in shown_operands(document, stage))
