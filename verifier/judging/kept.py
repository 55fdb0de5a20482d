"""Which stages a second pass need not judge: what their verdicts rest on is what it was in the pass before."""

from typing import Final

from verifier.document.ancestry import Above, Ancestry
from verifier.document.model import Document, Stage
from verifier.record import NamedTuple
from verifier.replay.givens_by_number import Weighed
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.verdict import StageReport


class Pass(NamedTuple):
    """The verdicts of one pass, if the author carried what the replay says; `reports` has each stage by itself."""

    replay: Replay
    views: Evaluations
    reports: list[StageReport]


_NONE: Final[dict[str, StageReport]] = {}


def kept(before: Pass | None, replay: Replay, views: Evaluations) -> dict[str, StageReport]:
    """By stage, the reports of the pass before that stand.

    A report rests on what the two passes know of its stage and of all stages above it, and on the evidence of its
    givens. Slips reach further than the formulas that are stated, and leave nothing as it was.
    """
    if before is None or replay.slipped or before.replay.slipped:
        return _NONE
    document, old, new = replay.document, before.views.weighed, views.weighed
    if old.report.exact != new.report.exact:
        return _NONE
    uses = _uses(document)
    news = _news(before.replay, replay, uses)
    is_same = _facts(old) == _facts(new)
    return {
        report.stage.name: report
        for report in before.reports
        if report.stage.name not in news
        and uses.above(report.stage.name).isdisjoint(news)
        and (is_same or not (_rests_on_givens(old, report.stage) or _rests_on_givens(new, report.stage)))
    }


def _uses(document: Document) -> Ancestry:
    """Which stage rests on which by any of its formulas."""
    formulas = {one.name: (one.formula, one.standard, *one.also) for one in document.stages}
    return Ancestry({name: {used for one in of if one for used in one.uses} for name, of in formulas.items()})


def _news(old: Replay, new: Replay, uses: Ancestry) -> Above:
    """The stages of which two replays know different things."""
    found = uses.order.some(stage.name for stage in new.order if _known(old, stage) != _known(new, stage))

    def may_be_doubtful_anew(name: str) -> bool:
        """Whether something is new of what tells whether its right numbers were used: of all above its users."""
        users = (user.stage.name for user in new.users.get(name, ()))
        return any(not uses.above(user).isdisjoint(found) for user in users)

    doubtful = (name for name in uses.order.names if may_be_doubtful_anew(name))
    return found | [name for name in doubtful if old.right.is_doubtful(name) != new.right.is_doubtful(name)]


def _known(replay: Replay, stage: Stage) -> tuple[object, ...]:
    """What a replay knows of one stage, as far as a verdict on it or below it asks for that."""
    name, mending = stage.name, replay.right.mending
    decided = (found.get(name) for found in (replay.carried, replay.contradicted, replay.denied, replay.reprints))
    corrected = (found.get(name) for found in (mending.seeded, mending.touched, mending.reprints, mending.words))
    return (*decided, replay.proved.get(name), replay.mended(name), *corrected)


def _facts(weighed: Weighed) -> tuple[object, ...]:
    return weighed.report, weighed.odds, weighed.counts, weighed.accounts.told, weighed.texts


def _rests_on_givens(weighed: Weighed, stage: Stage) -> bool:
    """Whether the evidence is asked for givens of some formula of a stage."""
    return any(weighed.givens_of(stage, formula) for formula in (stage.formula, *stage.also) if formula is not None)
