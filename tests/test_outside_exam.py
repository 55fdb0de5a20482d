"""How the outside exam states a case as a document, and what it counts."""

from pathlib import Path
from typing import Any

import pytest

from tests.exams.outside_exam import OUTCOMES, Unstated, document, judged, table, usual
from tests.tables import each

CASE: dict[str, Any] = {
    "id": "1",
    "cls": "arithmetic",
    "inputs": {"a": "1.5", "b": ["2", "0.5"]},
    "input_rounding": "exact",
    "unknowns": {},
    "formula": "a * sum(b)",
    "relation": "=",
    "printed_result": "3.8",
    "rounding": "half_even",
    "digits": "as_printed",
    "tolerance": None,
    "exact_verdict": "consistent",
}


def outcome(tmp_path: Path, **changes: object) -> str:
    return judged(CASE | changes, str(tmp_path / "case.yaml")).outcome


def test_inputs_and_the_claim_are_stages():
    assert document(CASE) == (
        "document: case\ntitle: An outside case\nstages:\n"
        '  - name: a_\n    printed: "1.5"\n    givens: exact\n'
        '  - name: b_\n    printed: "2 0.5"\n    givens: exact\n'
        '  - name: result\n    formula: "a_ * sum(b_)"\n    rounding: half_even\n    printed: "3.8"\n'
    )


@each(
    ("changes", "expected"),
    [
        ({}, "right"),
        ({"exact_verdict": "inconsistent"}, "missed"),
        ({"rounding": "trunc"}, "accused"),
        ({"rounding": "trunc", "exact_verdict": "inconsistent"}, "right"),
        ({"printed_result": "3.9", "tolerance": {"kind": "abs", "value": "0.1", "closed": True}}, "right"),
        ({"printed_result": "3.9", "tolerance": {"kind": "abs", "value": "0.1", "closed": False}}, "accused"),
        ({"printed_result": "4", "relation": "<"}, "right"),
        ({"printed_result": "4", "relation": ">"}, "accused"),
        ({"inputs": {"a": "1.5", "b": []}, "printed_result": "0"}, "right"),
        ({"formula": "ssd(b) + dot(b, b)", "printed_result": "5.4"}, "right"),
        ({"formula": "gamma(a)"}, "not read"),
        ({"unknowns": {"k": "integer"}}, "not read"),
        ({"rounding": "up_from:9"}, "not read"),
        (
            {
                "inputs": {"a": ["1", "2"], "b": ["3", "4"]},
                "input_rounding": "interval_closed",
                "formula": "a * b",
                "printed_result": ["3", "8"],
                "rounding": "interval_hull",
            },
            "right",
        ),
        (
            {
                "inputs": {"a": "9000", "b": "1000"},
                "input_rounding": {"a": "nearest_closed@-3", "b": "exact"},
                "formula": "a + b",
                "printed_result": "11000",
                "rounding": "nearest_closed",
                "digits": "decimals:-3",
            },
            "right",
        ),
    ],
)
def test_a_case_is_judged_through_the_ordinary_path(tmp_path: Path, changes: dict[str, Any], expected: str):
    assert outcome(tmp_path, **changes) == expected


def test_a_case_that_no_document_states_says_why():
    with pytest.raises(Unstated, match="whole numbers that are not printed"):
        document(CASE | {"unknowns": {"k": "integer"}})


def test_the_table_counts_every_case_once(tmp_path: Path):
    scores = [judged(CASE | changes, str(tmp_path / "case.yaml")) for changes in ({}, {"unknowns": {"k": "integer"}})]
    assert table(scores).splitlines()[2:] == [
        "| arithmetic | 2 | 1 | 0 | 0 | 0 | 1 |",
        "| all | 2 | 1 | 0 | 0 | 0 | 1 |",
    ]
    assert len(OUTCOMES) == 5


def test_usual_rules_are_scored_on_what_floats_can_read():
    assert usual(CASE)["half a unit"] == "right"
    assert usual(CASE)["relative 1e-5 (numpy.isclose)"] == "accused"
    assert usual(CASE | {"relation": "<"}) == {}
    assert usual(CASE | {"formula": "student_t_sf(a, 3)"}) == {}
