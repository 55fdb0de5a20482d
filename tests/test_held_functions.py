"""Functions held against formulas: right ones pass, at edges too, and wrong ones fail at a simple point."""

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import pytest

from tests.effort import some
from tests.tables import each
from verifier.integrations.functions import Differs, held
from verifier.integrations.sample_points import points, simplest

Floats = Any
"""An array of NumPy, whose numbers are floats."""
ATTENTION = "softmax(Q @ K.T / sqrt(columns(K))) @ V"
HEADS = {"Q": (3, 4), "K": (2, 4), "V": (2, 3)}
NORM = "layer_norm(X, gain=g, bias=b, eps=1e-5)"
OF_NORM = {"X": (3, 4), "g": (4,), "b": (4,)}


def softmax(x: Floats) -> Floats:
    shifted = np.exp(x - x.max(axis=-1, keepdims=True))
    return shifted / shifted.sum(axis=-1, keepdims=True)


def unshifted(x: Floats) -> Floats:
    return np.exp(x) / np.exp(x).sum(axis=-1, keepdims=True)


def attention(q: Floats, k: Floats, v: Floats) -> Floats:
    return softmax(q @ k.T / np.sqrt(k.shape[1])) @ v


def layer_norm(x: Floats, gain: Floats, bias: Floats, ddof: int = 0, eps: Floats = 1e-5) -> Floats:
    deviation = np.sqrt(x.var(axis=-1, keepdims=True, ddof=ddof) + eps)
    return (x - x.mean(axis=-1, keepdims=True)) / deviation * gain + bias


RIGHT: dict[str, tuple[Callable[..., Any], str, dict[str, tuple[int, ...]], dict[str, Any]]] = {
    "softmax": (softmax, "softmax(X)", {"X": (3, 4)}, {}),
    "softmax of float32": (softmax, "softmax(X)", {"X": (3, 4)}, {"dtype": "float32"}),
    "layer norm": (layer_norm, NORM, OF_NORM, {}),
    "attention": (attention, ATTENTION, HEADS, {}),
    "a long product": (lambda a, b: a @ b, "A @ B", {"A": (3, 40), "B": (40, 2)}, {}),
    "a variance by squares": (lambda a: (a**2).mean() - a.mean() ** 2, "var(A)", {"A": (30,)}, {}),
    "a column as a vector": (lambda a: a.sum(axis=1), "sum(A, axis=1)", {"A": (3, 2)}, {}),
    "a row as a vector": (lambda a: a.sum(axis=0), "sum(A, axis=0)", {"A": (3, 2)}, {}),
    "whole numbers": (lambda a: a.argmax(axis=1), "argmax(A, axis=1)", {"A": (3, 4)}, {}),
    "a logarithm, where it is one": (np.log, "log(x)", {"x": ()}, {}),
    "a quotient by zeros": (lambda x: np.sum(1 / x), "sum(1 / x)", {"x": (4,)}, {}),
    "a mask": (
        lambda x: np.where(x > 0, x, -np.inf),
        "Matrix(1, 3, lambda i, j: x[0, j] if x[0, j] > 0 else -inf)",
        {"x": (3,)},
        {},
    ),
    "a name that is a constant": (lambda e: 2 * e, "2 * e", {"e": ()}, {}),
    "a constant": (lambda r: np.pi * r**2, "pi * r**2", {"r": ()}, {}),
    "what overflows": (np.exp, "exp(x)", {"x": ()}, {}),
    "what overflows below": (lambda x: -np.exp(x), "-exp(x)", {"x": ()}, {}),
}


@each("name", some(RIGHT))
def test_a_right_function_passes(name: str) -> None:
    function, formula, shapes, options = RIGHT[name]
    held(function, formula, shapes, **options)


WRONG: dict[str, tuple[Callable[..., Any], str, dict[str, tuple[int, ...]], str, str]] = {
    "exponentials that overflow": (
        unshifted,
        "softmax(X)",
        {"X": (1, 2)},
        "unshifted does not give softmax(X): its result [1,2] is nan, should be 1",
        "X = [[0.0, 1000.0]]",
    ),
    "the whole for each row": (
        lambda x: np.exp(x - x.max()) / np.exp(x - x.max()).sum(),
        "softmax(X)",
        {"X": (2, 2)},
        "its result [1,1] is 0.25, should be 0.5",
        "X = [[0.0, 0.0], [0.0, 0.0]]",
    ),
    "another divisor": (
        lambda x, gain, bias: layer_norm(x, gain, bias, ddof=1),
        NORM,
        {"X": (1, 2), "g": (2,), "b": (2,)},
        "should be 0.99998000059998",
        "X = [[0.0, 1.0]], g = [0.0, 1.0], b = [0.0, 0.0]",
    ),
    "another epsilon, seen near zero": (
        lambda x, gain, bias: layer_norm(x, gain, bias, eps=1e-12),
        NORM,
        {"X": (1, 2), "g": (2,), "b": (2,)},
        "where the given numbers move)",
        "X = [[",
    ),
    "no root": (lambda q, k, v: softmax(q @ k.T) @ v, ATTENTION, HEADS, "should be", "K = "),
    "the other axis": (
        lambda a: a.sum(axis=0),
        "sum(A, axis=1)",
        {"A": (3, 2)},
        "its result has the shape (2,), and that of the formula is (3, 1)",
        "A = [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]]",
    ),
    "the last of ties": (
        lambda a: a.shape[1] - 1 - a[:, ::-1].argmax(axis=1),
        "argmax(A, axis=1)",
        {"A": (1, 3)},
        "the result is 2, should be 0",
        "A = [[0.0, 0.0, 0.0]]",
    ),
    "an overflow too soon": (
        lambda x: np.exp(2 * x) / np.exp(x),
        "exp(x)",
        {"x": ()},
        "the result is inf, should be 1.",
        "x = ",
    ),
    "an infinity": (lambda x: x / 0, "x", {"x": ()}, "the result is nan, should be 0", "x = 0.0"),
    "too many dimensions": (lambda x: x[None, None], "x", {"x": (2,)}, "its result has the shape (1, 1, 2)", "x = "),
}


