"""Stages that use their own numbers: what can be written, what is said of it, and what it costs."""

from pathlib import Path

import pytest

from tests.counting import counted
from tests.effort import some
from tests.exams.recurrences import accused, right, table
from tests.reports import CASES, name_of, run
from tests.tables import each
from tests.test_recheck import NOT_PROVED
from verifier.cli import main
from verifier.document.ancestry import Ancestry, components
from verifier.document.model import Document
from verifier.document.reader import DocumentError, read
from verifier.document.unrolling import unrolled
from verifier.errata.findings import findings
from verifier.numbers.nesting import MOST_NESTED, Nesting
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.sources.formats import settled_file
from verifier.verdict import Report, Verdict

HEAD = "document: table\ntitle: A table\nstages:\n"


def document(tmp_path: Path, stages: str) -> Document:
    path = tmp_path / "table.yaml"
    path.write_text(HEAD + stages, encoding="utf-8")
    return read(str(path), signatures())


def report(tmp_path: Path, stages: str) -> Report:
    return check(document(tmp_path, stages))


def stage(formula: str, printed: str, name: str = "y", more: str = "") -> str:
    rows = "".join(f"      {row}\n" for row in printed.split("; "))
    return f"  - name: {name}\n{more}    formula: '{formula}'\n    printed: |\n{rows}"


def wrong_in(found: Report) -> set[str]:
    return {
        f"{one.stage.name}[{cell.row},{cell.column}]"
        for one in found.stages
        for cell in one.cells
        if cell.verdict is Verdict.CONTRADICTED
    }


RIGHT = {
    "Fibonacci": stage("y[i-1, 0] + y[i-2, 0] if i > 1 else 1", "1; 1; 2; 3; 5; 8"),
    "along a row": stage("y[0, j-1] * 2 if j else 1", "1 2 4 8"),
    "all above": stage("1 + sum(y[0:i, 0]) if i else 1", "1; 2; 4; 8"),
    "backwards": stage("y[i+1, 0] / 2 if i < 3 else 8", "1; 2; 4; 8"),
    "a given start": stage("3 * y[i-1, 0] if i else y[0, 0]", "2; 6; 18"),
    "two columns": stage("y[i-1, 1] if j == 0 and i else y[i, 0] + 1 if j else 0", "0 1; 1 2; 2 3"),
    "blocks by rows": stage("y[i-1, :] * 2 if i else y[0, :]", "1 2; 2 4; 4 8"),
    "a lone index": stage("y[i-1] * 2 if i else 1", "1; 2; 4"),
    "Matrix": stage("Matrix(3, 1, lambda n, k: y[n-1, k] * 2 if n else 1)", "1; 2; 4"),
    "elided": stage("y[i-1, 0] * 2 if i else 1", "1; ...{3}; 16"),
    "an index without its own stage": stage("i * j", "0 0; 0 1"),
    "every second": stage("sum(y[0:i:2, 0]) if i else 1", "1; 1; 1; 2"),
}


@each("situation", sorted(RIGHT))
def test_a_right_recurrence_agrees(situation: str, tmp_path: Path) -> None:
    verdicts = {one.verdict for one in report(tmp_path, RIGHT[situation]).stages}

    assert verdicts == {Verdict.AGREES}


def test_a_wrong_number_has_the_name_of_its_cell_and_its_correction(tmp_path: Path) -> None:
    found = report(tmp_path, stage("y[i-1, 0] * 1.5 if i else 1", "1.0000; 1.5000; 2.3500; 3.5250; 5.2875"))
    (erratum,) = found.errata

    assert wrong_in(found) == {"y[3,1]"}
    assert erratum.correction == {(3, 1): "2.2500"}
    assert erratum.inherited == (("y", 2),)
    assert any(one.message.endswith("correct from the printed y[3,1], which is wrong") for one in findings(found))


def test_all_rows_tell_of_one_slip(tmp_path: Path) -> None:
    rows = "; ".join(f"{1.1**n:.6f}" for n in range(7))
    found = report(tmp_path, stage("y[i-1, 0] * 1.2 if i else 1", rows))
    found = report(tmp_path, stage("y[i-1, 0] - 0.1 * y[i-1, 0] if i else 1", rows))
    (erratum,) = found.errata

    assert len(erratum.cells) == 6
    assert "y[i - 1, 0] + 0.1 * y[i - 1, 0]" in erratum.explanation


