"""What the JSON of a report says of it, of its stages, its numbers and its errata; `schema.json` describes it."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from flint import fmpq

from verifier.document.model import Formula, Stage
from verifier.document.what_was_read import STATES
from verifier.errata.finding_records import ASIDE
from verifier.errata.findings import aside
from verifier.errata.joint import decimals_of
from verifier.hint import Hint
from verifier.numbers.decimals import decimal, decimals_apart, range_text, text
from verifier.numbers.printed import Stored, power_of_ten
from verifier.numbers.rule_sets import RuleSet
from verifier.verdict import (
    AlsoReport,
    CellReport,
    Erratum,
    JointReport,
    Link,
    Report,
    RowReport,
    ShapeReport,
    StageReport,
    Verdict,
)

_VERDICTS: Final = {verdict: verdict.value for verdict in Verdict}
Json: TypeAlias = dict[str, Any]


def stage_records(report: Report) -> Iterator[Json]:
    """The JSON objects of the stages of a report."""
    rules = report.rounding.stages
    return (_placed(_stage(stage, rules.get(stage.stage.name)), report) for stage in report.stages)


def errata_records(report: Report) -> Iterator[Json]:
    """The JSON objects of the errata of a report, with those that do not count."""
    left = aside(report)
    return (erratum_record(one) | ({"aside": left[one.id]} if one.id in left else {}) for one in report.errata)


def _placed(stage: Json, report: Report) -> Json:
    """The object of a stage; in a notebook with the cell in which each number stands, and its line there."""
    read = report.document.read
    if read is not None and read.cells:
        for shown in stage["cells"]:
            line, shown["cell"], is_output = read.in_cell(shown["line"])
            shown["at"] = [line, shown["at"][1]]
            if is_output:
                shown["output"] = True
    return stage


def head(report: Report) -> Json:
    """What stands before the stages of a report."""
    rounding, givens = report.rounding, report.givens
    return {
        "document": report.document.name,
        "title": report.document.title,
        "path": report.document.path,
        "engine": report.engine,
        "rounding": {
            "rule": None if rounding.rule is None else str(rounding.rule),
            "inferred": rounding.is_inferred,
            "supporting": rounding.supporting,
            "breaking": rounding.breaking,
            "within": None if report.document.within is None else str(report.document.within),
        },
        "givens": {
            "reading": givens.reading,
            "inferred": givens.is_inferred,
            "blocks": [block._asdict() for block in givens.blocks],
            "rounded_in": sorted(givens.own),
        },
        "summary": {
            "cells": sum(len(stage.cells) for stage in report.stages),
            **{verdict.value: report.count(verdict) for verdict in Verdict},
            "inherited": sum(bool(cell.inherited_from) for stage in report.stages for cell in stage.cells),
            "errata": len(report.errata),
            **{state: report.states.count(state) for state in ASIDE if state in report.states},
        },
        **_read(report),
    }


def _read(report: Report) -> Json:
    """What became of the numerals of an author's file; nothing for a document file."""
    read = report.document.read
    if read is None:
        return {}
    return {"read": {"numerals": len(read.numerals), **{state: read.count(state) for state in STATES}}}


def _stage(report: StageReport, rules: RuleSet | None) -> Json:
    stage = report.stage
    return {
        "name": stage.name,
        "title": stage.title,
        "where": stage.where,
        "line": stage.line,
        "formula": _formula(stage.formula),
        "origin": None if stage.origin is None else stage.origin._asdict(),
        "standard": _formula(stage.standard),
        "because": stage.because,
        "verdict": report.verdict.value,
        "reason": report.reason,
        "held": report.carried,
        "resolution": report.resolution,
        "within": None if stage.within is None else str(stage.within),
        "hull": None if stage.hull is None else [end.text for end in stage.hull.contents()],
        "shape": _shape(report.shape),
        "standard_verdict": None if report.standard_verdict is None else report.standard_verdict.value,
        "standard_reason": report.standard_reason,
        "also": [_also(other) for other in report.also],
        "cells": [cell_record(cell) for cell in report.cells],
        "rows": [_row(row) for row in report.rows],
        **({"joint": [_joint(joint) for joint in report.joint]} if report.joint else {}),
        **_stated(stage),
        **({} if rules is None else {"rules": {key: list(map(str, of)) for key, of in rules._asdict().items()}}),
    }


def _stated(stage: Stage) -> Json:
    """What the document states of how to read this stage alone; nothing for most."""
    stated = {
        "rounding": None if stage.rounding is None else str(stage.rounding),
        "givens": None if stage.givens == "open" else stage.givens,
        "between": None if stage.between is None else [end.text for end in stage.between],
        "stored": any(isinstance(number, Stored) for number in stage.printed.cells[:1]) if stage.printed else None,
    }
    return {key: value for key, value in stated.items() if value}


def _formula(formula: Formula | None) -> str | None:
    return None if formula is None else formula.text


