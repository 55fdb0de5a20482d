"""Contradictions are proved once more from the report alone, by a room that knows nothing of the others."""

import ast
import io
import json
import sys
from collections.abc import Iterator
from fractions import Fraction as Q
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from flint import arb, fmpq

import verifier
from tests.effort import longest_in_full, some
from tests.reports import DOCUMENTS, name_of, published, run
from tests.tables import each, each_case
from verifier.cli import main
from verifier.numbers import rounding
from verifier.numbers.rounding import parse_rule
from verifier.numbers.rules import TABLE
from verifier.operations import REGISTER
from verifier.recheck.cellwise import CELLWISE
from verifier.recheck.definitions import operations
from verifier.recheck.evaluation import Work
from verifier.recheck.expansion import Expansion
from verifier.recheck.functions import exp_at
from verifier.recheck.grids import Grid
from verifier.recheck.halving import holds_in_parts
from verifier.recheck.intervals import ZERO, Box, Unknown
from verifier.recheck.joint import normalised_are_refuted, shares_are_refuted
from verifier.recheck.normalised import normalised
from verifier.recheck.printed import decimal
from verifier.recheck.proofs import Outcome, outcomes
from verifier.recheck.ranges import meets, range_of
from verifier.recheck.report_reading import reports_of
from verifier.recheck.rounding import USUAL, Set, preimage, steps_of, widest
from verifier.recheck.row_functions import VOID, shares, variance
from verifier.recheck.syntax import Tree, parse
from verifier.recheck.unknowns import Sum, nothing_is_left
from verifier.report.as_json import render

ROOM = Path(verifier.__file__).parent / "recheck"
Json = dict[str, Any]
CASES = [path for path in DOCUMENTS if path.parent.name == "contradicted"]
PUBLISHED = ("fareed", "jamil", "roysdon", "soham", "tutorial10")

pytestmark = pytest.mark.usefixtures("shared_reports")

NOT_PROVED = {
    "factor-that-is-not-shown": "a power of what is not shown",
    "denied-by-what-is-computed-from-it": "odds are not ranges",
    "misprint-that-only-a-later-step-proves": "odds are not ranges",
    "stated-shape-against-one-too-large-to-compute": "what is too large to compute has no shape there",
    "sizes-divided-by-zero": "a condition on sizes without a value is not followed there",
    "softmax-beyond-its-range": "each rule by itself is not tried there",
    "stored-numbers": "the report rounds the numbers of a binary file",
    "symbol-with-two-numbers": "the symbols of shapes are not followed there",
}
"""The cases in which something is not proved again, and why."""
NOT_PROVED_OF = {
    "roysdon": {"W_A[3,4]"},  # each rule by itself is not tried there, and no stream is drawn
    "soham": {"Q_i", "K_i", "V_i"},  # of a size that is a letter
}


@cache
def json_of_case(name: str) -> str:
    (path,) = (path for path in DOCUMENTS if name_of(path) == name)
    return run(path, "--format", "json").out


@cache
def json_of_published(name: str) -> str:
    return render([published(name)])


def proofs(text: str) -> list[Outcome]:
    return [outcome for report in reports_of(text, "report.json") for outcome in outcomes(report)]


def changed(text: str, stage: str, **of_cell: str) -> str:
    """A report in which the first cell of a stage says something else."""
    made = json.loads(text)
    (found,) = (one for one in made["stages"] if one["name"] == stage)
    found["cells"][0] |= of_cell
    return json.dumps(made)


# Proofs


@each_case(CASES)
def test_what_is_contradicted_is_proved_once_more(path: Path):
    found = proofs(json_of_case(name_of(path)))
    assert found
    assert any(outcome.reason for outcome in found) == (path.stem in NOT_PROVED)


def test_the_exceptions_are_cases():
    assert set(NOT_PROVED) <= {path.stem for path in CASES}


@pytest.mark.parametrize("name", longest_in_full(PUBLISHED))
def test_all_contradictions_of_a_published_document_are_proved_once_more(name: str):
    found = proofs(json_of_published(name))
    numbers = [outcome for outcome in found if outcome.kind == "number"]
    assert len(numbers) == json.loads(json_of_published(name))["summary"]["contradicted"]
    unproved = {outcome.name for outcome in found if outcome.reason}
    assert unproved == NOT_PROVED_OF.get(name, set())


