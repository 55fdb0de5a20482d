"""What later steps use of a misprinted number below wrong ones, which its correction counts and they do not."""

from functools import partial

from verifier.document.graph import part_at
from verifier.evaluation.predicates import failing
from verifier.evaluation.stage_values import Evaluation
from verifier.preimages.exact_prints import text_in
from verifier.replay.replay import Replay
from verifier.verdict import CellReport, StageReport


def used_later(replay: Replay, report: StageReport, cell: CellReport) -> str | None:
    """What later steps use of a misprinted number, if its correction gives fewer of theirs; None for other numbers."""
    if report.stage.block is None:
        return None
    part, at = part_at(replay.document, report.stage, cell.index_in(report.stage.block))
    fixed = replay.misprints.mended(part.name).get(at)
    text = None if fixed is None else text_in(replay.tolerance, report.stage, fixed)
    if text in (None, cell.corrected):
        return None
    by_correction = replay.right.mending.evaluation, replay.right.mending.printed
    least = min(_missed(replay, part.name, evaluation) for evaluation in by_correction)
    return text if _missed(replay, part.name, replay.evaluation) < least else None


def _missed(replay: Replay, name: str, evaluation: Evaluation) -> int:
    """How many numbers of the stages that use one are not as an evaluation gives them."""
    users = replay.users.get(name, ())
    missed = (failing(replay.tolerance, user, partial(evaluation.of, user.formula)) for user in users)
    return sum(map(len, filter(None, missed)))
