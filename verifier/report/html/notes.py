"""Notes below a stage: its standard definition, further formulas, shape and rows."""

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup, escape

from verifier.document.model import Formula
from verifier.errata.findings import tolerated_by
from verifier.errata.joint import certificate_by_lines
from verifier.explain.sentences import refuted
from verifier.formulas.mathml import inline
from verifier.verdict import AlsoReport, ShapeReport, StageReport, StandardVerdict, Verdict

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


def notes_of(stage: StageReport) -> Iterator[Markup]:
    """The notes of a stage as HTML; formulas are MathML."""
    said = stage.stage
    if said.standard is not None and stage.standard_verdict is not None:
        yield _standard(stage, said.standard, stage.standard_verdict)
    for also in stage.also:
        yield _also(also)
    if said.shape is not None or stage.shape.verdict is Verdict.CONTRADICTED:
        yield escape(_shape(stage.shape))
    if said.between is not None:
        low, high = said.between
        yield escape(f"Its numbers are said to lie between {low.text} and {high.text}.")
    for row in stage.rows:
        if row.verdict is Verdict.CONTRADICTED:
            yield escape(refuted(row))
    for joint in stage.joint:
        yield escape(f"{'; '.join(certificate_by_lines(joint))}.")
    if stage.reason is not None:
        yield escape(f"{stage.verdict.value.capitalize()}: {stage.reason}.")


def _standard(stage: StageReport, standard: Formula, verdict: StandardVerdict) -> Markup:
    because = f" ({stage.stage.because})" if stage.stage.because else ""
    reason = f" {stage.standard_reason}." if verdict is StandardVerdict.UNDECIDED else "."
    return Markup("{} {}{}{}").format(STANDARD[verdict], inline(standard.expression, standard.text), because, reason)


def _also(also: AlsoReport) -> Markup:
    where = f" ({also.formula.where})" if also.formula.where else ""
    how = f", {tolerated_by(also)}" if also.verdict is Verdict.TOLERATED else ""
    return Markup("Also stated{}: {}, {}{}.").format(
        where, inline(also.formula.expression, also.formula.text), ALSO[also.verdict], how
    )


def _shape(shape: ShapeReport) -> str:
    parts = [
        f"{name} {' x '.join(map(str, sides))}"
        for name, sides in (("stated", shape.stated), ("printed", shape.printed), ("computed", shape.computed))
        if sides is not None
    ]
    reason = f": {shape.reason}" if shape.verdict is Verdict.CONTRADICTED and shape.reason else ""
    return f"Shape: {', '.join(parts)}{reason}." if parts else "Shape: unknown."