def _shape(shape: ShapeReport) -> Json:
    return {
        "stated": None if shape.stated is None else [int(side) if side.isdigit() else side for side in shape.stated],
        "printed": shape.printed,
        "computed": shape.computed,
        "verdict": shape.verdict.value,
        "reason": shape.reason,
    }


def _row(row: RowReport) -> Json:
    """A row or a column that is judged as a whole; its number is under `row` or under `column`."""
    return {
        "column" if row.axis == 0 else "row": row.row,
        "verdict": row.verdict.value,
        "test": row.test,
        "certificate": row.certificate,
    }


def _joint(joint: JointReport) -> Json:
    """Numbers that cannot all be right: the sum of their multiples by the formulas and by the prints."""
    decimals = decimals_of(joint)
    terms = ((of.stage, of.cell.row, of.cell.column, of.factor) for of in joint.multiples)
    return {
        "sum": [dict(zip(("stage", "row", "column", "times"), term, strict=True)) for term in terms],
        "computed": range_text(joint.computed, decimals),
        "printed": range_text(joint.printed, decimals),
        **({"shared": joint.shared} if joint.shared else {}),
    }


def _also(also: AlsoReport) -> Json:
    return {
        "formula": also.formula.text,
        "where": also.formula.where,
        "verdict": also.verdict.value,
        "shape": _shape(also.shape),
        "cells": [
            {"row": cell.row, "column": cell.column, "verdict": cell.verdict.value, "basis": cell.basis}
            for cell in also.cells
        ],
    }


def cell_record(cell: CellReport) -> Json:
    """The JSON object of a printed number or word; data frames take its values too."""
    decimals = cell.decimals + 2
    between = decimals_apart(cell.possible, cell.target, decimals) if cell.verdict is Verdict.CONTRADICTED else decimals
    literal = text(cell.literal, decimals)
    record = {
        "row": cell.row,
        "column": cell.column,
        "printed": cell.text,
        "verdict": _VERDICTS[cell.verdict],
        "basis": cell.basis,
        "reason": cell.reason,
        "literal": literal,
        "possible": None if cell.possible is None else range_text(cell.possible, between),
        "stands_for": None if cell.possible is None or cell.target is None else range_text(cell.target, between),
        "replayed": literal if cell.replayed is cell.literal else text(cell.replayed, decimals),
        "corrected": cell.corrected,
        "standard": cell.standard,
        "inherited_from": cell.inherited_from,
        "erratum": cell.erratum,
        "line": cell.line,
        "at": [cell.line, cell.file_column],
    }
    if cell.chain:
        record["chain"] = [_link(link, decimals) for link in cell.chain]
    if cell.doubt is not None:
        record["if_exact"] = cell.doubt.reads
    if cell.carried is not None:
        record["held"] = cell.carried
    return record


def _link(link: Link, decimals: int) -> Json:
    return {"stage": link.stage, "left": text(link.left, decimals)}


def erratum_record(erratum: Erratum) -> Json:
    """The JSON object of an erratum; data frames take its values too."""
    return {
        "id": erratum.id,
        "stage": erratum.stage,
        "kind": erratum.kind,
        "heading": erratum.heading,
        "cells": erratum.cells,
        "region": erratum.region,
        "slips": erratum.slips,
        "statement": erratum.statement,
        "explanation": erratum.explanation or None,
        "reproduced": erratum.reproduced,
        "of": erratum.of,
        "tried": erratum.tried,
        "fitting": erratum.fitting,
        "chance": None if erratum.chance is None else _below(erratum.chance),
        **({"hints": [_hint(hint) for hint in erratum.hints]} if erratum.hints else {}),
        "size": {
            "units": None if erratum.units is None else decimal(erratum.units, 2),
            "relative": None if erratum.relative is None else decimal(erratum.relative, 6),
        },
        "correction": {f"{row},{column}": text for (row, column), text in erratum.correction.items()},
        "instead": erratum.instead,
        **(
            {"likelier": dict(zip(("stage", "row", "column"), erratum.likelier, strict=True))}
            if erratum.likelier
            else {}
        ),
        "inherited": [{"stage": stage, "cells": cells} for stage, cells in erratum.inherited],
        "reach": [
            {"stage": of.stage, "cells": of.cells, "follow": of.follow, "units": decimal(of.units, 0)}
            for of in erratum.reach
        ],
    }


def _likelier(erratum: Erratum) -> Json:
    """The number that is rather wrong than those of an erratum; nothing for most."""
    at = erratum.likelier
    return {} if at is None else {"likelier": dict(zip(("stage", "row", "column"), at, strict=True))}


def _hint(hint: Hint) -> Json:
    """What may explain an erratum: a fact, which has no odds, or a guess."""
    odds = {"one_in": hint.one_in, "slips": hint.slips} if hint.kind == "guess" else {}
    return {"kind": hint.kind, "slip": hint.slip, "says": hint.text, **odds}


def _below(chance: fmpq) -> str:
    """The least power of ten that is not below the chance, `1e-7`."""
    exponent = 0
    while chance * power_of_ten(exponent + 1) <= 1:
        exponent += 1
    return f"1e-{exponent}"
