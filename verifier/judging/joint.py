"""Judge printed numbers together: each may be possible, and no choice of what is hidden gives all of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from verifier.document.graph import shown_operands
from verifier.document.model import DerivedNumbers, Document
from verifier.judging.proved import is_open_together
from verifier.numbers.array import Coordinates
from verifier.proofs.joint.hidden import MAX_CELLS, Claim, Hidden, connected
from verifier.proofs.joint.multipliers import Refuted, refuted
from verifier.proofs.joint.sharing import System, shared
from verifier.proofs.joint.simplex import Work
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, JointReport, Multiple, StageReport, Verdict

ENOUGH_BESIDE: Final = 2
"""The least number of others that the printed operands give, where one alone is blamed."""


def judge_jointly(replay: Replay, views: Evaluations, reports: Sequence[StageReport]) -> list[StageReport]:
    """The reports with what numbers, each of them possible, show to be impossible together, by stage and across."""
    open_ = [report for report in reports if is_open_together(replay, report)]
    users = Counter(operand.name for report in open_ for operand in shown_operands(replay.document, report.stage))
    systems = {
        report.stage.name: _system(replay, views, report)
        for report in open_
        if not _is_alone(replay.document, report, users)
    }
    work = Work()
    made = {report.stage.name: report for report in reports}
    made |= {name: _alone(made[name], system, work) for name, system in systems.items() if system is not None}
    left = [system for name, system in systems.items() if system is not None and not made[name].joint]
    for joint in _across(replay, made, left, work):
        name = joint.multiples[-1].stage
        made[name] = made[name]._replace(joint=(*made[name].joint, joint), verdict=Verdict.CONTRADICTED)
    return list(made.values())


def _is_alone(document: Document, report: StageReport, users: Mapping[str, int]) -> bool:
    """Whether a stage shows one number, which is possible, and rests on givens alone that no other such stage uses."""
    formula = report.stage.formula
    is_possible = len(report.cells) == 1 and report.verdict in (Verdict.AGREES, Verdict.TOLERATED)
    if formula is None or not is_possible:
        return False
    operands = map(document.by_name.__getitem__, formula.uses)
    return all(one.is_given and one.printed is not None and users[one.name] == 1 for one in operands)


def _system(replay: Replay, views: Evaluations, report: StageReport) -> System | None:
    """The numbers of a stage as claims; None if its author may have gone on from right values."""
    numbers = report.stage.derived
    if not isinstance(numbers, DerivedNumbers):
        return None
    choices = views.carried.evaluations(numbers.stage, numbers.formula)
    if len(choices) > 1:
        return None
    hidden = Hidden(choices[0])
    return System(numbers.stage.name, hidden, hidden.claims(numbers, replay.tolerance))


def _alone(report: StageReport, system: System, work: Work) -> StageReport:
    """The report on a stage with the sets of its own numbers that are impossible."""
    found = _refuted(system.claims, work)
    joint = tuple(_reported({report.stage.name: report}, claims, proof) for claims, proof in found)
    if not joint:
        return report
    made = report._replace(joint=joint, verdict=Verdict.CONTRADICTED)
    return made._replace(cells=_blamed(made))


def _across(replay: Replay, made: dict[str, StageReport], left: Sequence[System], work: Work) -> Iterator[JointReport]:
    """The sets of numbers of several stages that are impossible, as these share hidden digits."""
    claims = shared(left, replay.tolerance)
    names = {id(claim): of for claim, of in claims}
    for part, proof in _refuted([claim for claim, _ in claims], work):
        of = (names[id(part[place])] for place in proof.multipliers)
        yield _reported(made, part, proof)._replace(shared=tuple(sorted(frozenset[str].union(*of))))


def _refuted(claims: Sequence[Claim], work: Work) -> Iterator[tuple[Sequence[Claim], Refuted]]:
    """The proofs that claims cannot all hold, each of other claims than those before."""
    for part in connected(claims):
        left = part if len(part) <= MAX_CELLS else []
        while (proof := refuted([claim.row for claim in left], work)) is not None:
            yield left, proof
            left = [claim for place, claim in enumerate(left) if place not in proof.multipliers]


def _reported(made: Mapping[str, StageReport], claims: Sequence[Claim], proof: Refuted) -> JointReport:
    chosen = ((claims[place], factor) for place, factor in sorted(proof.multipliers.items()))
    multiples = (
        Multiple(claim.stage, _cell(made[claim.stage], claim.at), factor, claim.row.box) for claim, factor in chosen
    )
    return JointReport(tuple(multiples), proof.computed, proof.printed)


def _cell(report: StageReport, at: Coordinates) -> CellReport:
    return next(cell for cell in report.cells if (cell.row, cell.column) == at)


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
