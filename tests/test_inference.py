"""The rounding rule, told by documents that an exact author printed."""

from collections.abc import Callable, Mapping
from math import comb
from pathlib import Path
from random import Random

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import rationals
from tests.tables import each
from verifier.document.reader import read
from verifier.numbers.printed import power_of_ten, show
from verifier.numbers.rounding import Rule, parse_rule, round_to
from verifier.numbers.rule_sets import RuleSet
from verifier.numbers.rules import TABLE, candidates
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.preimages.readings import Tolerance
from verifier.replay.rule_doubts import ROUNDED_BEFORE, is_told_alike
from verifier.replay.rule_evidence import binomial_tail, infer
from verifier.replay.rule_witnesses import fitting
from verifier.sources.formats import read_source
from verifier.verdict import Report

TIE_RULES = [name for name in TABLE if TABLE[name].is_tie_rule]


def block(rows: list[list[fmpq]], spell: Callable[[fmpq], str]) -> str:
    return "\n".join("      " + "  ".join(map(spell, row)) for row in rows)


def product_document(folder: Path, size: int, rule: Rule, *, inner: int = 2, hidden: int = 0) -> Report:
    """Check a product of two random matrices with *inner* terms for each number.

    The factors are printed with three decimals and *hidden* more not shown.
    """
    random = Random(20)
    scale = 10 ** (3 + hidden)
    a, b = (
        [[fmpq(random.randint(-scale, scale), scale) for _ in range(columns)] for _ in range(rows)]
        for rows, columns in ((size, inner), (inner, size))
    )
    c = [
        [sum((x * y for x, y in zip(row, column, strict=True)), fmpq(0)) for column in zip(*b, strict=True)]
        for row in a
    ]
    nearest = parse_rule("half_even")
    shown = block(c, lambda x: show(round_to(x, 2, rule), 2))
    path = folder / "product.yaml"
    path.write_text(
        "document: product\ntitle: A product\nstages:\n"
        f"  - name: A\n    printed: |\n{block(a, lambda x: show(round_to(x, 3, nearest), 3))}\n"
        f"  - name: B\n    printed: |\n{block(b, lambda x: show(round_to(x, 3, nearest), 3))}\n"
        f"  - name: C\n    formula: A @ B\n    printed: |\n{shown}\n"
    )
    return check(read(str(path), signatures()), causes=False)


@pytest.mark.parametrize("name", sorted(set(candidates()) - set(TIE_RULES)))
def test_a_rule_is_inferred_from_what_it_prints(tmp_path: Path, name: str) -> None:
    report = product_document(tmp_path, 12, parse_rule(name))
    assert str(report.rounding.rule) == name
    assert report.rounding.is_inferred
    assert name not in report.rounding.breaking


@pytest.mark.parametrize("name", TIE_RULES)
def test_without_ties_a_tie_rule_is_inferred_as_nearest(tmp_path: Path, name: str) -> None:
    """A value with six decimals is a tie at two in one of ten thousand cells: there are none here."""
    assert str(product_document(tmp_path, 12, parse_rule(name)).rounding.rule) == "nearest"


def test_a_tie_rule_is_inferred_if_it_alone_fits_every_tie(tmp_path: Path) -> None:
    path = tmp_path / "ties.yaml"
    path.write_text(
        "document: ties\ntitle: Halves\nstages:\n"
        '  - name: X\n    printed: "1  2  3  5  -1  -3  -5  7"\n'
        '  - name: H\n    formula: X / 2\n    resolution: own digits\n    printed: "0  1  2  2  0  -2  -2  4"\n'
    )
    assert str(check(read(str(path), signatures())).rounding.rule) == "half_even"


@pytest.mark.slow
def test_a_composed_rule_is_inferred_from_cells_that_break_its_last_step(tmp_path: Path) -> None:
    report = product_document(tmp_path, 30, parse_rule("half_away@4, trunc@2"))
    assert str(report.rounding.rule) == "half_away@4, trunc"
    assert report.rounding.breaking["trunc"] > 0
    assert "half_away@4, trunc" not in report.rounding.breaking


@pytest.mark.slow
def test_a_truncated_document_is_not_inferred_as_a_composed_rule(tmp_path: Path) -> None:
    assert str(product_document(tmp_path, 30, parse_rule("trunc")).rounding.rule) == "trunc"


def test_no_rule_is_inferred_from_noise(tmp_path: Path) -> None:
    """With hidden digits the literal value prints as shown by chance, by one rule as well as by another."""
    report = product_document(tmp_path, 12, parse_rule("nearest"), hidden=3)
    assert report.rounding.rule is None or str(report.rounding.rule) == "nearest"
    assert not any(cell.verdict.value == "contradicted" for stage in report.stages for cell in stage.cells)


TWICE = [(3113 + 2 * place, "0.13") for place in range(5)]
"""Products by 0.4 that are 0.13 if they are rounded to three decimals before."""
ONCE = [(3081 + place, "0.12") for place in range(5)]
CUT = [(3155, "0.12"), (3157, "0.12")]


@each(("products", "replays"), [([*TWICE, *ONCE, *CUT], 1), ([*TWICE, *ONCE], 3)])
def test_a_composed_rule_that_numbers_of_givens_alone_break_is_not_tried(
    monkeypatch: pytest.MonkeyPatch, products: list[tuple[int, str]], replays: int
) -> None:
    tried = []

    def counted(self: Tolerance, inferred: Mapping[str, RuleSet], by_hand: Rule) -> Tolerance:
        tried.append(inferred)
        return with_rules(self, inferred, by_hand)

    with_rules = Tolerance.with_rules
    monkeypatch.setattr(Tolerance, "with_rules", counted)
    text = "\n\n".join(f"$0.{number} \\cdot 0.4 = {shown}$" for number, shown in products)
    infer(read_source("text.md", "markdown", text).document({}))
    assert len(tried) == replays


@pytest.mark.parametrize(("count", "most"), [(0, 0), (5, 0), (10, 3), (40, 40)])
def test_the_binomial_tail_is_a_sum_of_binomial_probabilities(count: int, most: int) -> None:
    assert binomial_tail(count, most) == sum((fmpq(comb(count, k), 2**count) for k in range(most + 1)), fmpq(0))


@given(rationals(5), st.integers(-9, 9), st.integers(-1, 2))
def test_the_same_rules_print_what_a_rounding_before_moves_but_near_halves_of_a_unit(
    value: fmpq, mantissa: int, decimals: int
) -> None:
    printed, off = mantissa * power_of_ten(-decimals), ROUNDED_BEFORE * power_of_ten(-decimals)
    value *= power_of_ten(-decimals)
    if is_told_alike(value, printed, decimals):
        alone = fitting(printed, decimals, [value])
        assert fitting(printed, decimals, [value + off]) == fitting(printed, decimals, [value - off]) == alone
    near = printed + power_of_ten(-decimals) / 2 - off / 2
    assert not is_told_alike(near, printed, decimals)
    assert is_told_alike(near - 2 * off, printed, decimals)
