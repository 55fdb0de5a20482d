"""How numbers respond to the hidden digits of givens: what is looked up is what is computed, and counts as much."""

from itertools import product
from pathlib import Path

import pytest
from flint import fmpq

from tests.tables import each
from verifier.document.reader import read
from verifier.operations import signatures
from verifier.replay.rearranged import Rearranged
from verifier.replay.response import Responses, Slopes
from verifier.replay.rule_evidence import infer

PARTS = ["A[1]", "A[:, 0:2]", "A[-1, 2]", "flatten(A)", "A[0, ::2]", "A[0:9, 1]"]
DOCUMENT = """
document: parts
title: Parts of a block
stages:
  - name: A
    printed: |
      1.5 2.25 -3.5
      0.75 4.5 0
  - name: B
    formula: "{formula}"
"""


def responses(path: Path, places: int) -> tuple[list[Slopes], int, int]:
    """The response of each cell of the formula, and of some beyond, and what is left of the bounds."""
    document = read(str(path), signatures())
    formula = document.by_name["B"].formula
    replay, _ = infer(document)
    assert formula is not None
    made = Responses(document, replay.tolerance, replay.literal)
    return [made.slopes(formula, *at) for at in product(range(2), range(places))], made.left, made.left_to_read


@each("most", [4_000, 20])
@each("formula", [*PARTS, "A[0, 0] * A", "A[:, A[1, 2]]", "hstack(A, A)"])
def test_what_is_looked_up_is_what_is_computed(
    formula: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "parts.yaml"
    path.write_text(DOCUMENT.format(formula=formula), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("verifier.replay.response.MOST_EVALUATIONS", most)
        found = responses(path, 7)
        patch.setattr(Responses, "_of_shown", lambda *_: None)
        assert responses(path, 7) == found
        patch.setattr(Rearranged, "shown", lambda *_: None)
        assert responses(path, 7) == found


@each("formula", ["A + C", "(A - C).T", "C - A", "A + A", "A - A", "(C + A).T"])
def test_a_sum_responds_as_its_terms_do(formula: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sum.yaml"
    second = "stages:\n  - name: C\n    printed: |\n      0.5 0.25 1\n      ? 2.5 3.5\n"
    path.write_text(DOCUMENT.format(formula=formula).replace("stages:\n", second), encoding="utf-8")
    with monkeypatch.context() as patch:
        found, left, _ = responses(path, 2)
        patch.setattr(Responses, "_of_sum", lambda *_: None)
        computed, less, _ = responses(path, 2)
    assert found == computed
    assert any(found) == (formula != "A - A")
    assert left > less


SINGLES = """
document: singles
title: Single numbers
stages:
  - {{name: a, printed: "1.5"}}
  - {{name: b, printed: "0.25"}}
  - {{name: c, printed: "3", givens: exact}}
  - {{name: d, printed: "0.0"}}
  - name: B
    formula: "{formula}"
"""


@each("most", [4_000, 3])
@each(
    "formula", ["a * b + c", "c - a / b", "-(a + b) * a", "a * a - b * b", "a / d + b", "b / c", "a ** 2 + b", "d / b"]
)
def test_single_numbers_respond_as_they_are_evaluated(
    formula: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "singles.yaml"
    path.write_text(SINGLES.format(formula=formula), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr("verifier.replay.response.MOST_EVALUATIONS", most)
        found = responses(path, 2)
        patch.setattr(Responses, "_of_singles", lambda *_: None)
        assert responses(path, 2) == found
    assert any(found[0]) or most == 3 or formula == "a / d + b"


@each(("formula", "row", "column", "index"), [("A[1]", 0, 2, 5), ("A[:, 1:3]", 1, 0, 4), ("flatten(A)", 0, 3, 3)])
def test_a_part_responds_to_the_number_that_it_shows(
    formula: str, row: int, column: int, index: int, tmp_path: Path
) -> None:
    path = tmp_path / "parts.yaml"
    path.write_text(DOCUMENT.format(formula=formula), encoding="utf-8")
    document = read(str(path), signatures())
    made, (replay, _) = document.by_name["B"].formula, infer(document)
    assert made is not None
    assert Rearranged(replay.literal).shown(made.expression, row, column) == ("A", index)
    assert Responses(document, replay.tolerance, replay.literal).slopes(made, row, column) == {("A", index): fmpq(1)}
