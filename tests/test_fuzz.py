"""Inputs that nobody would write are refused or judged, and never end in another way."""

from pathlib import Path
from random import Random

import pytest

from tests.effort import some
from tests.exams.fuzz import expression, limited, made, nested, noise, parsed, tried

LARGE = {28}
"""A matrix of a thousand rows and columns is made in a second."""


@pytest.mark.parametrize("first", some(range(0, 80, 8), of=5))
def test_what_is_made_at_random_is_refused_or_judged(tmp_path: Path, first: int):
    seeds = [seed for seed in range(first, first + 8) if seed not in LARGE]
    wrong = {seed: why for seed in seeds if (why := tried(made(Random(seed)), tmp_path))}
    assert wrong == {}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10_000, 11_000, 50))
def test_more_of_it(tmp_path: Path, first: int):
    wrong = {seed: why for seed in range(first, first + 50) if (why := tried(made(Random(seed)), tmp_path))}
    assert wrong == {}


@pytest.mark.parametrize("make", [expression, nested, noise])
def test_any_text_is_a_formula_or_a_refusal(make: object):
    random = Random(1)
    with limited(60):
        for _ in range(100):
            text = {
                expression: lambda: expression(random, 4),
                nested: lambda: nested(random),
                noise: lambda: noise(random).decode("utf-8", "replace"),
            }[make]()
            parsed(text)


def test_an_option_of_none_has_no_slips_inside(tmp_path: Path):
    """Found by a search at random: the name of the option stayed in the slip and was taken for a stage's."""
    text = (
        "document: d\ntitle: D\nstages:\n  - name: X\n    printed: 0.5 1.25\n  - name: Z\n"
        '    formula: "head_columns(X, 0, heads=None) + linear(X, X, b=None)"\n    printed: 7.0 8.0\n'
    )
    for padding in range(4):  # causes are looked for in every fourth
        assert not tried(f"{text}{'#' * padding}\n".encode(), tmp_path)


def test_the_search_sees_an_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.exams.fuzz.as_json", lambda _: 1 // 0)
    assert "ZeroDivisionError" in tried(b"document: d\ntitle: D\nstages:\n  - name: X\n    printed: 1.0\n", tmp_path)
