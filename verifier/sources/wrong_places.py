"""Numbers that an equality of the text contradicts, and that stand in annotated stages too: these doubt them no more.

Nothing is said of exact givens where a number is wrong anyway, nor of what rests on that number.
"""

from verifier.verdict import Report, StageReport, Verdict


def without_doubts(report: Report) -> Report:
    """The report without doubts of numbers that are wrong in another stage, and of stages that use such numbers."""
    if not report.errata:
        return report
    wrong = {
        (cell.line, cell.file_column)
        for stage in report.stages
        for cell in stage.cells
        if cell.verdict is Verdict.CONTRADICTED
    }
    spoiled = {stage.stage.name for stage in report.stages if _is_at(stage, wrong)}
    stages = tuple(_without(stage, spoiled) if _has_doubt(stage) else stage for stage in report.stages)
    return report._replace(stages=stages)


def _is_at(stage: StageReport, wrong: set[tuple[int, int]]) -> bool:
    """Whether a number of a stage stands at one of the places that are wrong, and is not so in this stage."""
    here = ((cell.line, cell.file_column) for cell in stage.cells if cell.verdict is not Verdict.CONTRADICTED)
    return any(place in wrong for place in here)


def _has_doubt(stage: StageReport) -> bool:
    return any(cell.doubt is not None for cell in stage.cells)


def _without(stage: StageReport, spoiled: set[str]) -> StageReport:
    """A stage without doubts, if it is one of those spoiled or uses one."""
    uses = () if stage.stage.formula is None else stage.stage.formula.uses
    if stage.stage.name not in spoiled and spoiled.isdisjoint(uses):
        return stage
    return stage._replace(cells=tuple(cell._replace(doubt=None) for cell in stage.cells))