@each_case(some((path for path in DOCUMENTS if path.parent.name in ("contradicted", "tolerated")), 1, of=25))
def test_nothing_that_is_right_is_proved_to_be_wrong(path: Path):
    assert_nothing_right_is_proved(json_of_case(name_of(path)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fareed", "roysdon"])
def test_nothing_right_of_a_published_document_is_proved_to_be_wrong(name: str):
    assert_nothing_right_is_proved(json_of_published(name))


def assert_nothing_right_is_proved(text: str, basis: str = "cell") -> None:
    """Where a report says of all that agrees that it does not, none of it is proved."""
    made = json.loads(text)
    names = set(relabelled(made, basis))
    assert not {outcome.name for outcome in proofs(json.dumps(made)) if outcome.reason is None} & names


def is_right(cell: Json, basis: str) -> bool:
    """Whether a number is right by its prints, and also with exact givens at their word where the *basis* is that."""
    if cell["basis"] == "mended" or (basis == "givens" and (cell["basis"] == "hidden givens" or "if_exact" in cell)):
        return False
    return cell["verdict"] in ("agrees", "tolerated")


def relabelled(made: Json, basis: str) -> Iterator[str]:
    for stage in made["stages"]:
        for cell in stage["cells"]:
            if is_right(cell, basis):
                cell |= {"verdict": "contradicted", "basis": basis}
                yield f"{stage['name']}[{cell['row']},{cell['column']}]"
        for line in stage["rows"]:
            if line["verdict"] == "agrees":
                line["verdict"] = "contradicted"
                yield f"{stage['name']} {'row' if 'row' in line else 'column'} {line.get('row') or line['column']}"


# Reports that were changed


PRODUCT = """
document: product
title: One number whose digits are exchanged
stages:
  - name: X
    printed: |
      0.6  0.1
      0.5  0.9
  - name: W
    printed: |
      0.2  0.4
      0.3  0.1
  - name: Q
    formula: X @ W
    printed: |
      0.15  0.25
      0.37  0.92
"""


@cache
def json_of_product() -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "product.yaml"
        path.write_text(PRODUCT, encoding="utf-8")
        return run(path, "--format", "json").out


def with_cell(stage: str, place: int, **said: str | None) -> Outcome:
    """What is made of the wrong number where the report says something else of a cell, the one at a place."""
    made = json.loads(json_of_product())
    (found,) = (one for one in made["stages"] if one["name"] == stage)
    found["cells"][place] |= said
    (outcome,) = proofs(json.dumps(made))
    assert outcome.name == "Q[2,2]"
    return outcome


def test_a_printed_number_that_was_changed_is_not_proved_to_be_wrong():
    assert with_cell("Q", 3).reason is None
    assert "and it stands for [0.28" in str(with_cell("Q", 3, printed="0.29").reason)
    unsaid = with_cell("Q", 3, printed="0.29", stands_for=None, possible=None)
    assert "meets what its print stands for" in str(unsaid.reason)


def test_an_operand_that_was_changed_proves_nothing():
    assert "meets what" in str(with_cell("X", 2, printed="2.075").reason) or "the report has" in str(
        with_cell("X", 2, printed="2.075").reason
    )
    assert with_cell("X", 2, printed="0.6").reason is None  # 0.33 is not 0.92 either
    assert str(with_cell("X", 2, printed="50").reason).startswith("the report has it in")


def test_ranges_that_were_changed_are_found_to_be_others():
    assert "the report takes 0.92 for" in str(with_cell("Q", 3, stands_for="[0.92, 0.92]").reason)
    assert "meets what its print stands for" in str(with_cell("Q", 3, stands_for="[-1000, 1000]").reason)
    assert str(with_cell("Q", 3, possible="[5, 6]").reason).startswith("the report has it in [5, 6]")


def test_parts_are_halved_until_all_hold_and_no_more_once_a_point_fails():
    seen: list[Box] = []

    def is_below(limit: Q) -> bool:
        """Whether x - x^2 for x in [0, 1], at most 1/4, is below a limit, as its enclosures say."""

        def holds(grid: Grid) -> bool:
            (((lo, hi),),) = grid  # type: ignore[misc]
            seen.append((lo, hi))
            return hi < limit

        seen.clear()
        return holds_in_parts(parse("x - x * x"), lambda _: [[(Q(0), Q(1))]], Work(10**4), holds)

    assert is_below(Q(1, 2))
    assert len(seen) > 3
    assert not is_below(Q(1, 5))
    assert seen == [(Q(-1), Q(1)), (Q(1, 4), Q(1, 4))]


def test_a_row_that_is_possible_is_not_proved_to_be_impossible():
    text = json_of_case("contradicted/row-of-unknown-numbers")
    (row,) = (outcome for outcome in proofs(text) if outcome.kind == "row")
    assert row.reason is None
    (row,) = (outcome for outcome in proofs(changed(text, "S", printed="0.20")) if outcome.kind == "row")
    assert row.reason == "each test of it leaves it possible"


# The command


def written(folder: Path, text: str) -> str:
    path = folder / "report.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def recheck(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["recheck", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_line_sums_a_document_up_and_names_what_is_not_proved(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    proved = json_of_case("contradicted/shares-of-columns")
    code, out, _ = recheck(capsys, written(tmp_path, proved))
    assert (code, out) == (0, "shares-of-columns: 3 of 3 contradicted numbers proved again, 1 of 1 columns\n")
    unproved = json_of_case("contradicted/factor-that-is-not-shown")
    code, out, _ = recheck(capsys, written(tmp_path, unproved))
    assert (code, out.splitlines()[:2]) == (
        1,
        [
            "factor-that-is-not-shown: 3 of 6 contradicted numbers proved again, 1 of 2 rows",
            "  Z row 1: not proved again: what is not shown is used in another way than in sums of products",
        ],
    )


def test_verbose_lists_what_is_proved_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    _, out, _ = recheck(capsys, "--verbose", written(tmp_path, json_of_case("contradicted/shares-of-columns")))
    assert out.splitlines()[1] == "  S column 2: proved again"
    assert len(out.splitlines()) == 5


def test_several_documents_standard_input_and_reports_without_contradictions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    clean = json_of_case(next(name_of(path) for path in DOCUMENTS if path.parent.name == "agrees"))
    both = f"[{clean}, {json_of_case('contradicted/lost-relu')}]"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(both.encode())))
    code, out, _ = recheck(capsys, "-", written(tmp_path, clean))
    assert code == 0
    assert [line.partition(": ")[2] for line in out.splitlines()] == [
        "nothing to prove",
        "2 of 2 contradicted numbers proved again",
        "nothing to prove",
    ]


