"""The search for causes: regions, evidence, slips of the pen, and a sample of the exam."""

import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from flint import arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.effort import some
from tests.exams.exam import Mark, Task, marked
from tests.exams.exam_slips import SLIPS
from tests.tables import each
from verifier.causes import diagnosis, other_formulas
from verifier.causes.edit_records import Edit
from verifier.causes.hypotheses import Hypothesis, hypothesis_of
from verifier.causes.regions import as_simple, region
from verifier.causes.search import Search
from verifier.causes.typing_slips import form, strokes
from verifier.document.reader import read
from verifier.evaluation.stage_values import Evaluation
from verifier.formulas.tree import used
from verifier.numbers.array import Array
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.replay.evidence import chance_of, chance_on_grids, digits, numerals, off_by
from verifier.verdict import Erratum

pytestmark = pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")
BLOCK = [(row, column) for row in range(1, 5) for column in range(1, 4)]


@each(
    ("cells", "name", "count"),
    [
        (BLOCK, "all", 1),
        ([(2, 1), (2, 2), (2, 3)], "row 2", 4),
        ([cell for cell in BLOCK if cell[0] != 2], "rows 1, 3 and 4", 4),
        ([cell for cell in BLOCK if cell[0] != 4], "rows 1 to 3", 4),
        ([cell for cell in BLOCK if cell[1] == 3], "column 3", 3),
        ([(1, 2), (4, 1)], "[1,2] [4,1]", 66),
        ([cell for cell in BLOCK if cell not in ((1, 1), (2, 2))], "10 cells", 66),
        ([], "", 1),
    ],
)
def test_a_region_has_a_short_text_and_counts_equally_simple_regions(
    cells: list[tuple[int, int]], name: str, count: int
):
    assert str(region(cells, BLOCK)) == name
    assert as_simple(cells, BLOCK) == count


@given(st.sets(st.sampled_from(BLOCK)))
def test_a_region_has_all_cells_it_was_made_of(cells: set[tuple[int, int]]):
    assert set(region(cells, BLOCK).cells) == cells


def test_a_zero_before_the_point_is_not_counted_as_a_digit():
    assert [digits(fmpq(value), place) for value, place in ((0, 2), (7, 0), (123, 0))] == [2, 1, 3]
    assert digits(fmpq(381, 100), 2) == 3
    assert numerals(fmpq(-381, 100), 2) == 1000


def test_a_number_that_all_wrong_hypotheses_print_is_no_evidence():
    assert chance_of(fmpq(0), 0, [fmpq(0)] * 20) > fmpq(9, 10)


def test_a_long_number_far_from_all_others_is_strong_evidence():
    assert chance_of(fmpq("12345678/1000"), 3, [fmpq(k) for k in range(1, 30)]) < fmpq(1, 10**6)


def test_chance_is_at_least_one_in_the_number_of_numerals():
    assert chance_of(fmpq("314/100"), 2, [fmpq(10**9) + k for k in range(10**4)]) == fmpq(1, 1000)


@given(
    st.integers(-9999, 9999),
    st.integers(0, 4),
    st.lists(st.integers(-9999, 9999), max_size=20),
)
def test_a_wrong_hypothesis_with_the_shown_number_never_lowers_the_chance(shown: int, place: int, others: list[int]):
    units = fmpq(10) ** place
    before = [fmpq(other) / units for other in others]
    chance = chance_of(fmpq(shown) / units, place, before)
    assert 0 < chance <= 1
    assert chance_of(fmpq(shown) / units, place, [*before, fmpq(shown) / units]) >= chance


@given(st.integers(-9999, 9999), st.integers(-2, 4), st.lists(st.integers(-9999, 9999), max_size=20))
def test_zeros_behind_whole_numbers_are_no_evidence(shown: int, place: int, others: list[int]):
    units = fmpq(10) ** max(-place, 0)
    whole, sample = shown * units, [other * units for other in others]
    apart = [[off_by(whole, decimals, other) for other in sample] for decimals in (place, min(place, 0))]
    assert 0 < chance_on_grids(whole, place, apart[0]) == chance_on_grids(whole, min(place, 0), apart[1])
    assert chance_on_grids(whole, place, apart[0]) >= chance_of(whole, place, sample)


