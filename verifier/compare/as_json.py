"""A comparison as JSON, an interface: `schema.json` beside this file describes it."""

from json import dumps
from typing import Any, Final, TypeAlias

from verifier.compare.as_text import place
from verifier.compare.comparison import Comparison
from verifier.compare.matching import Difference, Pair, Shown
from verifier.compare.shared_errata import Standing
from verifier.document.model import Stage
from verifier.verdict import Report

SCHEMA: Final = "verifier-compare/1"
LISTED: Final = 100
"""Maximum number of cells listed for a pair; `different` and `contradicting` count all of them."""

Json: TypeAlias = dict[str, Any]


def render(comparison: Comparison) -> str:
    """A comparison as one JSON object."""
    likenesses = [pair.likeness for pair in comparison.pairs]
    shown = {
        "schema": SCHEMA,
        "first": _document(comparison.first, [pair.first for pair in comparison.pairs]),
        "second": _document(comparison.second, [pair.second for pair in comparison.pairs]),
        "summary": {
            "pairs": len(likenesses),
            "identical": likenesses.count("identical"),
            "different_digits": likenesses.count("different-digits"),
            "contradicting": likenesses.count("contradicting"),
            "different_shapes": len(comparison.other_shapes),
            "errata_standing": len(comparison.standing),
        },
        "pairs": [_pair(pair) for pair in comparison.pairs],
        "different_shapes": [_shapes(mine, theirs) for mine, theirs in comparison.other_shapes],
        "errata": [_standing(one) for one in comparison.alike],
    }
    return dumps(shown, ensure_ascii=False, indent=1) + "\n"


def _document(report: Report, paired: list[Stage]) -> Json:
    names = {stage.name for stage in paired}
    alone = [stage.name for stage in report.document.stages if stage.block is not None and stage.name not in names]
    return {
        "document": report.document.name,
        "path": report.document.path,
        "errata": len(report.errata),
        "alone": alone,
    }


def _pair(pair: Pair) -> Json:
    return {
        "first": _stage(pair.first),
        "second": _stage(pair.second),
        "matched_by": pair.bond,
        "likeness": pair.likeness,
        "compared": pair.compared,
        "different": len(pair.differences),
        "contradicting": len(pair.contradictions),
        "cells": [_cell(cell) for cell in sorted(pair.differences, key=_worst_first)[:LISTED]],
    }


def _worst_first(cell: Difference) -> tuple[bool, int, int]:
    return not cell.contradicts, cell.row, cell.column


def _stage(stage: Stage) -> Json:
    line, column = place(stage)
    return {"stage": stage.name, "line": line, "column": column}


def _cell(cell: Difference) -> Json:
    return {
        "row": cell.row,
        "column": cell.column,
        "first": cell.first.text,
        "second": cell.second.text,
        "contradicts": cell.contradicts,
    }


def _shapes(mine: Shown, theirs: Shown) -> Json:
    return {"first": _shown(mine), "second": _shown(theirs)}


def _shown(shown: Shown) -> Json:
    what, shape = shown.form
    return {**_stage(shown.stage), "shows": what, "shape": shape}


def _standing(one: Standing) -> Json:
    return {
        "of": "first" if one.of_first else "second",
        "id": one.erratum.id,
        "kind": one.erratum.kind,
        "first": one.first.name,
        "second": one.second.name,
        "alike": one.cells,
        "of_cells": one.of,
        "stands": one.answer != "right",
        "there": one.answer,
        "found_as": one.found_as,
        "reason": one.reason,
    }