@each("name", some(WRONG))
def test_a_wrong_function_fails_at_a_simple_point(name: str) -> None:
    function, formula, shapes, said, point = WRONG[name]
    with pytest.raises(Differs) as caught:
        held(function, formula, shapes)
    first, second, third = str(caught.value).splitlines()
    assert said in first
    assert point in second
    assert "of 100, seed 0, simplified; allowed are 16 ulps of each given number and of the result)" in third


def test_ulps_and_a_relative_error_are_what_is_allowed() -> None:
    def coarse(x: Floats) -> Floats:
        return np.exp(x).astype("float32").astype("float64")

    with pytest.raises(Differs):
        held(coarse, "exp(x)", {"x": ()}, within=(-8, 8))
    held(coarse, "exp(x)", {"x": ()}, within=(-8, 8), relative=Fraction(1, 2**23))
    held(coarse, "exp(x)", {"x": ()}, within=(-8, 8), ulps=2**30)
    held(coarse, "exp(x)", {"x": ()}, within=(-8, 8), absolute="0.001")
    with pytest.raises(Differs, match="1/1000000000 of the result, and 1/100000000000"):
        held(coarse, "exp(x)", {"x": ()}, within=(-8, 8), relative="1e-9", absolute=Fraction(1, 10**11))


def test_another_seed_gives_other_points_and_the_same_the_same() -> None:
    def taken(seed: int) -> list[Floats]:
        seen: list[Floats] = []

        def keep(x: Floats) -> Floats:
            seen.append(x.tolist())
            return x

        held(keep, "x", {"x": (2, 3)}, seed=seed, count=20)
        return seen

    assert taken(1) == taken(1) != taken(2)


@each(
    ("formula", "shapes", "options", "said"),
    [
        ("softmax(", {"X": (2,)}, {}, "Python's syntax"),
        ("softmux(X)", {"X": (2,)}, {}, "softmux"),
        ("softmax(Y)", {"X": (2,)}, {}, "uses Y, which has no shape"),
        ("softmax(X)", {"X": (2,), "Z": (2,)}, {}, "does not use Z"),
        ("X", {"X": (2, 2, 2)}, {}, "a matrix"),
        ("X", {"X": (0,)}, {}, "a matrix"),
        ("log(x)", {"x": ()}, {"within": (-2, -1)}, "has no value at any of 100 points"),
        ("x", {"x": ()}, {"within": (1, 1)}, "two bounds"),
        ("x", {"x": ()}, {"dtype": "float16"}, "float64 or float32"),
        ("A @ B", {"A": (2, 3), "B": (2, 3)}, {}, "3 columns meet 2 rows"),
    ],
)
def test_what_cannot_be_held_is_said(
    formula: str, shapes: dict[str, tuple[int, ...]], options: dict[str, Any], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        held(lambda *arrays: arrays[0], formula, shapes, **options)


def test_what_a_function_raises_is_raised_with_the_point() -> None:
    def fails(x: Floats) -> Floats:
        raise KeyError(str(x.shape))

    with pytest.raises(KeyError) as caught:
        held(fails, "x", {"x": (2,)})
    assert caught.value.__notes__ == ["at x = [0.0, 0.0]"]
    with pytest.raises(TypeError, match="real numbers, found complex128"):
        held(lambda x: x * 1j, "x", {"x": (2,)})


def test_points_are_exact_within_bounds_and_have_edges() -> None:
    lo, hi = Fraction(-1000), Fraction(1000)
    made = list(islice(points({"X": (2, 3), "s": ()}, (lo, hi), 3), 200))
    cells = [cell for point in made for array in point.values() for cell in array]
    assert all(lo <= cell <= hi and cell.denominator & (cell.denominator - 1) == 0 for cell in cells)
    assert all(cell.numerator.bit_length() <= 24 for cell in cells), "float32 holds them"
    assert {lo, hi, Fraction(0), Fraction(1)} <= set(cells)
    assert any(0 < abs(cell) < Fraction(1, 2**18) for cell in cells)
    assert any(len(set(point["X"])) == 1 and point["X"][0] not in (0, 1) for point in made)
    positive = islice(points({"x": (4,)}, (Fraction(1, 3), Fraction(2)), 0), 50)
    assert all(Fraction(1, 3) <= cell <= 2 for point in positive for cell in point["x"])


def test_the_simplest_point_still_fails() -> None:
    start = {"x": (Fraction(77, 256), Fraction(-900), Fraction(5))}
    found = simplest(start, (Fraction(-1000), Fraction(1000)), lambda point: point["x"][1] <= -3)
    assert found["x"][0] == found["x"][2] == 0
    assert -7 < found["x"][1] <= -3
