"""Whole blocks as columns of integers say of each number what is said of it alone, and so does every report."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flint import arb, fmpq
from hypothesis import example, given
from hypothesis import strategies as st

from tests.effort import longest_in_full, some
from tests.exams.benchmark_sizes import document as block
from tests.reports import document as published
from tests.strategies import rationals
from tests.tables import each, each_case
from verifier.document.lookup import names
from verifier.document.model import Document
from verifier.document.reader import read
from verifier.formulas.parser import parse_formula
from verifier.numbers.columns import Column, column_of, fitting_at
from verifier.numbers.interval import UNKNOWN, Interval, Missing
from verifier.numbers.number import Number
from verifier.numbers.printed import Printed, parse, power_of_ten, show
from verifier.numbers.resolution import Resolution
from verifier.numbers.rounding import Rule
from verifier.numbers.rule_sets import ANY_RULE, SINGLE_RULES, RuleSet, preimages_by
from verifier.numbers.rules import candidates, rules_that_print
from verifier.operations import signatures
from verifier.pipeline import check
from verifier.preimages.columns import Columns
from verifier.proofs import bisection
from verifier.proofs.bisection import MAX_VARIABLES
from verifier.proofs.joint import hidden
from verifier.report.as_json import render

CASES = sorted(
    path
    for folder in ("agrees", "contradicted", "tolerated", "undecided")
    for path in (Path(__file__).parent / "cases" / folder).glob("*.yaml")
)
RULES: list[Rule | RuleSet] = [*(Rule(((name, None),)) for name in candidates()), ANY_RULE]
RULES += [RuleSet((rule,), SINGLE_RULES) for rule in SINGLE_RULES]
RULES += [
    Rule((("half_away", 5), ("trunc", None))),
    RuleSet((Rule((("half_away", 4), ("nearest", None))),), SINGLE_RULES),
]


def column(place: int, *mantissas: int | None) -> Column:
    """The column of a block of decimals."""
    texts = (None if one is None else show(one * power_of_ten(-place), place) for one in mantissas)
    made = column_of([None if text is None else parse(text) for text in texts], Resolution("decimals", place))
    assert made is not None
    assert made.mantissas == mantissas
    return made


@example(1, [(mantissa, fmpq(off), False) for mantissa in range(-2, 3) for off in (-9, -8, -4, -1, 0, 3, 4, 8)])
@given(st.integers(-2, 4), st.lists(st.tuples(st.integers(-30, 30), rationals(20), st.booleans()), min_size=1))
def test_the_rules_that_print_a_block_are_those_that_print_each_number(
    place: int, drawn: list[tuple[int, fmpq, bool]]
) -> None:
    made = column(place, *(mantissa for mantissa, _, _ in drawn))
    unit = power_of_ten(-place)
    values: list[Number] = [
        (mantissa + off / 8) * unit + (arb(2).sqrt() * unit / 9 if is_ball else 0) for mantissa, off, is_ball in drawn
    ]
    offsets = made.offsets(values)
    for value, number, offset, kind in zip(values, made.numbers, offsets, made.kinds, strict=True):
        assert number is not None
        assert kind is not None
        assert fitting_at(kind, [offset]) == rules_that_print(value, number.value, place)
        assert (offset == 0) == (isinstance(value, fmpq) and value == number.value)


@example(place=1, mantissas=[-2, -1, 0, None, 1, 2], rules=Rule((("half_even", None),)), widest=False)
@given(
    st.integers(-2, 4), st.lists(st.integers(-30, 30) | st.none(), min_size=1), st.sampled_from(RULES), st.booleans()
)
def test_the_preimages_of_a_block_are_those_of_each_number(
    place: int, mantissas: list[int | None], rules: Rule | RuleSet, widest: bool
) -> None:
    if all(one is None for one in mantissas):
        mantissas = [*mantissas, 0]
    made, by = column(place, *mantissas), preimages_by(rules, widest=widest)
    alone = [None if number is None else by.of(number.value, place) for number in made.numbers]
    assert list(map(_spelled, by.of_column(made))) == list(map(_spelled, alone))
    for number, box in zip(made.numbers, alone, strict=True):
        ball = None if number is None else by.enclosing(number.value, place)
        assert (ball is None) == (box is None)
        assert ball is None or box is None or not any(ball != end for end in (box.lo, (box.lo + box.hi) / 2, box.hi))


def _spelled(box: Interval | None) -> object:
    return box and (box.lo, box.hi, box.lo_closed, box.hi_closed)


def test_a_cell_without_a_value_has_no_offset_and_an_end_is_no_inside() -> None:
    made = column(2, 70, 70, 70, None, 70)
    missing: Missing = UNKNOWN
    assert made.offsets([fmpq(7, 10), fmpq(141, 200), fmpq(1), fmpq(1), missing]) == [0, 2, 5, None, None]


@each(
    ("texts", "resolution"),
    [
        ("0.70 0.7", Resolution()),
        ("0.70 1/3", Resolution("decimals", 2)),
        ("0.70 12.00", Resolution("significant", 3)),
        ("13.7 103", Resolution("own", 0, 1, most=3)),
    ],
)
def test_a_block_without_one_sure_place_is_no_column(texts: str, resolution: Resolution) -> None:
    assert column_of(list(map(parse, texts.split())), resolution) is None


@each(("texts", "place"), [("0.70 12.00 -3.10", 2), ("12 -7 0", 0), ("0 0.63", 2)])
def test_a_block_of_one_place_is_a_column(texts: str, place: int) -> None:
    numbers: list[Printed] = list(map(parse, texts.split()))
    made = column_of(numbers, Resolution("own", 0, place))
    assert made is not None
    assert (made.place, made.mantissas) == (place, tuple(number.value * 10**place for number in numbers))


@each(
    ("formula", "most"),
    [
        ("A @ B", 2 * 3 * 4),
        ("softmax(B.T @ A.T / 7) + 1", 4 * 3 * 2),
        ("(A @ B) @ C", 2 * 3 * 4),
        ("A + A", 0),
        ("Matrix(2, 2, lambda i, j: (A @ B)[i, j])", 0),
    ],
)
def test_how_long_a_product_is_is_known_from_shapes(formula: str, most: int) -> None:
    sizes = {"A": (2, 3), "B": (3, 4), "C": (4, 5)}
    assert hidden.most_products(parse_formula(formula, signatures()), sizes) == most


def test_no_more_cells_are_looked_at_than_tell_that_many_vary() -> None:
    seen = []

    def cells() -> Iterator[object]:
        for index in range(1000):
            seen.append(index)
            yield Interval(fmpq(0), fmpq(1)) if index % 2 else fmpq(1)

    assert bisection.vary_much(cells())
    assert len(seen) == 2 * (MAX_VARIABLES + 1)
    assert not bisection.vary_much([Interval(fmpq(0), fmpq(1))] * MAX_VARIABLES)


def by_cells(document: Document, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is found where each number is an object that is asked about alone, and nothing is known of whole blocks."""
    with monkeypatch.context() as patch:
        patch.setattr(Columns, "of", lambda *_: None)
        patch.setattr(hidden, "most_products", lambda *_: 0)
        patch.setattr("verifier.judging.chains.vary_much", lambda _: False)
        return render([check(document, causes=False)])


@each_case(some(CASES, 2, of=29))
def test_a_case_is_judged_by_columns_as_by_cells(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = read(str(path), signatures())
    assert render([check(document, causes=False)]) == by_cells(document, monkeypatch)


@pytest.mark.parametrize("name", longest_in_full(names()))
def test_a_published_document_is_judged_by_columns_as_by_cells(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    document = published(name)
    assert render([check(document, causes=False)]) == by_cells(document, monkeypatch)


@pytest.mark.parametrize("seed", some(range(1, 21), of=10))
def test_an_attention_block_is_judged_by_columns_as_by_cells(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    document = block(4 + seed, seed)
    assert render([check(document, causes=False)]) == by_cells(document, monkeypatch)
