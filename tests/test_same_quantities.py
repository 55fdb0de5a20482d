"""Numbers that stand twice in an equality: one quantity where the form says so, and two where it does not."""

import re

from tests.effort import some
from tests.exams.same_quantities import DECOYS, FORMS, TIES, right_ones, wrong_ones
from tests.exams.structured import accused_in
from tests.tables import each
from verifier.formulas.spelling import spell
from verifier.formulas.tree import Name
from verifier.sources.expressions.solving import renamed
from verifier.sources.formats import read_source
from verifier.sources.source import Source

ONE = {
    # shares
    r"\frac{0.42}{0.42 + 0.17}": "a / (a + b)",
    r"\frac{e^{0.42}}{e^{0.42} + e^{0.17}}": "exp(a) / (exp(a) + exp(b))",
    r"\frac{e^{0.20}}{e^{0.20} + e^{0.17}}": "exp(a) / (exp(a) + exp(b))",
    r"\frac{e^{0.17}}{e^{0.42} + e^{0.17} + e^{0.17}}": "exp(a) / (exp(b) + exp(a) + exp(c))",
    r"\frac{1.7}{1 + 1.7}": "a / (1 + a)",
    r"\frac{0.83}{1 - 0.83}": "a / (1 - a)",
    r"\frac{0.83^2}{2(1 - 0.83)}": "a**2 / (2 * (1 - a))",
    r"\frac{5.2 \cdot 4.8}{5.2 + 4.8}": "a * b / (a + b)",
    r"\frac{2 \cdot 4.8 \cdot 4.8}{4.8 + 4.8}": "2 * a * b / (a + b)",
    r"\frac{4.8 \cdot 4.8}{4.8 + 3.1}": "a * b / (a + c)",
    r"\frac{0.3 \cdot 0.2}{0.3 \cdot 0.2 + 0.7 \cdot 0.1}": "a * b / (a * b + c * d)",
    r"\frac{5.2 - 4.8}{5.2 + 4.8}": "(a - b) / (a + b)",
    r"\frac{5.2 + 4.8}{5.2 + 4.8 + 1.7}": "(a + b) / (a + b + c)",
    r"\frac{1.2 \cdot 3.4 + 2.7 \cdot 5.6}{1.2 + 2.7}": "(a * b + c * d) / (a + c)",
    r"\frac{3.4}{\sqrt{3.4^2 + 1.2^2}}": "a / sqrt(a**2 + b**2)",
    r"\frac{-3.4}{\sqrt{3.4^2 + 1.2^2}}": "-a / sqrt(a**2 + b**2)",
    # relative differences
    r"\frac{52.71 - 48.34}{48.34}": "(a - b) / b",
    r"\frac{52.71 - 48.34}{52.71}": "(a - b) / a",
    r"\frac{5.2 - 4.8}{4.8} \cdot 100": "(a - b) / b * 100",
    r"\frac{|52.71 - 48.34|}{48.34}": "abs(a - b) / b",
    r"\frac{(5.2 - 4.8)^2}{4.8} + \frac{(3.1 - 3.6)^2}{3.6}": "(a - b)**2 / b + (c - d)**2 / d",
    # complements
    r"0.374(1 - 0.374)": "a * (1 - a)",
    r"0.374^3 \cdot (1 - 0.374)^2": "a**3 * (1 - a)**2",
    r"\sqrt{\frac{0.374(1 - 0.374)}{120}}": "sqrt(a * (1 - a) / 120)",
    r"(0.37 - 0.52) \cdot 0.37 \cdot (1 - 0.37)": "(a - b) * a * (1 - a)",
    r"(1 - 0.37) \cdot 0.37 \cdot (1 - 0.37)": "(1 - a) * a * (1 - a)",
    r"3.27(10 - 3.27)": "a * (10 - a)",
    r"\frac{1}{1 + e^{-0.3}} \left(1 - \frac{1}{1 + e^{-0.3}}\right)": "1 / (1 + exp(a)) * (1 - 1 / (1 + exp(a)))",
    # its own function
    r"0.3271 \ln 0.3271": "a * log(a)",
    r"- 0.64 \ln 0.64 - 0.36 \ln 0.36": "-a * log(a) - b * log(b)",
    r"6.5^3 \cdot e^{-6.5}": "a**3 * exp(-a)",
    # distances
    r"(1.2 - 2.7)^2 + (3.4 - 2.7)^2 + (3.6 - 2.7)^2": "(a - b)**2 + (c - b)**2 + (d - b)**2",
    r"(2.7 - 1.2)^2 + (2.7 - 3.4)^2 + (2.7 - 3.6)^2": "(a - b)**2 + (a - c)**2 + (a - d)**2",
    # roots of quadratics
    r"\frac{4.2 + \sqrt{4.2^2 - 4 \cdot 1.3 \cdot 0.7}}{2 \cdot 1.3}": "(a + sqrt(a**2 - 4 * b * c)) / (2 * b)",
    r"\frac{4.2 + \sqrt{4.2^2 - 4 \cdot 1.3 \cdot 1.3}}{2 \cdot 1.3}": "(a + sqrt(a**2 - 4 * b * c)) / (2 * b)",
    # one number everywhere
    r"1.5 - \frac{1.5^3 - 1.5 - 2}{3 \cdot 1.5^2 - 1}": "a - (a**3 - a - 2) / (3 * a**2 - 1)",
    r"\frac{1}{2}\left(1.417 + \frac{2}{1.417}\right)": "1 / 2 * (a + 2 / a)",
}
"""Expressions with a letter for each quantity."""
TWO = [
    r"0.47 \cdot 0.47",
    r"3.27 + 3.27",
    r"3.27 - 3.27",
    r"\frac{3.27}{3.27}",
    r"0.12 \cdot 0.12 + 0.25 \cdot 0.31",
    r"0.12 \cdot 3.5 + 0.12 \cdot 4.5",
    r"3 \cdot 3.27 + 4 \cdot 3.27 + 3.27",
    r"3.27^2 + 3.27^2 + 3.27^2",
    # which of those that print alike it is changes the value
    r"\frac{3.27}{3.27 - 3.27}",
    r"\frac{3.27 - 3.27}{3.27}",
    r"\frac{4.18 - 4.18}{4.18 + 4.18}",
    r"\frac{3.27 \cdot 3.27}{3.27 - 3.27}",
    # digits that agree by chance
    r"\frac{0.5}{0.5 + 0.3}",
    r"\frac{5.27 - 4.83}{4.83}",
    r"\frac{5.2 - 4.80}{4.80}",
    r"\frac{(5.2 - 4.8)^2}{4.8}",
    r"0.5(1 - 0.5)",
    r"0.50(1 - 0.50)",
    r"3.2(10 - 3.2)",
    r"- 0.6 \log_2 0.6 - 0.4 \log_2 0.4",
    r"- 0.5 \ln 0.5 - 0.3 \ln 0.3 - 0.2 \ln 0.2",
    r"0.327 \ln 0.327",
    r"- 0.25 \ln 0.25 - 0.25 \ln 0.25 - 0.50 \ln 0.50",
    r"2.5 \cdot e^{-2.5}",
    r"(1.2 - 2.7)^2 + (3.4 - 2.7)^2",
    r"\frac{1}{2}\left(1.4 + \frac{2}{1.4}\right)",
    # not in the place that the form asks for, or not in all terms
    r"\frac{3.27}{4.15 + 2.08}",
    r"\frac{3.27 + 1.85}{3.27 + 4.15}",
    r"\frac{1.2 \cdot 3.4 + 2.7 \cdot 5.6}{1.2 + 2.8}",
    r"\frac{0.83}{1.17 \cdot 0.83}",
    r"\frac{52.71 - 48.34}{48.34} + \frac{61.82 - 37.43}{29.51}",
    r"\frac{52.71 - 48.34}{48.34 \cdot 1.12}",
    r"0.376(1 - 0.376)(1 - 0.624)",
    r"- 0.641 \ln 0.641 - 0.359 \ln 0.372",
    r"(1 - 0.48)^2 + (0 - 0.48)^2 + (1 - 0.48)^2",
    r"(3.12 - 2.75)^2 + (3.12 - 2.75)^2 + (3.12 - 2.75)^2",
    r"(3.12 - 2.75)^2 + (3.41 - 2.75)^2 + (3.52 - 2.68)^2",
    r"\frac{4.2 + \sqrt{4.2^2 - 3 \cdot 1.3 \cdot 0.7}}{2 \cdot 1.3}",
]
"""Expressions in which each number is a quantity of its own."""


