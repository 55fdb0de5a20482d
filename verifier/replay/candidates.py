"""What a stage carries on where the value of its formula does not print as shown in every cell.

The candidates are the value of a slip, the printed numbers, the printed numbers with wrong cells corrected, and the
value of the stated formula. The stages that use it decide. That a contradicted stage is a misprint needs evidence:
their numbers must fit the right value and not the print at odds of a thousand to one, and hidden digits are no
evidence.
"""

from functools import partial
from typing import Final

from flint import fmpq

from verifier.document.model import DerivedBlock, DerivedNumbers, Stage
from verifier.evaluation.predicates import (
    attempt,
    cell_of,
    does_not_print,
    failing,
    shown_by,
    unsettled,
)
from verifier.numbers.array import Array
from verifier.numbers.rounding import one_step_rules
from verifier.preimages.readings import Tolerance
from verifier.replay.carrying import MENDED, PRINTED, SLIPPED, STATED, Carrying
from verifier.replay.trials import Trial, odds

ENOUGH: Final = 1000
"""The least odds at which the users of a stage prove that they were not computed from its print."""
MISTAKE: Final = 50
"""One number in so many is a mistake: a user that fits neither the print nor the right value needs one more."""


def best(replay: Carrying, derived: DerivedBlock, users: list[DerivedBlock]) -> str:
    """The kind of the first candidate with which the next stages print as shown; they must bear out a misprint.

    Else the misprint that they bear out best, if it refutes fewer of their cells; else PRINTED.
    """
    stage, wrong = derived.stage, set(replay.contradicted[derived.stage.name])
    can_mend = bool(wrong) and replay.reprints[stage.name].keys() >= wrong
    kinds = [*_slip(replay, derived), PRINTED, *([MENDED] if can_mend else [])]
    kinds += [STATED] if _may_be_stated(replay, derived) else []
    arrays = {kind: attempt(partial(replay.array, stage, kind), None) for kind in kinds}
    kinds = [kind for kind in kinds if arrays[kind] is not None]
    trials = {kind: _trial(replay, stage, kind, arrays[kind]) for kind in kinds}
    counts = {kind: [_count(trial.failing(user)) for user in users] for kind, trial in trials.items()}
    # ignore users that fail equally under every candidate: they are wrong for another reason
    telling = [index for index in range(len(users)) if len({counts[kind][index] for kind in kinds}) > 1]
    telling = telling or list(range(len(users)))
    evidence = {kind: _evidence(trials[kind], trials[PRINTED], users) for kind in kinds if wrong and _is_right(kind)}
    for kind in kinds:
        known = [counts[kind][index] for index in telling if counts[kind][index] is not None]
        if known and not any(known) and evidence.get(kind, ENOUGH) >= ENOUGH:
            return kind
    borne_out = max(evidence, key=lambda kind: evidence[kind], default=PRINTED)
    return borne_out if evidence.get(borne_out, 0) >= ENOUGH else PRINTED


def _is_right(kind: str) -> bool:
    return kind in (MENDED, STATED)


def _count(missed: list[int] | None) -> int | None:
    return None if missed is None else len(missed)


def _evidence(right: Trial, printed: Trial, users: list[DerivedBlock]) -> fmpq:
    """The odds that the users were computed from the right values; 0 if these refute a cell that the print allows."""
    found = MISTAKE * odds(right, printed, users)
    if found < ENOUGH or not right.refutes_no_more(printed, users):
        return fmpq(0)
    return found


def _trial(replay: Carrying, stage: Stage, kind: str, array: Array | None) -> Trial:
    return Trial(replay, stage, array, replay.reprints.get(stage.name, {}) if _is_right(kind) else {})


def _slip(replay: Carrying, derived: DerivedBlock) -> list[str]:
    """[SLIPPED] if the stage has a slip whose values print as shown in every cell; else empty."""
    slip = replay.slipped.get(derived.stage.name)
    fits = slip is not None and failing(replay.tolerance, derived, partial(replay.evaluation.of, slip)) == []
    return [SLIPPED] if fits else []


def _may_be_stated(replay: Carrying, derived: DerivedBlock) -> bool:
    """Whether the value of the stated formula can have been carried on.

    It can if every cell that it does not print is wrong, or if one rule prints all cells as shown.
    """
    if not isinstance(derived, DerivedNumbers):
        return True
    stage, tolerance = derived.stage, replay.tolerance
    value = partial(replay.evaluation.value, stage.name)
    array = attempt(value, None)
    left = unsettled(tolerance, derived, (0, 0) if array is None else array.shape, array)
    apart = {cell.at for cell in left if does_not_print(tolerance, stage, value, cell)}
    wrong = {*replay.contradicted[stage.name], *replay.reprints.get(stage.name, ())}
    return apart <= wrong or _is_shown_by_another_rule(tolerance, derived, array)


def _is_shown_by_another_rule(tolerance: Tolerance, numbers: DerivedNumbers, array: Array | None) -> bool:
    """Whether some rule, not only the document's, prints the stated value as shown in every cell."""
    if array is None:
        return False
    shown = [(number, cell_of(array, row, column)) for row, column, number in numbers.block.shown()]
    by = partial(shown_by, tolerance, numbers.stage)
    return any(all(by(number, cell, rule) for number, cell in shown) for rule in one_step_rules())
