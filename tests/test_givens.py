"""The reading of givens by evidence: exact, rounded or open, and what it contradicts or warns of."""

from pathlib import Path
from random import Random

import pytest
from flint import fmpq

from tests.effort import some
from tests.tables import each
from verifier.document.reader import read
from verifier.numbers.printed import show
from verifier.numbers.rounding import NEAREST_RULE, round_to
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.preimages.readings import Tolerance
from verifier.replay import hidden_digits
from verifier.replay.accounts import Accounts, Told
from verifier.replay.hidden_digits import HiddenDigits
from verifier.verdict import CellReport, Report, Verdict

Numbers = list[list[fmpq]]


def report(folder: Path, *stages: tuple[str, str | None, str], header: str = "") -> Report:
    """The report on a document of stages, each a name, a formula or None, and what is printed."""
    lines = ["document: told", "title: Told", *([header] if header else []), "stages:"]
    for name, formula, printed in stages:
        lines += [f"  - name: {name}", *([f"    formula: {formula!r}"] if formula else []), "    printed: |"]
        lines += [f"      {row.strip()}" for row in printed.strip().splitlines()]
    path = folder / "told.yaml"
    path.write_text("\n".join(lines) + "\n")
    return check(read(str(path), signatures()), causes=False)


def cell(found: Report, name: str, row: int = 1, column: int = 1) -> CellReport:
    return next(one for one in found.by_name[name].cells if (one.row, one.column) == (row, column))


def readings(found: Report) -> dict[str, str]:
    return {block.stage: block.reading for block in found.givens.blocks}


def doubted(found: Report) -> dict[tuple[str, int, int], tuple[str, tuple[str, ...]]]:
    """What each doubtful number would read, and the givens that decide."""
    return {
        (stage.stage.name, one.row, one.column): (one.doubt.reads, one.doubt.givens)
        for stage in found.stages
        for one in stage.cells
        if one.doubt is not None
    }


def accused(found: Report) -> list[tuple[str, int, int]]:
    cells = ((stage.stage.name, one) for stage in found.stages for one in stage.cells)
    return [(name, one.row, one.column) for name, one in cells if one.verdict is Verdict.CONTRADICTED]


def text(numbers: Numbers, decimals: int) -> str:
    shown = [[show(round_to(one, decimals, NEAREST_RULE), decimals) for one in row] for row in numbers]
    return "\n".join(" ".join(row) for row in shown)


def product(a: Numbers, b: Numbers) -> Numbers:
    columns = list(zip(*b, strict=True))
    return [[sum((x * y for x, y in zip(row, column, strict=True)), fmpq(0)) for column in columns] for row in a]


def matrix(random: Random, rows: int, columns: int, decimals: int) -> Numbers:
    unit = 10**decimals
    return [[fmpq(random.randint(-unit, unit), unit) for _ in range(columns)] for _ in range(rows)]


W = [[fmpq(n, 10) for n in row] for row in ([2, 5, -3], [7, 1, 4], [-6, 9, 8])]
X = [[fmpq(n, 4) for n in row] for row in ([4, 2, -2], [1, 8, 6], [-4, 3, 5], [2, -1, 5], [4, 3, -3], [3, 1, 2])]
COUNTS = [[4 * one for one in row] for row in X]
"""Integers, which hide nothing."""


