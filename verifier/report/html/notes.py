"""Notes below a stage: its standard definition, further formulas, shape and rows."""

from collections.abc import Collection, Iterator
from typing import Final

from markupsafe import Markup, escape

from verifier.document.model import Formula
from verifier.errata.sentences import refuted_rows
from verifier.errata.stage_findings import tolerated_by
from verifier.explain.sentences import refuted
from verifier.report.html.prose import told
from verifier.report.mathematics import Piece
from verifier.verdict import AlsoReport, Erratum, ShapeReport, StageReport, StandardVerdict, Verdict

STANDARD: Final = {
    StandardVerdict.AGREES: "The formula agrees with the standard definition",
    StandardVerdict.DEPARTS: "The formula departs from the standard definition",
    StandardVerdict.UNDECIDED: "Whether the formula is the standard definition is undecided:",
}
ALSO: Final = {
    Verdict.AGREES: "which agrees with the numbers",
    Verdict.TOLERATED: "which can give the numbers",
    Verdict.CONTRADICTED: "which does not give the numbers",
    Verdict.UNDECIDED: "for which nothing could be proved",
    Verdict.GIVEN: "which is not checked",
    Verdict.UNCHECKED: "which cannot be computed",
}


def notes_of(stage: StageReport, errata: Collection[Erratum] = ()) -> Iterator[Markup]:
    """What is to be said of a stage beside its *errata*, as HTML; formulas are MathML."""
    said = stage.stage
    if said.standard is not None and stage.standard_verdict is not None and not _is_told(said.standard, errata):
        yield _standard(stage, said.standard, stage.standard_verdict)
    for also in stage.also:
        yield _also(also)
    if said.shape is not None and stage.shape.verdict is not Verdict.CONTRADICTED:
        yield escape(_shape(stage.shape))
    if said.between is not None:
        low, high = said.between
        yield escape(f"Its numbers are said to lie between {low.text} and {high.text}.")
    for row in refuted_rows(stage)[any(erratum.kind == "row" for erratum in errata) :]:  # which proves the first
        yield escape(refuted(row))
    if stage.reason is not None:
        yield escape(f"{stage.verdict.value.capitalize()}: {stage.reason}.")


def _is_told(standard: Formula, errata: Collection[Erratum]) -> bool:
    """Whether an erratum says that a stage departs from the definition, and quotes the whole of it."""
    return any(erratum.kind == "departure" and standard.text in erratum.statement for erratum in errata)


def _drawn(formula: Formula) -> Markup:
    return told([Piece(formula.text, is_formula=True, expression=formula.expression)])


def _standard(stage: StageReport, standard: Formula, verdict: StandardVerdict) -> Markup:
    because = f" ({stage.stage.because})" if stage.stage.because else ""
    reason = f" {stage.standard_reason}." if verdict is StandardVerdict.UNDECIDED else "."
    return Markup("{} {}{}{}").format(STANDARD[verdict], _drawn(standard), because, reason)


def _also(also: AlsoReport) -> Markup:
    where = f" ({also.formula.where})" if also.formula.where else ""
    how = f", {tolerated_by(also)}" if also.verdict is Verdict.TOLERATED else ""
    return Markup("Also stated{}: {}, {}{}.").format(where, _drawn(also.formula), ALSO[also.verdict], how)


def _shape(shape: ShapeReport) -> str:
    parts = [
        f"{name} {' x '.join(map(str, sides))}"
        for name, sides in (("stated", shape.stated), ("printed", shape.printed), ("computed", shape.computed))
        if sides is not None
    ]
    return f"Shape: {', '.join(parts)}." if parts else "Shape: unknown."
