"""What may be otherwise where numbers tell rules apart: a second look at them, for what is contradicted.

The author may have gone on with all digits of stages that print fewer, or may have rounded to two digits more before;
and where hidden digits scatter values off every rule, those that fit a rule fit it by chance.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from flint import fmpq

from verifier.document.model import DerivedNumbers, Stage
from verifier.engines.points.flint import Points
from verifier.evaluation.predicates import Refuter
from verifier.evaluation.stage_values import Evaluation, as_printed
from verifier.numbers.array import Array
from verifier.numbers.number import Number
from verifier.numbers.printed import power_of_ten
from verifier.numbers.rounding import Rule
from verifier.replay.replay import Replay
from verifier.replay.rule_odds import Evidence, with_scattered
from verifier.replay.rule_witnesses import Cells, Witness, Witnesses, evidence, fitting, kin

ROUNDED_BEFORE: Final = fmpq(1, 200)
"""Units of the last digit that a rounding to two digits more moves a number."""
_NEARNESS: Final = int((1 / (2 * ROUNDED_BEFORE)).p)
"""A half of a unit, in such moves."""
MOST_SCATTERED: Final = 24
"""Maximum number of cells of a stage that no rule prints for which ranges are asked."""


def doubtful_evidence(
    replay: Replay,
    witnesses: Witnesses,
    found: Sequence[Witness],
    rules: tuple[Rule, ...],
    sure: Cells,
) -> Evidence:
    """What numbers say of *rules* at most, where the author may have had other digits than those *found* rest on."""
    known = witnesses.known
    exact = [stage for stage in replay.document.stages if stage.name in known]
    others = [stage for stage in replay.document.stages if stage.name not in known]
    carried = (replay.literal, replay.evaluation)
    full = Evaluation(replay.document, Points(), _as_given, memo=replay.memo, at_word=True)
    again = [
        *witnesses.telling((*carried, full), exact),
        *(witness for witness in found if witness.stage.name not in known),
    ]
    return with_scattered(evidence(_nearly(again), rules, known, sure), _scattered(replay, witnesses, others))


def _as_given(stage: Stage) -> Array | None:
    """Givens as printed, and all digits of what is computed from them."""
    return as_printed(stage) if stage.is_given else None


def _nearly(found: Iterable[Witness]) -> Iterator[Witness]:
    """The witnesses with the rules that print them if their values were rounded to two digits more before."""
    for witness in found:
        off = ROUNDED_BEFORE * power_of_ten(-witness.decimals)
        values = [value for value in witness.values if isinstance(value, Number)]
        values = [value for value in values if not is_told_alike(value, witness.cell.number.value, witness.decimals)]
        if not values:
            yield witness
            continue
        moved = [value + by for value in values for by in (off, -off)]
        more = fitting(witness.cell.number.value, witness.decimals, moved)
        yield witness._replace(fitting=witness.fitting | more)


def is_told_alike(value: Number, printed: fmpq, decimals: int) -> bool:
    """Whether the same rules print a rational as a number that such a rounding moved: no half of a unit is so near."""
    if not isinstance(value, fmpq):
        return False
    apart = value - printed
    halves: int = int(apart.p) * 2 * 10 ** max(decimals, 0)
    whole: int = int(apart.q) * 10 ** max(-decimals, 0)
    return whole < _NEARNESS * (halves % whole) < (_NEARNESS - 1) * whole


def _scattered(replay: Replay, witnesses: Witnesses, stages: Iterable[Stage]) -> Counter[str]:
    """By stage, how many numbers no rule prints of any carried value, though hidden digits of operands explain them."""
    found: Counter[str] = Counter()
    for stage in stages:
        numbers = stage.derived
        if isinstance(numbers, DerivedNumbers):
            astray = (
                each.cell for each in witnesses.of((replay.literal, replay.evaluation), stage) if not each.fitting
            )
            cells = islice(astray, max(0, MOST_SCATTERED - (0 if stage.text else found[stage.whole])))
            asked = list(cells)
            refuted = Refuter(replay.tolerance, numbers, replay.ranges).refuted(asked) if asked else ()
            found[kin(stage)] += len(asked) - len(refuted)
    return found
