"""Judge printed numbers together: each may be possible, and no choice of what is hidden gives all of them."""

from collections.abc import Iterator, Sequence
from typing import Final

from verifier.document.model import DerivedNumbers
from verifier.proofs.joint.hidden import MAX_CELLS, Claim, Hidden, connected
from verifier.proofs.joint.multipliers import Refuted, refuted
from verifier.replay.carrying import STATED
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, JointReport, Multiple, StageReport, Verdict

_POSSIBLE: Final = (Verdict.AGREES, Verdict.TOLERATED, Verdict.UNDECIDED, Verdict.UNCHECKED)

ENOUGH_BESIDE: Final = 2
"""The least number of others that the printed operands give, where one alone is blamed."""


def judge_jointly(replay: Replay, views: Evaluations, report: StageReport) -> StageReport:
    """The report on a stage with what its numbers, each of them possible, show to be impossible together."""
    numbers = report.stage.derived
    if not isinstance(numbers, DerivedNumbers) or not _is_open(replay, report):
        return report
    choices = views.carried.evaluations(numbers.stage, numbers.formula)
    if len(choices) > 1:
        return report  # the author may have gone on from right values
    claims = Hidden(choices[0]).claims(numbers, replay.tolerance)
    found = [proof for part in connected(claims) if len(part) <= MAX_CELLS for proof in _refuted(part)]
    if not found:
        return report
    joint = tuple(_reported(report, claims, proof) for claims, proof in found)
    made = report._replace(joint=joint, verdict=Verdict.CONTRADICTED)
    return made._replace(cells=_blamed(made))


def _is_open(replay: Replay, report: StageReport) -> bool:
    """Whether each number of a stage is possible, and no one choice of operands is known to give all."""
    verdicts = {cell.verdict for cell in report.cells}
    is_literal = all(cell.basis == "literal" for cell in report.cells)
    is_settled = is_literal or replay.carried.get(report.stage.name) == STATED
    return not is_settled and verdicts.issubset(_POSSIBLE) and report.verdict is not Verdict.CONTRADICTED


def _refuted(claims: Sequence[Claim]) -> Iterator[tuple[Sequence[Claim], Refuted]]:
    """The proofs that claims cannot all hold, each of other claims than those before."""
    left = claims
    while (proof := refuted([claim.row for claim in left])) is not None:
        yield left, proof
        left = [claim for place, claim in enumerate(left) if place not in proof.multipliers]


def _reported(report: StageReport, claims: Sequence[Claim], proof: Refuted) -> JointReport:
    cells = {(cell.row, cell.column): cell for cell in report.cells}
    chosen = ((claims[place], factor) for place, factor in sorted(proof.multipliers.items()))
    multiples = (Multiple(claim.stage, cells[claim.at], factor) for claim, factor in chosen)
    return JointReport(tuple(multiples), proof.computed, proof.printed)


def _blamed(report: StageReport) -> tuple[CellReport, ...]:
    """The cells of a stage; one is contradicted if it is in a set that is impossible, and all others agree."""
    left = [cell for cell in report.cells if cell.basis != "literal"]
    is_one = len(left) == 1 and bool(report.clashes(left[0]))
    if not is_one or len(report.cells) <= ENOUGH_BESIDE:
        return report.cells
    return tuple(
        cell._replace(verdict=Verdict.CONTRADICTED, basis="joint", reason=None) if cell in left else cell
        for cell in report.cells
    )