def test_a_slip_does_not_explain_numbers_by_themselves(tmp_path: Path) -> None:
    found = report(tmp_path, stage("y[i-1, 0] if i else 3.7182", "3.7182; 4.1934; 5.2371; 6.8412"))

    assert wrong_in(found) == {"y[2,1]", "y[3,1]", "y[4,1]"}
    assert not any(erratum.slips for erratum in found.errata)


def test_stages_use_the_numbers_of_each_other(tmp_path: Path) -> None:
    interest = stage("0.01 * (balance[i-1] if i else 1000)", "10.00; 8.00", "interest", "    rounding: half_away\n")
    balance = stage("(balance[i-1] if i else 1000) + interest[i] - 210", "800.00; 598.00", "balance")

    assert wrong_in(report(tmp_path, interest + balance)) == set()
    assert wrong_in(report(tmp_path, interest + balance.replace("598", "589"))) == {"balance[2,1]"}


def test_the_shape_is_judged_of_the_whole(tmp_path: Path) -> None:
    found = report(tmp_path, stage("Matrix(3, 1, lambda i, j: y[i-1, 0] * 2 if i else 1)", "1; 2; 4; 8"))

    assert found.stages[0].shape.reason == "printed 4 x 1, computed 3 x 1"
    assert [cell.verdict for cell in found.stages[0].cells][3] is Verdict.UNCHECKED


TABLE = """
| month | interest | balance |
| --- | --- | --- |
| 1 | 10.00 | 800.00 |
| 2 | 8.00 | {} |
"""
COLUMNS = "interest = 0.01 * (balance[i-1] if i else 1000); balance = (balance[i-1] if i else 1000) + interest[i] - 210"


@each("last, wrong", [("598.00", set()), ("589.00", {"balance[2,1]"})])
def test_columns_of_an_author_s_table_use_each_other(last: str, wrong: set[str], tmp_path: Path) -> None:
    path = tmp_path / "loan.md"
    path.write_text(f"# A loan\n\n<!-- verify: columns _; {COLUMNS} -->\n{TABLE.format(last)}", encoding="utf-8")
    found = settled_file(str(path), check)

    assert found is not None
    assert wrong_in(found) == wrong


REFUSED = {
    "y[i, 0] + 1": "found y[1,1] -> y[1,1]; use cells that stand before, as y[i - 1, 0]",
    "y[i-1, 0] + 1": "y[i - 1, 0] at i = 0; say where it starts: `... if i else START`",
    "y[i+1, 0] + 1": "found y[i + 1, 0] at i = 2",
    "sum(y[0:i, 0])": "found y[0:i, 0] at i = 0",
    "y + i": "found y[1,1] -> y -> y[1,1]",
    "y + 1": "found y -> y; say which cell, as y[i - 1, 0]",
    "y[x, 0] if i else 1": "found y[2,1] -> y -> y[2,1]",
}