def test_a_report_of_an_older_version_lacks_keys_and_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    made = json.loads(json_of_case("contradicted/lost-relu"))
    for stage in made["stages"]:
        for key in ("rows", "hull", "within", "held"):
            del stage[key]
        for cell in stage["cells"]:
            del cell["stands_for"]
    assert recheck(capsys, written(tmp_path, json.dumps(made)))[0] == 0


BAD = {
    "no-json": ("{", ":1:2: JSON"),
    "nothing": ("", ":1:1: JSON"),
    "too-deep": ("[" * 100_000, "JSON that can be read"),
    "another-object": ("{}", ".schema: verifier/1, found nothing"),
    "a-number": ("3", ": an object, found 3"),
    "empty-list": ("[]", ": one report or a list of them, found a list of 0"),
    "a-number-of-many-digits": ("9" * 10_000, "JSON that can be read"),
    "stages-of-another-type": (
        '{"schema": "verifier/1", "document": "d", "stages": {"a": 1}}',
        ".stages: a list, found an object of 1",
    ),
    "a-cell-elsewhere": (
        (
            '{"schema": "verifier/1", "document": "d", "stages": [{"name": "s", "verdict": "given", "shape": '
            '{"printed": [1, 1]}, "cells": [{"row": 2, "column": 1, "printed": "1", "verdict": "given"}]}]}'
        ),
        ".stages[0].cells: places within 1 x 1, found [2,1]",
    ),
    "a-huge-block": (
        (
            '{"schema": "verifier/1", "document": "d", "stages": [{"name": "s", "verdict": "given", "shape": '
            '{"printed": [1000000, 1000000]}}]}'
        ),
        ".stages[0].shape.printed: rows and columns of at most 1000000 cells",
    ),
    "two-of-a-name": (
        (
            '{"schema": "verifier/1", "document": "d", "stages": [{"name": "s", "verdict": "given"}, '
            '{"name": "s", "verdict": "given"}]}'
        ),
        ".stages[1].name: names that differ, found s",
    ),
}


