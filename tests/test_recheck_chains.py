"""Contradictions that rest on what formulas leave of their operands, or on exact givens, are proved once more."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.effort import examples, some
from tests.exams.right_documents import document, report_on
from tests.reports import DOCUMENTS, name_of
from tests.tables import each, each_case
from tests.test_recheck import (
    assert_nothing_right_is_proved,
    is_right,
    json_of_case,
    json_of_published,
    proofs,
    report_of,
    shown,
)
from verifier.recheck import proofs as proving
from verifier.recheck.ancestry import Ancestry
from verifier.recheck.evaluation import Work
from verifier.recheck.report_reading import reports_of
from verifier.report.as_json import render

Json = dict[str, Any]
MOST_CELLS = examples(12)
"""Of one document, relabelled one at a time."""

pytestmark = pytest.mark.usefixtures("shared_reports")


def chain(name: str, formula: str | None, *rows: str, wrong: bool = False, **others: object) -> Json:
    """A stage that is right, or else contradicted by what its operands can have been."""
    made = shown(name, formula, *rows, **others)
    verdict = "given" if formula is None else "contradicted" if wrong else "agrees"
    for cell in made["cells"]:
        cell |= {"verdict": verdict, "basis": "chain" if wrong else None}
    return made | {"verdict": verdict}


def judged(cell: tuple[str, int], verdict: str, *stages: Json) -> tuple[Json, ...]:
    """The stages with another verdict on one cell."""
    name, place = cell
    (stage,) = (stage for stage in stages if stage["name"] == name)
    stage["cells"][place] |= {"verdict": verdict, "basis": "cell" if verdict == "contradicted" else None}
    return stages


def reasons(*stages: Json, of: str, givens: str = "exact", **head: object) -> list[str | None]:
    """Why the contradictions of one stage are not proved; None where they are."""
    made = json.loads(report_of(*stages, givens=givens)) | head
    return [found.reason for found in proofs(json.dumps(made)) if found.name.startswith(f"{of}[")]


# What a formula leaves of its print

COUNTS = chain("q", None, "1 1")
SCORE = chain("s", "q @ q.T", "2")


def scaled(printed: str) -> Json:
    return chain("r", "s / sqrt(2)", printed, wrong=True)


def test_what_is_computed_from_counts_hides_nothing():
    assert reasons(COUNTS, SCORE, scaled("1.55"), of="r") == [None]
    (reason,) = reasons(COUNTS, SCORE, scaled("1.41"), of="r")
    assert reason is not None
    assert reason.startswith("what the formulas above leave gives [1.41421356, 1.41421357], which meets")


def test_a_value_may_have_been_rounded_before_to_one_digit_more():
    """2/3 is 0.666666; its author may have gone on with that, with 0.67, 0.666 or 0.667, but not with 0.664."""
    stages = chain("a", None, "2"), chain("p", "a / 3", "0.67", rounding="nearest")
    for printed, is_wrong in [("2010", False), ("1998", False), ("2001", False), ("1992", True), ("2024", True)]:
        (reason,) = reasons(*stages, chain("t", "3000 * p", printed, wrong=True, rounding="exact"), of="t")
        assert (reason is None) == is_wrong, printed


def test_an_exact_value_goes_through_a_chain_and_through_whole_blocks():
    stages = COUNTS, SCORE, chain("b", "hstack(s / 4, q)", "0.5 1.0 1.0"), chain("t", "b.T", "0.5", "1.0", "1.0")
    assert reasons(*stages, chain("z", "100 * t", "50", "101", "100", wrong=True), of="z")[1] is None
    assert None not in reasons(*stages, chain("z", "100 * t", "50", "100", "100", wrong=True), of="z")


@pytest.mark.parametrize(
    "others",
    [
        {"within": "0.01"},
        {"rounding": "float16"},
        {"resolution": "float32"},
        {"stored": True},
        {"also": [{"formula": "matlab_rand(5489, 0, 1, 1)"}]},
        {"also": [{"formula": "s"}]},
        {"also": [{"formula": "q * q"}]},
        {"also": [{"formula": "2.04"}]},
    ],
)
def test_where_a_formula_does_not_say_all_a_print_stands_for_what_it_stood_for(others: Json):
    score = chain("s", "q @ q.T", "2.0")
    assert reasons(COUNTS, score, scaled("1.4150"), of="r") == [None]
    assert reasons(COUNTS, score | others, scaled("1.4150"), of="r") != [None]


@pytest.mark.parametrize("formula", ["matlab_rand(5489, 0, 1, 1)", "q / (1 - 1)", "q", "unknown @ q.T", "s / 1"])
def test_a_formula_that_is_not_known_leaves_a_print_as_it_is(formula: str):
    (reason,) = reasons(COUNTS, chain("s", formula, "2.0"), scaled("1.445"), of="r")
    assert reason is not None


def test_what_a_formula_does_not_give_leaves_a_print_as_it_is():
    """The report says of 2.4 that it is right, and nothing that prints so is left."""
    stages = chain("s", "q @ q.T", "2.4"), scaled("1.725")
    assert reasons(COUNTS, *stages, of="r") != [None]
    assert reasons(COUNTS, *stages[:1], scaled("1.9"), of="r") == [None]


def test_beside_a_wrong_number_only_exact_ones_are_known():
    """13 / 7 is 1.857; a wrong neighbour may have another formula, which gave 1.864 as well."""
    stages = chain("a", None, "13 14"), chain("b", "a / 7", "1.86 2.00")
    last = chain("c", "1000 * b", "1864 2004", wrong=True)
    assert reasons(*stages, last, of="c") == [None, None]
    stages = judged(("b", 0), "contradicted", chain("a", None, "13 14 15"), chain("b", "a / 7", "1.83 2.00 2.14"))
    last = chain("c", "1000 * b[:, 1:]", "2004 2139", wrong=True)
    first, second = reasons(*stages, last, of="c")
    assert first is None
    assert second is not None


# Wrong numbers have two accounts


def after_a_wrong_number(u: str, v: str, *, inherited: bool = True) -> tuple[Json, ...]:
    """a 3; u = 7 * a, printed 25 for 21; v = u + 5."""
    made = (chain("a", None, "3"), chain("u", "7 * a", u), chain("v", "u + 5", v))
    made[2]["cells"][0]["inherited_from"] = ["u"] if inherited else []
    return judged(("u", 0), "contradicted", *made)


@pytest.mark.parametrize("inherited", [True, False])
def test_a_user_of_a_wrong_number_is_wrong_if_neither_account_gives_it(inherited: bool):
    stages = after_a_wrong_number("25", "30", inherited=inherited)
    told = {w: reasons(*stages, chain("w", "3 * v", w, wrong=True), of="w") for w in ("90", "78", "84", "30")}
    assert told["84"] == told["30"] == [None]
    assert told["78"] == ["right values in the place of wrong ones above it may give it"]
    assert None not in told["90"]


def test_accounts_are_of_each_number_for_itself():
    """u is 25 or 21 and k is 9 or 8, so that the sum is no number between 30 and 33."""
    made = chain("a", None, "3 4"), chain("u", "7 * a", "25.00 28.00"), chain("k", "2 * a", "6.00 9.00")
    stages = judged(("k", 1), "contradicted", *judged(("u", 0), "contradicted", *made))
    for printed in ("34.00", "33.00", "30.00", "29.00", "31.00", "32.00", "35.00"):
        (reason,) = reasons(*stages, chain("t", "u[0, 0] + k[0, 1]", printed, wrong=True), of="t")
        assert (reason is None) == (printed in ("31.00", "32.00", "35.00"))


def test_too_many_choices_leave_all_between_the_two_accounts():
    """Six numbers are 25 or 21 each, and nothing is said of sums between 126 and 150."""
    names = "bcdefg"
    wrong = [judged((name, 0), "contradicted", chain(name, "7 * a", "25.00"))[0] for name in names]
    stages = chain("a", None, "3"), *wrong
    for printed in ("150.0", "126.0", "140.0", "125.0", "151.0"):
        (reason,) = reasons(*stages, chain("t", " + ".join(names), printed, wrong=True), of="t")
        assert (reason is None) == (printed in ("125.0", "151.0"))


def test_of_many_numbers_of_one_stage_all_are_right_or_none():
    (wrong,) = judged(("u", 5), "contradicted", chain("u", "7 * a", " ".join(["25.00"] * 6), wrong=True))
    stages = chain("a", None, " ".join(["3"] * 6)), wrong
    for printed in ("150.0", "126.0", "140.0"):
        (reason,) = reasons(*stages, chain("t", "sum(u)", printed, wrong=True), of="t")
        assert (reason is None) == (printed == "140.0")


@pytest.mark.parametrize("formula", ["sqrt(4)", "exp(log(1)) + 1", "2 * exp(0)", "sqrt(a**2 / 4)", "4 * sigmoid(0)"])
def test_what_is_whole_by_a_function_is_exact_too(formula: str):
    stages = chain("a", None, "4"), chain("s", formula, "2.0")
    assert reasons(*stages, chain("t", "100 * s", "201", wrong=True), of="t") == [None]
    assert reasons(*stages, chain("t", "100 * s", "200", wrong=True), of="t") != [None]


def test_right_values_that_nobody_can_have_had_are_no_account():
    """Of eight numbers seven follow from the print alone, and the eighth from the right value."""
    factors = range(2, 10)
    stages = judged(
        ("u", 0), "contradicted", chain("a", None, "3"), chain("u", "7 * a", "25"), chain("k", None, "2 3 4 5 6 7 8 9")
    )
    for count, is_proved in ((7, True), (1, False)):
        texts = [str(25 * k if at < count else 21 * k) for at, k in enumerate(factors)]
        row = chain("t", "u * k", " ".join(texts))
        row["cells"][-1] |= {"verdict": "contradicted", "basis": "chain"}
        (reason,) = reasons(*stages, row, of="t")
        assert (reason is None) == is_proved


@pytest.mark.parametrize("formula", ["t", "take(w, argmax(u))", "h"])
def test_what_rests_on_a_wrong_number_in_another_way_proves_nothing(formula: str):
    """Words, intervals and givens that are wrong, or rest on what is, have no right values."""
    words = chain("w", None, "one two") | {"resolution": None}
    given = judged(("t", 0), "contradicted", chain("t", None, "2.0"))[0]
    interval = chain("h", "7 * t", "12 16") | {"hull": ["12", "16"], "shape": {}}
    stages = *after_a_wrong_number("25", "30"), words, given, interval
    (reason,) = reasons(*stages, chain("z", f"0 * ({formula}) + 1", "7", wrong=True), of="z", givens="rounded")
    assert reason is not None


# Givens that are exact by evidence


def test_what_rests_on_exact_givens_is_proved_from_them_and_names_them():
    """x 0.5 and n 3; y = x * n is 1.5 exactly if x is, and z = 100 * y is not 152."""
    blocks = [{"stage": "x", "reading": "exact"}, {"stage": "o", "reading": "exact"}]
    stages = chain("x", None, "0.5"), chain("o", None, "0.5"), chain("y", "x * 3", "1.5"), chain("z", "y * 100", "152")
    stages[3]["cells"][0] |= {"verdict": "contradicted", "basis": "givens"}
    for exact, is_proved in ((blocks, True), (blocks[1:], False)):
        made = json.loads(report_of(*stages)) | {"givens": {"reading": "mixed", "inferred": True, "blocks": exact}}
        (outcome,) = proofs(json.dumps(made))
        assert (outcome.reason is None, outcome.rests_on) == (is_proved, ("x",) if is_proved else ())


# Attacks


def one_at_a_time(text: str, basis: str) -> Iterator[tuple[str, str]]:
    """The report with one right number, then another, called wrong; and the name of the number."""
    made = json.loads(text)
    cells = [
        (stage["name"], cell)
        for stage in made["stages"]
        for cell in stage["cells"]
        if stage["formula"] and is_right(cell, basis)
    ]
    for name, cell in Random(text).sample(cells, min(len(cells), MOST_CELLS)):
        said = dict(cell)
        cell.update(verdict="contradicted", basis=basis)
        yield f"{name}[{cell['row']},{cell['column']}]", json.dumps(made)
        cell.update(said)


def assert_no_right_number_is_proved_to_be_wrong(text: str) -> None:
    for basis in ("chain", "givens"):
        assert_nothing_right_is_proved(text, basis)
        for name, changed in one_at_a_time(text, basis):
            assert name not in {outcome.name for outcome in proofs(changed) if outcome.reason is None}


@each_case(some((path for path in DOCUMENTS if path.parent.name in ("contradicted", "tolerated", "agrees")), 7, of=21))
def test_no_right_number_of_a_case_is_proved_to_be_wrong(path: Path):
    assert_no_right_number_is_proved_to_be_wrong(json_of_case(name_of(path)))


@each("seed", some(range(1, 31), of=15))
def test_no_right_number_of_an_ordinary_document_is_proved_to_be_wrong(seed: int):
    made = document(seed)
    if made is not None:
        assert_no_right_number_is_proved_to_be_wrong(render([report_on(made.text())]))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fareed", "jamil", "roysdon"])
def test_no_right_number_of_a_published_document_is_proved_to_be_wrong(name: str):
    assert_nothing_right_is_proved(json_of_published(name), "chain")


# Reports that nobody writes


def test_a_circle_through_a_further_formula_proves_nothing():
    stages = chain("a", "1 * b", "2.0"), chain("b", "4 / 2", "2.0", also=[{"formula": "a"}])
    (reason,) = reasons(*stages, chain("z", "a", "9", wrong=True), of="z")
    assert reason is not None
    (reason,) = reasons(chain("z", "1 + 1", "9", wrong=True, also=[{"formula": "z"}]), of="z")
    assert reason == "z rests on itself"


@pytest.mark.slow
def test_a_long_chain_is_followed_to_its_end():
    stages = [chain("s0", None, "1"), *(chain(f"s{k}", f"s{k - 1} + 1", f"{k + 1}") for k in range(1, 1200))]
    last = chain("z", "hstack(s1199 / 4, s1199 / 4)", "300.2 300.0", wrong=True)
    assert [reason is None for reason in reasons(*stages, last, of="z")] == [True, False]


@pytest.mark.slow
@pytest.mark.parametrize("formula", ["s @ s", "softmax(s) + s", "s * 10**300 * 10**300"])
def test_a_chain_of_large_blocks_ends_with_the_work_that_is_allowed(formula: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(proving, "_MOST_WORK", 10_000)
    width = 20
    row = " ".join(["1.5"] * width)
    stages = [chain("s", None, *[row] * width)]
    for k in range(20):
        stages.append(chain(f"b{k}", formula.replace("s ", f"{stages[-1]['name']} "), *[row] * width))
    assert reasons(*stages, chain("z", f"sum({stages[-1]['name']})", "7", wrong=True), of="z") == ["it takes too long"]


@pytest.mark.slow
def test_many_wrong_numbers_do_not_multiply_the_choices(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(proving, "_MOST_WORK", 200_000)
    row = " ".join(["1.5"] * 20)
    stages = [chain("s", None, row), *(chain(f"b{k}", "2 * s", row, wrong=True) for k in range(30))]
    every = " + ".join(f"b{k}" for k in range(30))
    between = " ".join(["60.0"] * 20)
    found = reasons(*stages, chain("z", every, between, wrong=True), of="z")
    assert set(found) == {"right values in the place of wrong ones above it may give it"}


@pytest.mark.slow
def test_to_look_for_few_numbers_that_vary_costs_work():
    """A hundred numbers are each looked for among four thousand."""
    row = " ".join(["1.5"] * 100)
    large = chain("s", None, *[row] * 40)
    last = chain("z", "s[:1, :] * 2", " ".join(["3.0"] * 100), wrong=True)
    made = json.loads(report_of(large, last, givens="rounded"))
    (report,) = reports_of(json.dumps(made), "report.json")
    work = Work(40_000)
    Prover = proving._Prover  # noqa: SLF001, N806 - its work is what is looked at
    found = list(Prover(report, work).stage(report.stages["z"]))
    assert all(outcome.reason for outcome in found)
    assert work.left < 16_000


# Numbers that stand before in the same block

EULER = "Matrix(5, 1, lambda i, j: y[i - 1, 0] * 1.1 if i else 1)"


def table(name: str, formula: str, *rows: str, wrong: tuple[int, ...] = (), **held: object) -> Json:
    """A column that uses its own numbers; *held* says what of the wrong ones later numbers use."""
    made = chain(name, formula, *rows)
    for at in wrong:
        made["cells"][at] |= {"verdict": "contradicted", "basis": "cell", **held}
    return made | ({"verdict": "contradicted", "held": "mixed"} if wrong else {})


@pytest.mark.parametrize("at", [1, 2, 3])
def test_after_a_misprint_the_next_number_rests_on_the_right_one(at: int):
    """1, 1.1, 1.21 and so on, of which one is printed 7: where its author went on with that, the next is wrong too."""
    rows = ["1.0000", "1.1000", "1.2100", "1.3310", "1.4641"]
    rows[at] = "7.0000"
    for held, is_wrong in (("stated", False), ("mended", False), ("printed", True)):
        first, second = reasons(table("y", EULER, *rows, wrong=(at, at + 1), held=held), of="y")
        assert first is None
        assert (second is None) == is_wrong
    first, *_, last = reasons(table("y", EULER, *rows, wrong=(at, at + 1, 4), held="stated"), of="y")
    assert first is None
    assert last is not None


def test_after_a_misprint_a_wrong_number_is_wrong_all_the_same():
    rows = "1.0000", "7.0000", "1.2100", "1.4310", "1.5741"
    found = reasons(table("y", EULER, *rows, wrong=(1, 3), held="stated"), of="y")
    assert found == [None, None]


def test_an_elided_number_is_found_from_those_before_it_and_from_those_behind_it():
    for formula in (EULER, "Matrix(5, 1, lambda i, j: y[i + 1, 0] / 1.1 if i < 4 else 1.4641)"):
        made = table("y", formula, "1.0000", "7.0000", "1.2100", "9.0000", "1.4641", wrong=(0, 4))
        made["cells"] = [made["cells"][at] for at in (0, 2, 4)]
        assert not any("not known" in str(reason) for reason in reasons(made, of="y"))
        made["cells"][1]["printed"] = "1.9000"
        user = chain("z", "y[1, 0] + y[3, 0]", "5.0", wrong=True)
        user["cells"][0]["basis"] = "cell"
        assert reasons(made, user, of="z") == [None]


def mutual(u: tuple[str, ...], v: tuple[str, ...], *, wrong_u: tuple[int, ...], wrong_v: tuple[int, ...]) -> list[Json]:
    """u doubles the v before it, v is one more than the u beside it."""
    one = table("u", "Matrix(3, 1, lambda i, j: 2 * v[i - 1, 0] if i else 1)", *u, wrong=wrong_u, held="stated")
    other = table("v", "Matrix(3, 1, lambda i, j: u[i, 0] + 1)", *v, wrong=wrong_v, held="stated")
    return [one, other]


def test_stages_that_use_numbers_of_each_other_are_proved():
    """u is 1, 4, 10 and v 2, 5, 11."""
    first = mutual(("1.0", "4.0", "13.0"), ("2.0", "5.0", "14.0"), wrong_u=(2,), wrong_v=())
    assert reasons(*first, of="u") == [None]
    of_v = mutual(("1.0", "7.0", "10.0"), ("2.0", "5.0", "11.0"), wrong_u=(1,), wrong_v=(1, 2))
    assert reasons(*of_v, of="u") == [None]
    assert None not in reasons(*of_v, of="v")
    both = mutual(("1.0", "7.0", "10.0"), ("2.0", "9.0", "11.0"), wrong_u=(1, 2), wrong_v=(1,))
    assert reasons(*both, of="v") == [None]
    assert [reason is None for reason in reasons(*both, of="u")] == [True, False]


def test_a_circle_through_a_stage_that_is_not_built_cell_by_cell_proves_nothing():
    built = table("u", "Matrix(2, 1, lambda i, j: 2 * v[i - 1, 0] if i else 1)", "1.0", "9.0", wrong=(1,))
    (reason,) = reasons(built, chain("v", "u + 1", "2.0", "10.0"), of="u")
    assert reason == "u rests on itself"


def test_later_stages_rest_on_what_leads_to_any_stage_of_a_circle():
    """v alone uses the wrong w, and z the u that rests on v."""
    u, v = mutual(("1.0", "4.0", "10.0"), ("2.0", "5.0", "11.0"), wrong_u=(), wrong_v=())
    v["formula"] = "Matrix(3, 1, lambda i, j: u[i, 0] + w[0, 0])"
    w = table("w", "3 - 2", "7.0", wrong=(0,), held="printed")
    report = reports_of(report_of(u, v, w, chain("z", "2 * u[2, 0]", "20.0")), "report.json")[0]
    assert Ancestry(report).reached_from({"w"}) == {"u", "v", "w", "z"}
    assert set(Ancestry(report).above("z", ())) == {"u", "v", "w"}