def lettered(expression: str) -> str:
    """How an expression is read, with a letter for each quantity."""
    source = read_source("text.md", "markdown", f"So ${expression} = 1$ here.\n")
    assert isinstance(source, Source)
    (equality,) = source.equalities
    formula = equality.variants[0].stated[-1].formula
    assert formula is not None
    letters = dict(zip(formula.uses, "abcdefgh", strict=False))
    return spell(renamed(formula.expression, {name: Name(letter) for name, letter in letters.items()}))


@each("expression", ONE)
def test_a_number_that_stands_twice_for_one_symbol_is_one_quantity(expression: str) -> None:
    assert lettered(expression) == ONE[expression]


@each("expression", TWO)
def test_numbers_that_print_alike_are_quantities_of_their_own(expression: str) -> None:
    letters = re.findall(r"\b[a-h]\b", lettered(expression))
    assert len(letters) == len(set(letters)) == len(re.findall(r"\d\.\d", expression))


@each("seed", some(range(1, 61), of=60))
def test_right_equalities_are_not_accused_whatever_digits_their_quantities_hide(seed: int) -> None:
    for sort, text in right_ones(1, seed):
        assert accused_in(text) == [], (sort, text)


@each("seed", some(range(1, 61), of=60))
def test_wrong_equalities_that_no_digits_explain_are_found(seed: int) -> None:
    missed = [text for _, text in wrong_ones(1, seed) if not accused_in(text)]
    assert len(missed) <= 1, missed


def test_each_sort_is_drawn() -> None:
    assert {sort for sort, _ in right_ones(1, 1)} == {*FORMS, *DECOYS, *TIES}
