"""From a document to its report, step by step; each step is a room, and the data flow downwards through this file.

    document     what the file says                                              (read before)
    unrolling    each row of a recurrence is a stage                             document/
    preimages    what each printed number can stand for                          preimages/
    replay       which values the author carried on, by which rounding rule      replay/
    evaluation   each formula on printed, carried and all possible operands      replay/policies.py
    judging      the verdict of each number, line, shape and stage               judging/
    correction   what should be printed                                          judging/corrections.py
    wholes       the rows of a recurrence are one stage again                    judging/
    causes       what the author did instead                                     causes/
    errata       contradicted numbers that share a cause                         errata/

Verdicts and causes can show that the author carried something else than the replay assumed. Then the steps from the
replay on are taken once more.
"""

from typing import Any, Final, TypeGuard

from verifier.document.model import Document, Stage
from verifier.document.recurrences import circles
from verifier.evaluation.stage_values import Interpreter
from verifier.habits import RoundingReport
from verifier.judging.corrections import corrected
from verifier.judging.kept import News, Pass, agreeing_alike, kept, tolerated_alike
from verifier.judging.proved import is_open_together, may_be_right, newly_proved, proves_more
from verifier.judging.stages import judge_stage
from verifier.judging.wholes import Wholes
from verifier.numbers.precision import PRECISIONS, working_precision
from verifier.record import NamedTuple
from verifier.replay.carrying import SLIPPED
from verifier.replay.givens import infer_givens
from verifier.replay.policies import Evaluations, evaluations
from verifier.replay.replay import Replay
from verifier.replay.rule_evidence import infer
from verifier.rewriting.bound_symbols import BoundSymbols
from verifier.rewriting.symbolic_shapes import Shapes
from verifier.verdict import Report, StageReport, StandardVerdict, Verdict

MOST_ROUNDS: Final = 8
"""Maximum number of passes that add contradictions proved by rows or by bisection."""


