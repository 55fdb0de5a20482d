"""What follows from wrong numbers is counted alike in the summary, the findings and all formats."""

import re
from collections.abc import Collection
from pathlib import Path
from typing import Final

import pytest

from tests.effort import longest_in_full
from tests.reports import of_case, published
from tests.tables import each_case
from verifier.document.lookup import names
from verifier.document.reader import read
from verifier.errata import reach
from verifier.errata.effects import effects
from verifier.errata.reach import Followed, reach_of
from verifier.errata.summary import in_numbers
from verifier.evaluation.predicates import Refuter
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.preimages.looks import PrintedCell
from verifier.report.as_markdown import part as as_markdown
from verifier.report.json_records import erratum_record
from verifier.report.rows import erratum_rows
from verifier.report.sentences import reach_sentence
from verifier.verdict import Erratum, Reach, Report

pytestmark = pytest.mark.usefixtures("shared_reports")
MORE: Final = re.compile(r", ([0-9,]+) more follows? from (?:them|it)")
EFFECT: Final = re.compile(
    r"(affects|may affect) ([0-9,]+) later numbers?(?: \(([0-9,]+) of them computed from it\))?", re.IGNORECASE
)
CHAIN: Final = """
document: chain
title: One wrong number, and what was computed from it
stages:
  - name: A
    givens: exact
    printed: 0.21 0.34 0.55
  - name: B
    formula: A * 3
    printed: 0.63 1.20 1.65
  - name: C
    formula: B / 7
    printed: 0.09 0.17 0.24
  - name: D
    formula: sqrt(C)
    printed: 0.30 0.41 0.49
"""


def number(text: str) -> int:
    return int(text.replace(",", ""))


def counts_of(sentence: str) -> tuple[int, int]:
    """How many numbers change by a sentence, and how many of these follow."""
    match = EFFECT.search(sentence)
    if match is None:
        return 0, 0
    return number(match[2]), number(match[3] or match[2]) if match[1].lower() == "affects" else 0


def counts_agree(report: Report) -> None:
    told = MORE.search(in_numbers(report))
    unsure = {erratum.stage for erratum in report.errata if erratum.likelier}
    above = [set(cell.inherited_from) - unsure for stage in report.stages for cell in stage.cells]
    follow = sum(map(bool, above))
    assert follow == (number(told[1]) if told else 0)
    by_stage = {stage.stage.name: sum(bool(cell.inherited_from) for cell in stage.cells) for stage in report.stages}
    rows = {str(row["erratum"]): row for row in erratum_rows(report)}
    markdown = as_markdown(report)
    for erratum in report.errata:
        if erratum.kind == "departure":
            assert not EFFECT.search(effects(erratum)), "what would change by the standard does not follow"
            continue
        found = counts_of(effects(erratum))
        assert found == counts_of(reach_sentence(report, erratum)), "the page and Markdown say so too"
        assert found == (rows[erratum.id]["reach"], rows[erratum.id]["follow"])
        assert found == tuple(sum(of[key] for of in erratum_record(erratum)["reach"]) for key in ("cells", "follow"))
        assert reach_sentence(report, erratum) in markdown.replace("\\", "")
        assert all(of.follow <= min(of.cells, by_stage[of.stage]) for of in erratum.reach)
        assert found[1] <= follow
    _alone(report, [erratum for erratum in report.errata if erratum.kind != "departure"], follow)


def _alone(report: Report, errors: list[Erratum], follow: int) -> None:
    """All that follows from the only error of a document is what the summary counts."""
    if len(errors) == 1 and errors[0].reach:
        assert counts_of(effects(errors[0]))[1] == follow, report.document.name


@each_case()
def test_counts_of_a_case_agree(path: Path) -> None:
    counts_agree(of_case(path))


@pytest.mark.parametrize("name", longest_in_full(names()))
def test_counts_of_a_document_agree(name: str) -> None:
    counts_agree(published(name))


def test_no_ranges_are_computed_of_numbers_that_followed_from_a_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[PrintedCell] = []
    refuted = Refuter.refuted

    def alone(
        followed: Followed, erratum: Erratum, follow: Collection[tuple[str, int]]
    ) -> tuple[tuple[Reach, ...], int]:
        with monkeypatch.context() as patch:
            patch.setattr(Refuter, "refuted", lambda self, cells: asked.extend(cells) or refuted(self, cells))
            return reach_of(followed, erratum, follow)

    monkeypatch.setattr(reach, "reach_of", alone)
    (erratum,) = check(read("chain.yaml", signatures(), CHAIN)).errata
    assert [(of.stage, of.follow) for of in erratum.reach] == [("C", 1), ("D", 1)]
    assert asked == []