@each(
    ("right", "shown", "note"),
    [
        ("3.4715", "3.4175", "two digits of 3.4715 exchanged"),
        ("0.7410", "0.77410", "a digit of 0.7410 doubled"),
        ("30.06", "0.06", "a digit of 30.06 lost"),
        ("17.60", "1.760", "the decimal point of 17.60 moved"),
        ("-0.35", "-350", "the decimal point of -0.35 moved"),
        ("0.12", "-0.12", "the sign of 0.12 lost or added"),
    ],
)
def test_each_kind_of_typing_slip_is_recognised(right: str, shown: str, note: str):
    texts = {Fraction(stroke.text): stroke.note for stroke in strokes(right)}
    assert texts[Fraction(shown)] == note


def test_leading_zeros_do_not_count_in_the_form_of_a_numeral():
    assert [form(text) for text in ("0.25", "-.25", "10.250", "7")] == [(0, 2), (0, 2), (2, 3), (1, 0)]


def errata_of(tmp_path: Path, stages: str) -> list[Erratum]:
    path = tmp_path / "document.yaml"
    path.write_text(f"document: t\ntitle: t\nstages:\n{stages}", encoding="utf-8")
    return list(check(read(str(path), signatures())).errata)


GIVENS = """\
  - name: X
    givens: exact
    printed: |
      1.5  2.25 3.125
      0.5  1.75 2.375
      4.5  0.25 1.125
  - name: U
    printed: |
      0.81 0.27 0.64
      0.13 0.92 0.58
      0.46 0.71 0.35
"""


@pytest.mark.parametrize(
    ("formula", "printed", "region_name", "slips"),
    [
        ("mean(X, axis=1)", "3.4375\n2.3125\n2.9375", "all", ["other-divisor"]),
        ("X * 7.31", "1.5 2.25 3.125\n3.655 12.7925 17.36125\n32.895 1.8275 8.22375", "row 1", ["omitted-term"]),
        ("X * 7.31", "10.965 16.4475 3.125\n3.655 12.7925 2.375\n32.895 1.8275 1.125", "column 3", ["omitted-term"]),
        ("X * 7.31", "10.965 16.4475 22.84375\n3.655 12.7952 17.36125\n32.895 1.8275 8.22375", "[2,2]", ["digits"]),
        (
            "X * 7.31",
            "10.965 16.4475 22.84375\n3.655 32.895 17.36125\n12.7925 1.8275 8.22375",
            "[2,2] [3,1]",
            ["permuted"],
        ),
        ("X * 7.31", "0.81 0.27 0.64\n0.13 0.92 0.58\n0.46 0.71 0.35", "all", ["copied-matrix"]),
        (
            "X * 7.31",
            "10.965 16.4475 22.8072\n3.655 12.7925 17.3247\n32.895 1.8275 8.1872",
            "column 3",
            ["rerounded-operand"],
        ),
        (
            "X * 7.31 if X > 2 else X",
            "10.965 2.25 3.125\n3.655 12.7925 2.375\n4.5 1.8275 8.22375",
            "all",
            ["reversed-mask"],
        ),
    ],
)
def test_a_slip_is_found_with_its_region(
    tmp_path: Path, formula: str, printed: str, region_name: str, slips: list[str]
):
    lines = "".join(f"      {line}\n" for line in printed.split("\n"))
    (erratum,) = errata_of(tmp_path, f"{GIVENS}  - name: Y\n    formula: {formula}\n    printed: |\n{lines}")
    assert erratum.region == region_name
    assert [slip["slip"] for slip in erratum.slips] == slips


def test_two_regions_with_different_slips_are_two_errata(tmp_path: Path):
    printed = "1.5 2.25 3.125\n3.655 12.7925 17.36125\n-32.895 -1.8275 -8.22375"
    lines = "".join(f"      {line}\n" for line in printed.split("\n"))
    errata = errata_of(tmp_path, f"{GIVENS}  - name: Y\n    formula: X * 7.31\n    printed: |\n{lines}")
    assert sorted((erratum.region, erratum.slips[0]["slip"]) for erratum in errata) == [
        ("row 1", "omitted-term"),
        ("row 3", "sign"),
    ]


FACTOR = "  - name: x\n    printed: 0.34 0.68 0.59\n  - name: d\n    printed: -0.3482\n"


def test_a_single_number_may_stand_in_all_cells(tmp_path: Path):
    """Rounded to whole numbers, x gives the last two as well; that all three are d says more."""
    numbers = "-0.34820 -0.34820 -0.34820"
    (erratum,) = errata_of(tmp_path, f"{FACTOR}  - name: g\n    formula: d * x\n    printed: {numbers}\n")
    assert (erratum.region, [slip["edit"] for slip in erratum.slips]) == ("all", ["x left out"])


