"""Contradictions are proved once more by a checker that knows fractions and nothing else."""

from fractions import Fraction as Q
from pathlib import Path
from random import Random

import pytest
from flint import arb, fmpq

from tests import checker
from tests.checker import ANY, CELLS, Box, again, misses, share, spread
from tests.checker_rows import normalised_are_refuted, rows_again, shares_are_refuted
from tests.checker_unknowns import Sum, nothing_is_left
from tests.exams.engines import CASES, readable
from verifier.document.lookup import find
from verifier.document.reader import read
from verifier.numbers.interval import Interval
from verifier.operations import signatures

UNSAID = {
    "logarithm-of-a-negative-number": "it has no value, which no enclosure shows",
    "reported-p-values": "incomplete beta and gamma functions have no rule there",
    "infinity": "infinities are no numbers, and have none",
}


@pytest.mark.parametrize("path", readable(("contradicted",)), ids=lambda path: path.stem)
def test_what_is_contradicted_is_proved_once_more(path: Path):
    answers = {answer for _, answer in again(read(str(path), signatures()))}
    expected = {None} if path.stem in UNSAID else {True}
    assert answers <= expected


def test_the_exceptions_are_cases():
    assert all((CASES / "contradicted" / f"{name}.yaml").exists() for name in UNSAID)


def test_a_published_document_is_proved_once_more():
    answers = [answer for _, answer in again(read(find("jamil"), signatures()))]
    assert len(answers) >= 8
    assert set(answers) == {True}


NOT_A_SUM = {"factor-that-is-not-shown Z 1 1": "a power of what is not shown"}


@pytest.mark.parametrize("path", readable(("contradicted",)), ids=lambda path: path.stem)
def test_a_row_that_is_impossible_is_refuted_once_more(path: Path):
    for row, answer in rows_again(read(str(path), signatures())):
        assert answer is (None if row in NOT_A_SUM else True), row


@pytest.mark.parametrize("name", ["fareed", "roysdon"])
def test_rows_of_a_published_document_are_refuted_once_more(name: str):
    answers = [answer for _, answer in rows_again(read(find(name), signatures()))]
    assert answers
    assert set(answers) == {True}


def test_rows_that_are_possible_are_not_refuted():
    """A softmax and a normalisation of (1, 2, 3), as printed to two decimals, and one number that is a unit off."""
    line = [(Q(n), Q(n)) for n in (1, 2, 3)]
    shares = [(Q(p, 1000) - Q(5, 1000), Q(p, 1000) + Q(5, 1000)) for p in (90, 240, 670)]
    assert not shares_are_refuted(line, shares)
    assert shares_are_refuted(line, [*shares[:2], (Q(68, 100), Q(69, 100))])
    assert not shares_are_refuted([ANY] * 3, shares)
    distances = [(Q(n, 100) - Q(1, 200), Q(n, 100) + Q(1, 200)) for n in (-122, 0, 122)]
    none = (Q(0), Q(0))
    assert not normalised_are_refuted(line, distances, 0, none, none)
    assert normalised_are_refuted(line, distances, 1, none, none)
    assert normalised_are_refuted(line, [*distances[:2], (Q(13, 10), Q(14, 10))], 0, none, none)
    sums = [Sum(none, {("a", 0, 0): (Q(2), Q(3))}), Sum(none, {("a", 0, 0): (Q(1), Q(1))})]
    assert not nothing_is_left(sums, [(Q(6), Q(6)), (Q(3), Q(5))])
    assert nothing_is_left(sums, [(Q(6), Q(6)), (Q(4), Q(5))])


def test_what_is_right_is_not_refuted():
    """The enclosure of a right cell meets its print."""
    assert not misses((Q(1, 3), Q(1, 2)), Interval(fmpq(1, 2), fmpq(1)))
    assert misses((Q(1, 3), Q(1, 2)), Interval(fmpq(1, 2), fmpq(1), lo_closed=False))
    assert misses((Q(1, 3), Q(1, 2)), Interval(fmpq(51, 100), fmpq(1)))
    assert not misses((Q(0), Q(1)), Interval(fmpq(1, 4), fmpq(1, 2)))


FUNCTIONS = {
    "exp": lambda x: x.exp(),
    "log": lambda x: x.log(),
    "sqrt": lambda x: x.sqrt(),
    "sin": lambda x: x.sin(),
    "cos": lambda x: x.cos(),
    "tanh": lambda x: x.tanh(),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_enclosures_hold_the_values_and_are_narrow(name: str):
    random = Random(name)
    for _ in range(12):
        lo = Q(random.randint(1, 4000), 1000) if name in ("log", "sqrt") else Q(random.randint(-4000, 4000), 1000)
        hi = lo + Q(random.randint(0, 10), 1000)
        least, most = CELLS[name]((lo, hi))
        for share_of in (Q(0), Q(1, 3), Q(1)):
            x = lo + (hi - lo) * share_of
            value = FUNCTIONS[name](arb(fmpq(x.numerator, x.denominator)))
            assert not value < fmpq(least.numerator, least.denominator)
            assert not value > fmpq(most.numerator, most.denominator)
        assert most - least <= Q(1, 10**6) + 60 * (hi - lo)


def drawn(random: Random, count: int) -> list[Box]:
    lows = [Q(random.randint(-20, 20), 10) for _ in range(count)]
    return [(lo, lo + Q(random.randint(0, 3), 10)) for lo in lows]


def test_variances_and_shares_of_any_choice_lie_in_their_enclosures():
    random = Random(1)
    for _ in range(40):
        line = drawn(random, random.randint(2, 5))
        chosen = [lo + (hi - lo) * Q(random.randint(0, 4), 4) for lo, hi in line]
        middle = sum(chosen, Q(0)) / len(chosen)
        variance = sum(((x - middle) ** 2 for x in chosen), Q(0)) / len(chosen)
        least, most = spread(line, 0)
        assert least <= variance <= most
        exponentials = [checker.exp_of(x) for x in chosen]
        low, high = share(line, 0)
        assert exponentials[0][1] / sum((lo for lo, _ in exponentials), Q(0)) >= low
        assert exponentials[0][0] / sum((hi for _, hi in exponentials), Q(0)) <= high