def a_report_with(**of_stage: object) -> str:
    stage = {"name": "s", "verdict": "given", "shape": {"printed": [1, 2]}, **of_stage}
    return json.dumps({"schema": "verifier/1", "document": "d", "stages": [stage]})


BAD |= {
    "sides-of-another-type": (a_report_with(shape={"printed": [True, 2]}), ".stages[0].shape.printed: a list"),
    "two-cells-at-one-place": (
        a_report_with(cells=[{"row": 1, "column": 1, "printed": "1", "verdict": "given"}] * 2),
        ".stages[0].cells: places that differ, found [1,1]",
    ),
    "a-line-elsewhere": (
        a_report_with(rows=[{"row": 2, "verdict": "contradicted", "test": "softmax"}]),
        ".stages[0].rows: lines within 1 x 2, found 2",
    ),
    "a-row-and-a-column": (
        a_report_with(rows=[{"row": 1, "column": 1, "verdict": "contradicted", "test": "softmax"}]),
        ".stages[0].rows[0]: a row or a column, found both",
    ),
    "bounds-in-reverse": (
        a_report_with(between=["3", "1"]),
        ".stages[0].between: two bounds, the lower first, found 3 and 1",
    ),
    "three-bounds": (a_report_with(between=["1", "2", "3"]), ".stages[0].between: two bounds, the lower first"),
}