def test_equal_numbers_are_evidence_once(tmp_path: Path):
    """That x was rounded before use explains two numbers of five digits, which are one, and not the first."""
    numbers = "-0.11839 -0.34820 -0.34820 0.77777"
    given = FACTOR.replace("0.59", "0.59 0.21")
    errata = errata_of(tmp_path, f"{given}  - name: g\n    formula: d * x\n    printed: {numbers}\n")
    assert [erratum.slips for erratum in errata] == [()]


def test_a_lone_number_of_two_digits_is_never_explained(tmp_path: Path):
    stages = "  - name: a\n    printed: 0.7\n  - name: b\n    formula: a * 3\n    printed: 1.2\n"
    (erratum,) = errata_of(tmp_path, stages)
    assert erratum.slips == ()
    assert "no cause is proved" in erratum.explanation


def test_a_small_matrix_of_zeros_and_ones_is_never_explained(tmp_path: Path):
    stages = (
        "  - name: A\n    printed: |\n      1 0\n      1 1\n"
        "  - name: B\n    formula: A.T\n    printed: |\n      1 0\n      1 1\n"
    )
    (erratum,) = errata_of(tmp_path, stages)
    assert erratum.slips == ()


def test_a_block_is_not_explained_as_a_copy_of_a_block_computed_from_it(tmp_path: Path):
    stages = (
        f"{GIVENS}"
        "  - name: Y\n    formula: X * 2\n    printed: |\n      9.17 8.33 7.91\n      1 3.5 4.75\n      9 0.5 2.25\n"
        "  - name: Z\n    formula: relu(Y)\n    printed: |\n      9.17 8.33 7.91\n      1 3.5 4.75\n      9 0.5 2.25\n"
    )
    (erratum,) = errata_of(tmp_path, stages)
    assert erratum.slips == ()


PRODUCT = """\
      2.94500 4.69375 3.35875
      1.72500 3.43125 2.16625
      4.19500 2.24375 3.41875
"""
"""X @ U."""


def test_another_formula_over_the_blocks_before_is_a_cause(tmp_path: Path):
    (erratum,) = errata_of(tmp_path, f"{GIVENS}  - name: Y\n    formula: X - U**2\n    printed: |\n{PRODUCT}")
    assert erratum.region == "all"
    assert erratum.slips == ({"slip": "other-formula", "edit": "it is X @ U", "formula": "X @ U"},)
    assert "cause: it is X @ U; this gives all 9 exactly" in erratum.explanation


@each(
    "printed",
    [
        PRODUCT.replace("3.41875", "3.41876"),
        "      3 5 4\n      2 3 2\n      4 2 3\n",
    ],
)
def test_no_other_formula_is_a_cause_that_misses_a_number_or_rests_on_a_few_digits(tmp_path: Path, printed: str):
    errata = errata_of(tmp_path, f"{GIVENS}  - name: Y\n    formula: X - U**2\n    printed: |\n{printed}")
    assert [erratum.slips for erratum in errata] == [()]


@each(
    ("x", "u", "printed", "is_cause"),
    [
        ("0.5 1.5; 2.5 0.3", "1.1 0.7; 0.2 1.9", "0.85 3.20; 2.81 2.3", True),  # a chance of two in ten million
        ("3 1.2; 0.4 2", "1.7 0.6; 2.3 0.9", "7.86 2.88; 5.28 2.0", False),  # of fourteen in ten million
    ],
)
def test_another_formula_is_a_cause_from_a_chance_of_one_in_a_million(
    tmp_path: Path, x: str, u: str, printed: str, *, is_cause: bool
):
    def block(numbers: str) -> str:
        return "".join(f"      {row.strip()}\n" for row in numbers.split(";"))

    givens = f"  - name: X\n    printed: |\n{block(x)}  - name: U\n    printed: |\n{block(u)}"
    (erratum,) = errata_of(tmp_path, f"{givens}  - name: Y\n    formula: X - U\n    printed: |\n{block(printed)}")
    assert [slip["formula"] for slip in erratum.slips] == ["X @ U"] * is_cause


