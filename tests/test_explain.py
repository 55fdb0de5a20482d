"""One cell explained: whole outputs of tiny documents, facts about the published ones, and bad calls.

`tests/cases/explain` holds documents and, for each of some of their cells, `document.CELL.expected`:
what `verifier explain document.yaml CELL` writes and its exit code. `python -m tests.test_explain`
writes them anew, for a reader to look through before they are committed.
"""

import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tests.calling import called
from tests.reports import document, published
from tests.tables import each
from verifier.document.lookup import names
from verifier.document.reader import read
from verifier.evaluation.stage_values import Evaluation
from verifier.explain.address import BadCell
from verifier.explain.as_text import render as explain_as_text
from verifier.explain.cell import Explanation, explain
from verifier.numbers.decimals import text
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.report.as_json import render as as_json
from verifier.verdict import CellReport, Report

FOLDER = Path(__file__).parent / "cases" / "explain"
EXPECTED = sorted(FOLDER.glob("*.expected"))
DEEP = ("departing.S", "elided.S[1,2]", "nested.layer[1,1]", "nested.shares[1,2]", "nested.total[1,1]")
"""Cells whose documents take longest to check."""


pytestmark = pytest.mark.usefixtures("shared_reports")


def transcript(path: Path) -> str:
    document, cell = path.stem.split(".", 1)
    return called("explain", f"{document}.yaml", cell, folder=path.parent).transcript


def explained(name: str, cell: str) -> Explanation:
    return explain(document(name), cell, published(name))


def said(name: str, cell: str) -> str:
    """The explanation on one line, so that a fact is found wherever lines are broken."""
    return " ".join(explain_as_text(explained(name, cell)).split())


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.slow] * (path.stem in DEEP)) for path in EXPECTED],
    ids=lambda path: path.stem,
)
def test_the_whole_output_is_as_expected(path: Path) -> None:
    assert transcript(path) == path.read_text(encoding="utf-8")


def test_every_published_document_has_an_expected_explanation() -> None:
    assert {path.stem.split(".")[0] for path in EXPECTED} == {path.stem for path in FOLDER.glob("*.yaml")}


@pytest.mark.slow
def test_a_product_of_fareed_shows_its_products_its_sum_and_its_cause() -> None:
    shown = said("fareed", "V[1,1]")
    assert "0.79 x 0.62 + 1.6 x 0.2" in shown
    assert "= 3.6317 which rounds to 3.63, but 3.88 is printed." in shown
    assert "a copy of Q" in shown
    assert "It should be 3.63." in shown


@pytest.mark.slow
def test_a_quotient_of_fareed_works_the_root_first_and_names_the_standard() -> None:
    made = explained("fareed", "scaled[1,1]")
    assert made.working is not None
    assert [step.subject for step in made.working.steps] == ["sqrt(6)", "scaled[1,1]"]
    assert made.working.prints == "23.81761"
    assert {erratum.kind for erratum in made.errata} == {"arithmetic", "departure"}


@pytest.mark.slow
def test_an_exponential_of_jamil_is_one_line() -> None:
    shown = said("jamil", "exponentials[1,1]")
    assert "exponentials[1,1] = exp(exponents[1,1]) = exp(2.7063) = about 14.97377" in shown
    assert "rounds to 14.974, but 14.954 is printed" in shown


@pytest.mark.slow
def test_a_softmax_of_roysdon_shows_exponentials_their_sum_and_the_quotient() -> None:
    made = explained("roysdon", "A3[1,1]")
    assert made.working is not None
    assert [step.subject for step in made.working.steps] == ["exp(A2[1,1])", "sum(exp(A2), axis=1)[1,1]", "A3[1,1]"]
    assert made.is_clean


def sampled(found: Report) -> Iterator[tuple[str, CellReport]]:
    """A cell of each stage, at varying positions in the blocks."""
    for place, stage in enumerate(found.stages):
        if stage.cells:
            cell = stage.cells[7 * place % len(stage.cells)]
            yield f"{stage.stage.name}[{cell.row},{cell.column}]", cell


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_cells_of_every_stage_are_explained_in_80_columns_with_the_value_of_the_check(name: str) -> None:
    for address, cell in sampled(published(name)):
        made = explained(name, address)
        assert max(map(len, explain_as_text(made).splitlines())) <= 80
        assert_same_value(made, cell)