class Wishes(NamedTuple):
    """What is asked for beyond verdicts: causes, an engine for the literal values, the range of every cell.

    With `only` causes are asked of these stages, and found of those besides on whose causes verdicts rest. With
    `standards` each number has what standard definitions give. Without `errata` there are none, unless verdicts rest
    on their causes.
    """

    causes: bool
    engine: str
    ranges: bool
    only: frozenset[str] | None = None
    standards: bool = True
    errata: bool = True

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out of the causes, of what standard definitions give, and of the errata."""
        return self.causes and self.only is None and self.standards and self.errata


def recorded(document: Document, wishes: Wishes, known: Report | None = None, beside: Report | None = None) -> Report:
    """The report with a record of each number.

    *known* may be a report on the same document: what verdicts rest on is not found again. Where it is on another one,
    as *beside*, that is so of the equalities that are the same in both.
    """
    before = known if isinstance(known, Recorded) else None
    if before is not None and before.wishes == wishes:
        return before
    with working_precision(PRECISIONS[0]):
        if before is None or before.rests_on_others(wishes):
            work = _judged(document, wishes, beside.work if _stands(beside, wishes) else None)
        else:
            work = before.work
        report = _explained(work, wishes)
        made = _with_slips_carried(work, wishes, report) if wishes.causes else report
        return made if wishes.is_all else Recorded.by(made, wishes, work)


class Judged(NamedTuple):
    """The verdicts of one pass, of each stage by `itself` and with what all prove together; `left` were left out."""

    itself: Pass
    stages: list[StageReport]
    left: tuple[Stage, ...] = ()


class Work(NamedTuple):
    """What the verdicts on a document rest on."""

    replay: Replay
    rounding: RoundingReport
    judged: Judged


class Recorded(Report):
    """A report without all causes, by whose `work` they can be found later; that is asked for by `wishes`."""

    wishes: Wishes
    work: Work

    @classmethod
    def by(cls, report: Report, wishes: Wishes, work: Work) -> "Recorded":
        """A report and what it rests on."""
        made = cls(*report)
        made.wishes, made.work = wishes, work
        return made

    def rests_on_others(self, wishes: Wishes) -> bool:
        """Whether more than causes is wished for otherwise."""
        return (self.wishes.engine, self.wishes.ranges) != (wishes.engine, wishes.ranges)

    def _replace(self, **changed: Any) -> Any:  # noqa: ANN401 - as of any named tuple
        return Report(*self)._replace(**changed)

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        return Report, tuple(self)


def _judged(document: Document, wishes: Wishes, beside: Work | None) -> Work:
    """The verdicts on a document, under the replay that they leave."""
    known = None if beside is None else beside.judged.itself
    if any(circles(document.by_name)):
        from verifier.document.unrolling import unrolled  # imported here, as few stages use their own cells

        document = unrolled(document)
    replay, rounding = infer(document, None if known is None else known.replay)
    replay, judged = _with_what_is_proved(replay, wishes, known)
    return Work(replay, rounding, judged)


def _stands(beside: Report | None, wishes: Wishes) -> TypeGuard[Recorded]:
    """Whether what a report on another document rests on may be taken over."""
    return isinstance(beside, Recorded) and not (wishes.ranges or beside.rests_on_others(wishes))


def judged_under(replay: Replay, wishes: Wishes, before: Pass | None = None, *, is_last: bool = True) -> Judged:
    """One pass: the verdicts on all stages; those of the pass *before* stand where they rest on nothing new.

    That may be a pass on another document. A pass that is not the last leaves out what the replay knows as wrong below
    a stage that proves more: another pass follows, and settles that stage first.
    """
    document = replay.document
    beside = before if before is not None and before.replay.document is not document else None
    news = None if before is None or beside is not None else News(before.replay, replay)
    old, alike = None if before is None else before.views.weighed, () if news is None else news.told_alike()
    weighed = infer_givens(replay, old, alike)
    views = evaluations(replay, weighed, _interpreter(wishes.engine))._replace(every_range=wishes.ranges)
    views.tolerated.update(tolerated_alike(beside, replay, weighed))
    shapes, symbols = Shapes(document), BoundSymbols(document)
    known = kept(before, news, views) if beside is None else agreeing_alike(beside, replay)
    stages: list[StageReport] = []
    proving: set[str] = set()
    left: list[Stage] = []
    for stage in document.stages:
        if not replay.above(stage).isdisjoint(proving):
            left.append(stage)
            continue
        stages.append(known.get(stage.name) or judge_stage(replay, views, shapes, symbols, stage))
        if not is_last and proves_more(replay, stages[-1]):
            proving.add(stage.name)
    stages = _without_following_doubts(replay, stages)
    return Judged(Pass(replay, views, stages), _together(replay, views, stages), tuple(left))


def _together(replay: Replay, views: Evaluations, stages: list[StageReport]) -> list[StageReport]:
    """The reports with what numbers show to be impossible together."""
    if not any(is_open_together(replay, report) for report in stages):
        return stages
    from verifier.judging.joint import judge_jointly  # imported here, as in most documents no stage is open so

    return judge_jointly(replay, views, stages)


def _without_following_doubts(replay: Replay, stages: list[StageReport]) -> list[StageReport]:
    """The reports without doubts of numbers that others explain which are doubted."""
    if sum(any(cell.doubt is not None for cell in stage.cells) for stage in stages) <= 1:
        return stages
    from verifier.judging.following_doubts import without_following_doubts

    return without_following_doubts(replay, stages)


def _explained(work: Work, wishes: Wishes) -> Report:
    """The report with what should be printed, and why it is not."""
    rounding, judged = work.rounding, work.judged
    replay, views, _ = judged.itself
    document, wholes = replay.document.whole or replay.document, Wholes(replay, views)
    stages = wholes.stages(corrected(replay, judged.stages, standards=wishes.standards))
    found = Report(document, wishes.engine, rounding, wholes.givens(views.weighed.report), tuple(stages))
    if all(
        stage.verdict is not Verdict.CONTRADICTED and stage.standard_verdict is not StandardVerdict.DEPARTS
        for stage in stages
    ):
        return found
    searched = _searched(found, wishes)
    if not (wishes.errata or searched):
        return found
    from verifier.errata.grouping import (
        errata_of,
        numbered,
    )  # imported here, as a check that finds nothing starts faster

    errata = errata_of(replay, views.literal, stages, causes=searched, rivals=wishes.errata)
    return Report(*found._replace(stages=numbered(stages, errata), errata=tuple(errata)))


def _searched(report: Report, wishes: Wishes) -> frozenset[str]:
    """The stages whose causes are searched."""
    if not wishes.causes:
        return frozenset()
    if wishes.only is None:
        return frozenset(report.by_name)
    from verifier.causes.carried import may_be_carried  # imported here, as a check that finds nothing starts faster

    return wishes.only.union(may_be_carried(report))


def _with_what_is_proved(replay: Replay, wishes: Wishes, beside: Pass | None) -> tuple[Replay, Judged]:
    """Judge again while a contradiction is new to the replay: later stages may use the right numbers."""
    judged = judged_under(replay, wishes, beside, is_last=False)
    for rounds_left in reversed(range(MOST_ROUNDS)):
        more = newly_proved(replay, judged.stages)
        if not more:
            break
        again = replay.again(proved={**replay.proved, **more})
        is_same = again.carried == replay.carried and not (judged.left or may_be_right(replay, judged.stages, more))
        if not is_same:
            judged = judged_under(again, wishes, judged.itself, is_last=not rounds_left)
        replay = again
    return replay, judged


def _with_slips_carried(work: Work, wishes: Wishes, report: Report) -> Report:
    """Judge again where later stages fit what a cause gives: the author carried that."""
    if not report.errata:
        return report
    from verifier.causes.carried import carried_slips  # imported here, as a check that finds nothing starts faster

    slips = carried_slips(report)
    if slips:
        again = work.replay.again(slipped=slips)
        if SLIPPED in again.carried.values():
            return _explained(Work(again, work.rounding, judged_under(again, wishes)), wishes)
    return report


def _interpreter(engine: str) -> Interpreter | None:
    """The second engine, where it is asked for."""
    if engine != "sympy":
        return None
    from verifier.engines.sympy.values import evaluate

    return evaluate
