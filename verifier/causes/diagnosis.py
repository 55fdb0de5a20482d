"""The causes of the wrong numbers of a stage, and hints on those that have none."""

from typing import Final

from verifier.causes.crowds import gathered
from verifier.causes.exchanged_rows import exchanged_rows
from verifier.causes.hints import hints_on
from verifier.causes.hypotheses import Blocks, pairs, single, usable
from verifier.causes.other_formulas import by_another_formula, may_be_borne_out
from verifier.causes.search import Cause, Search
from verifier.causes.unlikely import unlikely
from verifier.document.model import DerivedNumbers
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import size
from verifier.hint import Hint
from verifier.record import NamedTuple
from verifier.replay.replay import Replay

MAX_NODES: Final = 60
"""Maximum number of operations and operands of a formula whose slips are tried."""


class Diagnosis(NamedTuple):
    """The result of the search at one stage: causes by region, and the indices of the cells left unexplained.

    `is_cut` says that the search stopped at a bound, or that the formula has more than MAX_NODES. `hints` say
    what may explain the unexplained cells.
    """

    causes: tuple[Cause, ...]
    unexplained: tuple[int, ...]
    tried: int
    is_cut: bool
    hints: tuple[Hint, ...] = ()


def diagnose(replay: Replay, literal: Evaluation, numbers: DerivedNumbers, contradicted: list[int]) -> Diagnosis:
    """Search the causes of the contradicted cells of a stage, given by index; pairs only if single slips leave some."""
    if size(numbers.formula.expression) > MAX_NODES:
        return Diagnosis((), tuple(contradicted), 0, is_cut=True)
    search, document = Search(replay, literal, numbers, contradicted), replay.document.whole or replay.document
    search.add(exchanged_rows(replay.document, numbers, min(contradicted)))
    operands = usable(document, numbers.stage, replay.memo.once(Blocks, document))
    together, crowds = gathered(document, numbers, operands) if search.before is None else (operands, {})
    for family in (single, pairs):
        search.add(family(document, numbers, together, crowds))
        causes = search.cover()
        explained = {cell for cause in causes for cell in cause.cells}
        if explained >= set(contradicted):
            break
    left = tuple(cell for cell in contradicted if cell not in explained)
    tried, is_cut = len(search.tried), search.is_cut
    if not causes and may_be_borne_out(search):
        others = Search(replay, literal, numbers, contradicted)
        other = by_another_formula(others, document, numbers, operands)
        if other is not None:
            causes, left, tried = [other], (), tried + len(others.tried)
    if left:
        search.add(unlikely(document, numbers))
    hints = hints_on(search, frozenset(left)) if left else ()
    for evaluation in (literal, replay.evaluation):
        evaluation.forget_tried()
    return Diagnosis(tuple(causes), left, tried, is_cut, hints)