def test_blocks_behind_or_computed_from_a_block_give_no_formula_for_it(tmp_path: Path):
    y = f"  - name: Y\n    formula: X - U**2\n    printed: |\n{PRODUCT}"
    negative = re.sub(r"(?=\d\.)", "-", PRODUCT)
    z = f"  - name: Z\n    formula: -Y\n    printed: |\n{negative}"
    behind = GIVENS[GIVENS.index("  - name: U") :].replace("U", "V")
    stages = f"{GIVENS.replace('0.81', '0.18')}{y}{z}{behind}"
    (erratum,) = errata_of(tmp_path, stages)
    assert erratum.slips == ()


def test_no_other_formula_is_tried_where_nothing_is_contradicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    monkeypatch.setattr(diagnosis, "by_another_formula", lambda *_: asked.append("asked"))
    right = f"{GIVENS}  - name: Y\n    formula: X @ U\n    printed: |\n{PRODUCT}"
    assert errata_of(tmp_path, right) == []
    assert asked == []
    assert len(errata_of(tmp_path, right.replace("X @ U", "X - U**2"))) == 1
    assert asked == ["asked"]


@each(("printed", "least", "most"), [("1234567", 10, 20), ("12345678901", 1_000, 2_000)])
def test_other_formulas_are_tried_as_long_as_digits_could_bear_one_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: str, least: int, most: int
):
    tried: list[Edit] = []
    monkeypatch.setattr(other_formulas, "hypothesis_of", lambda edit: tried.append(edit) or hypothesis_of(edit))
    givens = "".join(f"  - name: X{at}\n    printed: |\n      {at}.{at}1\n" for at in range(1, 40))
    (erratum,) = errata_of(tmp_path, f"{givens}  - name: Y\n    formula: X1 * X2\n    printed: |\n      {printed}\n")
    assert erratum.slips == ()
    assert least <= len(tried) <= most


@cache
def sample(line: str) -> Mark:
    mark = marked(Task(line, f"sample/{line}"))
    assert mark is not None
    return mark


@each("slip", some(SLIPS, of=23))
def test_a_planted_slip_is_detected_at_its_stage_and_no_earlier_stage_is_contradicted(slip: str):
    assert (sample(slip).detected, sample(slip).localised, sample(slip).accused_before) == (True, True, 0)


@pytest.mark.slow
def test_most_planted_slips_are_identified():
    assert sum(sample(slip).cause for slip in SLIPS) >= 16


@pytest.mark.slow
def test_random_digits_are_detected_and_not_explained():
    assert (sample("inexplicable").detected, sample("inexplicable").cause) == (True, False)


def test_an_erratum_counts_later_cells_that_are_wrong_because_of_its_stage_alone(tmp_path: Path):
    stages = (
        "  - name: x\n    printed: 1.25 3.75 5.5\n"
        "  - name: y\n    formula: x * 3\n    printed: 3.75 19.25 16.5\n"
        "  - name: z\n    formula: y + 1\n    printed: 4.75 20.25 17.5\n"
    )
    (erratum,) = errata_of(tmp_path, stages)
    assert erratum.inherited == (("z", 1),)


CARRIED = """
  - name: x
    printed: 1.2345 2.3456
  - name: half
    formula: x / 2
    printed: {half}
  - name: wrong
    formula: half * 3
    printed: 9.87654321 8.76543217
"""


@pytest.mark.parametrize(
    ("half", "is_asked"), [("0.61725 1.1728", False), ("0.62 1.17", True)], ids=["in full", "rounded"]
)
def test_operands_that_are_carried_as_printed_are_tried_once(
    half: str, is_asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    asked = set[bool]()
    prints = Search._prints  # noqa: SLF001 - one trial by one evaluation

    def noted(search: Search, hypothesis: Hypothesis, evaluation: Evaluation) -> object:
        if hypothesis.reading.expression is not None and "half" in used(hypothesis.reading.expression):
            asked.add(evaluation is not search.literal)
        return prints(search, hypothesis, evaluation)

    monkeypatch.setattr(Search, "_prints", noted)
    errata_of(tmp_path, CARRIED.format(half=half))
    assert asked == {False, is_asked}


def test_arrays_are_the_same_by_exact_values_and_shape_alone():
    one, third = Array(1, 2, (fmpq(1), fmpq(1, 3))), fmpq(2, 6)
    ball = arb(1) / 3
    assert one.is_same(Array(1, 2, (fmpq(1), third)))
    assert not one.is_same(Array(2, 1, one.cells))
    assert not one.is_same(Array(1, 2, (fmpq(1), ball)))
    assert not Array(1, 1, (ball,)).is_same(Array(1, 1, (arb(1) / 3,)))
    assert Array(1, 1, (ball,)).is_same(Array(1, 1, (ball,)))
