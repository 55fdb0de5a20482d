"""Inputs that nobody would write are refused or judged, and never end in another way."""

import faulthandler
import os
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from tests.effort import some
from tests.exams.fuzz import Input, expression, failures, made, nested, noise, parsed, tried
from verifier.supervision.limits import Limits


def wrong(seeds: Iterable[int], folder: Path, kind: str | None = None) -> dict[int, str]:
    """What went wrong, by the seed of its input."""
    return {seed: why for seed, why in failures(seeds, folder, kind) if why}


@pytest.mark.parametrize("first", some(range(0, 80, 8), of=11))
def test_what_is_made_at_random_is_refused_or_judged(tmp_path: Path, first: int):
    assert wrong(range(first, first + 8), tmp_path) == {}


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10_000, 11_000, 50))
def test_more_of_what_is_made_at_random_is_refused_or_judged(tmp_path: Path, first: int):
    assert wrong(range(first, first + 50), tmp_path) == {}


@pytest.mark.parametrize("make", [expression, nested, noise])
def test_any_text_is_a_formula_or_a_refusal(make: object):
    random = Random(1)
    for _ in range(100):
        text = {
            expression: lambda: expression(random, 4),
            nested: lambda: nested(random),
            noise: lambda: noise(random).decode("utf-8", "replace"),
        }[make]()
        parsed(text)


@pytest.mark.parametrize(
    "formula",
    [
        "max_pool(X, kernel_size=-1)",
        "avg_pool(X[0, 0], kernel_size=0, stride=1)",
        "max_pool(Matrix(1000, 1000, lambda i, j: i), kernel_size=500, stride=1)",
        "conv2d(X[0, 0], Matrix(1, 1000, lambda i, j: j), padding=400000)",
    ],
)
def test_windows_are_not_empty_and_not_too_many(formula: str, tmp_path: Path):
    """Found by a search at random: the largest of no number; and windows of more cells than fit in memory."""
    text = "document: d\ntitle: D\nstages:\n  - name: X\n    printed: 0.5 1.25\n"
    assert not tried(Input(f'{text}  - name: Z\n    formula: "{formula}"\n    printed: 7.0 8.0\n'.encode()), tmp_path)


@pytest.mark.parametrize(
    "formula",
    [
        "std(i, ddof=None)",
        "reshape(X[0, 1], rows=None)",
        "X - trunc(X, digits=None)",
        "reshape(X, rows=None, axis=None)",
    ],
)
def test_an_option_of_none_is_no_size(formula: str, tmp_path: Path):
    """Found by a search at random: rules of shapes compared it with numbers."""
    text = "document: d\ntitle: D\nstages:\n  - name: i\n    printed: 0.5 1.25\n  - name: X\n    printed: 0.5 1.25\n"
    assert not tried(Input(f'{text}  - name: Z\n    formula: "{formula}"\n    printed: 7.0 8.0\n'.encode()), tmp_path)


def test_an_option_of_none_has_no_slips_inside(tmp_path: Path):
    """Found by a search at random: the name of the option stayed in the slip and was taken for a stage's."""
    text = (
        "document: d\ntitle: D\nstages:\n  - name: X\n    printed: 0.5 1.25\n  - name: Z\n"
        '    formula: "head_columns(X, 0, heads=None) + linear(X, X, b=None)"\n    printed: 7.0 8.0\n'
    )
    for padding in range(4):  # causes are looked for in every fourth
        assert not tried(Input(f"{text}{'#' * padding}\n".encode()), tmp_path)


DOCUMENT = Input(b"document: d\ntitle: D\nstages:\n  - name: X\n    printed: 1.0\n")


def test_the_search_sees_an_exception(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.exams.fuzz.as_json", lambda _: 1 // 0)
    for given in (DOCUMENT, Input(b"1 + 1 = 3\n", "md")):
        assert "ZeroDivisionError" in tried(given, tmp_path)


def test_the_search_sees_what_goes_over_a_limit_or_ends_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.exams.fuzz.made", lambda *_: DOCUMENT)
    monkeypatch.setattr("tests.exams.fuzz.LIMITS", Limits(60, 200 * 2**20, 0))
    for work, code in (
        (lambda _: bytearray(2**30), "[memory]"),
        (lambda _: (faulthandler.disable(), os.abort()), "[memory]"),
        (os._exit, "[crash]"),
    ):
        monkeypatch.setattr("tests.exams.fuzz.written_out", lambda report, work=work: work(len(report.stages)))
        assert code in wrong([2], tmp_path)[2]


def test_both_kinds_are_made():
    kinds = {made(Random(seed)).ending for seed in range(60)}
    assert {"yaml", "md"} < kinds
