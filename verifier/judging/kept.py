"""Which stages another pass need not judge: what their verdicts rest on is what it was in the pass before.

That is a pass on the same document, or on one in which many equalities are the same.
"""

from collections.abc import Collection
from typing import Final

from verifier.document.ancestry import Above, Ancestry
from verifier.document.model import Document, Stage
from verifier.record import NamedTuple
from verifier.replay.givens_by_number import Weighed
from verifier.replay.policies import Evaluations
from verifier.replay.replay import Replay
from verifier.replay.standing import as_stated
from verifier.verdict import CellReport, StageReport, Verdict


class Pass(NamedTuple):
    """The verdicts of one pass, if the author carried what the replay says; `reports` has each stage by itself."""

    replay: Replay
    views: Evaluations
    reports: list[StageReport]


_NONE: Final[dict[str, StageReport]] = {}


class News:
    """What a replay knows of a document that another one did not.

    Slips reach further than the formulas that are stated, and leave nothing as it was.
    """

    def __init__(self, old: Replay, new: Replay) -> None:
        self.old, self.new = old, new
        self.is_everything = bool(old.slipped or new.slipped)
        self._uses = _uses(new.document)
        self._of = _news(old, new, self._uses)
        """The stages of which other things are known."""

    def reaches(self, stage: Stage) -> bool:
        """Whether a verdict on a stage by itself rests on something new.

        It rests on all stages above, and of its own on what is carried on and denied: not on what else is proved of it,
        which it may have told itself.
        """
        is_decided_anew = _decided(self.old, stage) != _decided(self.new, stage)
        return self.is_everything or is_decided_anew or not self._uses.above(stage.name).isdisjoint(self._of)

    def told_alike(self) -> Collection[str]:
        """The stages that tell of givens what they told: nothing is new of them, nor of all above their users."""
        if self.is_everything:
            return ()

        def is_alike(stage: Stage) -> bool:
            users = [user.stage.name for user in self.new.users.get(stage.name, ())]
            names = {stage.name, *users}
            return names.isdisjoint(self._of) and all(self._uses.above(name).isdisjoint(self._of) for name in names)

        return {stage.name for stage in self.new.document.stages if stage.text is None and is_alike(stage)}


def kept(before: Pass | None, news: News | None, views: Evaluations) -> dict[str, StageReport]:
    """By stage, the reports of the pass before that stand: the *news* since then do not reach them.

    They rest on the evidence of their givens, too.
    """
    if before is None or news is None or news.is_everything:
        return _NONE
    old, new = before.views.weighed, views.weighed
    if old.report.exact != new.report.exact:
        return _NONE
    is_same = _facts(old) == _facts(new)
    return {
        report.stage.name: report
        for report in before.reports
        if not news.reaches(report.stage)
        and (is_same or not (_rests_on_givens(old, report.stage) or _rests_on_givens(new, report.stage)))
    }


def agreeing_alike(beside: Pass | None, replay: Replay) -> dict[str, StageReport]:
    """By stage, the reports of a pass on another document that stand: of equalities whose printed operands give them.

    No more is asked of such a number, and nothing of its givens; nor of an operand that its own formula gives.
    """
    if beside is None:
        return _NONE
    given = as_stated(replay.document, replay.alike, beside.replay.carried, replay.carried)
    return {
        report.stage.name: report
        for report in beside.reports
        if report.stage.name in given and (report.stage.is_given or _is_as_printed(report))
    }


def tolerated_alike(beside: Pass | None, replay: Replay, weighed: Weighed) -> dict[tuple[str, int], CellReport]:
    """What ranges say of numbers as in a pass on another document: of such on givens alone that are read as there.

    Nor may the effort for a whole document end before it. Of several numbers so much is tried together.
    """
    if beside is None or beside.replay.memo.has_tried or beside.replay.memo.has_normalised:
        return {}
    exact = beside.views.weighed.exact | weighed.exact
    return {
        key: made
        for key, made in beside.views.tolerated.items()
        if key[0] in replay.standing and _is_alone(replay.document, key[0], exact)
    }


def _is_alone(document: Document, name: str, exact: Collection[str]) -> bool:
    """Whether a stage shows one number, and uses givens alone of which none is exact by evidence."""
    stage = document.by_name[name]
    uses = () if stage.formula is None else stage.formula.uses
    is_one = stage.block is not None and len(stage.block.cells) == 1
    return is_one and all(document.by_name[used].is_given and used not in exact for used in uses)


def _is_as_printed(report: StageReport) -> bool:
    """Whether all that is judged of a stage is its numbers, and each is as printed operands give it."""
    more = report.rows or report.also or report.joint or report.claim or report.standard_verdict
    is_literal = all(cell.verdict is Verdict.AGREES and cell.basis == "literal" for cell in report.cells)
    return is_literal and not more and report.verdict is Verdict.AGREES


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


def _decided(replay: Replay, stage: Stage) -> tuple[object, ...]:
    """What a verdict on a stage by itself asks of the decisions on it."""
    return replay.carried.get(stage.name), replay.denied.get(stage.name)


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
