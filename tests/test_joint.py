"""Numbers together: what is refuted no choice of hidden numbers gives, and a common choice is never refuted."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest
from flint import arb, fmpq
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from tests.effort import examples, some
from tests.exams import joint as exam
from tests.exams.right_documents import report_on
from tests.tables import each
from tests.test_contraction import FORMULAS
from verifier.engines.affine import MAX_TERMS, Affine
from verifier.engines.affine_forms import Box, Form, NoForm
from verifier.engines.points.flint import Points
from verifier.evaluation.expression_values import Evaluator
from verifier.formulas.parser import parse_formula
from verifier.numbers.array import Array, Value, scalar
from verifier.numbers.interval import WHOLE_LINE, Interval, Missing, contains
from verifier.numbers.number import Uncertain
from verifier.operations import signatures
from verifier.proofs.joint.hidden import Claim, connected
from verifier.proofs.joint.multipliers import Refuted, proved
from verifier.proofs.joint.multipliers import refuted as refuted_within
from verifier.proofs.joint.simplex import Row, Simplex, Work
from verifier.recheck.proofs import outcomes
from verifier.recheck.report_reading import Multiple, Sum, reports_of
from verifier.report.as_json import render
from verifier.verdict import Report, Verdict

MORE_FORMULAS = (
    *("a @ b.T + sum(a)", "hstack(a, 2 * b)[0, 0:1]", "mean(a) - b", "(a - b) * (a + b)", "a / 4 + b * 3"),
    *(
        "softmax(hstack(a, b)) @ hstack(a, b).T",
        "max(a, b) * 2",
        "a * b - b * a",
        "Matrix(2, 2, lambda i, j: i * a - j * b)",
    ),
    *(
        "sqrt(2) * a + b",
        "a if 1 else b",
        "var(hstack(a, b)) + a",
        "relu(a - 9) + relu(b + 9)",
        "round(a) + b",
        "a // 2",
    ),
)


def evaluate(formula: str, engine: Points | Affine, operands: dict[str, Value]) -> Array:
    arrays = {name: scalar(value) for name, value in operands.items()}
    return Evaluator(engine, arrays.__getitem__, known={}).evaluate(parse_formula(formula, signatures()))


def box(lo: str | None, hi: str | None, *, closed: bool = True) -> Box:
    ends = [None if end is None else fmpq(*Fraction(end).as_integer_ratio()) for end in (lo, hi)]
    return Box(*ends, closed, closed)


def around(number: fmpq | arb) -> Box:
    return Box.around(Interval(number, number))


def refuted(rows: Sequence[Row]) -> Refuted | None:
    return refuted_within(rows, Work())


# Forms


@each("formula", some((*FORMULAS, *MORE_FORMULAS)))
@settings(max_examples=examples(10))
@given(seed=st.integers(0, 10**9))
def test_hidden_numbers_in_their_boxes_are_never_refuted_by_what_they_give(formula: str, seed: int):
    random = Random(seed)
    hidden = {name: fmpq(random.randint(-400, 400), 100) for name in "ab"}
    engine = Affine()
    boxes = {
        name: Interval(
            value - fmpq(random.randint(1, 9), 20),
            value + fmpq(random.randint(1, 9), 20),
            *random.choices([True, False], k=2),
        )
        for name, value in hidden.items()
    }
    try:
        values = evaluate(formula, Points(), dict(hidden))
        forms = evaluate(formula, engine, {name: engine.variable(of) for name, of in boxes.items()})
    except (NoForm, Uncertain):
        reject()
    rows = []
    for form, value in zip(forms.cells, values.cells, strict=True):
        if isinstance(value, Missing) or not isinstance(form, Form):
            continue
        assert contains(form.range, value)
        rows.append(Row(form, around(value)))
    assert Simplex(rows, Work()).conflict() is None


def test_forms_know_what_cancels():
    engine = Affine()
    x, y = engine.variable(box("2.4", "2.6")), engine.variable(WHOLE_LINE)
    assert (x - x).range.lo == (x - x).range.hi == 0
    found = (x + y) * fmpq(2) - y / fmpq(1, 2)
    assert (found.range.lo, found.range.hi) == (fmpq(24, 5), fmpq(26, 5))
    assert (x * x).range.lo < fmpq(577, 100)
    with pytest.raises(NoForm):
        x * y
    with pytest.raises(NoForm):
        bool(x)


def test_too_many_terms_are_not_added_up():
    engine = Affine()
    x = engine.variable(box("0", "1"))
    with pytest.raises(NoForm):
        engine.total([(x, fmpq(1))] * (MAX_TERMS + 1))


def test_what_may_be_a_masked_score_has_no_form():
    with pytest.raises(NoForm):
        Affine().variable(Interval(None, fmpq(1)))


# The simplex


def system(random: Random, *, together: bool) -> list[Row]:
    """Rows of a few variables; all of them hold for one choice, or each for one of its own."""
    engine = Affine()
    count = random.randint(1, 4)
    variables = [engine.variable(box("-1", "1", closed=random.random() < 0.5)) for _ in range(count)]
    one = [fmpq(random.randint(-99, 99), 100) for _ in range(count)]
    rows = []
    for _ in range(random.randint(1, 8)):
        factors = [fmpq(random.randint(-9, 9)) for _ in range(count)]
        hidden = one if together else [fmpq(random.randint(-99, 99), 100) for _ in range(count)]
        value = sum((f * h for f, h in zip(factors, hidden, strict=True)), fmpq(0))
        form = engine.total(list(zip(variables, factors, strict=True)))
        rows.append(Row(form, Box(value - fmpq(1, 10), value + fmpq(1, 10), *random.choices([True, False], k=2))))
    return rows


def slack(rows: Sequence[Row]) -> float:
    """How far the rows are from a common choice, by HiGHS; negative inside."""
    from scipy.optimize import linprog  # slow to import

    variables = list(dict.fromkeys(v for row in rows for v in row.form.factors))
    above = [[*(as_float(row.form.factors.get(v, fmpq(0))) for v in variables), -1.0] for row in rows]
    below = [[*(-factor for factor in line[:-1]), -1.0] for line in above]
    ends = [as_float(row.box.hi) for row in rows], [-as_float(row.box.lo) for row in rows]
    bounds = [(as_float(v.box.lo), as_float(v.box.hi)) for v in variables]
    cost = [*([0.0] * len(variables)), 1.0]
    found = linprog(cost, A_ub=above + below, b_ub=ends[0] + ends[1], bounds=[*bounds, (None, None)])
    return float(found.fun)


def as_float(number: fmpq | None) -> float:
    assert number is not None
    return int(number.p) / int(number.q)


@settings(max_examples=examples(60))
@given(seed=st.integers(0, 10**9))
def test_a_common_choice_is_never_refuted(seed: int):
    rows = system(Random(seed), together=True)
    assert Simplex(rows, Work()).conflict() is None
    assert refuted(rows) is None


@pytest.mark.slow  # as it imports SciPy
@settings(max_examples=examples(60))
@given(seed=st.integers(0, 10**9))
def test_the_simplex_refutes_what_highs_finds_impossible_and_nothing_else(seed: int):
    rows = system(Random(seed), together=False)
    proof, off = refuted(rows), slack(rows)
    assert proof is None or off > -1e-9
    assert proof is not None or off < 1e-9
    if proof is not None:
        assert proved(rows, proof.multipliers) is not None
        kept = [rows[place] for place in proof.multipliers]
        assert all(refuted([row for row in kept if row is not one]) is None for one in kept)  # no row too many


def rows_of_one(*boxes: Box) -> list[Row]:
    engine = Affine()
    x = engine.variable(WHOLE_LINE)
    return [Row(x, of) for of in boxes]


def test_an_open_end_refutes_and_a_closed_one_does_not():
    assert refuted(rows_of_one(box("0", "1"), box("1", "2"))) is None
    assert refuted(rows_of_one(box("0", "1", closed=False), box("1", "2"))) is not None
    assert refuted(rows_of_one(box("0", "1"), box("1", "2", closed=False))) is not None
    assert refuted(rows_of_one(box(None, "1"), box("1.001", None))) is not None


def test_no_more_work_is_done_than_is_left():
    rows = rows_of_one(box(None, "1"), box("1.001", None))
    assert refuted_within(rows, Work(0)) is None
    work = Work()
    assert refuted_within(rows, work) is not None
    assert work.left < Work().left


def test_multipliers_are_small_and_begin_with_a_plus():
    engine = Affine()
    x = engine.variable(box("2.4", "2.6", closed=False))
    rows = [Row(x * fmpq(-100), box("-255", "-253")), Row(x * fmpq(200), box("491", "493"))]
    proof = refuted(rows)
    assert proof is not None
    assert proof.multipliers == {0: 2, 1: 1}


def test_numbers_without_a_hidden_one_in_common_are_groups_of_their_own():
    engine = Affine()
    x, y, z = (engine.variable(box("0", "1")) for _ in range(3))
    claims = [
        Claim("s", (1, place), Row(form, box("0", "1"))) for place, form in enumerate((x, z, x + y, y, z * fmpq(2)))
    ]
    assert [[claim.at[1] for claim in group] for group in connected(claims)] == [[0, 2, 3], [1, 4]]


# Documents


def document(*stages: str, header: str = "rounding: half_even") -> Report:
    return report_on("\n".join(["document: d", "title: t", header, "stages:", *stages]) + "\n", causes=True)


def given_block(name: str, numbers: str, *more: str) -> str:
    return "\n".join([f"  - name: {name}", *(f"    {line}" for line in more), "    printed: |", f"      {numbers}"])


X = given_block("x", "2.5", "givens: rounded")
W = given_block("W", "100 200", "givens: exact")
WRONG = (X, W, given_block("y", "254 492", "formula: x @ W"))


def test_which_of_two_numbers_is_wrong_is_not_said():
    report = document(*WRONG)
    stage, (erratum,) = report.by_name["y"], report.errata
    assert stage.verdict is Verdict.CONTRADICTED
    assert {cell.verdict for cell in stage.cells} == {Verdict.TOLERATED}
    assert (erratum.kind, erratum.correction, erratum.cells) == ("joint", {}, ((1, 1), (1, 2)))


@each(
    "user, numbers",
    [("2 * y", "508 984"), ("2 * y", "508 1016"), ("2 * y", "492 984"), ("y + 1", "255 493"), ("y + 1", "247 493")],
)
def test_right_users_of_numbers_that_cannot_all_be_right_are_not_accused(user: str, numbers: str):
    report = document(*WRONG, given_block("z", numbers, f"formula: {user}"))
    assert report.by_name["z"].verdict is not Verdict.CONTRADICTED


@each(
    "user, numbers",
    [("2 * s", "508"), ("2 * s", "500"), ("2 * s", "492"), ("s - 1", "245"), ("2 * t", "1016"), ("2 * t", "984")],
)
def test_right_users_of_stages_that_share_hidden_digits_are_not_accused(user: str, numbers: str):
    stages = given_block("s", "254", "formula: 100 * x"), given_block("t", "492", "formula: 200 * x")
    report = document(X, *stages, given_block("z", numbers, f"formula: {user}"))
    assert report.by_name["t"].joint[0].shared == ("x",)
    assert report.by_name["z"].verdict is not Verdict.CONTRADICTED


def test_numbers_of_three_stages_are_reported_at_the_last():
    b = given_block("b", "0.3", "givens: rounded")
    formulas = {"s": ("273", "100 * x + 100 * b"), "t": ("251", "100 * x"), "u": ("31", "100 * b")}
    report = document(X, b, *(given_block(name, shown, f"formula: {of}") for name, (shown, of) in formulas.items()))
    (joint,) = report.by_name["u"].joint
    assert [multiple.stage for multiple in joint.multiples] == ["s", "t", "u"]
    assert {name: stage.verdict.value for name, stage in report.by_name.items() if stage.joint} == {"u": "contradicted"}


def test_a_stage_that_follows_from_a_print_by_other_hidden_digits_shares_none():
    """253.2 is 100 * 2.5 and ten times a b of 0.32, whatever x is in the other stage."""
    b = given_block("b", "0.3", "givens: rounded")
    stages = given_block("s", "253.2", "formula: 100 * x + 10 * b"), given_block("t", "492", "formula: 200 * x")
    assert not document(X, b, *stages).errata


def test_stages_that_are_near_within_a_further_digit_are_not_refuted():
    """An x of 2.53 in the one and of 2.5349 in the other."""
    stages = given_block("s", "253", "formula: 100 * x"), given_block("t", "2535", "formula: 1000 * x")
    assert not document(X, *stages).by_name["t"].joint
    further = given_block("s", "253", "formula: 100 * x"), given_block("t", "2565", "formula: 1000 * x")
    assert document(given_block("x", "2.5", "givens: rounded"), *further, header="rounding: trunc").by_name["t"].joint


def test_a_second_set_of_the_same_stage_is_found_beside_the_first():
    more = (
        given_block("x", "2.5 7.1", "givens: rounded"),
        given_block(
            "y",
            "254 492 714 1422",
            "formula: hstack(100 * x[:, 0:1], 200 * x[:, 0:1], 100 * x[:, 1:2], 200 * x[:, 1:2])",
        ),
    )
    report = document(*more)
    assert len(report.by_name["y"].joint) == 2


marked = cache(exam.marked)


@pytest.mark.slow
@pytest.mark.parametrize("kind", exam.KINDS)
@pytest.mark.parametrize("seed", some(range(1, 4)))
def test_numbers_are_accused_together_just_where_no_choice_gives_them_in_the_sample_of_the_exam(kind: str, seed: int):
    for possible in (True, False):
        mark = marked(seed, kind, possible=possible)
        assert mark is None or mark.is_accused != possible


# Proved again


def outcomes_of(text: str, *sums: Sum) -> list[str | None]:
    """The reasons why sums are not proved again."""
    (report,) = reports_of(text, "report.json")
    stages = {**report.stages, "y": report.stages["y"]._replace(sums=sums)}
    return [made.reason for made in outcomes(report._replace(stages=stages)) if made.kind == "set"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", exam.KINDS)
@pytest.mark.parametrize("seed", some(range(1, 4)))
def test_sums_that_refute_are_proved_again_and_no_sum_of_right_numbers_is(kind: str, seed: int):
    for possible in (True, False):
        mark = marked(seed, kind, possible=possible)
        if mark is None:
            continue
        report = report_on(mark.text)
        if not possible:
            assert all(made.reason is None for one in reports_of(render([report]), "r") for made in outcomes(one))
            continue
        random = Random(seed)
        cells = [(stage.stage.name, cell.row, cell.column) for stage in report.stages[-2:] for cell in stage.cells]
        computed = [cell for cell in cells if cell[0] in "yz"]
        sums = [
            Sum(tuple(Multiple(*cell, random.choice([-3, -1, 1, 2])) for cell in computed), shared)
            for shared in ((), ("x",))
            for _ in range(10)
        ]
        assert None not in outcomes_of(render([report]), *sums)


def test_a_stage_that_follows_from_a_print_shares_no_digits_behind_it():
    text = Path(__file__).parent.joinpath("cases/tolerated/hidden-digits-of-one-stage-alone.yaml").read_text()
    made = render([report_on(text)])
    sum_of = Sum((Multiple("y", 1, 1, 2), Multiple("z", 1, 1, -1)), ("x",))
    assert outcomes_of(made, sum_of) == ["y may follow from x as printed"]


def test_another_sum_than_that_of_the_report_is_not_proved():
    text = Path(__file__).parent.joinpath("cases/contradicted/hidden-digits-that-two-numbers-share.yaml").read_text()
    made = render([report_on(text)])
    right = Sum((Multiple("y", 1, 1, 2), Multiple("y", 1, 2, -1)))
    wrong = Sum((Multiple("y", 1, 1, 2), Multiple("y", 1, 2, 1)))
    elsewhere = Sum((Multiple("y", 1, 1, 2), Multiple("x", 1, 1, -1)))
    assert outcomes_of(made, right, wrong) == [None, "by formulas and by prints their sum can be the same"]
    assert None not in outcomes_of(made, elsewhere)