@each("formula", sorted(REFUSED))
def test_cells_that_a_formula_cannot_rest_on_are_a_problem_at_their_place(formula: str, tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as caught:
        document(tmp_path, stage("1.5", "1.5", "x") + stage(formula, "1; 2; 3"))

    (problem,) = caught.value.problems
    assert REFUSED[formula] in problem.message
    assert problem.line == 9
    assert problem.text[problem.column - 1] == "y"


TWO = [
    ("v[i-1, 0] if i else 1", "u + 1", "found v -> u -> v; say which cell, as u[i, 0] of the same row", 11),
    ("v + 1", "u[i-1, 0] * 2 if i else 1", "found u -> v -> u; say which cell, as v[i, 0] of the same row", 5),
    ("v + 1", "u - 1", "found u -> v -> u; say which cell, as v[i - 1, 0] of the row before", 5),
    ("v[i, 0] + 1", "u[i, 0] - 1", "as v[i - 1, 0] for the row before", 5),
]


@each(("u", "v", "told", "line"), TWO)
def test_of_two_stages_the_one_is_told_that_does_not_say_which_cells(
    u: str, v: str, told: str, line: int, tmp_path: Path
) -> None:
    with pytest.raises(DocumentError) as caught:
        document(tmp_path, stage(u, "1; 2; 3", "u") + stage(v, "1; 2; 3", "v"))

    (problem,) = caught.value.problems
    assert told in problem.message
    assert problem.line == line


def test_a_document_without_own_numbers_is_not_unrolled(tmp_path: Path) -> None:
    made = document(tmp_path, stage("i * j", "0 0; 0 1"))

    assert unrolled(made) is made


@pytest.mark.slow
def test_what_was_never_printed_costs_no_more_than_its_length(tmp_path: Path) -> None:
    body = "y[i-1, 0] + 0.1 * (y[i-1, 0] - y[i-1, 0] * y[i-1, 0]) if i else 0.5"
    hidden = f"  - name: y\n    shape: [60, 1]\n    formula: '{body}'\n"
    found, calls = counted(lambda: report(tmp_path, hidden + stage("y[3, 0] + 0 * y[59, 0]", "0.57501", "z")))

    assert found.by_name["z"].cells[0].literal is not None
    assert calls < 200_000


@pytest.mark.slow
def test_a_long_table_takes_as_long_as_it_is(tmp_path: Path) -> None:
    y, rows = 1.0, []
    for _ in range(1000):
        rows.append(f"{y:.5f}")
        y += 0.01 * (3 - y)
    made = stage("y[i-1, 0] + 0.01 * (3 - y[i-1, 0]) if i else 1", "; ".join(rows))
    found, calls = counted(lambda: report(tmp_path, made))

    assert found.stages[0].verdict in {Verdict.AGREES, Verdict.TOLERATED}
    assert calls < 5_000_000


def test_no_right_table_of_any_habit_is_accused() -> None:
    assert {seed: found for seed in some(range(40), of=37) if (found := right(seed))} == {}


def test_each_provable_error_is_found_and_nothing_else_is_accused() -> None:
    made = ((seed, table(seed, is_wrong=True)) for seed in some(range(40), of=37))

    assert {seed: found for seed, one in made if one is not None and (found := accused(one)) != [one.wrong]} == {}


def test_deep_results_are_computed_in_their_order() -> None:
    known: dict[int, int] = {}

    def make(key: int) -> None:
        if key > 0 and key - 1 not in known:
            nesting.settle(key - 1)
        known[key] = known.get(key - 1, 0) + 1

    nesting = Nesting(make)
    nesting.settle(100 * MOST_NESTED)

    assert known[100 * MOST_NESTED] == 100 * MOST_NESTED + 1


def test_ancestors_are_all_that_is_used_directly_or_not() -> None:
    uses = {"a": [], "b": ["a"], "c": ["b"], "d": ["d", "a"], "e": ["f"], "f": ["e", "c"]}
    ancestry = Ancestry(uses)

    found = {name: set(ancestry.above(name)) for name in uses}
    assert found == {
        "a": set(),
        "b": {"a"},
        "c": {"a", "b"},
        "d": {"a", "d"},
        "e": {"a", "b", "c", "e", "f"},
        "f": {"a", "b", "c", "e", "f"},
    }
    assert [sorted(part) for part in components(uses)] == [["a"], ["b"], ["c"], ["d"], ["e", "f"]]
    assert "b" in ancestry.above("c")
    assert len(ancestry.above("c")) == 2


@pytest.mark.slow
@pytest.mark.usefixtures("shared_reports")
@each(
    "path",
    some(path for path in sorted((CASES / "contradicted").glob("recurrence-*.yaml")) if path.stem not in NOT_PROVED),
    ids=name_of,
)
def test_what_is_contradicted_of_a_recurrence_is_proved_again(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "report.json"
    output.write_text(run(path, "--format", "json").out, encoding="utf-8")

    assert main(["recheck", str(output)]) == 0
    assert "not proved again" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("bounds", "claim"), [("[0, 3]", Verdict.CONTRADICTED), ("[0, 4]", None), ("[0, 9]", Verdict.AGREES)]
)
def test_stated_bounds_are_kept_if_every_row_keeps_them(tmp_path: Path, bounds: str, claim: Verdict | None) -> None:
    doubling = stage("2 * y[i-1, 0] if i else 1", "1; 2; 4", more=f"    between: {bounds}\n")
    (found,) = report(tmp_path, doubling).stages
    assert found.claim is claim
    assert {cell.verdict for cell in found.cells} == {Verdict.AGREES}


SHARES = {
    "rows": ("softmax(s + 0 * p[i-1, :]) if i else p[0, :]", "0.50 0.50; 0.50 0.50; 0.50 0.53", "[1, 2]", 1),
    "columns": (
        "Matrix(1, 3, lambda i, j: softmax(s + 0 * p[:, j-1], axis=0) if j else p[:, 0])",
        "0.50 0.50 0.50; 0.50 0.50 0.53",
        "[2, 1]",
        0,
    ),
}


@each("lines", sorted(SHARES))
def test_a_line_that_is_refuted_has_its_place_in_the_whole_stage(lines: str, tmp_path: Path) -> None:
    formula, printed, shape, axis = SHARES[lines]
    found = report(tmp_path, f"  - name: s\n    shape: {shape}\n" + stage(formula, printed, "p"))
    whole = found.by_name["p"]

    assert [(line.axis, line.row, line.verdict) for line in whole.rows] == [
        (axis, 2, Verdict.AGREES),
        (axis, 3, Verdict.CONTRADICTED),
    ]
    assert wrong_in(found) == {"p[3,1]", "p[3,2]"} if axis else {"p[1,3]", "p[2,3]"}
    assert [block.stage for block in found.givens.blocks] == ["p"]


def test_a_line_that_a_misprint_refutes_contradicts_the_whole_stage(tmp_path: Path) -> None:
    formula = "100 * p[i-1, :] if i else softmax(s)"
    given = "  - name: s\n    rounding: half_even\n    givens: rounded\n    printed: 1.0  2.0\n"
    found = report(tmp_path, given + stage(formula, "0.28 0.74; 26.9 73.1", "p", "    rounding: half_even\n"))
    whole = found.by_name["p"]

    assert wrong_in(found) == set()
    assert [line.row for line in whole.rows if line.verdict is Verdict.CONTRADICTED] == [1]
    assert whole.verdict is Verdict.CONTRADICTED


def test_numbers_that_cannot_hold_together_have_their_places_in_the_whole_stages(tmp_path: Path) -> None:
    """By the first number x is at least 2.535, and by the second one less than 2.4625."""
    head = "  - name: x\n    givens: rounded\n    rounding: half_even\n    printed: 2.5\n"
    rule = "    rounding: half_even\n"
    first = stage("100 * x + 0 * y[i-1, 0] if i else 10 * x", "25; 254", "y", rule)
    found = report(tmp_path, head + first + stage("200 * x", "492", "z", rule))
    (joint,) = found.by_name["z"].joint

    assert [(of.stage, of.cell.row, of.cell.column) for of in joint.multiples] == [("y", 2, 1), ("z", 1, 1)]
    assert joint.shared == ("x",)


@each("printed, carried, held", [("1; 2; 4; 8", "stated", {None}), ("1; 2; 5; 8", "mixed", {"stated", "mended"})])
def test_a_stage_says_of_each_number_what_was_carried_on_where_that_differs(
    printed: str, carried: str, held: set[str | None], tmp_path: Path
) -> None:
    rows = printed.replace(";", ".00;") + ".00"
    (found,) = report(tmp_path, stage("y[i-1, 0] * 2 if i else 1", rows)).stages

    assert found.carried == carried
    assert {cell.carried for cell in found.cells} == held
    assert found.resolution == "own digits"


def test_a_stage_without_numbers_has_no_reading_of_digits(tmp_path: Path) -> None:
    hidden = "  - name: y\n    shape: [3, 1]\n    formula: 'y[i-1, 0] * 2 if i else 1'\n"
    found = report(tmp_path, hidden + stage("y[2, 0] + 1", "5", "z"))

    assert found.by_name["y"].resolution is None
    assert found.by_name["z"].verdict is Verdict.AGREES
