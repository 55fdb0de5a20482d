"""The authors' files of `documents_data`: the slips planted in them are found where they stand, and nothing else."""

import pytest

from tests.calling import called
from tests.effort import longest_in_full
from tests.reports import ROOT, published
from verifier.document.what_was_read import in_cell
from verifier.verdict import Verdict

LEAST_SHARE = 2 / 3
"""Of the numerals that are not excluded, so many are judged, or operands of what is judged."""


SLIPS = {
    "regression": {(30, "103.50", "130.50"), (50, "48.80", "47.80"), (87, "1.61", "2.15")},
    "pendulum": {(27, "1.998", "1.989"), (70, "0.00285", "0.00451"), (83, "1.0109", "1.0019")},
    "loan": {(6, "393.85", "393.58"), (1, "616.78", "740.13"), (7, "351.99", "693.60")},
}
"""By document, the line of each slip, what is printed and what should be."""


@pytest.mark.parametrize("name", longest_in_full(SLIPS))
def test_the_slips_of_a_text_are_found_where_they_stand_and_nothing_else(name: str) -> None:
    report = published(name)
    wrong = [cell for stage in report.stages for cell in stage.cells if cell.verdict is Verdict.CONTRADICTED]
    assert report.document.read is not None
    cells = report.document.read.cells
    found = {(in_cell(cells, cell.number.line).line, cell.text, cell.corrected) for cell in wrong if cell.number}
    assert found == SLIPS[name]
    assert len(wrong) == len(report.errata) == len(found)


@pytest.mark.parametrize("name", longest_in_full(["regression", "pendulum", "loan"]))
def test_most_numerals_of_a_text_are_accounted_for(name: str) -> None:
    read = published(name).document.read
    assert read is not None
    assert read.count("checked") + read.count("given") > LEAST_SHARE * (len(read.numerals) - read.count("excluded"))


def test_a_page_shows_an_equality_as_its_author_wrote_it() -> None:
    page = (ROOT / "reports" / "regression.html").read_text(encoding="utf-8")
    assert page.count(r"In the text: <code>-10.60 + 2.246 \cdot 26</code>") == 1
    assert "In the text: <code>SSE" not in page, "a formula of an annotation is none of the text"


@pytest.mark.slow
def test_a_number_of_an_output_is_explained_at_its_place_in_the_notebook() -> None:
    said = called("explain", "loan", "grown", folder=ROOT)
    assert "loan.ipynb:cell 7 output:1:1" in said.out