def assert_same_value(made: Explanation, cell: CellReport) -> None:
    """The last step shows what the JSON calls literal, in full where its decimals end."""
    literal = text(cell.literal, cell.decimals + 2)
    if literal is None or made.working is None or cell.number is None:
        return
    assert made.working.failure is None
    shown = Decimal(made.working.steps[-1].value)
    half = Decimal(1).scaleb(-cell.decimals - 2) / 2
    assert abs(shown - Decimal(literal)) <= half


@pytest.mark.slow
def test_the_value_shown_is_that_of_the_json_interface() -> None:
    shown: dict[str, Any] = json.loads(as_json([published("jamil")]))
    stage = next(stage for stage in shown["stages"] if stage["name"] == "exponentials")
    made = explained("jamil", "exponentials[1,1]")
    assert made.working is not None
    assert made.working.steps[-1].value == stage["cells"][0]["literal"]


SIX_BY_FOUR = """
document: addresses
title: Stages whose cells are asked for
stages:
  - name: sentence
    words: one two three
  - name: V
    printed: |
      1 2 3 4
      1 2 3 4
      1 2 3 4
      1 2 3 4
      1 2 3 4
      1 2 3 4
  - name: scaled
    printed: 1.5 2.5
"""


@each(
    ("cell", "message"),
    [
        ("V", "V is 6 x 4: say which cell, as V[1,4]"),
        ("V[1]", "V[1] names no cell: write a row and a column, as V[1,1]"),
        ("sentence[2]", "sentence[2] names no cell: write a row and a column, as sentence[1,2]"),
        ("V[7,1]", "V is 6 x 4, counted from 1, and has no cell [7,1]"),
        ("V[0,1]", "V is 6 x 4, counted from 1, and has no cell [0,1]"),
        ("V[1,1", "a cell is written STAGE[row,column], as V[1,2], both counted from 1; found 'V[1,1'"),
        ("scaledd[1,1]", "no stage is called scaledd; did you mean scaled?"),
        ("v[1,1]", "no stage is called v; did you mean V?"),
    ],
)
def test_a_bad_cell_address_is_answered_with_the_right_form(cell: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "addresses.yaml"
    path.write_text(SIX_BY_FOUR, encoding="utf-8")
    asked = read(str(path), signatures())
    with pytest.raises(BadCell) as caught:
        explain(asked, cell, check(asked))
    assert str(caught.value) == message


CIRCLE = """document: circle
title: Two stages that use each other's cells
stages:
  - name: x
    formula: "Matrix(3, 1, lambda i, j: y[i - 1, 0] if i else 1)"
    printed: |
      1
      3
      ?
  - name: y
    formula: "Matrix(3, 1, lambda i, j: x[i, 0] + 2)"
    printed: |
      3
      ?
      7
"""


@each("cell, value", [("y[1,1]", "3"), ("y[2,1]", "5"), ("y[3,1]", "7"), ("x[2,1]", "3")])
def test_elided_cells_that_rest_on_each_other_end(
    cell: str, value: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    settle, settled = Evaluation._settle, list[object]()  # noqa: SLF001 - counts the work

    def counted(self: Evaluation, key: tuple[str, int]) -> None:
        settled.append(key)
        assert len(settled) < 100
        settle(self, key)

    path = tmp_path_factory.mktemp("circle") / "circle.yaml"
    path.write_text(CIRCLE, encoding="utf-8")
    asked = read(str(path), signatures())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Evaluation, "_settle", counted)
        assert f"= {value}\n" in explain_as_text(explain(asked, cell, check(asked)))


def test_a_bad_call_has_exit_code_2() -> None:
    assert called("explain", "fareed", "V[1]")[1:] == (
        "verifier: error: V[1] names no cell: write a row and a column, as V[1,1]\n",
        2,
    )
    assert called("explain", "fareedd", "V[1,1]").code == 2


if __name__ == "__main__":
    for known in EXPECTED:
        known.write_text(transcript(known), encoding="utf-8")
        sys.stdout.write(f"{known.stem}\n")
