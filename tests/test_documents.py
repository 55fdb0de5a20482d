"""Facts about the published documents, each found by hand before the verifier found it."""

import json
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.effort import longest_in_full, some
from tests.reports import DOCUMENTS as CASES
from tests.reports import checked, document, published, run
from tests.tables import each, each_case
from verifier.document.lookup import find, names
from verifier.document.reader import read
from verifier.formulas.parser import OPERATOR_NAMES
from verifier.formulas.tree import Apply
from verifier.operations import REGISTER, signatures
from verifier.pipeline import check
from verifier.report.as_json import render as as_json

SCHEMA = Draft202012Validator(
    json.loads((Path(__file__).parents[1] / "verifier" / "report" / "schema.json").read_text(encoding="utf-8"))
)
Json = dict[str, Any]


pytestmark = pytest.mark.usefixtures("shared_reports")


def fresh(name: str) -> str:
    return as_json([check(read(find(name), signatures()), ranges=True)])


@cache
def text(name: str) -> str:
    """The JSON output on a document, computed once for all tests."""
    return as_json([published(name)])


@cache
def report(name: str) -> Json:
    """The report on a document as JSON, computed once for all tests."""
    result: Json = json.loads(text(name))
    return result


def stage(name: str, wanted: str) -> Json:
    found: Json = next(one for one in report(name)["stages"] if one["name"] == wanted)
    return found