def of_exact(folder: Path, wrong: tuple[int, int] = (2, 0), off: int = 10, more: int = 0) -> Report:
    """A product of counts and exact decimals, with one number wrong by *off* units, and perhaps *more* by 20."""
    shown = product(COUNTS, W)
    shown = [[one / 4 for one in row] for row in shown]
    shown[wrong[0]][wrong[1]] += fmpq(off, 1000)
    for index in range(more):
        shown[3 + index // 3][index % 3] += fmpq(1, 50)
    return report(folder, ("X", None, text(COUNTS, 0)), ("W", None, text(W, 1)), ("Y", "X @ W / 4", text(shown, 3)))


def test_one_wrong_number_of_eighteen_is_contradicted_by_the_other_seventeen(tmp_path: Path) -> None:
    found = of_exact(tmp_path)
    assert readings(found) == {"W": "exact"}
    assert accused(found) == [("Y", 3, 1)]
    wrong = cell(found, "Y", 3, 1)
    evidence = "used exactly as printed, W gives 17 of the 18 numbers derived from it alone"
    assert (wrong.basis, wrong.reason, wrong.corrected) == ("givens", evidence, "-0.425")


def test_four_wrong_numbers_of_eighteen_do_not_spoil_the_reading(tmp_path: Path) -> None:
    assert len(accused(of_exact(tmp_path, more=3))) + len(doubted(of_exact(tmp_path, more=3))) == 4


def test_where_nearly_every_number_disagrees_nothing_is_contradicted(tmp_path: Path) -> None:
    assert not accused(of_exact(tmp_path, off=20, more=9))


@each("size", some((3, 4, 6)))
@each("decimals", (2, 3, 4))
def test_random_weights_are_never_read_as_exact(tmp_path: Path, size: int, decimals: int) -> None:
    random = Random(1000 * size + decimals)
    a, b = (matrix(random, size, size, 9) for _ in range(2))
    shown = text(product(a, b), decimals)
    found = report(tmp_path, ("A", None, text(a, decimals)), ("B", None, text(b, decimals)), ("C", "A @ B", shown))
    assert set(readings(found).values()) <= {"rounded", "open"}
    assert not accused(found)
    assert size == 3 or not doubted(found)


def test_a_sum_over_few_givens_is_doubted_and_says_what_it_would_read(tmp_path: Path) -> None:
    x, w, b = (("x", None, "1.0"), ("W", None, "0.5"), ("b", None, "0.1"))
    found = report(tmp_path, x, w, b, ("y", "sigmoid(W * x + b)", "0.6487"))
    assert doubted(found) == {("y", 1, 1): ("0.6457", ("x", "W", "b"))}
    assert found.is_clean


def test_one_rounded_number_in_an_exact_block_is_doubted_and_not_contradicted(tmp_path: Path) -> None:
    found = report(tmp_path, ("p", None, "0.20 0.33 0.50"), ("y", "9 * p", "1.80 3.00 4.50"))
    assert doubted(found) == {("y", 1, 2): ("2.97", ("p",))}
    assert not accused(found)
    assert found.is_clean


def test_one_rounded_number_is_not_contradicted_where_all_others_say_that_its_block_is_exact(tmp_path: Path) -> None:
    found = report(
        tmp_path,
        ("p", None, "0.20 0.33 0.50 0.25 0.40 0.10"),
        ("y", "9 * p", "1.80 3.00 4.50 2.25 3.60 0.90"),
        ("z", "1000 * p[0, 2:6]", "500.00 250.00 400.00 100.00"),
    )
    assert readings(found) == {"p": "exact"}
    assert set(doubted(found)) == {("y", 1, 2)}
    assert not accused(found)


def test_a_number_that_another_one_vouches_for_is_exact(tmp_path: Path) -> None:
    found = report(
        tmp_path,
        ("p", None, "0.20 0.33 0.50 0.25 0.40 0.10"),
        ("z", "1000 * p", "200.00 330.00 500.00 250.00 400.00 100.00"),
        ("y", "9 * p", "1.80 3.00 4.50 2.25 3.60 0.90"),
    )
    assert accused(found) == [("y", 1, 2)]


def test_one_given_used_often_is_one_number_of_evidence(tmp_path: Path) -> None:
    """A rate with hidden digits, 0.1004, which small factors do not show."""
    found = report(
        tmp_path,
        ("lr", None, "0.1"),
        ("g", None, "0.05 0.02 0.01"),
        ("step", "lr * g", "0.0050 0.0020 0.0010"),
        ("rate", "1000 * lr", "100.4"),
    )
    assert not accused(found)
    assert found.is_clean


def test_a_stage_that_needs_hidden_digits_has_a_reading_of_its_own(tmp_path: Path) -> None:
    """The author works from prints in one stage and from hidden digits of the same block in another."""
    hidden = [[one + fmpq(k - 4, 333) for k, one in enumerate(row)] for row in W]
    forward = [[one / 4 for one in row] for row in product(COUNTS, W)]
    backward = product([[fmpq(n) for n in row] for row in ([1, 2, 3], [2, 0, 1])], hidden)
    found = report(
        tmp_path,
        ("X", None, text(COUNTS, 0)),
        ("W", None, text(W, 1)),
        ("Y", "X @ W / 4", text(forward, 3)),
        ("N", None, "1 2 3\n2 0 1"),
        ("Z", "N @ W", text(backward, 3)),
    )
    assert found.givens.own == {"Z"}
    assert readings(found) == {"W": "exact"}
    assert not accused(found)
    assert not doubted(found)


@pytest.mark.parametrize("reading", ["exact", "rounded"])
def test_a_declared_reading_is_not_weighed(tmp_path: Path, reading: str) -> None:
    x, w, b = (("x", None, "1.0"), ("W", None, "0.5"), ("b", None, "0.1"))
    stages = x, w, b, ("y", "sigmoid(W * x + b)", "0.6487")
    found = report(tmp_path, *stages, header=f"givens: {reading}")
    assert not found.givens.blocks
    assert not doubted(found)
    assert bool(accused(found)) == (reading == "exact")


def test_an_exact_value_at_which_a_program_may_cut_lower_is_not_contradicted(tmp_path: Path) -> None:
    """Cut to two decimals, 0.29 as a number of a program is 0.28."""
    tenths = " ".join(f"0.{n}" for n in range(1, 10))
    cut = " ".join(f"{n * 29 / 100:.3f}" for n in range(1, 10))
    stages = ("x", None, tenths), ("y", "2.9 * x", cut), ("z", "x[0, 0] * 2.9", "0.28")
    assert not accused(report(tmp_path, *stages))


def test_a_number_that_is_likelier_wrong_than_its_block_is_rounded_ends_the_check_with_1(tmp_path: Path) -> None:
    """Half a dozen literal numbers speak for W: not enough to contradict, and more than nothing."""
    shown = product([[fmpq(n) for n in row] for row in ([1, 2], [3, 1], [2, 3])], [[fmpq(3, 10)], [fmpq(7, 10)]])
    shown[2][0] += fmpq(3, 20)
    found = report(
        tmp_path,
        ("X", None, "1 2\n3 1\n2 3"),
        ("W", None, "0.3\n0.7"),
        ("Y", "X @ W", text(shown, 3)),
    )
    assert set(doubted(found)) | set(accused(found)) == {("Y", 3, 1)}
    assert not found.is_clean


@pytest.mark.parametrize(("slope", "share"), [("1/2", "3/5"), ("-1/2", "1/5"), ("2", "3/20")])
def test_a_literal_number_leaves_a_share_of_the_hidden_digits_of_its_given(slope: str, share: str) -> None:
    """A given from its print to one above it; the number may move down by 1/10 and up by 3/10."""
    top, _, bottom = slope.partition("/")
    number = Told("y", 0, True, (fmpq(-1, 10), fmpq(3, 10)), {("x", 0): fmpq(int(top), int(bottom or 1))})  # noqa: FBT003 - literal
    digits = HiddenDigits((fmpq(0), fmpq(1)), (fmpq(0), fmpq(1)))
    odds = Accounts([number], {"x": {0: digits}}).odds_of(("x", 0), ("z", 0))
    left, _, whole = share.partition("/")
    assert odds == fmpq(int(whole), int(left))


@each("header", ["", "rounding: trunc", "rounding: half_even"])
def test_single_givens_of_one_kind_hide_the_digits_that_each_does_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, header: str
) -> None:
    numbers = [
        "1.5",
        "1.7",
        "1.6",
        "-1.5",
        "1.55",
        "0.0",
        "0",
        "12",
        "13",
        "-12",
        "2/3",
        "1.5e-7",
        "1.50",
        "100",
        "0.996",
    ]
    givens = ((f"g{at}", None, number) for at, number in enumerate(numbers))
    made = report(tmp_path, *givens, header=header).document
    others = (stage._replace(name=f"{stage.name}_open", givens="open") for stage in made.stages)
    document = made._replace(stages=(*made.stages, *others))
    tolerance = Tolerance(document)
    found = hidden_digits.hidden_digits(document, tolerance)
    assert found["g0"] is found["g1"]
    with monkeypatch.context() as patched:
        patched.setattr(hidden_digits, "_kind", lambda *_: None)
        assert found == hidden_digits.hidden_digits(document, tolerance)
    assert len({str(digits) for digits in found.values()}) > 3