@pytest.mark.slow
@each("name", BAD)
def test_what_is_no_report_ends_with_a_message_that_helps(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    text, told = BAD[name]
    code, out, err = recheck(capsys, written(tmp_path, text))
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err
    assert "try `verifier check" in err


def test_a_missing_file_is_told(capsys: pytest.CaptureFixture[str]):
    code, _, err = recheck(capsys, "no-such.json")
    assert (code, err) == (2, "verifier: error: no-such.json: No such file or directory\n")


HOSTILE = {
    "rests-on-itself": ("a + 1", "rests on itself"),
    "a-huge-power": ("9**9**9**9", "nothing is known"),
    "a-huge-matrix": ("Matrix(100000, 100000, lambda i, j: 1)", "it takes too long"),
    "a-long-sum": ("sum(Matrix(1, 10**7, lambda i, j: 1))", "is no whole number"),
    "doubled-and-doubled": ("b", "a formula that grows too long"),
    "an-unknown-call": ("system(1)", "there is no rule here for system"),
    "a-huge-exponential": ("exp(10**9)", "nothing is known"),
    "a-division": ("1 / (1 - 1)", "nothing is known"),
}


@each("name", HOSTILE)
def test_a_hostile_formula_proves_nothing_and_comes_to_an_end(name: str):
    formula, reason = HOSTILE[name]
    cell = {"row": 1, "column": 1, "printed": "1", "verdict": "contradicted", "basis": "cell"}
    shown = {"shape": {"printed": [1, 1]}, "resolution": "own digits", "cells": [cell]}
    chain = [
        {"name": f"b{'b' * k}", "verdict": "unchecked", "formula": f"b{'b' * (k + 1)} + b{'b' * (k + 1)}"}
        for k in range(40)
    ]
    stages = [{"name": "a", "verdict": "contradicted", "formula": formula, **shown}, *chain]
    if name == "rests-on-itself":
        stages[0] |= {"formula": "c + 1"}
        stages.append({"name": "c", "verdict": "unchecked", "formula": "c + 1"})
    made = {"schema": "verifier/1", "document": "d", "stages": stages}
    (outcome,) = proofs(json.dumps(made))
    assert outcome.reason is not None
    assert reason in outcome.reason


def shown(name: str, formula: str | None, *rows: str, resolution: str = "own digits", **others: object) -> Json:
    """A stage of a report, its rows as texts; all that a formula gives is said to be contradicted."""
    verdict = "given" if formula is None else "contradicted"
    cells = [
        {"row": i, "column": j, "printed": printed, "verdict": verdict, "basis": "cell"}
        for i, row in enumerate(rows, start=1)
        for j, printed in enumerate(row.split(), start=1)
    ]
    size = {"printed": [len(rows), len(rows[0].split())]}
    head = {"name": name, "formula": formula, "verdict": verdict, "resolution": resolution, "shape": size}
    return {**head, "cells": cells, "rows": [], **others}


def report_of(*stages: Json, givens: str = "exact") -> str:
    rounding = {"rule": "half_even", "inferred": False}
    made = {"rounding": rounding, "givens": {"reading": givens, "inferred": False}, "stages": stages}
    return json.dumps({"schema": "verifier/1", "document": "d", **made})


def reasons(*stages: Json, givens: str = "exact") -> list[str | None]:
    """Why each contradiction is not proved; None where it is."""
    return [outcome.reason for outcome in proofs(report_of(*stages, givens=givens))]


POWERS = [
    ("-1", "A**65", "-1", False),
    ("-1", "A**66", "1", False),
    ("-1", "A**1000001", "-1", False),
    ("-1", "A**65", "1", True),
    ("-2", "A**-65", "0.00", False),
    ("0", "A**0.3", "0", False),
    ("0", "A**0.3", "1", True),
    ("0", "A**-0.3", "1", True),
    ("0", "A**-2", "0", True),
    ("0", "A**0", "1", False),
    ("-3", "A**0.3", "1", True),
    ("3", "A**100", str(3**100), False),
    ("3", "A**100", str(3**100 + 2), True),
    ("9", "A**1000", "1", False),
]


@each(("base", "formula", "printed", "is_wrong"), POWERS)
def test_a_power_is_proved_wrong_only_where_its_real_value_is_known(
    base: str, formula: str, printed: str, is_wrong: bool
):
    (reason,) = reasons(shown("A", None, base), shown("B", formula, printed))
    assert (reason is None) == is_wrong


def test_a_power_whose_exponent_may_be_whole_proves_nothing():
    stages = (shown("A", None, "-2"), shown("E", None, "3.0"), shown("B", "A**E", "-8.0"))
    assert reasons(*stages, givens="rounded") == ["nothing is known of what its formula gives"]
    (reason,) = reasons(shown("A", None, "0"), shown("E", None, "1.5"), shown("B", "A**E", "0.00"), givens="rounded")
    assert reason is not None


def test_what_has_no_number_is_no_proof_against_an_infinity_or_by_a_word_that_looks_like_one():
    assert reasons(shown("A", None, "0"), shown("B", "log(A)", "-inf")) != [None]
    assert reasons(shown("A", None, "0"), shown("B", "log(A)", "7")) == [None]
    words = shown("A", None, "word") | {"resolution": None}
    words["cells"][0]["printed"] = VOID
    assert reasons(words, shown("B", "take(A, 0)", "7")) != [None]


def row_reason(formula: str, printed: str, *others: Json, test: str = "normalisation") -> str | None:
    """Why the first row that a formula gives is not proved to be impossible."""
    rows = [{"row": 1, "verdict": "contradicted", "test": test}]
    found = proofs(report_of(*others, shown("B", formula, printed, rows=rows)))
    return next(outcome.reason for outcome in found if outcome.kind == "row")


@pytest.mark.parametrize(
    ("divisor", "printed"),
    [
        ("sqrt(var(A) + D)", "-1.22 0.00 0.32"),
        ("(std(A) + D)", "-1.22 0.00 0.10"),
        ("(std(A) * 2 + D)", "-0.61 0.00 0.10"),
    ],
)
def test_a_row_over_a_divisor_that_differs_by_cell_is_not_proved(divisor: str, printed: str):
    stages = shown("A", None, "1 2 3"), shown("D", None, "0 1 9")
    reason = row_reason(f"(A - mean(A)) / {divisor}", printed, *stages)
    assert reason == "a divisor that is not known to be one number for all of its line"
    (first, second) = shown("A", None, "1 2 3"), shown("D", None, "9")
    assert row_reason(f"(A - mean(A)) / {divisor}", printed, first, second) is None


def test_a_row_with_an_infinity_or_without_degrees_of_freedom_is_not_proved():
    normalised_row = "(A - mean(A)) / std(A, ddof=0)"
    assert row_reason(normalised_row, "1.00 0.00 2.45", shown("A", None, "1 2 3")) is None
    reason = row_reason(normalised_row, "1.00 0.00 2.45", shown("A", None, "1 -inf 3"))
    assert reason == "an infinity or a word among the numbers of a normalisation"
    reason = row_reason(normalised_row.replace("=0", "=3"), "-1.22 0.00 1.22", shown("A", None, "1 2 3"))
    assert reason == "degrees of freedom that leave nothing of a line"


def test_a_row_whose_formula_gives_another_shape_is_not_proved():
    elided = shown("A", None, "1 2") | {"cells": []}
    reason = row_reason("A * 2", "0.09 0.24 0.67", elided, test="contraction")
    assert reason == "a line of another shape than the printed one"


@pytest.mark.parametrize(
    ("formula", "printed", "told"),
    [
        ("sum(A, axis=2)", "3", "an axis that no matrix has"),
        ("sum(A, axis=-3)", "3", "an axis that no matrix has"),
        ("sum(A, axis=0, axis=1)", "1 2", "given twice"),
        ("sum(A, 1, axis=0)", "3", "a call of sum that cannot be read"),
        ("max(A, 5, axis=0)", "5 5", "a call of max that cannot be read"),
        ("mask(A, A)", "7 7", "a call of mask that cannot be read"),
        ("transpose(A, A)", "7 7", "a call of transpose that cannot be read"),
        ("add(A)", "7 7", "no operation with the name add"),
        ("Matrix(1, 2, lambda i, i: i)", "7 7", "two names"),
        ("Matrix(1, 2, lambda i, j=A: j)", "7 7", "two names"),
        ("Matrix(1, 2, lambda i, j, *k: j)", "7 7", "two names"),
        ("Matrix(1, 2, lambda i, j: j, axis=1)", "7 7", "no meaning"),
        ("B + 1", "7 7", "B rests on itself"),
        ("A + C", "7 7", "B rests on itself"),
    ],
)
def test_a_formula_that_no_document_has_proves_nothing(formula: str, printed: str, told: str):
    stages = shown("A", None, "1 2"), shown("B", formula, printed), shown("C", "B * 1", printed, verdict="agrees")
    found = [reason for reason in reasons(*stages) if reason is not None]
    assert len(found) == len(reasons(*stages))
    assert told in found[0]


@each("resolution", ["   ", "1e400 decimals", "30000000 decimals", "1.5 decimals", "x digits"])
def test_a_resolution_that_no_report_has_proves_nothing(resolution: str):
    (reason,) = reasons(shown("A", None, "1"), shown("B", "A", "7.5", resolution=resolution))
    assert reason is not None
    assert "a resolution that is not known here" in reason


@pytest.mark.slow
@each(
    "body",
    [
        "sin(50 + i / 7 + j / 7001)",
        "erf(3 + i / 70 + j / 7001)",
        "tan(1 + i / 7001 + j / 700)",
        "(2 + i / 7 + j / 7001)**1.5",
    ],
)
def test_slow_functions_are_charged_for_their_time(body: str, monkeypatch: pytest.MonkeyPatch):
    """With a hundredth of the work that is allowed 4 of them are computed, and 3600 are not."""
    monkeypatch.setattr("verifier.recheck.proofs._MOST_WORK", 20_000)
    matrix = f"sum(Matrix(60, 60, lambda i, j: {body}), axis=None)"
    assert reasons(shown("A", matrix, "1e99")) == ["it takes too long"]
    assert reasons(shown("A", matrix.replace("60", "2", 2), "1e99")) == [None]


@pytest.mark.slow
def test_a_softmax_of_a_long_row_is_proved():
    """Each number takes two exponentials, not two for each pair."""
    row = "softmax(Matrix(1, 600, lambda i, j: j / 7))"
    assert reasons(shown("A", f"sum({row})", "2")) == [None]
    assert reasons(shown("A", f"sum({row} @ Matrix(600, 1, lambda i, j: 1))", "1")) != [None]


# Independence


@pytest.mark.slow
def test_the_room_imports_the_standard_library_alone():
    for path in sorted(ROOM.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = (
                [name.name for name in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for module in modules:
                is_own = module.startswith("verifier.recheck.")
                assert is_own or module.partition(".")[0] in sys.stdlib_module_names, (path.name, module)


def test_its_definitions_are_those_of_the_register():
    for name, mine in operations().items():
        made = REGISTER[name]
        assert mine.arrays == made.signature.arrays, name
        assert list(mine.options.items()) == [(key, as_fraction(value)) for key, value in made.defaults.items()], name
        if mine.definition is not None and made.definition is not None:
            assert spelled_out(mine.definition) == spelled_out(made.definition), name


def as_fraction(value: int | fmpq | None) -> Q | None:
    return None if value is None else Q(str(value))


def spelled_out(text: str) -> Tree:
    """A definition with the definitions that it uses; choices by an option make it long."""
    expansion = Expansion(lambda _: None)
    expansion.left = 10**6
    return expansion.of(parse(text))


# Enclosures


FUNCTIONS = {
    "exp": lambda x: x.exp(),
    "log": lambda x: x.log(),
    "sqrt": lambda x: x.sqrt(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "tan": lambda x: x.tan(),
    "tanh": lambda x: x.tanh(),
    "erf": lambda x: x.erf(),
    "log10": lambda x: x.log() / arb(10).log(),
    "sigmoid": lambda x: 1 / (1 + (-x).exp()),
    "entr": lambda x: -x * x.log(),
}


@pytest.mark.slow
@each("name", FUNCTIONS)
def test_enclosures_hold_the_values_and_are_narrow(name: str):
    random = Random(name)
    for _ in range(25):
        is_positive = name in ("log", "log10", "sqrt", "entr")
        lo = Q(random.randint(1, 4000), 1000) if is_positive else Q(random.randint(-4000, 4000), 1000)
        hi = lo + Q(random.randint(0, 10), 1000)
        try:
            least, most = CELLWISE[name]((lo, hi))
        except Unknown:
            assert name == "tan"
            continue
        for part in (Q(0), Q(1, 3), Q(1)):
            x = lo + (hi - lo) * part
            value = FUNCTIONS[name](arb(fmpq(x.numerator, x.denominator)))
            assert not value < fmpq(least.numerator, least.denominator)
            assert not value > fmpq(most.numerator, most.denominator)
        if lo == hi:
            assert most - least <= Q(1, 10**25)
        elif name != "tan":
            assert most - least <= Q(1, 10**25) + 60 * (hi - lo)


@each("x", [Q(0), Q(1, 10**50), Q(-1, 10**50), Q(700), Q(-700), Q(-(10**9)), Q(1, 3), Q(-59)])
def test_exponentials_of_small_and_large_numbers_are_enclosed(x: Q):
    least, most = exp_at(x)
    value = arb(fmpq(x.numerator, x.denominator)).exp()
    assert least <= most
    assert not value < fmpq(least.numerator, least.denominator)
    assert not value > fmpq(most.numerator, most.denominator)


def drawn(random: Random, count: int) -> list[Box]:
    lows = [Q(random.randint(-20, 20), 10) for _ in range(count)]
    return [(lo, lo + Q(random.randint(0, 3), 10)) for lo in lows]


@pytest.mark.slow
def test_variances_shares_and_normalised_numbers_of_any_choice_lie_in_their_enclosures():
    random = Random(1)
    for _ in range(40):
        line = drawn(random, random.randint(2, 5))
        chosen = [lo + (hi - lo) * Q(random.randint(0, 4), 4) for lo, hi in line]
        middle = sum(chosen, Q(0)) / len(chosen)
        squares = sum(((x - middle) ** 2 for x in chosen), Q(0)) / len(chosen)
        least, most = variance(line, 0)
        assert least <= squares <= most
        exponentials = [exp_at(x) for x in chosen]
        ((low, high), *_) = shares([*line])  # type: ignore[misc]
        assert exponentials[0][1] / sum((lo for lo, _ in exponentials), Q(0)) >= low
        assert exponentials[0][0] / sum((hi for _, hi in exponentials), Q(0)) <= high
        root = arb(fmpq(squares.numerator, squares.denominator) + fmpq(1, 100)).sqrt()
        for x, (low, high) in zip(chosen, normalised(line, len(line), (Q(1, 100), Q(1, 100)), ZERO), strict=True):
            value = fmpq((x - middle).numerator, (x - middle).denominator) / root
            assert not value < fmpq(low.numerator, low.denominator)
            assert not value > fmpq(high.numerator, high.denominator)


def test_rows_that_are_possible_are_not_refuted():
    """A softmax and a normalisation of (1, 2, 3), as printed to two decimals, and one number that is a unit off."""
    line = [(Q(n), Q(n)) for n in (1, 2, 3)]
    shares = [(Q(p, 1000) - Q(5, 1000), Q(p, 1000) + Q(5, 1000)) for p in (90, 240, 670)]
    assert not shares_are_refuted([*line], [*shares])
    assert shares_are_refuted([*line], [*shares[:2], (Q(68, 100), Q(69, 100))])
    assert not shares_are_refuted([None] * 3, [*shares])
    distances = [(Q(n, 100) - Q(1, 200), Q(n, 100) + Q(1, 200)) for n in (-122, 0, 122)]
    assert not normalised_are_refuted([*line], distances, 0, ZERO, ZERO)
    assert normalised_are_refuted([*line], distances, 1, ZERO, ZERO)
    assert normalised_are_refuted([*line], [*distances[:2], (Q(13, 10), Q(14, 10))], 0, ZERO, ZERO)
    sums = [Sum(ZERO, {("a", 0, 0): (Q(2), Q(3))}), Sum(ZERO, {("a", 0, 0): (Q(1), Q(1))})]
    assert not nothing_is_left(sums, [(Q(6), Q(6)), (Q(3), Q(5))])
    assert nothing_is_left(sums, [(Q(6), Q(6)), (Q(4), Q(5))])


def test_an_enclosure_misses_a_set_where_they_share_no_number():
    assert meets((Q(1, 3), Q(1, 2)), Set(Q(1, 2), Q(1)))
    assert not meets((Q(1, 3), Q(1, 2)), Set(Q(1, 2), Q(1), lo_closed=False))
    assert not meets((Q(1, 3), Q(1, 2)), Set(Q(51, 100), Q(1)))
    assert meets((Q(0), Q(1)), Set(Q(1, 4), Q(1, 2)))
    assert range_of("[0.5, 1)") == Set(Q(1, 2), Q(1), lo_closed=True, hi_closed=False)
    assert range_of("(-inf, 1)") is None


@pytest.mark.parametrize(
    ("rule", "text", "lo", "hi"),
    [
        ("half_even", "0.12", "0.115", "0.125"),
        ("trunc", "-0.12", "-0.13", "-0.12"),
        ("half_away@4, trunc", "0.12", "0.11995", "0.12995"),
        ("exact", "0.12", "0.12", "0.12"),
    ],
)
def test_a_rule_says_what_a_print_stands_for(rule: str, text: str, lo: str, hi: str):
    number = decimal(text)
    assert number is not None
    found = preimage(number.value, number.place, steps_of(rule))
    assert found is not None
    assert (found.lo, found.hi) == (Q(lo), Q(hi))
    usual = widest(number.value, number.place, [*map(steps_of, USUAL), steps_of(rule)], is_cut=False)
    assert usual.lo <= found.lo
    assert found.hi <= usual.hi


@each("name", sorted(TABLE))
def test_its_rules_are_those_of_the_table(name: str):
    for value in map(Q, ("0.13", "0.12", "0.1", "0", "-0.12", "-0.13")):
        wanted = rounding.preimage(fmpq(value.numerator, value.denominator), 2, parse_rule(name))
        assert wanted is not None
        ends = Q(str(wanted.lo)), Q(str(wanted.hi))
        assert preimage(value, 2, steps_of(name)) == Set(*ends, wanted.lo_closed, wanted.hi_closed)