def cells(name: str, wanted: str, verdict: str, basis: str | None = None) -> list[tuple[int, int]]:
    return [
        (cell["row"], cell["column"])
        for cell in stage(name, wanted)["cells"]
        if cell["verdict"] == verdict and basis in (None, cell["basis"])
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_json_follows_the_schema(name: str) -> None:
    SCHEMA.validate(report(name))


@each_case(some(CASES, 2, of=15))
def test_json_of_every_case_follows_the_schema(path: Path) -> None:
    made = json.loads(run(path, "--format", "json").out)
    SCHEMA.validate(made)
    assert bool(seen_together(made)) == (path.stem in PROVED_IN_PARTS)


def stages_of_case(name: str) -> dict[str, Json]:
    (path,) = (path for path in CASES if (path.parent.name, path.stem) == ("contradicted", name))
    return {one["name"]: one for one in json.loads(run(path, "--format", "json").out)["stages"]}


def test_a_line_that_is_judged_as_a_whole_is_named_as_a_row_or_as_a_column() -> None:
    columns = stages_of_case("shares-of-columns")["S"]["rows"]
    assert [(line["column"], line["verdict"]) for line in columns] == [
        (1, "agrees"),
        (2, "contradicted"),
        (3, "agrees"),
    ]
    assert not any("row" in line for line in columns)
    (row,) = stages_of_case("row-of-unknown-numbers")["S"]["rows"]
    assert (row["row"], "column" in row) == (1, False)


def test_what_a_document_states_of_reading_one_stage_is_told_of_that_stage_alone() -> None:
    stored = stages_of_case("stored-numbers")
    keys = ("rounding", "givens", "between", "stored")
    told = {name: {key: one[key] for key in keys if key in one} for name, one in stored.items()}
    assert told["X"] == {"givens": "exact"}
    assert told["W"] == {"rounding": "exact", "stored": True}
    assert told["Y"] == {"rounding": "float32", "stored": True}
    assert told["Y_shown"] == {}
    assert stages_of_case("given-outside-its-range")["p"]["between"] == ["0", "1"]


@pytest.mark.parametrize("name", longest_in_full(names()))
def test_what_a_contradicted_number_can_be_and_what_it_stands_for_are_seen_apart(name: str) -> None:
    assert not seen_together(report(name))


PROVED_IN_PARTS = {
    "a-number-over-itself",
    "elided-zero-among-significant-digits",
    "misprint-that-halving-proves",
    "softmax-beyond-its-range",
}
"""Their ranges as a whole only enclose, or take each number by any rounding rule."""


def seen_together(made: Json) -> set[str]:
    """The stages of contradicted cells whose two ranges, as shown, share a number."""
    return {
        stage["name"]
        for stage in made["stages"]
        for cell in stage["cells"]
        if stage["hull"] is None
        and cell["verdict"] == "contradicted"
        and cell["basis"] == "cell"
        and cell["possible"]
        and cell["stands_for"]
        if not apart(cell["possible"], cell["stands_for"])
    }


def apart(a: str, b: str) -> bool:
    """Whether two ranges as shown have no number in common."""
    (low, high), (least, most) = ([Fraction(end) if "inf" not in end else end for end in ends(box)] for box in (a, b))
    return before(high, least, closed=a[-1] == "]" and b[0] == "[") or before(
        most, low, closed=b[-1] == "]" and a[0] == "["
    )


def ends(box: str) -> list[str]:
    return box[1:-1].split(", ")


def before(end: Fraction | str, start: Fraction | str, *, closed: bool) -> bool:
    if isinstance(end, str) or isinstance(start, str):
        return False
    return end < start or (end == start and not closed)


CASE = str(next(path for path in CASES if path.stem == "slip-carried-on"))


@pytest.mark.parametrize("name", [CASE, *(pytest.param(name, marks=pytest.mark.slow) for name in ("soham", "jamil"))])
def test_the_same_input_gives_the_same_bytes(name: str) -> None:
    assert fresh(name) == text(name)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least"), [("soham", 5), ("jamil", 100)])
def test_ranges_that_nobody_asked_for_are_left_out_and_nothing_else_changes(name: str, least: int) -> None:
    bare = json.loads(as_json([checked(read(find(name), signatures()))]))
    left_out = 0
    for mine, theirs in zip(bare["stages"], report(name)["stages"], strict=True):
        for cell, full in zip(mine.pop("cells"), theirs["cells"], strict=True):
            left_out += cell["possible"] != full["possible"]
            assert cell["possible"] == full["possible"] or cell["verdict"] == "agrees"
            bare_of_ranges = {"possible": None, "stands_for": None}
            assert {**cell, **bare_of_ranges} == {**full, **bare_of_ranges}
        assert mine == {key: value for key, value in theirs.items() if key != "cells"}
    assert bare["errata"] == report(name)["errata"]
    assert left_out > least


@pytest.mark.parametrize("name", longest_in_full(names()))
def test_every_printed_cell_has_a_verdict_and_is_counted(name: str) -> None:
    summary = report(name)["summary"]
    verdicts = ("agrees", "tolerated", "contradicted", "undecided", "given", "unchecked")
    shown = sum(
        one is not None for listed in document(name).stages if listed.block is not None for one in listed.block.cells
    )
    assert sum(summary[verdict] for verdict in verdicts) == summary["cells"] == shown


@pytest.mark.slow
def test_the_value_matrix_of_fareed_is_contradicted_in_22_cells_of_24() -> None:
    assert len(cells("fareed", "V", "contradicted")) == 22


@pytest.mark.slow
def test_the_attention_output_of_fareed_is_inherited_and_not_accused() -> None:
    head = stage("fareed", "head")
    assert head["verdict"] == "agrees"
    assert all("V" in cell["inherited_from"] for cell in head["cells"] if cell["inherited_from"])
    assert sum(bool(cell["inherited_from"]) for cell in head["cells"]) >= 22


@pytest.mark.slow
def test_the_scaled_matrix_of_fareed_is_contradicted_everywhere_by_little_and_departs() -> None:
    scaled = stage("fareed", "scaled")
    assert len(cells("fareed", "scaled", "contradicted")) == 36
    assert scaled["standard_verdict"] == "departs"
    worst = next(one for one in report("fareed")["errata"] if one["id"] == "scaled-1")
    assert float(worst["size"]["relative"]) < 0.001


@pytest.mark.slow
@each("name", ["X", "Q", "K", "scores", "A", "head_in_output", "O", "residual", "normalised"])
def test_matrices_of_fareed_that_carry_hidden_digits_are_not_accused(name: str) -> None:
    assert stage("fareed", name)["verdict"] in ("agrees", "tolerated")


@pytest.mark.slow
def test_means_of_fareed_are_contradicted_and_deviations_are_not() -> None:
    assert len(cells("fareed", "residual_mean", "contradicted")) == 6
    assert stage("fareed", "residual_std")["verdict"] == "agrees"


FOUND = (Path(__file__).parent / "found_in_documents.txt").read_text(encoding="utf-8").splitlines()
"""A document, a stage, and where its contradicted numbers stand, as `1,3:2,4` for two rows of two columns."""


def places(spelled: list[str]) -> set[tuple[int, int]]:
    """The rows and columns that a line of FOUND names."""
    parts = [part.split(":") for part in spelled]
    return {
        (int(row), int(column)) for rows, columns in parts for row in rows.split(",") for column in columns.split(",")
    }


@pytest.mark.parametrize("name", longest_in_full(sorted({line.split()[0] for line in FOUND})))
def test_what_was_once_found_in_a_published_document_stays_found(name: str) -> None:
    listed = {line.split()[1]: places(line.split()[2:]) for line in FOUND if line.split()[0] == name}
    lost = {wanted: found - set(cells(name, wanted, "contradicted")) for wanted, found in listed.items()}
    assert not any(lost.values()), {wanted: found for wanted, found in lost.items() if found}


@pytest.mark.slow
def test_two_numbers_of_the_encoding_of_roysdon_are_what_no_rule_prints_throughout() -> None:
    assert {(3, 4), (3, 5)} <= set(cells("roysdon", "P", "contradicted", "cell"))


@pytest.mark.slow
def test_the_third_column_of_the_encoding_of_jamil_is_contradicted_and_a_number_is_cut() -> None:
    assert cells("jamil", "P", "contradicted") == [(2, 3), (3, 3), (4, 2), (4, 3)]
    assert stage("jamil", "P")["standard_verdict"] == "agrees"


@pytest.mark.slow
def test_three_exponentials_of_jamil_are_contradicted_and_the_fourth_is_cut() -> None:
    assert cells("jamil", "exponentials", "contradicted") == [(1, 1), (1, 2), (1, 3)]
    assert cells("jamil", "exponentials", "tolerated", "other rule") == [(1, 4)]


@pytest.mark.slow
def test_output_rows_of_jamil_that_need_unrounded_scores_agree_as_replayed() -> None:
    assert cells("jamil", "output", "agrees", "replayed") == [(row, column) for row in (2, 3) for column in (1, 2, 3)]


@pytest.mark.slow
def test_matrices_of_roysdon_are_right_by_the_listing_and_not_by_the_text() -> None:
    sigma = stage("roysdon", "sigma")
    assert len(cells("roysdon", "sigma", "contradicted")) == 6
    assert [also["verdict"] for also in sigma["also"]] == ["agrees"]
    assert len(cells("roysdon", "A9", "contradicted")) == 31
    assert stage("roysdon", "A9")["also"][0]["verdict"] in ("agrees", "tolerated")
    for name in ("Q", "K", "V", "A1", "A2", "A3", "A4", "A5", "A6"):
        assert stage("roysdon", name)["verdict"] in ("agrees", "tolerated")


@pytest.mark.slow
def test_a_product_without_its_transpose_has_no_shape() -> None:
    shape = stage("roysdon", "softmax_argument")["shape"]
    assert shape["verdict"] == "contradicted"
    assert shape["reason"] == "a product of 6 x 4 and 6 x 4 is undefined: 4 columns meet 6 rows"


@pytest.mark.slow
@each(
    ("name", "erratum", "slip", "reproduced"),
    [
        ("fareed", "V-1", "copied-matrix", 22),
        ("fareed", "scaled-1", "rerounded-operand", 36),
        ("fareed", "residual_mean-1", "other-function", 6),
        ("fareed", "second_std-1", "other-divisor", 6),
        ("fareed", "product-1", "sign", 20),
        ("fareed", "A_2_masked-1", "reversed-mask", 6),
        ("roysdon", "sigma-1", "other-divisor", 6),
        ("roysdon", "A9-1", "other-divisor", 31),
    ],
)
def test_the_cause_is_found_and_reproduces_every_contradicted_cell(
    name: str, erratum: str, slip: str, reproduced: int
) -> None:
    found = next(one for one in report(name)["errata"] if one["id"] == erratum)
    assert found["slips"][0]["slip"] == slip
    assert found["reproduced"] == found["of"] == reproduced
    assert found["tried"] > found["fitting"] > 0


@pytest.mark.slow
def test_a_row_of_five_shown_probabilities_is_refuted_by_two_of_them() -> None:
    rows = stage("fareed", "probabilities")["rows"]
    assert [row["verdict"] for row in rows] == ["contradicted"]
    assert "cannot share a denominator" in rows[0]["certificate"]


@pytest.mark.slow
def test_rows_said_to_be_normalised_must_sum_to_zero() -> None:
    rows = stage("roysdon", "A10")["rows"]
    assert [row["verdict"] for row in rows] == ["contradicted"] * 6
    assert all("must sum to 0" in row["certificate"] for row in rows)


@pytest.mark.slow
def test_a_weighted_sum_is_bounded_by_the_range_of_weights_that_are_not_printed() -> None:
    assert len(cells("fareed", "logits", "contradicted")) == 4


@pytest.mark.slow
def test_the_predicted_word_follows_from_five_probabilities_of_twenty_three() -> None:
    assert stage("fareed", "predicted_word")["verdict"] == "agrees"


DEPARTING: dict[str, set[str]] = {
    "fareed": {"P", "scaled", "cross_query", "cross_value", "A_1_masked", "A_2_masked"},
    "jamil": set(),
    "roysdon": {"P", "Q", "K", "V", "A2", "A7", "A9", "softmax_argument", "cross_query", "cross_value"}
    | {"masked_1", "masked_2"},
    "soham": {"Q_i", "K_i", "V_i", "logits_overview"},
    "tutorial10": {"P", "scaled"},
}


@pytest.mark.parametrize("name", longest_in_full(DEPARTING))
def test_departures_are_told_apart_from_errors(name: str) -> None:
    found = {one["name"] for one in report(name)["stages"] if one["standard_verdict"] == "departs"}
    assert found == DEPARTING[name]
    assert {one["stage"] for one in report(name)["errata"] if one["kind"] == "departure"} == DEPARTING[name]


def definitions(name: str) -> list[str]:
    """The outermost operation of each standard of a document, transposes left out."""
    found = []
    for listed in document(name).stages:
        if listed.standard is not None:
            expression = listed.standard.expression
            while isinstance(expression, Apply) and expression.operation == "transpose":
                expression = expression.arguments[0]
            found.append(expression.operation if isinstance(expression, Apply) else listed.standard.text)
    return found


@pytest.mark.parametrize("name", longest_in_full(names()))
def test_every_standard_is_a_named_definition_with_its_source(name: str) -> None:
    for operation in definitions(name):
        assert operation not in OPERATOR_NAMES
        assert re.search(r"\b[12]\d{3}\b", REGISTER[operation].reference)


@pytest.mark.parametrize("name", longest_in_full(names()))
def test_nothing_of_the_published_documents_is_undecided(name: str) -> None:
    assert report(name)["summary"]["undecided"] == 0
    assert all(one["standard_verdict"] != "undecided" for one in report(name)["stages"])


@pytest.mark.slow
def test_a_product_of_symbolic_shapes_names_the_two_dimensions() -> None:
    shape = stage("soham", "Q_i")["shape"]
    assert shape["verdict"] == "contradicted"
    assert shape["reason"].endswith("d_k columns meet 1 row, unless d_k = 1")


@pytest.mark.slow
def test_with_its_origins_nearly_every_number_of_roysdon_is_reproduced_digit_by_digit() -> None:
    """The givens are MATLAB's default stream, shown with four decimals and cut to two by hand."""
    found = report("roysdon")
    assert found["rounding"]["rule"] == "half_away@4, trunc"
    assert found["rounding"]["breaking"]["half_away@4, trunc"] <= 5
    assert found["summary"]["tolerated"] <= 10
    for name in ("E", "Q", "K", "V", "A1", "A2", "A3", "A4", "A5", "A6", "mu", "A7", "L", "F"):
        assert stage("roysdon", name)["verdict"] == "agrees"


@pytest.mark.slow
def test_a_few_numbers_of_roysdon_stand_out_against_the_stream() -> None:
    assert cells("roysdon", "W_A", "contradicted") == [(3, 4)]
