"""The account of one cell on a page: the sentences and steps of `explain` as plain texts for the template."""

from typing import Final

from verifier.errata.joint import certificate_by_lines
from verifier.explain.cell import Explanation
from verifier.explain.notation import Step
from verifier.explain.selection import few_steps, names_in, parts_of
from verifier.explain.sentences import also_of, in_brief, outcome, range_of, refuted, stands_for
from verifier.explain.verdicts import right_of, verdict_of
from verifier.record import NamedTuple
from verifier.report.html.grids import cell_id
from verifier.report.sentences import cell_status
from verifier.verdict import CellReport

_SHORT: Final = 64


class CellAccount(NamedTuple):
    """The texts that a page shows when a reader opens a number."""

    id: str
    name: str
    text: str
    status: str
    names: tuple[tuple[str, str], ...]
    steps: tuple[str, ...]
    verdict: str
    further: tuple[str, ...]
    stands_for: str = ""
    errata: tuple[tuple[str, str], ...] = ()
    failure: str | None = None
    outcome: str | None = None
    possible: str = ""
    is_brief: bool = False
    is_word: bool = False


def account_of(made: Explanation, cell: CellReport) -> CellAccount:
    """The account of *cell*, which the document shows and *made* explains."""
    working = made.working
    further = [
        *map(refuted, made.rows),
        *(f"{'; '.join(certificate_by_lines(joint))}." for joint in made.joint),
        right_of(made),
        *(also_of(*also) for also in made.also),
    ]
    failure = None if working is None else working.failure
    brief = in_brief(made)
    if brief:
        return _in_brief(made, cell, brief, further)
    return CellAccount(
        id=cell_id(made.stage, cell),
        name=made.name,
        text=cell.text,
        status=cell_status(cell),
        stands_for=stands_for(made),
        errata=tuple((erratum.id, erratum.heading) for erratum in made.errata),
        names=() if working is None else tuple(names_in(working).items()),
        steps=() if working is None else tuple(map(_step, few_steps(working))),
        failure=failure,
        outcome=None if working is None else f"It cannot be worked: {failure}." if failure else outcome(made, working),
        possible="" if working is None else range_of(made, working),
        verdict=f"Verdict: {verdict_of(made)}",
        further=tuple(line for line in further if line),
    )


def _in_brief(made: Explanation, cell: CellReport, brief: str, further: list[str]) -> CellAccount:
    """The short account of a number that is given or follows exactly; its name stands above its steps."""
    working = made.working
    steps = [] if working is None else list(few_steps(working))
    return CellAccount(
        id=cell_id(made.stage, cell),
        name=made.name,
        text=cell.text,
        status=cell_status(cell),
        names=() if working is None else tuple(names_in(working).items()),
        errata=tuple((erratum.id, erratum.heading) for erratum in made.errata),
        steps=tuple(_step(step, is_last=step is steps[-1]) for step in steps),
        verdict=brief,
        further=tuple(line for line in further if line),
        is_brief=True,
        is_word=made.stage.stage.words is not None,
    )


def _step(step: Step | str, *, is_last: bool = False) -> str:
    """A step on one line if it is short, else a line for each equality; the last step leaves out its left side."""
    parts = (step,) if isinstance(step, str) else parts_of(step)
    if is_last and len(parts) > 1:
        parts = parts[1:]
    line = " = ".join(parts)
    return (line if len(line) <= _SHORT else "\n= ".join(parts)).replace(" x ", " \u00d7 ")
